// The K-cycle's two steps of a preconditioned conjugate gradient, on a grid or on a graph.
//
// The first search direction is p = z1, the preconditioned residual, with its step alpha1. The
// second one is z2 + beta p, made A-orthogonal to p. It is never stored, since the result is a
// combination of p and z2:   x = alpha1 p + alpha2 (z2 + beta p).
#pragma once

namespace tarn
{

// The second step is left out when the first one brought |r|^2 down to this part of it.
inline constexpr double kGoodEnoughForK = 0.0625;

// A cycle B is close to the inverse of A, so a step along B r is near 1; along long corridors, up
// to 8. One far beyond comes from rounding errors in closed regions, which no x can remove: r there
// no longer sums to zero, and the step would blow that up on level after level. B r is then taken
// as it is.
inline bool isPlausibleStep(double alpha)
{
    return alpha > 0.0 && alpha < 16.0;
}

// x = ofP p + ofZ z2
struct KStep
{
    double ofP = 0.0;
    double ofZ = 0.0;
};

// pAp, zAp, zAz: energies of p and z2; zr: z2 . r, with r the residual after the first step,
// which is orthogonal to p.
inline KStep secondKStep(double alpha1, double pAp, double zAp, double zAz, double zr)
{
    const double beta = -zAp / pAp;
    const double energy = zAz + beta * zAp;
    if (!(energy > 1e-6 * zAz)) // z2 brings nothing new
    {
        return {alpha1, 0.0};
    }
    const double alpha2 = zr / energy;
    return isPlausibleStep(alpha2) ? KStep{alpha1 + alpha2 * beta, alpha2} : KStep{alpha1, 0.0};
}

} // namespace tarn
