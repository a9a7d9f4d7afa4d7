// Advection of one row of nodes in vectors, compiled once per instruction set by Highway.
//
// The formulas are those of backend/flow/sample.h, operation by operation. A row is done in pieces,
// and a piece in passes: velocity at the nodes, ways, where they end, and what is there. Within one
// pass nothing waits for anything else, so that a processor can work on many nodes.
//
// The last vector of a row overlaps the one before it, so that there are no tails; rows shorter
// than a vector are left to the plain kernels, as is everything where there are no vectors; those
// that may meet solids are done once more by near_row.cpp.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backend/cpu/advect_kernels.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "backend/cpu/look_up-inl.h"
#include "backend/flow/flow_grid.h"
#include "backend/flow/near_row.h"

#include <algorithm>
#include <cfloat>
#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace tarn
{
namespace HWY_NAMESPACE
{
namespace
{

#if HWY_TARGET != HWY_SCALAR

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
    return {lesser(greater(hn::Mul(r, velocity.x), n.least.x), n.most.x),
            lesser(greater(hn::Mul(r, velocity.y), n.least.y), n.most.y)};
}

HWY_INLINE Ways velocityAhead(const Ways& here, const Ways& behind)
{
    return {hn::Sub(hn::Add(here.x, here.x), behind.x), hn::Sub(hn::Add(here.y, here.y), behind.y)};
}

// The midpoint rule, back in time and, with kAhead, ahead: keep(direction, k, ways). `middle` is
// where ways back lead half way. See openWays.
template <bool kAhead, class Keep>
HWY_INLINE void followPiece(const Line& line, const Piece& piece, Buffer& middle, Keep&& keep)
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
    const auto middleAt = [&](int32_t k) TARN_INLINE {
        const Ways way = keptWays(nodesOf(line, piece.begin + k), hereAt(k), -0.5f * line.rate);
        middle.store(k, way);
        return way;
    };
    lookVelocity(line, piece, middleAt, [&](int32_t k, const Ways& behind) TARN_INLINE {
        const Nodes nodes = nodesOf(line, piece.begin + k);
        keep(0, k, keptWays(nodes, behind, -line.rate));
        if constexpr (kAhead)
        {
            keep(1, k, keptWays(nodes, velocityAhead(hereAt(k), behind), line.rate));
        }
    });
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
    const Buffer* middle = nullptr; // where ways back have been followed

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
        followPiece<kAhead>(line, piece, middle_,
                            [&](int32_t direction, int32_t k, const Ways& ways)
                                TARN_INLINE { followed_[direction].store(k, ways); });
        back = {followed_[0].x.at, followed_[0].y.at, 0, 0, 0, &middle_};
        ahead = {followed_[1].x.at, followed_[1].y.at};
    }

    PieceWays<kMean> back, ahead;

  private:
    Buffer middle_;
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
        return static_cast<int32_t>(std::floor(hn::GetLane(hn::MinOfLanes(F32(), low)))) - 2;
    }
    HWY_INLINE int32_t most() const
    {
        return static_cast<int32_t>(std::floor(hn::GetLane(hn::MaxOfLanes(F32(), high)))) + 2;
    }
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
    HWY_INLINE bool anySolid(const SolidBlocks& solids) const
    {
        return solids.any(x.least(), y.least(), x.most(), y.most());
    }
};

// near(first column, end) for those vectors of a piece whose ways may meet a solid. Most pieces as
// a whole are far from any.
template <bool kMean, class Near>
HWY_INLINE void forNear(const Line& line, const Piece& piece, const PieceWays<kMean>& back,
                        const PieceWays<kMean>* ahead, Near&& near)
{
    const SolidBlocks& solids = line.grid.solids;
    if (solids.first == nullptr)
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
    if (!whole.anySolid(solids))
    {
        return;
    }
    piece.forVectors([&](int32_t k) TARN_INLINE {
        const Nodes n = nodesOf(line, piece.begin + k);
        Around around(n);
        includeAll(around, n, k);
        if (around.anySolid(solids))
        {
            near(piece.begin + k, piece.begin + k + lanes());
        }
    });
}

