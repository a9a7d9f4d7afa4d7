// What goes from the caller's arrays into the solver's fields and back.
//
// The right-hand side comes in scaled, without what no x can produce, in a pass that may begin the
// first V-cycle. Corrections go out to x and the remainder; where 32 bits held them up, what is
// left of the right-hand side comes in anew.
#include "field/rows_ahead.h"
#include "solve/defaults.h"
#include "solve/solver.h"
#include "solve/solver_run.h"

#include <algorithm>
#include <cfloat>
#include <cmath>

namespace tarn
{

namespace
{

// For means over one of the caller's arrays.
auto sourceOf(ConstRows values)
{
    return [values](int32_t j, float*) -> const float* { return values.row(j); };
}

float* rowOrNull(Rows rows, int32_t j)
{
    return rows != nullptr ? rows.row(j) : nullptr;
}

} // namespace

// body(first row, last row) for bands of rows, at the same time.
template <class Body>
void Solver::forBands(Body&& body)
{
    const int32_t rows = shape_.y.cells;
    tasks_.parallelFor((rows + kBandRows - 1) / kBandRows, [&](int32_t band) {
        body(band * kBandRows, std::min((band + 1) * kBandRows, rows));
    });
}

// Where they are given.
void Solver::clear(Rows values)
{
    if (values != nullptr)
    {
        forBands([&](int32_t begin, int32_t end) {
            for (int32_t j = begin; j < end; ++j)
            {
                std::fill_n(values.row(j), nx(), 0.0f);
            }
        });
    }
}

// Whether the pass that loads the right-hand side may begin the first V-cycle: where there will be
// one, to judge by the last solve, and where r is final once it is written. Or whether it makes
// waves: always where r will not be asked for again, since x is not the same to the bit by fields.
bool Solver::mayBeginLoading(const Run& run) const
{
    const tnSolverMethod method = run.params->method;
    const bool final = regions_.count() == 0 || regions_.isOneClosed();
    if (!final || run.params->warmStart)
    {
        return false;
    }
    if (isDirect(*run.params))
    {
        return run.keepsInside && run.isJudged;
    }
    const bool maybeCycles = method == tn_methodAuto || method == tn_methodDirect;
    return lastIterated_ && (method == tn_methodMultigrid || (maybeCycles && !stalls_));
}

// Writes the compatible part of the caller's r to the finest level, scaled, and measures it.
void Solver::loadRightHandSide(Run& run)
{
    const Level& level = multigrid_.finest();
    double* lost = rowSums_; // squares of what solids hold
    // The region labelled 0 is shifted here; others follow, since they are rare.
    const auto load = [&](double shift) {
        const auto fill = [&](int32_t j, float* row) {
            regions_.askForCellsAhead(j);
            if (run.r != nullptr)
            {
                askForRowsAhead(run.r, j, ny(), nx());
            }
            lost[j] = run.putRightRow(j, regions_.cells(j), nx(), shift, row);
        };
        if (!run.hasBegun)
        {
            return backend_->writeCells(level.r, fill);
        }
        return isDirect(*run.params) ? backend_->writeWaves(level, fill, run.x)
                                     : multigrid_.beginVCycle(preSweeps(run), fill);
    };
    double norm2 = 0.0;
    double lostAll = 0.0;
    if (regions_.count() == 0 || regions_.isOneClosed())
    {
        const Moments loaded = load(0.0);
        const double mean = regions_.isOneClosed() ? loaded.sum / regions_.closedCells() : 0.0;
        constexpr double kNegligible = defaults::kNegligibleMean * defaults::kNegligibleMean;
        lostAll = mean * mean * regions_.closedCells();
        norm2 = lostAll > kNegligible * loaded.squares ? load(mean / run.scale).squares
                                                       : loaded.squares;
    }
    else
    {
        const auto right = [&run](int32_t j, float* buffer) { return run.rightRow(j, buffer); };
        regions_.forMeans(tasks_, right, [&](const Regions::Means& means) {
            lostAll += run.scale * run.scale * means.squares;
            if (means.first == 0)
            {
                load(means.of(0));
            }
            if (regions_.count() > 1)
            {
                backend_->addRows(level.r, [&](int32_t j, float* row) {
                    const uint32_t* labels = regions_.labels(j);
                    for (int32_t i = 0; i < nx(); ++i)
                    {
                        row[i] = labels[i] != 0
                                     ? -static_cast<float>(run.scale * means.of(labels[i]))
                                     : 0.0f;
                    }
                });
            }
        });
        norm2 = backend_->dot(level, level.r, level.r);
    }
    for (int32_t j = 0; j < ny(); ++j)
    {
        lostAll += lost[j];
    }
    run.measured(norm2);
    run.rightNorm = run.norm;
    run.wholeNorm2 = norm2 + lostAll;
    run.result.incompatibility =
        run.wholeNorm2 > 0.0 ? static_cast<float>(std::sqrt(lostAll / run.wholeNorm2)) : 0.0f;
}

// Turns rows that are made into an array.
void Solver::writeDown(Run& run)
{
    if (run.r == nullptr)
    {
        forBands([&](int32_t begin, int32_t end) {
            for (int32_t j = begin; j < end; ++j)
            {
                (*run.made)(j, 1.0f, run.room.row(j));
            }
        });
        run.r = run.room;
    }
}

// Finds the scale of the right-hand side, and loads it. The last solve's scale is tried first; only
// where it does not fit, or a number is not finite, a look at all of them tells more.
tnResult Solver::loadScaled(Run& run, Refusal* refusal)
{
    constexpr int kBits = defaults::kScaleStepBits;
    run.hasBegun = mayBeginLoading(run);
    const double toLevel = wide(scale_) * cellArea_;
    const double cells = static_cast<double>(int64_t{nx()} * ny());
    for (int attempt = 0;; ++attempt)
    {
        const double wanted = std::ldexp(toLevel, kBits * rightStep_);
        const auto narrow = static_cast<float>(wanted);
        run.scale = std::isnormal(narrow) ? wide(narrow) : wanted;
        run.unscale = toLevel / run.scale;
        run.peak = 0.0;
        loadRightHandSide(run);
        const double square = run.wholeNorm2 / cells;
        if (square >= 1.0 && square < std::ldexp(1.0, 2 * kBits))
        {
            return tn_success;
        }
        int exponent = 0;
        if (attempt == 0)
        {
            writeDown(run);
            const double largest = wide(scan(run.r, nx(), ny(), 0).largest());
            if (!std::isfinite(largest))
            {
                return refuse(run.r, "r", refusal);
            }
            if (largest == 0.0)
            {
                return tn_success;
            }
            std::frexp(largest * toLevel, &exponent);
            rightStep_ = -static_cast<int>(std::floor((exponent - 1.0) / kBits));
        }
        else if (attempt == 1)
        {
            std::frexp(std::sqrt(square), &exponent);
            rightStep_ -= static_cast<int>(std::floor((exponent - 1.0) / kBits));
        }
        else
        {
            return tn_success; // at the end of a float's reach
        }
    }
}

// Takes the caller's x, and the remainder if it is not null, as found so far: the finest level's r
// becomes their residual.
void Solver::startFrom(Run& run, ConstRows x, ConstRows remainder)
{
    const Level& level = multigrid_.finest();
    const auto write = [&](FieldId field, ConstRows values) {
        backend_->writeRows(field, [&](int32_t j, float* row) {
            scaleRow(values.row(j), regions_.cells(j), nx(), 1.0 / run.unscale, 0.0, row);
        });
    };
    write(level.x, x);
    if (remainder == nullptr)
    {
        run.measured(backend_->subtractApplied(level, level.x, 1.0));
    }
    else
    {
        write(level.p, remainder);
        run.measured(backend_->subtractAppliedSum(level, level.x, level.p));
    }
    makeCompatible();
}

// Adds factor * field - mean to the caller's x, with what does not fit going to the remainder. The
// mean is that of a single closed region.
void Solver::deliver(Run& run, FieldId field, double factor, double mean)
{
    const double scale = factor * run.unscale;
    const bool fresh = !run.xIsSet;
    backend_->readRows(field, [&](int32_t j, const float* row) {
        regions_.askForCellsAhead(j);
        askForRowsAhead(run.x, j, ny(), nx());
        addToRow(row, regions_.cells(j), nx(), scale, run.unscale * mean, fresh, run.x.row(j),
                 rowOrNull(run.remainder, j));
    });
    run.inParts = run.inParts || !fresh;
    run.xIsSet = true;
}

// Adds the finest level's x, whose moments are known. Where that is the whole solution and its
// means are known too, they are taken out on the way.
void Solver::deliverLast(Run& run, const Moments& x)
{
    const bool known = regions_.count() == 0 || regions_.isOneClosed();
    const double largest = 2.0 * run.unscale * std::sqrt(x.squares); // or less; means included
    run.xIsFine = !run.xIsSet && known && largest < wide(FLT_MAX);
    const bool shifts = run.xIsFine && regions_.isOneClosed();
    const double mean = shifts ? x.sum / regions_.closedCells() : 0.0;
    if (run.keepsInside && run.xIsFine)
    {
        backend_->fetch(multigrid_.finest().x);
        kept_ = {true, run.unscale, run.unscale * mean, {}};
        run.xIsSet = true;
        return;
    }
    deliver(run, multigrid_.finest().x, 1.0, mean);
}

// Takes the means out of the finest level's r. They are rounding errors: nothing beside r when it
// was loaded, but too much once it has become small, and no x can remove them.
void Solver::makeCompatible()
{
    if (regions_.count() == 0)
    {
        return;
    }
    const Level& level = multigrid_.finest();
    backend_->fetch(level.r);
    const auto row = [&](int32_t j, float* buffer) -> const float* {
        backend_->readRow(level.r, j, buffer);
        return buffer;
    };
    regions_.forMeans(tasks_, row, [&](const Regions::Means& means) {
        backend_->addRows(level.r, [&](int32_t j, float* values) {
            const uint32_t* labels = regions_.labels(j);
            for (int32_t i = 0; i < nx(); ++i)
            {
                values[i] = -static_cast<float>(means.of(labels != nullptr ? labels[i] : 0));
            }
        });
    });
}

// Hands over the correction found so far and goes on with what it leaves.
void Solver::refine(Run& run)
{
    const Level& level = multigrid_.finest();
    deliver(run, level.x, 1.0, 0.0);
    run.measured(backend_->subtractApplied(level, level.x, 1.0));
    makeCompatible();
    ++run.result.refinements;
}

// What rounding has hidden from a method is as rough as rounding is: a step of sweeps sees to most
// of it, where a conjugate gradient that starts anew would raise the residual before it lowers it.
void Solver::smoothRest(Run& run)
{
    const Level& level = multigrid_.finest();
    backend_->relax(level, defaults::kSweepsOfRest, Order::redFirst, Start::fromZero, 1.0f);
    deliver(run, level.x, 1.0, 0.0);
    run.measured(backend_->subtractApplied(level, level.x, 1.0));
    ++run.result.iterations;
}

// Makes the mean of x in each closed region 0.
void Solver::removeMeans(Run& run)
{
    regions_.forMeans(tasks_, sourceOf(run.x), [&](const Regions::Means& means) {
        forBands([&](int32_t begin, int32_t end) {
            for (int32_t j = begin; j < end; ++j)
            {
                float* x = run.x.row(j);
                float* remainder = rowOrNull(run.remainder, j);
                const uint32_t* labels = regions_.labels(j);
                if (labels == nullptr)
                {
                    shiftRow(nx(), means.of(0), x, remainder);
                    continue;
                }
                if (regions_.count() == 1)
                {
                    shiftRow(nx(), labels, means.of(0), x, remainder);
                    continue;
                }
                for (int32_t i = 0; i < nx(); ++i)
                {
                    shiftRow(1, means.of(labels[i]), x + i,
                             remainder != nullptr ? remainder + i : nullptr);
                }
            }
        });
    });
}

// |r - A x| of the caller's x and remainder as they stand, from the caller's r on.
void Solver::measureAnew(Run& run)
{
    run.hasBegun = false;
    loadRightHandSide(run);
    run.peak = 0.0;
    startFrom(run, run.x, run.remainder);
}

// Takes the caller's x as the start, unless it is worse than none: too far off for scaled numbers.
tnResult Solver::startWarm(Run& run, Refusal* refusal)
{
    const double largest = wide(scan(run.x, nx(), ny(), 0).largest());
    if (!std::isfinite(largest))
    {
        return refuse(run.x, "x", refusal);
    }
    if (run.rightNorm > 0.0 && largest / run.unscale < 1e30)
    {
        startFrom(run, run.x, {});
        run.xIsSet = true;
        clear(run.remainder);
    }
    return tn_success;
}

} // namespace tarn
