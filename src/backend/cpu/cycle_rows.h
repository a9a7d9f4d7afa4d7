// What a wavefront does to one row of a grid on the way through a V-cycle: half-sweeps, alone or
// two at a time, and interpolation from the coarser grid; and which rows it has fetched from memory
// on the way.
#pragma once

#include "backend/cpu/row_kernels.h"
#include "backend/cpu/wavefront.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace tarn
{

// The half-sweeps of a wavefront: how many, of which colour the first, and how each is done. Said
// beforehand for all of them, since it is asked for with every row.
struct HalfSweeps
{
    static constexpr int32_t kMost = 64; // as many as RisingHalfSweeps

    int32_t turns = 0;
    int32_t firstColour = 0;
    HalfSweep each[kMost + 1];
    // Of the four halves of rows that are fetched on the way, those that come before a half-sweep.
    int32_t fetchedBefore[kMost + 1] = {};

    // The first `overTurns` are over-relaxed by omega.
    HalfSweeps(int32_t count, int32_t colour, float omega, int32_t overTurns)
        : turns(count), firstColour(colour)
    {
        shareFetches();
        for (int32_t turn = 0; turn < overTurns && omega != 1.0f; ++turn)
        {
            each[turn] = {Relaxation::over, omega};
        }
    }
    explicit HalfSweeps(std::span<const float> omegas) : turns(static_cast<int32_t>(omegas.size()))
    {
        shareFetches();
        for (int32_t turn = 0; turn < turns; ++turn)
        {
            const float omega = omegas[static_cast<size_t>(turn)];
            each[turn] = {omega != 1.0f ? Relaxation::over : Relaxation::plain, omega};
        }
    }
    void shareFetches()
    {
        for (int32_t turn = 0; turn <= turns && turns > 0; ++turn)
        {
            fetchedBefore[turn] = 4 * turn / turns;
        }
    }
    // x counts as 0, and is not looked at before it is written: the first half-sweep has no
    // neighbours yet, the second no value of its own.
    void beginFromZero()
    {
        each[0] = {Relaxation::fromZero};
        each[1].how = each[1].how == Relaxation::over ? Relaxation::overZero : Relaxation::plain;
    }
};

struct CycleRows
{
    // Grids of fewer cells stay in the caches from one pass to the next, or near enough; of larger
    // ones not even the next coarser does.
    static constexpr int64_t kCellsWorthFetching = 400000;

    float* plain = nullptr;    // rows in plain order, two and more for every task
    size_t plainRow = 0;       // floats from one to the next
    size_t plainTask = 0;      // and from a task's to those of the next
    std::span<int32_t> joined; // two for every task: the coarse rows that its first two hold
    bool fetches = false;

    static bool isWorthFetching(std::span<const FieldSpec> specs)
    {
        return !specs.empty() && int64_t{specs[0].nx} * specs[0].ny >= kCellsWorthFetching;
    }

    // The cells of row j that a correction must reach before the first half-sweep: those of the
    // other colour. What the others held makes no difference, but with over-relaxation and for
    // neighbours of one colour on odd rings.
    static RowHalves halvesBefore(const LevelView& v, int32_t j, const HalfSweeps& halves)
    {
        if (v.oddRing() || halves.each[0].how == Relaxation::over)
        {
            return RowHalves::both;
        }
        return (j + halves.firstColour) % 2 == 0 ? RowHalves::odd : RowHalves::even;
    }

    // Half-sweep number `turn` over the row of a step, and the next one over the row below where
    // that is part of it: in one go where both are uniform in the same span. With variable
    // coefficients that was measured to be slower, since there are too many rows to point to.
    // Returns what was measured.
    double relaxRow(const SweepKernels& kernels, const LevelView& v, const WavefrontStep& at,
                    const HalfSweeps& halves, int32_t turn, bool measures = false) const
    {
        const int32_t colour = (turn + halves.firstColour) % 2;
        const HalfSweep here = measures ? HalfSweep{Relaxation::measured} : halves.each[turn];
        const HalfSweep below = halves.each[turn + 1];
        const UniformSpan* span = v.cx.uniform + at.row;
        if (at.two && (span[0].isWhole || !span[0].isEmpty()) && span[0] == span[-1])
        {
            return kernels.relaxTwo(v, at.row, colour, here, below,
                                    ahead(v, at, halves, turn, turn + 2));
        }
        const double measured =
            kernels.relax(v, at.row, colour, here, ahead(v, at, halves, turn, turn + 1));
        if (at.two)
        {
            kernels.relax(v, at.row - 1, 1 - colour, below,
                          ahead(v, at, halves, turn + 1, turn + 2));
        }
        return measured;
    }

    // The linear interpolation of one row. Joined coarse rows are kept: three more fine rows need
    // each.
    void prolongRow(const TransferKernels& kernels, const LevelView& coarse, const LevelView& fine,
                    const AxisShape& alongY, RowHalves halves, Start start,
                    const WavefrontStep& at) const
    {
        const auto plainCoarse = [&](int32_t J) -> const float* {
            const size_t place = static_cast<size_t>(J & 1);
            const auto task = static_cast<size_t>(at.task);
            float* row = plain + task * plainTask + place * plainRow + kLanes;
            int32_t& held = joined[2 * task + place];
            if (held != J)
            {
                kernels.joinCoarse(coarse, J, row);
                held = J;
            }
            return row;
        };
        const int32_t J = at.row / 2;
        const float* near = plainCoarse(J);
        const float* far = plainCoarse(at.row % 2 == 0 ? J - 1 : J + 1);
        kernels.prolongLinear(fine, at.row, interpolationShape(alongY, at.row), halves, start, near,
                              far);
    }

    // Before a wavefront with prolongRow.
    void forgetJoined() const { std::fill(joined.begin(), joined.end(), INT32_MIN); }

    // What half-sweeps number `turn` to `after` are to ask for of the row that a wavefront reaches
    // soon. Rows are too short for the processor to notice that they follow one
    // another.
    Ahead ahead(const LevelView& v, const WavefrontStep& at, const HalfSweeps& halves, int32_t turn,
                int32_t after) const
    {
        Ahead found;
        if (at.soon == WavefrontStep::kNoRow || !fetches ||
            4 * int64_t{v.nx} * v.ny < kCellsWorthFetching)
        {
            return found;
        }
        const int32_t row = at.soon;
        const auto take = [&](const SplitField& first, int32_t firstRow, const SplitField& second,
                              int32_t secondRow, const float** out) {
            for (int32_t h = halves.fetchedBefore[turn]; h < halves.fetchedBefore[after]; ++h)
            {
                const SplitField& f = h < 2 ? first : second;
                const int32_t j = h < 2 ? firstRow : secondRow;
                if (f.source[j] == j)
                {
                    *out++ = f.row(j, true) + h % 2 * v.half;
                }
            }
        };
        take(v.x, row, v.r, row, found.cells);
        take(v.cx, row, v.cy, row + 1, found.faces);
        return found;
    }
};

} // namespace tarn
