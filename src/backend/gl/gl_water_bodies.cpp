// Bodies and strokes of GlWater: the twin does them, on the tiles that they reach.
//
// A body displaces water by the surface around it, which must be known on the host, and after the
// waves its forces need the water near it. By default nobody waits for that: tiles near bodies are
// sent for after the waves, and when the next step begins they are here; forces are made then, of
// the water, the place and the motion as they were, and momentum goes back into the water before
// anything else happens to it. So the water is the same as with `sameStep`, and what the host is
// told of forces is that of the step before.
#include "backend/gl/gl_water.h"

#include "backend/water/body_grid.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tarn
{

namespace
{

// Marks of tiles.
constexpr uint8_t kAround = 1; // the surface around a body is looked at
constexpr uint8_t kHumps = 2;  // water was or is displaced
constexpr uint8_t kNear = 4;   // bodies have a share in what happens

// At least as far as body_around.cpp looks from the middle of a body's box, which is up to
// kBoxCells longer than the body: half of it and kAroundSizes times it, up to a whole stride, and
// some.
constexpr double kBoxCells = 4.0;
constexpr double kLookSizes = (kAroundSizes + 0.5) * 7.0 / 6.0;
constexpr double kMoreCells = 6.0;
constexpr double kFarthest = 1.0e9; // cells

// As far as strokes.cpp goes.
constexpr double kStrokeReach = 3.0; // radii

struct CellSpan
{
    int32_t first, count;

    CellSpan(double low, double high)
        : first(static_cast<int32_t>(std::floor(std::clamp(low, -kFarthest, kFarthest)))),
          count(static_cast<int32_t>(std::ceil(std::clamp(high, -kFarthest, kFarthest))) - first +
                1)
    {
    }
};

} // namespace

// ---- Strokes

double GlWater::applyStroke(const WaterStroke& stroke)
{
    if (!isOnDevice() || isHostAhead_)
    {
        return HostWater::applyStroke(stroke);
    }
    const double reach = kStrokeReach * stroke.radius + 1.0;
    const CellSpan columns(std::min(stroke.fromX, stroke.toX) - reach,
                           std::max(stroke.fromX, stroke.toX) + reach);
    const CellSpan rows(std::min(stroke.fromY, stroke.toY) - reach,
                        std::max(stroke.fromY, stroke.toY) + reach);
    std::fill_n(marks_, tiles_.count(), uint8_t{0});
    markTiles(columns.first, rows.first, columns.count, rows.count, kAround);
    bring(kAround, kState);
    const double volume = HostWater::applyStroke(stroke);
    isGroundStale_ = isGroundStale_ || stroke.terrain != 0.0f;
    send(kAround, static_cast<uint8_t>(kState | (stroke.terrain != 0.0f ? kBed : 0)));
    return volume;
}

// ---- Bodies

void GlWater::markAround(const WaterBody& body)
{
    const WaterGrid& grid = shape_.grid;
    const double half = static_cast<double>(body.hull.reach) / static_cast<double>(grid.cellSize);
    const double reach = kLookSizes * (2.0 * half + kBoxCells) + kMoreCells;
    const double x = grid.column(body.motion.position.x);
    const double y = grid.row(body.motion.position.y);
    const CellSpan columns(x - reach, x + reach);
    const CellSpan rows(y - reach, y + reach);
    markTiles(columns.first, rows.first, columns.count, rows.count, kAround);
}

// The tiles in which bodies have a share, for the device and for those who mark.
void GlWater::noteNear()
{
    hasBodiesNear_ = false;
    for (int32_t tile = 0; tile < tiles_.count(); ++tile)
    {
        const bool isNear = (tileBodies_[tile] & kBodiesNear) != 0;
        asks_ = asks_ || isNear != (asked_[tile] != 0);
        asked_[tile] = isNear ? 1 : 0;
        marks_[tile] |= isNear ? kNear : uint8_t{0};
        hasBodiesNear_ = hasBodiesNear_ || isNear;
    }
}

void GlWater::displace(std::span<WaterBody* const> bodies, float keepFading)
{
    std::fill_n(marks_, isAway_ ? tiles_.count() : 0, uint8_t{0});
    const bool isThere = isOnDevice() && !isHostAhead_;
    const auto markHumps = [&] {
        for (int32_t tile = 0; tile < tiles_.count(); ++tile)
        {
            marks_[tile] |= (tileBodies_[tile] & kBodies) != 0 ? kHumps : uint8_t{0};
        }
    };
    if (isThere)
    {
        for (const WaterBody* body : bodies)
        {
            markAround(*body);
        }
        bring(kAround, kDepth);
        markHumps();
    }
    HostWater::displace(bodies, keepFading);
    hasPushes_ = false;
    if (isAway_)
    {
        noteNear();
    }
    if (isThere)
    {
        markHumps();
        send(kHumps, kBed);
        clearPushes(kNear);
    }
}

void GlWater::leaveBehind(const WaterBody& body)
{
    if (isOnDevice())
    {
        finishForces();
    }
    HostWater::leaveBehind(body);
}

void GlWater::look(WaterBody& body)
{
    if (isOnDevice() && !isHostAhead_)
    {
        finishForces();
        std::fill_n(marks_, tiles_.count(), uint8_t{0});
        markAround(body);
        bring(kAround, kDepth | kMomentum);
    }
    HostWater::look(body);
}

void GlWater::wet(std::span<WaterBody* const> bodies, const BodyLiquid& liquid)
{
    if (!isOnDevice())
    {
        HostWater::wet(bodies, liquid);
    }
    else if (bodies.empty())
    {
        return;
    }
    else if (options_.sameStep || isHostAhead_)
    {
        wetNow(bodies, liquid);
    }
    else
    {
        askForForces(bodies, liquid);
    }
}

// The device measures the tile.
void GlWater::quicken(int32_t tile, float speed)
{
    HostWater::quicken(tile, speed);
    tiles_.measured[tile] = isOnDevice() ? uint8_t{0} : tiles_.measured[tile];
}

void GlWater::wetNow(std::span<WaterBody* const> bodies, const BodyLiquid& liquid)
{
    std::fill_n(marks_, tiles_.count(), uint8_t{0});
    noteNear();
    bring(kNear, static_cast<uint8_t>((isHostAhead_ ? 0 : kDepth | kMomentum) |
                                      (hasPushes_ ? kPushes : 0)));
    HostWater::wet(bodies, liquid);
    if (!isHostAhead_)
    {
        send(kNear, kMomentum);
    }
}

// What forces will need, and what displacing will in the next step.
void GlWater::askForForces(std::span<WaterBody* const> bodies, const BodyLiquid& liquid)
{
    std::fill_n(marks_, tiles_.count(), uint8_t{0});
    waitingCount_ = 0;
    for (WaterBody* body : bodies)
    {
        markAround(*body);
        waiting_[waitingCount_] = {body, body->motion};
        waitingBodies_[waitingCount_++] = body;
    }
    waitingLiquid_ = liquid;
    noteNear();
    bool fits = true;
    for (int32_t tile = 0; tile < tiles_.count() && fits; ++tile)
    {
        const bool isNear = (marks_[tile] & kNear) != 0;
        const bool isAround = (marks_[tile] & kAround) != 0;
        addPieces(tile, isNear ? kDepth | kMomentum | kPushes : (isAround ? kDepth : uint8_t{0}));
        fits = pieceCount_ <= mostPieces_ - (kFirstCarriedField + kCarried);
    }
    waitingPieces_ = fits ? pieceCount_ : 0;
    if (waitingPieces_ > 0)
    {
        dispatchPieces(Exchange::out);
        exchanges_.send({{packed_, 0, pieceBytes(waitingPieces_)}});
    }
    pieceCount_ = 0;
}

void GlWater::finishForces()
{
    if (waitingCount_ == 0)
    {
        return;
    }
    const auto count = static_cast<size_t>(waitingCount_);
    waitingCount_ = 0;
    if (waitingPieces_ > 0)
    {
        const std::span<const Piece> pieces(pieces_, static_cast<size_t>(waitingPieces_));
        exchanges_.take(exchanges_.lastSent(), [&](const std::byte* bytes) {
            unpack(bytes, pieces);
            for (const Piece& piece : pieces)
            {
                fresh_[piece.tile] |= piece.field == 0   ? kDepth
                                      : piece.field == 2 ? kMomentum
                                      : piece.field == 5 ? kPushes
                                                         : uint8_t{0};
            }
        });
    }
    const auto swapMotions = [&] {
        for (size_t k = 0; k < count; ++k)
        {
            std::swap(waiting_[k].motion, waiting_[k].body->motion);
        }
    };
    swapMotions();
    wetNow({waitingBodies_, count}, waitingLiquid_);
    swapMotions();
}

} // namespace tarn
