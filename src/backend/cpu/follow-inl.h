// Ways of the nodes of a row, many at a time: followed along the velocity, or given and read; where
// they end, and whether they may meet a solid.
//
// Included once per instruction set by the kernels of advection. Rows are done in pieces, so that
// what is noted of them stays in the first-level cache.
#if defined(TARN_BACKEND_CPU_FOLLOW_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TARN_BACKEND_CPU_FOLLOW_INL_H
#undef TARN_BACKEND_CPU_FOLLOW_INL_H
#else
#define TARN_BACKEND_CPU_FOLLOW_INL_H
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "backend/cpu/look_up-inl.h"
#include "backend/flow/flow_grid.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#if HWY_TARGET != HWY_SCALAR // it has no four lanes
HWY_BEFORE_NAMESPACE();
namespace tarn
{
namespace HWY_NAMESPACE
{
namespace
{

// ---- Nodes

struct Ways
{
    V32 x, y;
};

// What all vectors of a row have in common. A copy, so that it can stay in registers whatever is
// written in between.
struct Line
{
    FlowGrid grid;
    NodeColumns columns;
    AdvectJob::At at;
    int32_t scale;
    float rate;
    int32_t row;
    int32_t baseY;
    float phaseY, placeY;

    HWY_INLINE Line(const AdvectJob& job, int32_t j)
        : grid(job.grid), columns(job.columns), at(job.at), scale(job.scale), rate(job.rate),
          row(j), baseY(job.rowBase[j]), phaseY(job.rowPhase[j]),
          placeY(static_cast<float>(baseY) + phaseY)
    {
    }

    // Of a field on nodes `fine` times as close as those of velocity.
    HWY_INLINE Extent extentOf(ConstRows field, int32_t fine) const
    {
        return {grid.nx * fine, grid.ny * fine, grid.wrapX, grid.wrapY,
                static_cast<int32_t>(field.stride)};
    }
};

// A vector of nodes of one row, and how far a way from them may lead.
struct Nodes
{
    N32 baseX;
    V32 phaseX, phaseY;
    V32 placeX, placeY;
    Ways least, most;
};

HWY_INLINE Nodes nodesOf(const Line& line, int32_t column)
{
    const F32 d;
    const FlowGrid& g = line.grid;
    Nodes n;
    n.baseX = hn::LoadU(I32(), line.columns.base + column);
    n.phaseX = hn::LoadU(d, line.columns.phase + column);
    n.phaseY = hn::Set(d, line.phaseY);
    n.placeX = hn::Add(hn::ConvertTo(d, n.baseX), n.phaseX);
    n.placeY = hn::Set(d, line.placeY);
    n.least.x = g.wrapX ? hn::Set(d, -kLongestWay) : hn::Sub(hn::Set(d, g.lowX), n.placeX);
    n.most.x = g.wrapX ? hn::Set(d, kLongestWay) : hn::Sub(hn::Set(d, g.highX), n.placeX);
    n.least.y = hn::Set(d, g.wrapY ? -kLongestWay : g.lowY - line.placeY);
    n.most.y = hn::Set(d, g.wrapY ? kLongestWay : g.highY - line.placeY);
    return n;
}

// ---- Pieces

// Columns begin to begin + size - 1 of a row: whole vectors.
struct Piece
{
    int32_t begin, size;

    // body(k) for every vector, of nodes k and following of the piece.
    template <class Body>
    HWY_INLINE void forVectors(Body&& body) const
    {
        for (int32_t k = 0; k < size; k += lanes())
        {
            body(k);
        }
    }
};

// The part of a row further up that look-ups of the rows to come will need; `row` is this one. How
// far up they look depends on the flow, and does not matter much. It is asked for vector by vector:
// all at once, it would keep the memory from what is needed now. So is what the next row will read
// in order and write: rows of many fields in turn are too short for a processor to see that coming.
HWY_INLINE const float* neededSoon(ConstRows field, int32_t rows, int32_t row, int32_t column)
{
    constexpr int32_t kRowsAhead = 12;
    return field.row(std::min(row + kRowsAhead, rows - 1)) + column;
}

// The pieces of a row, one after the other. What is left of it by whole vectors is a piece of one
// vector, which overlaps the one before.
template <class Body>
HWY_INLINE void forPieces(const Line& line, Body&& body)
{
    const int32_t count = line.columns.count;
    const int32_t whole = count - count % lanes();
    for (int32_t done = 0; done < count;)
    {
        const Piece piece = done < whole ? Piece{done, std::min(kPiece, whole - done)}
                                         : Piece{count - lanes(), lanes()};
        body(piece);
        done = piece.begin + piece.size;
    }
}

// Stores vectors of a row of results. Rows begin where vectors are aligned; the last vector of one
// may not be.
struct Results
{
    float* to;
    bool streams;

