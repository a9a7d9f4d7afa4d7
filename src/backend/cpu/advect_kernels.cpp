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
    HWY_INLINE Extent extentOf(ConstRows field, int32_t fine, int32_t step) const
    {
        return {grid.nx * fine,
                grid.ny * fine,
                grid.wrapX,
                grid.wrapY,
                static_cast<int32_t>(field.stride),
                step};
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

HWY_INLINE Nodes nodesAt(const Line& line, int32_t column)
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

// Ways or velocities of a piece.
struct Buffer
{
    HWY_ALIGN float x[kPiece];
    HWY_ALIGN float y[kPiece];

    HWY_INLINE void store(int32_t k, const Ways& ways)
    {
        hn::Store(ways.x, F32(), x + k);
        hn::Store(ways.y, F32(), y + k);
    }
    HWY_INLINE Ways load(int32_t k) const
    {
        return {hn::Load(F32(), x + k), hn::Load(F32(), y + k)};
    }
};

struct Piece
{
    int32_t begin, end; // columns
    Buffer back, ahead;
    Buffer middleBack, middleAhead; // half way there; where ways are given, nothing

    // body(first column of a vector, where it is in the piece)
    template <class Body>
    HWY_INLINE void forVectors(const Line& line, Body&& body) const
    {
        const int32_t n = lanes();
        for (int32_t at = begin; at < end; at += n)
        {
            body(std::min(at, line.columns.count - n), at - begin);
        }
    }
    // Asks for a part of a row that look-ups of the rows to come will need; `row` is this one. How
    // far up they look depends on the flow, and does not matter much.
    HWY_INLINE void fetchAhead(ConstRows field, int32_t rows, int32_t row, int32_t step) const
    {
        constexpr int32_t kAheadRows = 12;
        constexpr int32_t kLine = 16; // floats
        const float* from = field.row(std::min(row + kAheadRows, rows - 1));
        for (int32_t at = begin * step; at < end * step; at += kLine)
        {
            hwy::Prefetch(from + at);
        }
    }
    // body(first of four columns, where it is in the piece)
    template <class Body>
    HWY_INLINE void forFours(const Line& line, Body&& body) const
    {
        forVectors(line, [&](int32_t column, int32_t k) HWY_ATTR {
            for (int32_t four = 0; four < lanes(); four += kFour)
            {
                body(column + four, k + four);
            }
        });
    }
};

// ---- Ways

// The velocity at base + phase + way.
HWY_INLINE void lookVelocity(const Line& line, const Piece& piece, const Buffer* way,
                             Buffer& velocity)
{
    const V32 half = hn::Set(F32(), 0.5f);
    const FlowGrid& g = line.grid;
    const Extent extentX = line.extentOf(g.u, 1, 1);
    const Extent extentY = line.extentOf(g.v, 1, 1);
    Spots x, y;
    piece.fetchAhead(g.u, g.ny, line.baseY, 1);
    piece.fetchAhead(g.v, g.ny, line.baseY, 1);
    piece.forVectors(line, [&](int32_t column, int32_t k) HWY_ATTR {
        const N32 baseX = hn::LoadU(I32(), line.columns.base + column);
        V32 restX = hn::LoadU(F32(), line.columns.phase + column);
        V32 restY = hn::Set(F32(), line.phaseY);
        if (way != nullptr)
        {
            const Ways ways = way->load(k);
            restX = hn::Add(restX, ways.x);
            restY = hn::Add(restY, ways.y);
        }
        noteSpots(extentX, baseX, restX, line.baseY, hn::Sub(restY, half), k, x);
        noteSpots(extentY, baseX, hn::Sub(restX, half), line.baseY, restY, k, y);
    });
    piece.forFours(line, [&](int32_t, int32_t k) HWY_ATTR {
        hn::Store(look(g.u, x, k), F4(), velocity.x + k);
        hn::Store(look(g.v, y, k), F4(), velocity.y + k);
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
                          HWY_ATTR { return mix(hn::LoadU(d, at), hn::LoadU(d, at + 1), half); };
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

// Follows the nodes of a piece, back in time and, with kAhead, ahead: the midpoint rule.
template <bool kAhead>
HWY_INLINE void followPiece(const Line& line, Piece& piece)
{
    Buffer velocity;
    if (line.scale != 1)
    {
        lookVelocity(line, piece, nullptr, velocity);
    }
    piece.forVectors(line, [&](int32_t column, int32_t k) HWY_ATTR {
        const Nodes nodes = nodesAt(line, column);
        const Ways here = line.scale == 1 ? velocityHere(line, column) : velocity.load(k);
        piece.middleBack.store(k, keptWays(nodes, here, -0.5f * line.rate));
        if constexpr (kAhead)
        {
            piece.middleAhead.store(k, keptWays(nodes, here, 0.5f * line.rate));
        }
    });
    const auto goOn = [&](const Buffer& middle, float rate, Buffer& ways) HWY_ATTR {
        lookVelocity(line, piece, &middle, velocity);
        piece.forVectors(line, [&](int32_t column, int32_t k) HWY_ATTR {
            ways.store(k, keptWays(nodesAt(line, column), velocity.load(k), rate));
        });
    };
    goOn(piece.middleBack, -line.rate, piece.back);
    if constexpr (kAhead)
    {
        goOn(piece.middleAhead, line.rate, piece.ahead);
    }
}

// Takes the ways that are given; see givenWay.
template <bool kAhead>
HWY_INLINE void takePiece(const AdvectJob& job, const Line& line, Piece& piece)
{
    const F32 d;
    const auto take = [&](Rows rows, int32_t column) HWY_ATTR {
        const float* own = rows.row(line.row) + column;
        if (line.at == AdvectJob::At::cells)
        {
            return hn::LoadU(d, own);
        }
        const float* other =
            line.at == AdvectJob::At::facesX ? own - 1 : own - static_cast<ptrdiff_t>(rows.stride);
        return hn::Mul(hn::Set(d, 0.5f), hn::Add(hn::LoadU(d, other), hn::LoadU(d, own)));
    };
    piece.forVectors(line, [&](int32_t column, int32_t k) HWY_ATTR {
        piece.back.store(k, {take(job.wayX[0], column), take(job.wayY[0], column)});
        if constexpr (kAhead)
        {
            piece.ahead.store(k, {take(job.wayX[1], column), take(job.wayY[1], column)});
        }
    });
}

template <bool kAhead>
HWY_INLINE void findWays(const AdvectJob& job, const Line& line, Piece& piece)
{
    job.hasWays ? takePiece<kAhead>(job, line, piece) : followPiece<kAhead>(line, piece);
}

// Where ways of a piece end, among the nodes themselves.
HWY_INLINE void noteEnds(const Line& line, const Extent& nodes, const Piece& piece,
                         const Buffer& ways, Spots& ends)
{
    const V32 fine = hn::Set(F32(), static_cast<float>(line.scale));
    const N32 iota = hn::Iota(I32(), 0);
    piece.forVectors(line, [&](int32_t column, int32_t k) HWY_ATTR {
        const Ways way = ways.load(k);
        noteSpots(nodes, hn::Add(iota, hn::Set(I32(), column)), hn::Mul(fine, way.x), line.row,
                  hn::Mul(fine, way.y), k, ends);
    });
}

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
    template <bool kAhead>
    HWY_INLINE void includeAll(const Nodes& n, const Piece& piece, bool followed, int32_t k)
    {
        x.include(n.placeX);
        include(n, piece.back.load(k));
        if (followed)
        {
            include(n, piece.middleBack.load(k));
        }
        if constexpr (kAhead)
        {
            include(n, piece.ahead.load(k));
            if (followed)
            {
                include(n, piece.middleAhead.load(k));
            }
        }
    }
    HWY_INLINE bool anySolid(const SolidBlocks& solids) const
    {
        return solids.any(x.least(), y.least(), x.most(), y.most());
    }
};

// near(first column) for those vectors of a piece whose ways may meet a solid; `followed`: in two
// halves. Most pieces as a whole are far from any.
template <bool kAhead, class Near>
HWY_INLINE void forNear(const Line& line, const Piece& piece, bool followed, Near&& near)
{
    const SolidBlocks& solids = line.grid.solids;
    if (solids.first == nullptr)
    {
        return;
    }
    Around whole(nodesAt(line, piece.begin < line.columns.count - lanes()
                                   ? piece.begin
                                   : line.columns.count - lanes()));
    piece.forVectors(line, [&](int32_t column, int32_t k) HWY_ATTR {
        whole.includeAll<kAhead>(nodesAt(line, column), piece, followed, k);
    });
    if (!whole.anySolid(solids))
    {
        return;
    }
    piece.forVectors(line, [&](int32_t column, int32_t k) HWY_ATTR {
        const Nodes n = nodesAt(line, column);
        Around around(n);
        around.includeAll<kAhead>(n, piece, followed, k);
        if (around.anySolid(solids))
        {
            near(column);
        }
    });
}

// ---- Rows

// The pieces of a row, one after the other.
template <class Body>
HWY_INLINE void forPieces(const AdvectJob& job, Body&& body)
{
    Piece piece;
    for (int32_t begin = 0; begin < job.columns.count; begin += kPiece)
    {
        piece.begin = begin;
        piece.end = std::min(begin + kPiece, job.columns.count);
        body(piece);
    }
}

template <bool kAhead>
HWY_INLINE void traceRow(const AdvectJob& job, int32_t row)
{
    const Line line(job, row);
    forPieces(job, [&](Piece& piece) HWY_ATTR {
        followPiece<kAhead>(line, piece);
        const auto deliver = [&](const Buffer& ways, int32_t direction) HWY_ATTR {
            float* x = job.wayX[direction].row(row);
            float* y = job.wayY[direction].row(row);
            piece.forVectors(line, [&](int32_t column, int32_t k) HWY_ATTR {
                const Ways way = ways.load(k);
                hn::StoreU(way.x, F32(), x + column);
                hn::StoreU(way.y, F32(), y + column);
            });
        };
        deliver(piece.back, 0);
        if constexpr (kAhead)
        {
            deliver(piece.ahead, 1);
        }
        forNear<kAhead>(line, piece, true, [&](int32_t column) {
            traceNear(job, row, column, column + lanes(), kAhead);
        });
    });
}

// What is at the ends of a piece's ways.
HWY_INLINE void lookAtEnds(const AdvectJob& job, const Line& line, const Piece& piece,
                           const Spots& ends)
{
    const F4 d;
    for (int32_t f = 0; f < job.count; ++f)
    {
        const ConstRows from = job.from[f];
        float* to = job.to[f].row(line.row);
        piece.fetchAhead(from, job.rows, line.row, 1);
        piece.forFours(line, [&](int32_t column, int32_t k)
                                 HWY_ATTR { hn::StoreU(look(from, ends, k), d, to + column); });
    }
}

// The same where fields lie side by side.
HWY_INLINE void lookAtPackedEnds(const AdvectJob& job, const Line& line, const Piece& piece,
                                 const Spots& ends)
{
    const F4 d;
    const Packed from(job.from[0], job.step);
    piece.fetchAhead(job.from[0], job.rows, line.row, job.step);
    if (job.toStep != 1)
    {
        float* to = job.to[0].row(line.row);
        piece.forFours(line, [&](int32_t column, int32_t k) HWY_ATTR {
            for (int32_t i = 0; i < kFour; ++i)
            {
                storePacked(from.look(ends, k + i), job.toStep, to + (column + i) * job.toStep);
            }
        });
        return;
    }
    piece.forFours(line, [&](int32_t column, int32_t k) HWY_ATTR {
        V4 values[kFour];
        for (int32_t i = 0; i < kFour; ++i)
        {
            values[i] = from.look(ends, k + i);
        }
        unpack(values);
        for (int32_t f = 0; f < job.count; ++f)
        {
            hn::StoreU(values[f], d, job.to[f].row(line.row) + column);
        }
    });
}

HWY_INLINE void advectRow(const AdvectJob& job, int32_t row)
{
    const Line line(job, row);
    const Extent nodes = line.extentOf(job.from[0], job.scale, job.step);
    forPieces(job, [&](Piece& piece) HWY_ATTR {
        Spots ends;
        findWays<false>(job, line, piece);
        noteEnds(line, nodes, piece, piece.back, ends);
        (job.step == 1 ? lookAtEnds : lookAtPackedEnds)(job, line, piece, ends);
        forNear<false>(line, piece, !job.hasWays,
                       [&](int32_t column) { advectNear(job, row, column, column + lanes()); });
    });
}

// Lanes whose way ends where MacCormack's correction may look.
HWY_INLINE M32 trustedLanes(const AdvectJob& job, const Nodes& n, const Ways& way)
{
    const F32 d;
    const auto inside = [&](bool wraps, V32 place, float low, float high) HWY_ATTR {
        const float least = wraps ? -FLT_MAX : low;
        const float most = wraps ? FLT_MAX : high;
        return hn::And(hn::Ge(place, hn::Set(d, least)), hn::Le(place, hn::Set(d, most)));
    };
    return hn::And(inside(job.grid.wrapX, hn::Add(n.placeX, way.x), job.trustLowX, job.trustHighX),
                   inside(job.grid.wrapY, hn::Add(n.placeY, way.y), job.trustLowY, job.trustHighY));
}

// What a correction needs of a piece, whatever field it is for.
struct Correction
{
    Spots behind, before;
    HWY_ALIGN float good[kPiece]; // all bits set where it is made, else none

    HWY_INLINE void prepare(const AdvectJob& job, const Line& line, const Extent& nodes,
                            const Piece& piece)
    {
        noteEnds(line, nodes, piece, piece.back, behind);
        noteEnds(line, nodes, piece, piece.ahead, before);
        piece.forVectors(line, [&](int32_t column, int32_t k) HWY_ATTR {
            const Nodes n = nodesAt(line, column);
            const M32 trusted = hn::And(trustedLanes(job, n, piece.back.load(k)),
                                        trustedLanes(job, n, piece.ahead.load(k)));
            hn::Store(hn::VecFromMask(F32(), trusted), F32(), good + k);
        });
    }
};

// MacCormack's result: `hat`, and half of what following it back again differs by, held within the
// nodes that it came from.
HWY_INLINE V4 corrected(V4 hat, V4 was, V4 again, const Corners4& source, V4 good)
{
    const V4 better = hn::Add(hat, hn::Mul(hn::Set(F4(), 0.5f), hn::Sub(was, again)));
    const V4 limited = lesser(greater(better, source.least()), source.most());
    return hn::IfThenElse(hn::MaskFromVec(good), limited, hat);
}

HWY_INLINE void correctPiece(const AdvectJob& job, const Line& line, const Piece& piece,
                             const Correction& correction)
{
    const F4 d;
    for (int32_t f = 0; f < job.count; ++f)
    {
        const ConstRows from = job.from[f];
        const ConstRows hats = job.hat[f];
        const float* own = from.row(line.row);
        const float* ownHat = hats.row(line.row);
        float* to = job.to[f].row(line.row);
        piece.fetchAhead(from, job.rows, line.row, 1);
        piece.fetchAhead(hats, job.rows, line.row, 1);
        piece.forFours(line, [&](int32_t column, int32_t k) HWY_ATTR {
            const Corners4 source = cornersAt(from, correction.behind.node + k);
            const V4 again = look(hats, correction.before, k);
            hn::StoreU(corrected(hn::LoadU(d, ownHat + column), hn::LoadU(d, own + column), again,
                                 source, hn::Load(d, correction.good + k)),
                       d, to + column);
        });
    }
}

// The same where fields lie side by side.
HWY_INLINE void correctPacked(const AdvectJob& job, const Line& line, const Piece& piece,
                              const Correction& correction)
{
    const F4 d;
    const Packed from(job.from[0], job.step);
    const Packed hats(job.hat[0], job.step);
    const float* own = job.from[0].row(line.row);
    const float* ownHat = job.hat[0].row(line.row);
    piece.fetchAhead(job.from[0], job.rows, line.row, job.step);
    piece.fetchAhead(job.hat[0], job.rows, line.row, job.step);
    piece.forFours(line, [&](int32_t column, int32_t k) HWY_ATTR {
        V4 values[kFour];
        for (int32_t i = 0; i < kFour; ++i)
        {
            const ptrdiff_t at = static_cast<ptrdiff_t>(column + i) * job.step;
            values[i] = corrected(hn::LoadU(d, ownHat + at), hn::LoadU(d, own + at),
                                  hats.look(correction.before, k + i),
                                  from.cornersAt(correction.behind.node[k + i]),
                                  hn::Set(d, correction.good[k + i]));
        }
        unpack(values);
        for (int32_t f = 0; f < job.count; ++f)
        {
            hn::StoreU(values[f], d, job.to[f].row(line.row) + column);
        }
    });
}

HWY_INLINE void correctRow(const AdvectJob& job, int32_t row)
{
    const Line line(job, row);
    const Extent nodes = line.extentOf(job.from[0], job.scale, job.step);
    forPieces(job, [&](Piece& piece) HWY_ATTR {
        Correction correction;
        findWays<true>(job, line, piece);
        correction.prepare(job, line, nodes, piece);
        (job.step == 1 ? correctPiece : correctPacked)(job, line, piece, correction);
        forNear<true>(line, piece, !job.hasWays,
                      [&](int32_t column) { correctNear(job, row, column, column + lanes()); });
    });
}

// ---- Kernels

HWY_INLINE bool isForVectors(const AdvectJob& job, ConstRows field)
{
    return job.columns.count >= lanes() && isCountable(field, job.rows);
}

void trace(const AdvectJob& job, int32_t row, bool ahead)
{
    if (!isForVectors(job, job.grid.u))
    {
        plainAdvectKernels().trace(job, row, ahead);
        return;
    }
    ahead ? traceRow<true>(job, row) : traceRow<false>(job, row);
}

void advect(const AdvectJob& job, int32_t row)
{
    isForVectors(job, job.from[0]) ? advectRow(job, row) : plainAdvectKernels().advect(job, row);
}

void correct(const AdvectJob& job, int32_t row)
{
    isForVectors(job, job.from[0]) ? correctRow(job, row) : plainAdvectKernels().correct(job, row);
}

void pack(const float* const* from, int32_t count, size_t floats, float* to)
{
    const F32 d;
    const auto n = static_cast<size_t>(lanes());
    for (size_t i = 0; i < floats; i += n)
    {
        const V32 a = hn::LoadU(d, from[0] + i);
        const V32 b = hn::LoadU(d, from[1] + i);
        const V32 c = hn::LoadU(d, from[2] + i);
        if (count == kLeastPacked)
        {
            hn::StoreInterleaved3(a, b, c, d, to + 3 * i);
        }
        else
        {
            hn::StoreInterleaved4(a, b, c, hn::LoadU(d, from[3] + i), d, to + 4 * i);
        }
    }
}

const AdvectKernels* table()
{
    static constexpr AdvectKernels kTable = {trace, advect, correct, pack};
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
