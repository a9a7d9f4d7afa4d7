// The solver's methods: V-cycles, the conjugate gradient with and without a preconditioner, and
// plain sweeps.
//
// Each starts with what is left of the right-hand side in the finest level's r, adds corrections to
// the caller's x, and stops at the tolerance, at the last iteration, or when 32 bits can do no
// more. See solver.h for refinement, multigrid.h for the cycles.
#include "core/log.h"
#include "solve/defaults.h"
#include "solve/solver.h"
#include "solve/solver_run.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <numbers>

namespace tarn
{

tnResult Solver::runMethod(Run& run)
{
    if (isDirect(*run.params))
    {
        return runDirect(run);
    }
    switch (run.params->method)
    {
    case tn_methodMultigridCG:
    case tn_methodConjugateGradient:
        return runConjugateGradient(run);
    case tn_methodGaussSeidel:
    case tn_methodJacobi:
        return runSweeps(run);
    case tn_methodAuto:
    case tn_methodMultigrid:
    case tn_methodDirect:
        break;
    }
    return runVCycles(run);
}

// Whether x is known to fit 32 bits before it is there: the longest wave is stretched by the least
// conductance times (pi / n)^2 or so, and never by less than 4 / n^2 of it.
bool Solver::isWithinReach(const Run& run) const
{
    const EvenCoefficients& even = multigrid_.finest().even;
    const double n = std::max(nx(), ny());
    const double most = run.norm * n * n / (4.0 * wide(std::min(even.x.inner, even.y.inner)));
    return isFloat(run.unscale) && run.unscale * most < wide(FLT_MAX);
}

// All of x at once, to the rounding of 32 bits; where that is not enough, once more for the rest.
// Where loading has made waves of r, and the caller judges, x takes their place.
tnResult Solver::runDirect(Run& run)
{
    const Level& level = multigrid_.finest();
    run.result.method = tn_methodDirect;
    if (run.hasBegun && isWithinReach(run))
    {
        run.hasBegun = false;
        run.result.iterations = 1;
        backend_->solveWaves(level, run.x, static_cast<float>(run.unscale));
        run.norm *= defaults::kDirectLeaves;
        run.xIsSet = true;
        run.xIsFine = true;
        return tn_success;
    }
    if (run.hasBegun)
    {
        run.hasBegun = false;
        loadRightHandSide(run);
    }
    double before = run.norm;
    Moments found; // of x
    while (true)
    {
        found = backend_->solveBox(level);
        ++run.result.iterations;
        run.measured(backend_->residualNorm2(level));
        if (!std::isfinite(run.norm) || !std::isfinite(found.squares))
        {
            return tn_errorOverflow;
        }
        const bool holdsMore = run.remainder != nullptr || run.result.refinements == 0;
        if (!run.mayGoOn() || !holdsMore || run.norm > defaults::kStalled * before)
        {
            break;
        }
        refine(run);
        before = run.norm;
    }
    deliverLast(run, found);
    return tn_success;
}

// Of V-cycles on the finest level.
PreSweeps Solver::preSweeps(const Run& run) const
{
    const int32_t asked = run.params->preSweeps;
    return asked > 0 ? PreSweeps{asked, false} : multigrid_.usualPreSweeps();
}

// V-cycles until the tolerance, refined when 32 bits hold them up. Under tn_methodAuto, when they
// are held up by the domain, the conjugate gradient goes on.
tnResult Solver::runVCycles(Run& run)
{
    const Level& level = multigrid_.finest();
    const tnSolveParams& params = *run.params;
    const bool mayChange = params.method == tn_methodAuto || params.method == tn_methodDirect;
    if (mayChange && stalls_)
    {
        return runConjugateGradient(run);
    }
    const bool watch = params.tolerance > 0.0f;
    const PreSweeps pre = preSweeps(run);
    const int32_t post = params.postSweeps > 0 ? params.postSweeps : multigrid_.usualPostSweeps();
    const auto begin = [&](Start start) { multigrid_.beginVCycle(pre, start); };
    const double slowing = multigrid_.hasEvenFaces() ? 1.0 : defaults::kSlowing;
    double fresh = run.norm; // at the last refinement
    double previousFactor = 0.0;
    double slowest = 0.0; // factor since then
    int32_t slow = 0;
    Moments found; // of x
    if (!run.hasBegun)
    {
        begin(Start::fromZero);
    }
    run.hasBegun = false;
    while (true)
    {
        ++run.result.iterations;
        const bool last = run.result.iterations == params.maxIterations;
        const double before = run.norm;
        // Where this cycle should do, if need be with another sweep, it ends without beginning the
        // next.
        const double hoped = std::max(slowing * previousFactor, defaults::kHopedFactor) * before;
        const double doubt = run.isJudged ? defaults::kDoubt : 1.0;
        const bool enough = last || run.wouldReach(doubt * hoped);
        const bool ends = enough || run.wouldReach(defaults::kOfAnotherSweep * hoped);
        if (!ends)
        {
            backend_->skipMeasures(!watch);
            run.measured(multigrid_.nextVCycle(post, 0));
            backend_->skipMeasures(false);
        }
        bool done = last;
        if (ends || run.reached())
        {
            const double foreseen = enough ? hoped : defaults::kOfAnotherSweep * hoped;
            const bool asks =
                !run.isJudged || previousFactor == 0.0 || !run.wouldReach(doubt * foreseen);
            const Measured all = ends ? multigrid_.endVCycle(post, enough ? 0 : 1, asks)
                                      : backend_->measure(level); // with all its rounding
            run.measured(ends && !asks ? foreseen * foreseen : all.residual2);
            found = all.x;
            done = last || run.reached();
        }
        if (!std::isfinite(run.norm))
        {
            if (!mayChange)
            {
                return tn_errorOverflow;
            }
            stalls_ = true; // r is what it was; x is not delivered
            run.norm = fresh;
            run.peak = fresh;
            return runConjugateGradient(run);
        }
        if (done)
        {
            break;
        }
        if (ends)
        {
            begin(Start::fromX);
        }
        const double factor = run.norm / before;
        slow = factor > defaults::kStalled ? slow + 1 : 0;
        const bool farAlong = run.norm < defaults::kRefineAfter * fresh;
        const bool sudden = farAlong && previousFactor > 0.0 && factor > defaults::kSuddenlySlow &&
                            factor > defaults::kSuddenly * slowest;
        const bool direct = multigrid_.levelCount() == 1 && factor < defaults::kStalled;
        previousFactor = factor;
        slowest = std::max(slowest, factor);
        if (!watch || (slow == 0 && !sudden && !direct))
        {
            continue;
        }
        const bool rounded =
            run.norm < defaults::kRoundingOfX * std::sqrt(backend_->dot(level, level.x, level.x));
        if (farAlong || direct || rounded)
        {
            if (run.remainder == nullptr && run.result.refinements > 0)
            {
                break; // x alone cannot hold more
            }
            refine(run);
            // Beside coefficients that are extreme x is large, and its rounding is most of r; so it
            // may be of this r alone.
            if (mayChange && run.norm > defaults::kStalled * fresh)
            {
                return runConjugateGradient(run);
            }
            fresh = run.norm;
            slow = 0;
            slowest = 0.0;
            begin(Start::fromZero);
        }
        else if (slow > 1 && mayChange &&
                 (run.norm > defaults::kStalledBadly * before || multigrid_.graphStart() > 1))
        {
            stalls_ = true;
            refine(run);
            return runConjugateGradient(run);
        }
        else if (!mayChange && run.norm > before)
        {
            warnOfDivergence(run.result.iterations);
            if (run.norm < fresh)
            {
                refine(run); // better than nothing
            }
            else
            {
                run.norm = fresh; // r is what it was; x is not delivered
                run.peak = fresh;
            }
            return tn_success;
        }
    }
    deliverLast(run, found);
    return tn_success;
}

// V-cycles, asked for by name, made the residual larger. Where b jumps from patch to patch coarse
// grids can promise more than fine ones keep; a conjugate gradient does not mind. Once for each set
// of coefficients.
void Solver::warnOfDivergence(int32_t cycles)
{
    if (warnedOfDivergence_)
    {
        return;
    }
    warnedOfDivergence_ = true;
    logMessage(tn_logWarning, tn_logDivergence,
               "tnSolver_Solve: V-cycle %d left a larger residual than the one before it, on the "
               "coefficients of this %d x %d domain; the solve ends here; set "
               "tnSolveParams.method to tn_methodAuto or tn_methodMultigridCG",
               cycles, nx(), ny());
}

// Flexible conjugate gradient on the finest level's r, which is the residual throughout.
tnResult Solver::runConjugateGradient(Run& run)
{
    const Level& level = multigrid_.finest();
    const bool plain = run.params->method == tn_methodConjugateGradient;
    const FieldId z = plain ? level.r : level.x;
    run.result.method = plain ? tn_methodConjugateGradient : tn_methodMultigridCG;
    double pAp = 0.0;
    double compatible = run.norm; // when that was last seen to
    for (bool first = true; run.mayGoOn(); first = false)
    {
        if (run.norm < defaults::kCompatibleAfter * compatible)
        {
            makeCompatible();
            compatible = run.norm;
        }
        if (!plain)
        {
            multigrid_.precondition();
            warnOfMemory();
        }
        const double beta = first ? 0.0 : -backend_->dotApplied(level, z, level.p) / pAp;
        backend_->combine(level, level.p, 1.0f, z, static_cast<float>(beta));
        pAp = backend_->dotApplied(level, level.p, level.p);
        const double alpha = backend_->dot(level, level.p, level.r) / pAp;
        if (!(pAp > 0.0) || !std::isfinite(alpha))
        {
            break; // nothing left that 32 bits can tell from 0
        }
        run.measured(backend_->subtractApplied(level, level.p, alpha));
        if (!std::isfinite(run.norm))
        {
            return tn_errorOverflow;
        }
        deliver(run, level.p, alpha);
        ++run.result.iterations;
    }
    return tn_success;
}

// Once for each set of coefficients.
void Solver::warnOfMemory()
{
    if (multigrid_.lacksGraphMemory() && !warned_)
    {
        warned_ = true;
        logMessage(tn_logWarning, tn_logGraphMemory,
                   "tnSolver_Solve: the solids of this %d x %d domain are so fine that the graphs "
                   "which follow the passages between them do not fit; it will converge slowly; "
                   "set tnSolverDef.graphBytes to 32",
                   nx(), ny());
    }
}

// Jacobi or over-relaxed Gauss-Seidel.
tnResult Solver::runSweeps(Run& run)
{
    const Level& level = multigrid_.finest();
    const tnSolveParams& params = *run.params;
    // The best for Poisson's equation on a square of as many cells (Young 1954).
    const double best = 2.0 / (1.0 + std::sin(std::numbers::pi / (std::max(nx(), ny()) + 1.0)));
    const float omega = params.relaxation > 0.0f ? params.relaxation : static_cast<float>(best);
    backend_->writeRows(level.x, [&](int32_t, float* row) { std::fill_n(row, nx(), 0.0f); });
    while (run.mayGoOn())
    {
        if (params.method == tn_methodJacobi)
        {
            backend_->jacobi(level, level.p, defaults::kJacobiDamping);
        }
        else
        {
            backend_->relax(level, 1, Order::redFirst, Start::fromX, omega);
        }
        ++run.result.iterations;
        if (params.tolerance > 0.0f || run.result.iterations == params.maxIterations)
        {
            run.measured(backend_->residualNorm2(level));
            if (!std::isfinite(run.norm))
            {
                return tn_errorOverflow;
            }
        }
    }
    deliver(run, level.x, 1.0);
    return tn_success;
}

} // namespace tarn
