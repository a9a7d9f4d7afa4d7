// One solve under way: what was asked, how numbers are scaled, and how far the residual has come.
//
// Solver::solve makes it, the methods work on it: they count iterations, measure the residual, and
// ask whether to go on. For solver.cpp and methods.cpp only.
#pragma once

#include "core/wide.h"
#include "solve/defaults.h"
#include "solve/host_rows.h"
#include "solve/solver.h"

#include <algorithm>
#include <cmath>

namespace tarn
{

struct Solver::Run
{
    ConstRows r;
    const RowSource* made = nullptr; // where r is null,
    Rows room;                       // and where it can be written down
    Rows x;
    bool isJudged = false;    // by the caller, what came of the last cycle too
    bool keepsInside = false; // x is not handed over where it can stay
    Rows remainder;
    const tnSolveParams* params = nullptr;
    bool hasBegun = false; // loading r begins the first V-cycle
    tnSolveResult result = {};

    double scale = 1.0;      // the finest level's r is the caller's times this, a float
    double unscale = 1.0;    // and the caller's x is the finest level's times this
    double rightNorm = 0.0;  // |r|, compatible part
    double wholeNorm2 = 0.0; // |r|^2, all of it
    double norm = 0.0;       // |r - A x| so far
    bool xIsSet = false;     // the caller's x holds a part of the solution
    double peak = 0.0;       // the largest |r - A x| on the way
    bool inParts = false;    // x was delivered in parts, each sum rounded
    bool xIsFine = false;    // the caller's x has no means to be removed, and none too large

    const float* rightRow(int32_t j, float* buffer) const
    {
        if (r != nullptr)
        {
            return r.row(j);
        }
        (*made)(j, 1.0f, buffer);
        return buffer;
    }
    // Row j of r times `scale`, less `shift` before that, to `row`, and 0 in solids; returns the
    // squares of what they hold.
    double putRightRow(int32_t j, const RowCells& cells, int32_t count, double shift,
                       float* row) const
    {
        if (r == nullptr && cells.labels == nullptr && shift == 0.0 && isFloat(scale))
        {
            (*made)(j, static_cast<float>(scale), row);
            return 0.0;
        }
        return scaleRow(rightRow(j, row), cells, count, scale, shift, row);
    }
    bool wouldReach(double some) const
    {
        return params->tolerance > 0.0f && some <= wide(params->tolerance) * rightNorm;
    }
    bool reached() const { return wouldReach(norm); }
    bool mayGoOn() const { return result.iterations < params->maxIterations && !reached(); }

    void measured(double norm2)
    {
        norm = std::sqrt(norm2);
        peak = std::max(peak, norm);
    }
    // Each time the residual was rounded to 32 bits, this part of it may have been lost. Where
    // that matters, only a look at the whole tells.
    bool isTrusted() const
    {
        return wide(params->tolerance) * rightNorm > defaults::kRoundingLoss * peak;
    }
};

} // namespace tarn