// ---- Rows

// How far up or down the ways ahead of a row of cells lead at most.
HWY_INLINE float farthestAhead(const AdvectJob& job, const Line& line)
{
    const F32 d;
    V32 farthest = hn::Zero(d);
    forPieces(line, [&](const Piece& piece) TARN_INLINE {
        const float* way = job.wayY[1].row(line.row) + piece.begin;
        piece.forVectors([&](int32_t k) TARN_INLINE {
            farthest = hn::Max(farthest, hn::Abs(hn::LoadU(d, way + k)));
        });
    });
    return hn::GetLane(hn::MaxOfLanes(d, farthest));
}

template <bool kAhead>
HWY_INLINE float traceRow(const AdvectJob& job, int32_t row)
{
    const F32 d;
    const Line line(job, row);
    forPieces(line, [&](const Piece& piece) TARN_INLINE {
        Buffer middle;
        followPiece<kAhead>(line, piece, middle,
                            [&](int32_t direction, int32_t k, const Ways& ways) TARN_INLINE {
                                const int32_t column = piece.begin + k;
                                hn::StoreU(ways.x, d, job.wayX[direction].row(row) + column);
                                hn::StoreU(ways.y, d, job.wayY[direction].row(row) + column);
                            });
        PieceWays<false> back = givenWays<false>(job, piece, row, 0);
        back.middle = &middle;
        PieceWays<false> ahead;
        if constexpr (kAhead)
        {
            ahead = givenWays<false>(job, piece, row, 1);
        }
        forNear(line, piece, back, kAhead ? &ahead : nullptr,
                [&](int32_t begin, int32_t end) { traceNear(job, row, begin, end, kAhead); });
    });
    return kAhead ? farthestAhead(job, line) : 0.0f;
}

// What is at the ends of a piece's ways, and with kBounds, within what.
template <bool kBounds>
HWY_INLINE void lookAtEnds(const AdvectJob& job, const Line& line, const Piece& piece,
                           const Spots& ends, const BoundRing& bounds)
{
    const F32 d;
    for (int32_t f = 0; f < job.count; ++f)
    {
        const ConstRows from = job.from[f];
        const Results results(job, piece, f, line.row);
        float* least = kBounds ? bounds.least(line.row, f) + piece.begin : nullptr;
        float* most = kBounds ? bounds.most(line.row, f) + piece.begin : nullptr;
        const float* soon = neededSoon(from, job.rows, line.row, piece.begin);
        const float* toAbove = results.streams ? soon : results.to + job.to[f].stride;
        piece.forVectors([&](int32_t k) TARN_INLINE {
            hwy::Prefetch(soon + k);
            hwy::Prefetch(toAbove + k);
            const Corners corners = cornersAt(from, ends.node.at + k);
            if constexpr (kBounds)
            {
                hn::StoreU(corners.least(), d, least + k);
                hn::StoreU(corners.most(), d, most + k);
            }
            results.store(
                k, corners.blended(hn::LoadU(d, ends.fx.at + k), hn::LoadU(d, ends.fy.at + k)));
        });
    }
}

template <bool kMean, bool kBounds>
HWY_INLINE void advectRow(const AdvectJob& job, int32_t row, const BoundRing& bounds)
{
    const Line line(job, row);
    const Ends ends(job, line);
    forPieces(line, [&](const Piece& piece) TARN_INLINE {
        const WaysOfPiece<kMean, false> ways(job, line, piece);
        Spots spots;
        piece.forVectors([&](int32_t k) TARN_INLINE {
            ways.back.fetchAbove(k);
            ends.noteSpotsOf(ways.back.load(k), piece.begin + k, k, spots);
        });
        lookAtEnds<kBounds>(job, line, piece, spots, bounds);
        forNear<kMean>(line, piece, ways.back, nullptr,
                       [&](int32_t begin, int32_t end) { advectNear(job, row, begin, end); });
    });
}

