// Solids become open parts of faces, velocities of shut ones, links between cells, and covered
// parts.
//
// Block by block (16 x 16 cells), in two passes: faces first (solid_block.h), each written by the
// one block that it belongs to; then links, which look at all four faces of a cell
// (solid_links.cpp). Cells that came free are filled last (refill.cpp).
//
// A block whose solids, and mask, are those of the last time is left alone: what is done is in
// proportion to the bounds of what moves, plus a look at each block.
#include "backend/flow/host_flow.h"
#include "core/hash.h"
#include "core/wide.h"

#include <algorithm>
#include <cmath>

namespace tarn
{

namespace
{

// Copies of a solid along a periodic axis: enough for one as wide as two periods.
constexpr double kMostCopies = 3.0;

struct Copies
{
    double first = 0.0; // periods that the first one is shifted by
    int32_t count = 1;
};

// Those that reach the grid, 0 <= x <= length.
Copies copiesAlong(bool wraps, double low, double high, double length)
{
    if (!wraps)
    {
        return {0.0, low <= length && high >= 0.0 ? 1 : 0};
    }
    double first = std::ceil(-high / length);
    const double last = std::floor((length - low) / length);
    const double count = std::clamp(last - first + 1.0, 0.0, kMostCopies);
    first += std::floor(0.5 * std::max(last - first + 1.0 - count, 0.0));
    return {first, static_cast<int32_t>(count)};
}

uint64_t hashOf(const FlowSolid& solid)
{
    const PlacedShape& s = solid.shape;
    const double place[] = {s.origin.x,
                            s.origin.y,
                            s.rounding,
                            s.touch,
                            wide(solid.pose.x),
                            wide(solid.pose.y),
                            wide(solid.pose.angle),
                            wide(solid.motion.vx),
                            wide(solid.motion.vy),
                            wide(solid.motion.spin)};
    const int32_t kind[] = {s.count, solid.slot, solid.noSlip ? 1 : 0};
    uint64_t hash = hashBytes(place, sizeof place, 0);
    hash = hashBytes(kind, sizeof kind, hash);
    return hashBytes(s.vertices, static_cast<size_t>(s.count) * sizeof(Vec2), hash);
}

bool reaches(const CellRuns& runs, double low, double high, double origin, double cellSize)
{
    for (int32_t k = 0; k < runs.count; ++k)
    {
        if (low <= origin + static_cast<double>(runs.runs[k].end) * cellSize &&
            high >= origin + static_cast<double>(runs.runs[k].begin) * cellSize)
        {
            return true;
        }
    }
    return false;
}

// A hash of the mask in these cells; 0 where there is none.
uint64_t hashOfMask(const SolidLattice& lattice, const CellRuns& columns, const CellRuns& rows)
{
    const auto forPieces = [&](auto&& piece) {
        const int32_t scale = lattice.maskScale;
        for (int32_t y = 0; y < rows.count; ++y)
        {
            for (int32_t j = rows.runs[y].begin / scale; j <= (rows.runs[y].end - 1) / scale; ++j)
            {
                for (int32_t x = 0; x < columns.count; ++x)
                {
                    const int32_t begin = columns.runs[x].begin / scale;
                    const int32_t end = (columns.runs[x].end - 1) / scale + 1;
                    piece(lattice.mask + int64_t{j} * lattice.maskColumns + begin, end - begin);
                }
            }
        }
    };
    uint32_t any = 0;
    forPieces([&any](const uint8_t* bytes, int32_t count) {
        for (int32_t k = 0; k < count; ++k)
        {
            any |= bytes[k];
        }
    });
    uint64_t hash = 0;
    if (any != 0)
    {
        forPieces([&hash](const uint8_t* bytes, int32_t count) {
            hash = hashBytes(bytes, static_cast<size_t>(count), hash);
        });
        hash |= 1u;
    }
    return hash;
}

} // namespace

// ---- Memory

int32_t HostFlow::mostPlacements() const noexcept
{
    const auto copies = static_cast<int32_t>(kMostCopies);
    return shape_.solidCapacity * (shape_.wrapX ? copies : 1) * (shape_.wrapY ? copies : 1);
}

size_t HostFlow::solidTargetBytes(int32_t scale) const noexcept
{
    const auto rows = static_cast<size_t>(blocksOf(shape_.ny * scale));
    const size_t blocks = static_cast<size_t>(blocksOf(shape_.nx * scale)) * rows;
    return arenaBytes(blocks, sizeof(uint64_t)) + 2 * arenaBytes(blocks, 1) +
           arenaBytes(2 * rows * static_cast<size_t>(mostPlacements()), sizeof(uint16_t)) +
           arenaBytes(rows, sizeof(BandReport));
}

HostFlow::SolidTarget HostFlow::takeSolidTarget(int32_t scale) noexcept
{
    const bool coarse = scale == 1;
    SolidTarget target;
    target.nx = shape_.nx * scale;
    target.ny = shape_.ny * scale;
    target.scale = scale;
    target.openX = coarse ? openX_ : dyeOpenX_;
    target.openY = coarse ? openY_ : dyeOpenY_;
    target.covered = coarse ? solidCells_ : solidDyes_;
    target.links = coarse ? links_ : dyeLinks_;
    target.blockColumns = blocksOf(target.nx);
    target.blockRows = blocksOf(target.ny);
    const auto rows = static_cast<size_t>(target.blockRows);
    const size_t blocks = static_cast<size_t>(target.blockColumns) * rows;
    target.drawn = arena_.take<uint64_t>(blocks);
    target.changed = arena_.take<uint8_t>(blocks);
    target.touched = arena_.take<uint8_t>(blocks);
    target.near = arena_.take<uint16_t>(2 * rows * static_cast<size_t>(mostPlacements()));
    target.reports = arena_.take<BandReport>(rows);
    return target;
}

void HostFlow::openEverything() noexcept
{
    openCells_ = int64_t{shape_.nx} * shape_.ny;
    std::fill_n(owners_, kFirstSolid + shape_.solidCapacity, OwnerTraits{});
    for (const SolidTarget* target : {&velocitySolids_, &dyeSolids_})
    {
        for (int32_t j = 0; j < target->ny; ++j)
        {
            std::fill_n(target->openX.row(j), target->nx + 1, 1.0f);
        }
        for (int32_t j = 0; target->nx > 0 && j <= target->ny; ++j)
        {
            std::fill_n(target->openY.row(j), target->nx, 1.0f);
        }
        for (int32_t j = -kLinkBorder; target->nx > 0 && j < target->ny + kLinkBorder; ++j)
        {
            std::fill_n(target->links.row(j) - kLinkBorder, target->nx + 2 * kLinkBorder,
                        static_cast<uint8_t>(kLinkLeft | kLinkBelow));
        }
    }
}

// ---- All of it

bool HostFlow::setSolids(const FlowSolids& solids)
{
    TN_ASSERT(solids.bodies.size() <= static_cast<size_t>(shape_.solidCapacity));
    noteOwners(solids.bodies);
    if (solids.bodies.empty() && solids.mask == nullptr && !anySolids_)
    {
        return false;
    }
    placeCopies(solids.bodies);
    bool changed = drawSolids(velocitySolids_, solids);
    if (dyeSolids_.nx > 0)
    {
        changed = drawSolids(dyeSolids_, solids) || changed;
    }
    markTouched();
    return changed;
}

void HostFlow::noteOwners(std::span<const FlowSolid> bodies)
{
    for (const FlowSolid& body : bodies)
    {
        TN_ASSERT(body.slot >= 0 && body.slot < shape_.solidCapacity);
        owners_[kFirstSolid + body.slot] = {body.noSlip, body.fixedTemperature, body.temperature,
                                            body.motion.spin};
    }
}

void HostFlow::placeCopies(std::span<const FlowSolid> bodies)
{
    placementCount_ = 0;
    const double h = wide(shape_.cellSize);
    const Vec2 size = {h * shape_.nx, h * shape_.ny};
    const Vec2 origin = {wide(shape_.origin.x), wide(shape_.origin.y)};
    for (size_t k = 0; k < bodies.size(); ++k)
    {
        const PlacedShape& shape = bodies[k].shape;
        const Vec2 touch = {shape.touch, shape.touch};
        const Bounds own = {shape.bounds.low - touch, shape.bounds.high + touch};
        const Vec2 low = own.low - origin;
        const Vec2 high = own.high - origin;
        const Copies x = copiesAlong(shape_.wrapX, low.x, high.x, size.x);
        const Copies y = copiesAlong(shape_.wrapY, low.y, high.y, size.y);
        const uint64_t hash = x.count * y.count > 0 ? hashOf(bodies[k]) : 0;
        for (int32_t copy = 0; copy < x.count * y.count; ++copy)
        {
            const int32_t column = copy % x.count;
            const int32_t row = copy / x.count;
            const Vec2 shift = {(x.first + column) * size.x, (y.first + row) * size.y};
            placements_[placementCount_++] = {static_cast<int32_t>(k),
                                              shift,
                                              {own.low + shift, own.high + shift},
                                              hashBytes(&shift, sizeof shift, hash)};
        }
    }
}

SolidLattice HostFlow::latticeOf(const SolidTarget& target, const uint8_t* mask) const
{
    SolidLattice lattice;
    lattice.nx = target.nx;
    lattice.ny = target.ny;
    lattice.wrapX = shape_.wrapX;
    lattice.wrapY = shape_.wrapY;
    lattice.origin = {wide(shape_.origin.x), wide(shape_.origin.y)};
    lattice.cellSize = wide(shape_.cellSize) / static_cast<double>(target.scale);
    lattice.mask = mask;
    lattice.maskScale = target.scale;
    lattice.maskColumns = shape_.nx;
    return lattice;
}

bool HostFlow::drawSolids(const SolidTarget& target, const FlowSolids& solids)
{
    const SolidLattice lattice = latticeOf(target, solids.mask);
    tasks_.parallelFor(target.blockRows,
                       [&](int32_t band) { drawBand(target, lattice, solids, band); });
    const auto total = [&](auto member) {
        int64_t sum = 0;
        for (int32_t band = 0; band < target.blockRows; ++band)
        {
            sum += static_cast<int64_t>(target.reports[band].*member);
        }
        return sum;
    };
    if (total(&BandReport::changedBlocks) == 0)
    {
        return false;
    }
    tasks_.parallelFor(target.blockRows, [&](int32_t band) { linkBand(target, band); });
    if (target.isVelocity())
    {
        openCells_ += total(&BandReport::openedCells);
    }
    if (total(&BandReport::freedCells) > 0)
    {
        refillFreed(target);
    }
    linkBorder(target);
    return total(&BandReport::opensChanged) > 0;
}

// ---- Faces

void HostFlow::drawBand(const SolidTarget& target, const SolidLattice& lattice,
                        const FlowSolids& solids, int32_t band)
{
    BandReport report;
    const int32_t firstY = band * kSolidBlock;
    const CellRuns rows = runsAround(firstY, kSolidBlock, target.ny, shape_.wrapY);
    uint16_t* inBand = target.near + int64_t{2} * band * mostPlacements();
    uint16_t* inBlock = inBand + mostPlacements();
    int32_t bandCount = 0;
    for (int32_t k = 0; k < placementCount_; ++k)
    {
        const Bounds& bounds = placements_[k].bounds;
        if (reaches(rows, bounds.low.y, bounds.high.y, lattice.origin.y, lattice.cellSize))
        {
            inBand[bandCount++] = static_cast<uint16_t>(k);
        }
    }
    for (int32_t I = 0; I < target.blockColumns; ++I)
    {
        const int32_t firstX = I * kSolidBlock;
        const CellRuns columns = runsAround(firstX, kSolidBlock, target.nx, shape_.wrapX);
        uint64_t hash = lattice.mask != nullptr ? hashOfMask(lattice, columns, rows) : 0;
        size_t blockCount = 0;
        for (int32_t k = 0; k < bandCount; ++k)
        {
            const Placement& copy = placements_[inBand[k]];
            if (reaches(columns, copy.bounds.low.x, copy.bounds.high.x, lattice.origin.x,
                        lattice.cellSize))
            {
                inBlock[blockCount++] = inBand[k];
                hash = hashBytes(&copy.hash, sizeof copy.hash, hash) | 1u;
            }
        }
        const int32_t number = band * target.blockColumns + I;
        target.changed[number] = hash != target.drawn[number] ? kBlockChanged : kBlockSame;
        if (hash != target.drawn[number])
        {
            target.drawn[number] = hash;
            ++report.changedBlocks;
            const SolidBlock block(lattice, solids.bodies, placements_, {inBlock, blockCount},
                                   firstX, firstY);
            report.opensChanged = drawBlock(target, block, firstX, firstY) || report.opensChanged;
        }
    }
    target.reports[band] = report;
}

// A row of faces between columns or rows, for writing.
struct HostFlow::FaceRow
{
    float* open;
    float* wall = nullptr; // on the velocity's grid only, like the others
    float* velocity = nullptr;
    FaceOwner* owner = nullptr;