    HWY_INLINE Results(const AdvectJob& job, const Piece& piece, int32_t field, int32_t row)
        : to(job.to[field].row(row) + piece.begin),
          streams(job.streams && piece.begin % lanes() == 0)
    {
    }
    HWY_INLINE void store(int32_t k, V32 value) const
    {
        if (streams)
        {
            hn::Stream(value, F32(), to + k);
        }
        else
        {
            hn::StoreU(value, F32(), to + k);
        }
    }
};

// Ways or velocities of a piece.
struct Buffer
{
    Noted<float> x, y;

    HWY_INLINE void store(int32_t k, const Ways& ways)
    {
        hn::StoreU(ways.x, F32(), x.at + k);
        hn::StoreU(ways.y, F32(), y.at + k);
    }
    HWY_INLINE Ways load(int32_t k) const
    {
        return {hn::LoadU(F32(), x.at + k), hn::LoadU(F32(), y.at + k)};
    }
};

// ---- Ways

// The velocity where ways from the nodes of a piece lead: take(k, velocity), given wayAt(k).
template <class WayAt, class Take>
HWY_INLINE void lookVelocity(const Line& line, const Piece& piece, WayAt&& wayAt, Take&& take)
{
    const F32 d;
    const V32 half = hn::Set(d, 0.5f);
    const FlowGrid& g = line.grid;
    const Extent extentX = line.extentOf(g.u, 1);
    const Extent extentY = line.extentOf(g.v, 1);
    Spots x, y;
    piece.forVectors([&](int32_t k) TARN_INLINE {
        const Ways way = wayAt(k);
        const N32 baseX = hn::LoadU(I32(), line.columns.base + piece.begin + k);
        const V32 restX = hn::Add(hn::LoadU(d, line.columns.phase + piece.begin + k), way.x);
        const V32 restY = hn::Add(hn::Set(d, line.phaseY), way.y);
        noteSpots(extentX, baseX, restX, line.baseY, hn::Sub(restY, half), k, x);
        noteSpots(extentY, baseX, hn::Sub(restX, half), line.baseY, restY, k, y);
    });
    const int32_t first = line.columns.base[piece.begin];
    const float* soonX = neededSoon(g.u, g.ny, line.baseY, first);
    const float* soonY = neededSoon(g.v, g.ny, line.baseY, first);
    const int32_t apart = line.scale == 1 ? 1 : 0; // many finer nodes need the same
    piece.forVectors([&](int32_t k) TARN_INLINE {
        hwy::Prefetch(soonX + apart * k);
        hwy::Prefetch(soonY + apart * k);
        take(k, {look(g.u, x, k), look(g.v, y, k)});
    });
}

// The velocity at the nodes themselves. Where nodes are as far apart as those of velocity, it is a
// mean of neighbours at most; what the full formula would add is 0 times something.
HWY_INLINE Ways velocityHere(const Line& line, int32_t column)
{
    const F32 d;
    const FlowGrid& g = line.grid;
    const V32 half = hn::Set(d, 0.5f);
    const auto strideU = static_cast<ptrdiff_t>(g.u.stride);
    const auto strideV = static_cast<ptrdiff_t>(g.v.stride);
    const float* u = g.u.first + line.baseY * strideU + column;
    const float* v = g.v.first + line.baseY * strideV + column;
    const auto pair = [&](const float* at)
                          TARN_INLINE { return mix(hn::LoadU(d, at), hn::LoadU(d, at + 1), half); };
    switch (line.at)
    {
    case AdvectJob::At::facesX:
        return {hn::LoadU(d, u), mix(pair(v - 1), pair(v - 1 + strideV), half)};
    case AdvectJob::At::facesY:
        return {mix(pair(u - strideU), pair(u), half), hn::LoadU(d, v)};
    case AdvectJob::At::cells:
        break;
    }
    return {pair(u), mix(hn::LoadU(d, v), hn::LoadU(d, v + strideV), half)};
}

HWY_INLINE Ways keptWays(const Nodes& n, const Ways& velocity, float rate)
{
    const V32 r = hn::Set(F32(), rate);
    return {lesser(greater(n.least.x, hn::Mul(r, velocity.x)), n.most.x),
            lesser(greater(n.least.y, hn::Mul(r, velocity.y)), n.most.y)};
}

// The midpoint rule, back in time and, with kAhead, ahead: keep(direction, k, ways). `middles` are
// where ways back and ahead lead half way. See openWays.
template <bool kAhead, class Keep>
HWY_INLINE void followPiece(const Line& line, const Piece& piece, Buffer (&middles)[2], Keep&& keep)
{
    Buffer looked;
    if (line.scale != 1)
    {
        const Ways none = {hn::Zero(F32()), hn::Zero(F32())};
        lookVelocity(
            line, piece, [&](int32_t) TARN_INLINE { return none; },
            [&](int32_t k, const Ways& velocity) TARN_INLINE { looked.store(k, velocity); });
    }
    const auto hereAt = [&](int32_t k) TARN_INLINE {
        return line.scale == 1 ? velocityHere(line, piece.begin + k) : looked.load(k);
    };
    const auto follow = [&](int32_t direction, float rate) TARN_INLINE {
        lookVelocity(
            line, piece,
            [&](int32_t k) TARN_INLINE {
                const Ways way = keptWays(nodesOf(line, piece.begin + k), hereAt(k), 0.5f * rate);
                middles[direction].store(k, way);
                return way;
            },
            [&](int32_t k, const Ways& velocity) TARN_INLINE {
                keep(direction, k, keptWays(nodesOf(line, piece.begin + k), velocity, rate));
            });
    };
    follow(0, -line.rate);
    if constexpr (kAhead)
    {
        follow(1, line.rate);
    }
}

// The ways of a piece in one direction, in memory. With kMean they are between two cells, and the
// mean of theirs; see givenWay.
template <bool kMean>
struct PieceWays
{
    const float* x = nullptr;
    const float* y = nullptr;
    ptrdiff_t beforeX = 0; // floats from the other cell to the own one
    ptrdiff_t beforeY = 0;
    ptrdiff_t above = 0;            // floats to the next row
    const Buffer* middle = nullptr; // where ways that are followed lead half way

