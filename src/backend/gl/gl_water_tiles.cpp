// Numbers of GlWater on their way between the device and its twin on the host: whole fields, or
// those tiles of them that somebody needs.
#include "backend/gl/gl_water.h"

#include "backend/water/water_places.h"

#include <algorithm>
#include <cstring>

namespace tarn
{

namespace
{

constexpr size_t kTileCells = static_cast<size_t>(kTileColumns) * static_cast<size_t>(kTileRows);

// Words of a tile and what the host asks of it, as in water_tiles.glsl.
enum TileWord : size_t
{
    tileState,
    tileStirred,
    tileFastest,
    tileDeepest,
    tileSwiftest,
    tileWorked
};
constexpr uint32_t kAskedStir = 1;
constexpr uint32_t kAskedMeasure = 2;
constexpr uint32_t kAskedBodies = 4;

uint32_t bitsOf(float value)
{
    uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

float floatOf(uint32_t bits)
{
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

} // namespace

// ---- Whole fields

bool GlWater::readPlanes(const GlField& from, int32_t plane, Rows to)
{
    const int32_t ny = shape_.grid.ny;
    return rows_.read(device_, from, plane * ny, ny, [&](int32_t row, const float* values) {
        std::copy_n(values, shape_.grid.nx, to.row(row - plane * ny));
    });
}

void GlWater::writePlanes(const GlField& to, int32_t plane, Rows from)
{
    const int32_t ny = shape_.grid.ny;
    rows_.write(device_, to, plane * ny, ny, [&](int32_t row, float* values) {
        std::copy_n(from.row(row - plane * ny), shape_.grid.nx, values);
    });
}

// All of the state to the twin, with what waited for it. Waits for the device.
void GlWater::bringHome()
{
    if (!isOnDevice() || isHostAhead_)
    {
        return;
    }
    finishForces();
    const auto tiles = static_cast<size_t>(tiles_.count());
    const auto isFresh = [](uint8_t mask) { return (mask & kState) == kState; };
    if (!std::all_of(fresh_, fresh_ + tiles, isFresh))
    {
        bool good = readPlanes(state_[0], 0, now_.depth);
        good = good && readPlanes(state_[0], 1, now_.momentumX);
        good = good && readPlanes(state_[0], 2, now_.momentumY);
        for (int32_t k = 0; k < 1 + shape_.dyeChannels && good; ++k)
        {
            good = readPlanes(carried_[0], k, now_.carried[k]);
        }
        if (!good)
        {
            isOnDevice(); // lost meanwhile
            return;
        }
        std::fill_n(fresh_, tiles, kState);
    }
    readTiles();
}

// What tiles are like, less what the host has asked of them since.
void GlWater::readTiles()
{
    const auto count = static_cast<size_t>(tiles_.count());
    const std::span<uint32_t> words(words_, count * kTileWords);
    if (!device_.read(plan_, kPlanWords * sizeof(uint32_t), std::as_writable_bytes(words)))
    {
        isOnDevice();
        return;
    }
    for (size_t tile = 0; tile < count; ++tile)
    {
        const uint32_t* word = words_ + tile * kTileWords;
        tiles_.awake[tile] = static_cast<uint8_t>(word[tileState] == 1 ? 1 : 0);
        tiles_.worked[tile] =
            static_cast<uint8_t>(word[tileWorked] != 0 || tiles_.foamy[tile] != 0 ? 1 : 0);
        tiles_.stirred[tile] |= static_cast<uint8_t>(word[tileStirred] != 0 ? 1 : 0);
        tiles_.fastest[tile] = floatOf(word[tileFastest]);
        tiles_.deepest[tile] = floatOf(word[tileDeepest]);
    }
}

void GlWater::writeState()
{
    writePlanes(state_[0], 0, now_.depth);
    writePlanes(state_[0], 1, now_.momentumX);
    writePlanes(state_[0], 2, now_.momentumY);
    for (int32_t k = 0; k < 1 + shape_.dyeChannels; ++k)
    {
        writePlanes(carried_[0], k, now_.carried[k]);
    }
    writePlanes(deviceBed_, 0, fields_.bed);
    sendEdges();
}

// Everything to the device, where the twin is ahead.
void GlWater::goOut(float gravity)
{
    if (isHostAhead_)
    {
        writeState();
        // Tiles that sleep are the same on both sides of a substep.
        device_.copy(state_[0].buffer, 0, state_[1].buffer, 0, state_[0].buffer.bytes);
        device_.copy(carried_[0].buffer, 0, carried_[1].buffer, 0, carried_[0].buffer.bytes);
        writeTiles();
        device_.fill(pushes_.buffer, 0, pushes_.buffer.bytes, 0);
        std::fill_n(fresh_, tiles_.count(), kState);
        touched_ = HostWater::extremes(gravity);
        isLoose_ = true;
        touchedAt_ = reports_.lastSent();
        askedAt_ = touchedAt_;
        asks_ = true;
        if (options_.goesToHost)
        {
            copyState(now_, next_);
            keptStep_ = steps_;
        }
        isHostAhead_ = false;
    }
}

// Tiles that are not measured are asked for by sendAsked.
void GlWater::writeTiles()
{
    const auto count = static_cast<size_t>(tiles_.count());
    for (size_t tile = 0; tile < count; ++tile)
    {
        uint32_t* word = words_ + tile * kTileWords;
        std::fill_n(word, kTileWords, 0u);
        word[tileState] = tiles_.awake[tile];
        word[tileStirred] = tiles_.stirred[tile];
        word[tileFastest] = bitsOf(tiles_.fastest[tile]);
        word[tileDeepest] = bitsOf(tiles_.deepest[tile]);
    }
    device_.write(plan_, kPlanWords * sizeof(uint32_t),
                  std::as_bytes(std::span(words_, count * kTileWords)));
}

// What the host asks of tiles, which are otherwise the device's.
void GlWater::sendAsked(float gravity)
{
    const auto count = static_cast<size_t>(tiles_.count());
    bool measures = false;
    bool asks = asks_;
    WaterExtremes touched;
    for (size_t tile = 0; tile < count; ++tile)
    {
        const bool isTouched = tiles_.measured[tile] == 0;
        words_[tile] = (tiles_.stirred[tile] != 0 ? kAskedStir : 0u) |
                       (isTouched ? kAskedMeasure : 0u) | (asked_[tile] != 0 ? kAskedBodies : 0u);
        if (isTouched)
        {
            // Tiles that are not here were touched by bodies: what those do is within the margin.
            const uint8_t known = kDepth | kMomentum;
            if ((fresh_[tile] & known) == known)
            {
                measureTile(static_cast<int32_t>(tile), gravity);
                touched.fastest = std::max(touched.fastest, tiles_.fastest[tile]);
                touched.deepest = std::max(touched.deepest, tiles_.deepest[tile]);
            }
            measures = true;
        }
        asks = asks || tiles_.stirred[tile] != 0;
        tiles_.stirred[tile] = 0;
        tiles_.measured[tile] = 1;
    }
    asks_ = false;
    if (!asks && !measures)
    {
        return;
    }
    askedAt_ = reports_.lastSent();
    if (measures)
    {
        isLoose_ = false;
        touched_ = touched;
        touchedAt_ = askedAt_;
    }
    device_.write(plan_, (kPlanWords + count * kTileWords) * sizeof(uint32_t),
                  std::as_bytes(std::span(words_, count)));
    if (measures)
    {
        const WaterGrid& grid = shape_.grid;
        device_.run(programs_.measure,
                    gl_params::WaterMeasure{grid.nx, grid.ny, state_[0].stride, tiles_.columns,
                                            tiles_.count(), gravity, kThinDepth, kDryWaves},
                    {glRead(state_[0].buffer), glWrite(plan_)},
                    {static_cast<uint32_t>(tiles_.columns), static_cast<uint32_t>(tiles_.rows)});
    }
}

// ---- Tiles

// The rows of the twin that a field of water_exchange.comp is.
Rows GlWater::rowsOf(uint32_t field) const
{
    const Rows rows[] = {now_.depth, now_.momentumX, now_.momentumY, pushX_,
                         pushY_,     worked_,        fields_.bed};
    return field < kFirstCarriedField ? rows[field] : now_.carried[field - kFirstCarriedField];
}

// Marks the tiles of a box of cells, which may stick out of the grid.
void GlWater::markTiles(int32_t column, int32_t row, int32_t columns, int32_t rows, uint8_t mark)
{
    const WaterGrid& grid = shape_.grid;
    const auto forAxis = [](int32_t first, int32_t count, int32_t n, int32_t tile, bool wraps,
                            auto&& body) {
        const int32_t low = wraps ? first : std::clamp(first, 0, n - 1);
        const int32_t end = wraps ? first + std::min(count, n) : std::min(first + count, n);
        int32_t last = -1;
        for (int32_t k = low; k < end; ++k)
        {
            const int32_t here = cellOnAxis(k, n, wraps) / tile;
            if (here != last)
            {
                body(here);
            }
            last = here;
        }
    };
    forAxis(row, rows, grid.ny, kTileRows, grid.wrapY, [&](int32_t tileRow) {
        forAxis(column, columns, grid.nx, kTileColumns, grid.wrapX,
                [&](int32_t tileColumn) { marks_[tileRow * tiles_.columns + tileColumn] |= mark; });
    });
}

size_t GlWater::pieceBytes(int32_t pieces)
{
    return static_cast<size_t>(pieces) * kTileCells * sizeof(float);
}

void GlWater::addPieces(int32_t tile, uint8_t fields)
{
    const auto add = [&](int32_t first, int32_t count) {
        for (int32_t field = first; field < first + count; ++field)
        {
            pieces_[pieceCount_++] = {static_cast<uint32_t>(tile), static_cast<uint32_t>(field)};
        }
    };
    add(0, (fields & kDepth) != 0 ? 1 : 0);
    add(1, (fields & kMomentum) != 0 ? 2 : 0);
    add(3, (fields & kPushes) != 0 ? 3 : 0);
    add(kBedField, (fields & kBed) != 0 ? 1 : 0);
    add(kFirstCarriedField, (fields & kCarriedThings) != 0 ? 1 + shape_.dyeChannels : 0);
}

// The fields of marked tiles that the twin lacks. Waits for the device.
void GlWater::bring(uint8_t mark, uint8_t fields)
{
    forMarked(mark, [&](int32_t tile) {
        const auto missing = static_cast<uint8_t>(fields & ~fresh_[tile]);
        addPieces(tile, missing);
        fresh_[tile] |= missing;
        flushIfFull(Exchange::out);
    });
    flushPieces(Exchange::out);
}

// The fields of marked tiles as the twin has them.
void GlWater::send(uint8_t mark, uint8_t fields)
{
    forMarked(mark, [&](int32_t tile) {
        addPieces(tile, fields);
        flushIfFull(Exchange::in);
    });
    flushPieces(Exchange::in);
}

void GlWater::clearPushes(uint8_t mark)
{
    forMarked(mark, [&](int32_t tile) {
        addPieces(tile, kPushes);
        flushIfFull(Exchange::zero);
    });
    flushPieces(Exchange::zero);
}

template <class Body>
void GlWater::forMarked(uint8_t mark, Body&& body)
{
    for (int32_t tile = 0; tile < tiles_.count(); ++tile)
    {
        if ((marks_[tile] & mark) != 0)
        {
            body(tile);
        }
    }
}

void GlWater::flushIfFull(Exchange way)
{
    if (pieceCount_ > mostPieces_ - (kFirstCarriedField + kCarried))
    {
        flushPieces(way);
    }
}

void GlWater::flushPieces(Exchange way)
{
    if (pieceCount_ == 0)
    {
        return;
    }
    const std::span<const Piece> pieces(pieces_, static_cast<size_t>(pieceCount_));
    if (way == Exchange::in)
    {
        pack(pieces);
    }
    dispatchPieces(way);
    if (way == Exchange::out)
    {
        const uint64_t number = exchanges_.send({{packed_, 0, pieceBytes(pieceCount_)}});
        exchanges_.take(number, [&](const std::byte* bytes) { unpack(bytes, pieces); });
    }
    pieceCount_ = 0;
}

void GlWater::dispatchPieces(Exchange way)
{
    const WaterGrid& grid = shape_.grid;
    const auto bind = [out = way == Exchange::out](const GlBuffer& field) {
        return out ? glRead(field) : glWrite(field);
    };
    for (int32_t first = 0; first < pieceCount_; first += TARN_PIECES)
    {
        gl_params::WaterExchange params = {
            grid.nx, grid.ny, state_[0].stride, tiles_.columns, static_cast<int32_t>(way), first, 0,
            0,       {}};
        const int32_t count = std::min(pieceCount_ - first, TARN_PIECES);
        for (int32_t k = 0; k < count; ++k)
        {
            const Piece& piece = pieces_[first + k];
            params.pieces[k] = piece.tile * TARN_PIECE_FIELDS + piece.field;
        }
        device_.run(programs_.exchange, params,
                    {way == Exchange::out ? glWrite(packed_) : glRead(packed_),
                     bind(state_[0].buffer), bind(pushes_.buffer), bind(deviceBed_.buffer),
                     bind(carried_[0].buffer)},
                    {static_cast<uint32_t>(count)});
    }
}

// body(row of the piece, of the twin, how many) for every row of a piece.
template <class Body>
void GlWater::forRows(const Piece& piece, Body&& body) const
{
    const auto tile = static_cast<int32_t>(piece.tile);
    const int32_t column = tile % tiles_.columns;
    const int32_t row = tile / tiles_.columns;
    const Rows rows = rowsOf(piece.field);
    const int32_t first = column * kTileColumns;
    for (int32_t j = row * kTileRows; j < tileRowEnd(row); ++j)
    {
        body(static_cast<size_t>(j - row * kTileRows) * kTileColumns, rows.row(j) + first,
             tileColumnEnd(column) - first);
    }
}

void GlWater::pack(std::span<const Piece> pieces)
{
    float* to = packing_;
    for (const Piece& piece : pieces)
    {
        forRows(piece, [&](size_t at, const float* row, int32_t count) {
            std::copy_n(row, count, to + at);
        });
        to += kTileCells;
    }
    device_.write(packed_, 0, std::as_bytes(std::span(packing_, pieces.size() * kTileCells)));
}

void GlWater::unpack(const std::byte* bytes, std::span<const Piece> pieces) const
{
    for (const Piece& piece : pieces)
    {
        forRows(piece, [&](size_t at, float* row, int32_t count) {
            std::memcpy(row, bytes + at * sizeof(float),
                        static_cast<size_t>(count) * sizeof(float));
        });
        bytes += kTileCells * sizeof(float);
    }
}

} // namespace tarn
