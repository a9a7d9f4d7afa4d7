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

#include "backend/cpu/follow-inl.h"
#include "backend/cpu/look_up-inl.h"
#include "backend/flow/flow_grid.h"
#include "backend/flow/near_row.h"

#include <cfloat>

HWY_BEFORE_NAMESPACE();
namespace tarn
{
namespace HWY_NAMESPACE
{
namespace
{

#if HWY_TARGET != HWY_SCALAR

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
        Buffer middles[2];
        followPiece<kAhead>(line, piece, middles,
                            [&](int32_t direction, int32_t k, const Ways& ways) TARN_INLINE {
                                const int32_t column = piece.begin + k;
                                hn::StoreU(ways.x, d, job.wayX[direction].row(row) + column);
                                hn::StoreU(ways.y, d, job.wayY[direction].row(row) + column);
                            });
        PieceWays<false> back = givenWays<false>(job, piece, row, 0);
        back.middle = &middles[0];
        PieceWays<false> ahead;
        if constexpr (kAhead)
        {
            ahead = givenWays<false>(job, piece, row, 1);
            ahead.middle = &middles[1];
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