    // True when the open part changed.
    bool write(int32_t i, float part, FaceOwner by, float moves) const
    {
        const float old = open[i];
        open[i] = part;
        if (wall != nullptr)
        {
            // As what leaves moved.
            velocity[i] = old == 0.0f && part > 0.0f ? wall[i] : velocity[i];
            wall[i] = moves;
            owner[i] = by;
        }
        return old != part;
    }
};

HostFlow::FaceRow HostFlow::faceRow(const SolidTarget& target, bool isX, int32_t j) const
{
    FaceRow row = {(isX ? target.openX : target.openY).row(j)};
    if (target.isVelocity())
    {
        row.wall = (isX ? wallX_ : wallY_).row(j);
        row.velocity = (isX ? u_ : v_).now.row(j);
        row.owner = isX ? ownerX_ + int64_t{j} * (shape_.nx + 1) : ownerY_ + int64_t{j} * shape_.nx;
    }
    return row;
}

// Writes a block's faces and covered parts. True when an open part changed.
bool HostFlow::drawBlock(const SolidTarget& target, const SolidBlock& block, int32_t firstX,
                         int32_t firstY)
{
    const auto ownerOf = [&block](int32_t by) {
        if (by < 0)
        {
            return by == SolidBlock::kMaskCovers ? kMaskOwner : kNobody;
        }
        return static_cast<FaceOwner>(kFirstSolid + block.solid(by).slot);
    };
    const bool lastX = !shape_.wrapX && firstX + block.columns() == target.nx;
    const bool lastY = !shape_.wrapY && firstY + block.rows() == target.ny;
    bool changed = false;
    for (int32_t b = 0; b < block.rows() + (lastY ? 1 : 0); ++b)
    {
        const int32_t j = firstY + b;
        const FaceRow row = faceRow(target, false, j);
        const bool again = j == 0 && shape_.wrapY;
        const FaceRow copy = faceRow(target, false, again ? target.ny : j);
        for (int32_t a = 0; a < block.columns(); ++a)
        {
            const int32_t i = firstX + a;
            const SolidBlock::Face face = block.faceY(a, b);
            const FaceOwner owner = ownerOf(face.by);
            const float wall =
                face.by < 0 ? 0.0f : static_cast<float>(block.velocityOf(face.by, i + 0.5, j).y);
            changed |= row.write(i, face.open, owner, wall);
            if (again)
            {
                copy.write(i, face.open, owner, wall);
            }
        }
    }
    for (int32_t b = 0; b < block.rows(); ++b)
    {
        const int32_t j = firstY + b;
        const FaceRow row = faceRow(target, true, j);
        for (int32_t a = 0; a < block.columns() + (lastX ? 1 : 0); ++a)
        {
            const int32_t i = firstX + a;
            const SolidBlock::Face face = block.faceX(a, b);
            const FaceOwner owner = ownerOf(face.by);
            const float wall =
                face.by < 0 ? 0.0f : static_cast<float>(block.velocityOf(face.by, i, j + 0.5).x);
            changed |= row.write(i, face.open, owner, wall);
            if (i == 0 && shape_.wrapX)
            {
                row.write(target.nx, face.open, owner, wall);
            }
        }
        float* covered = target.covered.row(j) + firstX;
        uint8_t* links = target.links.row(j) + firstX;
        for (int32_t a = 0; a < block.columns(); ++a)
        {
            covered[a] = block.covered(a, b);
            const bool slips = covered[a] > 0.5f && block.slips(a, b);
            links[a] = static_cast<uint8_t>((links[a] & kLinkBlocked) | (slips ? kLinkSlip : 0));
        }
    }
    return changed;
}

} // namespace tarn