// Lanes whose ways both end where MacCormack's correction may look.
HWY_INLINE M32 trustedLanes(const AdvectJob& job, const Nodes& n, const Ways& back,
                            const Ways& ahead)
{
    const F32 d;
    const auto inside = [&](bool wraps, V32 a, V32 b, float low, float high) TARN_INLINE {
        const V32 least = hn::Set(d, wraps ? -FLT_MAX : low);
        const V32 most = hn::Set(d, wraps ? FLT_MAX : high);
        return hn::And(hn::Ge(hn::Min(a, b), least), hn::Le(hn::Max(a, b), most));
    };
    return hn::And(inside(job.grid.wrapX, hn::Add(n.placeX, back.x), hn::Add(n.placeX, ahead.x),
                          job.trustLowX, job.trustHighX),
                   inside(job.grid.wrapY, hn::Add(n.placeY, back.y), hn::Add(n.placeY, ahead.y),
                          job.trustLowY, job.trustHighY));
}

// What a correction needs of a piece, whatever field it is for.
struct Correction
{
    Noted<int32_t> behind; // the nodes at the ends of ways back, where bounds are looked up
    Spots before;          // where ways ahead end
    Noted<float> good;     // all bits set where it is made, else none
};

// What MacCormack's result is held within.
struct Bounds
{
    V32 least, most;
};

// MacCormack's result: `hat`, and half of what following it back again differs by.
HWY_INLINE V32 corrected(V32 hat, V32 was, V32 again, const Bounds& bounds, V32 good)
{
    const V32 better = hn::Add(hat, hn::Mul(hn::Set(F32(), 0.5f), hn::Sub(was, again)));
    const V32 limited = lesser(greater(better, bounds.least), bounds.most);
    return hn::IfThenElse(hn::MaskFromVec(good), limited, hat);
}

// boundsOf(field)(k): of nodes k and following of the piece.
template <class BoundsOf>
HWY_INLINE void correctPiece(const AdvectJob& job, const Line& line, const Piece& piece,
                             const Correction& correction, BoundsOf&& boundsOf)
{
    const F32 d;
    for (int32_t f = 0; f < job.count; ++f)
    {
        const ConstRows hats = job.hat[f];
        const float* own = job.from[f].row(line.row) + piece.begin;
        const float* ownHat = hats.row(line.row) + piece.begin;
        const Results results(job, piece, f, line.row);
        const float* toAbove = results.streams ? own : results.to + job.to[f].stride;
        const auto boundsAt = boundsOf(f);
        piece.forVectors([&](int32_t k) TARN_INLINE {
            hwy::Prefetch(toAbove + k);
            const Bounds bounds = boundsAt(k);
            const V32 again = look(hats, correction.before, k);
            results.store(k, corrected(hn::LoadU(d, ownHat + k), hn::LoadU(d, own + k), again,
                                       bounds, hn::LoadU(d, correction.good.at + k)));
        });
    }
}

HWY_INLINE void correctWithinKept(const AdvectJob& job, const Line& line, const Piece& piece,
                                  const Correction& correction, const BoundRing& bounds)
{
    correctPiece(job, line, piece, correction, [&](int32_t f) TARN_INLINE {
        const float* least = bounds.least(line.row, f) + piece.begin;
        const float* most = bounds.most(line.row, f) + piece.begin;
        return [least, most](int32_t k) TARN_INLINE {
            return Bounds{hn::LoadU(F32(), least + k), hn::LoadU(F32(), most + k)};
        };
    });
}

HWY_INLINE void correctWithinLooked(const AdvectJob& job, const Line& line, const Piece& piece,
                                    const Correction& correction)
{
    correctPiece(job, line, piece, correction, [&](int32_t f) TARN_INLINE {
        const ConstRows from = job.from[f];
        const float* soon = neededSoon(from, job.rows, line.row, piece.begin);
        const float* soonHat = neededSoon(job.hat[f], job.rows, line.row, piece.begin);
        const int32_t* behind = correction.behind.at;
        return [=](int32_t k) TARN_INLINE {
            hwy::Prefetch(soon + k);
            hwy::Prefetch(soonHat + k);
            const Corners source = cornersAt(from, behind + k);
            return Bounds{source.least(), source.most()};
        };
    });
}