    HWY_INLINE void fetchAbove(int32_t k) const
    {
        hwy::Prefetch(x + above + k);
        hwy::Prefetch(y + above + k);
    }
    HWY_INLINE Ways load(int32_t k) const
    {
        const F32 d;
        const auto at = [&](const float* own, ptrdiff_t before) TARN_INLINE {
            const V32 way = hn::LoadU(d, own);
            return kMean ? hn::Mul(hn::Set(d, 0.5f), hn::Add(hn::LoadU(d, own - before), way))
                         : way;
        };
        return {at(x + k, beforeX), at(y + k, beforeY)};
    }
};

template <bool kMean>
HWY_INLINE PieceWays<kMean> givenWays(const AdvectJob& job, const Piece& piece, int32_t row,
                                      int32_t direction)
{
    const auto before = [&](Rows rows) {
        return job.at == AdvectJob::At::facesX ? 1 : static_cast<ptrdiff_t>(rows.stride);
    };
    const Rows x = job.wayX[direction];
    const Rows y = job.wayY[direction];
    return {x.row(row) + piece.begin, y.row(row) + piece.begin, before(x), before(y),
            static_cast<ptrdiff_t>(x.stride)};
}

// Ways back in time and, with kAhead, ahead: given, or followed now.
template <bool kMean, bool kAhead>
class WaysOfPiece
{
  public:
    HWY_INLINE WaysOfPiece(const AdvectJob& job, const Line& line, const Piece& piece)
    {
        if (job.hasWays)
        {
            back = givenWays<kMean>(job, piece, line.row, 0);
            if constexpr (kAhead)
            {
                ahead = givenWays<kMean>(job, piece, line.row, 1);
            }
            return;
        }
        followPiece<kAhead>(line, piece, middles_,
                            [&](int32_t direction, int32_t k, const Ways& ways)
                                TARN_INLINE { followed_[direction].store(k, ways); });
        back = {followed_[0].x.at, followed_[0].y.at, 0, 0, 0, &middles_[0]};
        ahead = {followed_[1].x.at, followed_[1].y.at, 0, 0, 0, &middles_[1]};
    }

    PieceWays<kMean> back, ahead;

  private:
    Buffer middles_[2];
    Buffer followed_[2];
};

// Notes where the ways of a piece end, among the nodes themselves.
class Ends
{
  public:
    HWY_INLINE Ends(const AdvectJob& job, const Line& line)
        : nodes_(line.extentOf(job.from[0], job.scale)), row_(line.row),
          fine_(hn::Set(F32(), static_cast<float>(job.scale)))
    {
    }

    HWY_INLINE void noteSpotsOf(const Ways& way, int32_t column, int32_t k, Spots& ends) const
    {
        noteSpots(nodes_, columns(column), hn::Mul(fine_, way.x), row_, hn::Mul(fine_, way.y), k,
                  ends);
    }
    // The nodes alone.
    HWY_INLINE N32 nodesOf(const Ways& way, int32_t column) const
    {
        return nodesAt(nodes_, columns(column), hn::Floor(hn::Mul(fine_, way.x)), row_,
                       hn::Floor(hn::Mul(fine_, way.y)));
    }

  private:
    HWY_INLINE N32 columns(int32_t first) const { return hn::Add(iota_, hn::Set(I32(), first)); }