template <bool kMean, bool kBounds>
HWY_INLINE void correctRow(const AdvectJob& job, int32_t row, const BoundRing& bounds)
{
    const F32 d;
    const Line line(job, row);
    const Ends ends(job, line);
    forPieces(line, [&](const Piece& piece) TARN_INLINE {
        const WaysOfPiece<kMean, true> ways(job, line, piece);
        Correction correction;
        piece.forVectors([&](int32_t k) TARN_INLINE {
            const int32_t column = piece.begin + k;
            const Ways back = ways.back.load(k);
            const Ways ahead = ways.ahead.load(k);
            const M32 good = trustedLanes(job, nodesOf(line, column), back, ahead);
            if constexpr (!kBounds)
            {
                hn::StoreU(ends.nodesOf(back, column), I32(), correction.behind.at + k);
            }
            ends.noteSpotsOf(ahead, column, k, correction.before);
            hn::StoreU(hn::VecFromMask(d, good), d, correction.good.at + k);
        });
        if constexpr (kBounds)
        {
            correctWithinKept(job, line, piece, correction, bounds);
        }
        else
        {
            correctWithinLooked(job, line, piece, correction);
        }
        forNear(line, piece, ways.back, &ways.ahead,
                [&](int32_t begin, int32_t end) { correctNear(job, row, begin, end); });
    });
}

// ---- Kernels

HWY_INLINE bool isForVectors(const AdvectJob& job, ConstRows field)
{
    return job.columns.count >= lanes() && isCountable(field, job.rows);
}

float trace(const AdvectJob& job, int32_t row, bool ahead)
{
    if (!isForVectors(job, job.grid.u))
    {
        return plainAdvectKernels().trace(job, row, ahead);
    }
    return ahead ? traceRow<true>(job, row) : traceRow<false>(job, row);
}

// Whether ways are means of two cells'.
HWY_INLINE bool takesMeans(const AdvectJob& job)
{
    return job.hasWays && job.at != AdvectJob::At::cells;
}

// Before another thread may be told that the row is there.
HWY_INLINE void finishStreams(const AdvectJob& job)
{
    if (job.streams)
    {
        hwy::FlushStream();
    }
}

void advect(const AdvectJob& job, int32_t row, const BoundRing& bounds)
{
    if (!isForVectors(job, job.from[0]))
    {
        plainAdvectKernels().advect(job, row, bounds);
        return;
    }
    const bool keeps = bounds.first != nullptr;
    takesMeans(job) ? (keeps ? advectRow<true, true> : advectRow<true, false>)(job, row, bounds)
                    : (keeps ? advectRow<false, true> : advectRow<false, false>)(job, row, bounds);
    finishStreams(job);
}

void correct(const AdvectJob& job, int32_t row, const BoundRing& bounds)
{
    if (!isForVectors(job, job.from[0]))
    {
        plainAdvectKernels().correct(job, row, bounds);
        return;
    }
    const bool kept = bounds.first != nullptr;
    takesMeans(job) ? (kept ? correctRow<true, true> : correctRow<true, false>)(job, row, bounds)
                    : (kept ? correctRow<false, true> : correctRow<false, false>)(job, row, bounds);
    finishStreams(job);
}

const AdvectKernels* table()
{
    static constexpr AdvectKernels kTable = {trace, advect, correct};
    return &kTable;
}

#else

const AdvectKernels* table()
{
    return &plainAdvectKernels();
}

#endif

} // namespace
} // namespace HWY_NAMESPACE
} // namespace tarn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tarn
{

HWY_EXPORT(table);

const AdvectKernels& vectorAdvectKernels()
{
    return *HWY_DYNAMIC_DISPATCH(table)();
}

} // namespace tarn
#endif