    Extent nodes_;
    int32_t row_;
    V32 fine_;
    N32 iota_ = hn::Iota(I32(), 0);
};

// ---- Solids

// How far ways reach along an axis.
struct Reach
{
    V32 low, high;

    HWY_INLINE explicit Reach(V32 place) : low(place), high(place) {}
    HWY_INLINE void include(V32 place)
    {
        low = hn::Min(low, place);
        high = hn::Max(high, place);
    }
    HWY_INLINE int32_t least() const
    {
        return static_cast<int32_t>(std::floor(hn::GetLane(hn::MinOfLanes(F32(), low)))) - kAround;
    }
    HWY_INLINE int32_t most() const
    {
        return static_cast<int32_t>(std::floor(hn::GetLane(hn::MaxOfLanes(F32(), high)))) + kAround;
    }
    // The same for each lane.
    HWY_INLINE void storeLeast(int32_t* to) const
    {
        hn::StoreU(hn::Sub(cellsAt(low), hn::Set(I32(), kAround)), I32(), to);
    }
    HWY_INLINE void storeMost(int32_t* to) const
    {
        hn::StoreU(hn::Add(cellsAt(high), hn::Set(I32(), kAround)), I32(), to);
    }

  private:
    static constexpr int32_t kAround = 2; // cells that look-ups there depend on

    static HWY_INLINE N32 cellsAt(V32 place) { return hn::ConvertTo(I32(), hn::Floor(place)); }
};

// Where the ways of a vector lead, or of several, and whether that is anywhere near a solid.
struct Around
{
    Reach x, y;

    HWY_INLINE explicit Around(const Nodes& n) : x(n.placeX), y(n.placeY) {}
    HWY_INLINE void include(const Nodes& n, const Ways& way)
    {
        x.include(hn::Add(n.placeX, way.x));
        y.include(hn::Add(n.placeY, way.y));
    }
    template <bool kMean>
    HWY_INLINE void include(const Nodes& n, const PieceWays<kMean>& ways, int32_t k)
    {
        include(n, ways.load(k));
        if (ways.middle != nullptr)
        {
            include(n, ways.middle->load(k));
        }
    }
    HWY_INLINE bool anySolid(const FlowGrid& grid) const
    {
        const int32_t left = x.least(), bottom = y.least(), right = x.most(), top = y.most();
        return grid.solids.any(left, bottom, right, top) &&
               grid.links.anyTouched(left, bottom, right, top);
    }
    // near(first, end) of the lanes, by runs, whose own ways are near one.
    template <class Near>
    HWY_INLINE void forNearLanes(const LinkGrid& links, Near&& near) const
    {
        constexpr size_t kMost = hn::MaxLanes(F32());
        int32_t left[kMost], bottom[kMost], right[kMost], top[kMost];
        x.storeLeast(left);
        y.storeLeast(bottom);
        x.storeMost(right);
        y.storeMost(top);
        int32_t first = 0; // of those that are near, up to here
        for (int32_t lane = 0; lane < lanes(); ++lane)
        {
            if (!links.anyTouched(left[lane], bottom[lane], right[lane], top[lane]))
            {
                if (first < lane)
                {
                    near(first, lane);
                }
                first = lane + 1;
            }
        }
        if (first < lanes())
        {
            near(first, lanes());
        }
    }
};

// near(first column, end) for those nodes of a piece whose ways may meet a solid. Most pieces as a
// whole are far from any, and so are most vectors.
template <bool kMean, class Near>
HWY_INLINE void forNear(const Line& line, const Piece& piece, const PieceWays<kMean>& back,
                        const PieceWays<kMean>* ahead, Near&& near)
{
    if (line.grid.solids.first == nullptr)
    {
        return;
    }
    const auto includeAll = [&](Around& around, const Nodes& n, int32_t k) TARN_INLINE {
        around.x.include(n.placeX);
        around.include(n, back, k);
        if (ahead != nullptr)
        {
            around.include(n, *ahead, k);
        }
    };
    Around whole(nodesOf(line, piece.begin));
    piece.forVectors([&](int32_t k)
                         TARN_INLINE { includeAll(whole, nodesOf(line, piece.begin + k), k); });
    if (!whole.anySolid(line.grid))
    {
        return;
    }
    piece.forVectors([&](int32_t k) TARN_INLINE {
        const Nodes n = nodesOf(line, piece.begin + k);
        Around around(n);
        includeAll(around, n, k);
        if (around.anySolid(line.grid))
        {
            around.forNearLanes(line.grid.links, [&](int32_t first, int32_t end) TARN_INLINE {
                near(piece.begin + k + first, piece.begin + k + end);
            });
        }
    });
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace tarn
HWY_AFTER_NAMESPACE();
#endif

#endif
