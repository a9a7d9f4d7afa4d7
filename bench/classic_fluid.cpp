// The textbook's step, in its order and with its two sets of fields that change places.
//
// Every field is non-zero nearly everywhere, so that no time is lost on denormal numbers, which
// would flatter whatever is compared with this.
#include "bench/classic_fluid.h"

#include "bench/classic_sweep.h"
#include "bench/stirring.h"

#include <algorithm>
#include <cmath>

#define IX(i, j) (static_cast<size_t>(i) + static_cast<size_t>(n_ + 2) * static_cast<size_t>(j))

namespace tarn::bench
{
namespace
{

constexpr int kSweeps = 20;
constexpr double kEmitterRadius = 0.05;
constexpr float kDiffusion = 1e-5f; // of velocity and density alike (unit: squares a second)

} // namespace

ClassicFluid::ClassicFluid(int32_t n)
    : n_(n), u_(IX(0, n + 2)), v_(u_.size()), density_(u_.size()), u0_(u_.size()), v0_(u_.size()),
      density0_(u_.size()), pushX_(u_.size()), pushY_(u_.size()), ink_(u_.size())
{
    const std::vector<double> corners = stirringAtCorners(n);
    const auto stream = [&](int32_t i, int32_t j) {
        return corners[static_cast<size_t>(j) * static_cast<size_t>(n + 1) +
                       static_cast<size_t>(i)];
    };
    for (int32_t j = 1; j <= n; ++j)
    {
        for (int32_t i = 1; i <= n; ++i)
        {
            // The mean of a cell's two faces.
            const double rising = stream(i, j) - stream(i - 1, j - 1);
            const double falling = stream(i - 1, j) - stream(i, j - 1);
            u_[IX(i, j)] = float(0.5 * n * (rising + falling));
            v_[IX(i, j)] = float(0.5 * n * (falling - rising));
            const double x = (i - 0.5) / n;
            const double y = (j - 0.5) / n;
            density_[IX(i, j)] = float(clouds(x, y, 0));
            const double away = std::hypot(x - 0.5, y - 0.1) / kEmitterRadius;
            const double weight = std::exp(-away * away);
            pushX_[IX(i, j)] = float(weight);
            pushY_[IX(i, j)] = float(4.0 * weight);
            ink_[IX(i, j)] = float(4.0 * weight);
        }
    }
}

void ClassicFluid::step(float dt)
{
    stepVelocity(dt);
    stepDensity(dt);
}

void ClassicFluid::stepVelocity(float dt)
{
    addSource(u_, pushX_, dt);
    addSource(v_, pushY_, dt);
    std::swap(u0_, u_);
    diffuse(AtWalls::turnedX, u_, u0_, dt);
    std::swap(v0_, v_);
    diffuse(AtWalls::turnedY, v_, v0_, dt);
    project(u_, v_, u0_, v0_);
    std::swap(u0_, u_);
    std::swap(v0_, v_);
    advect(AtWalls::turnedX, u_, u0_, u0_, v0_, dt);
    advect(AtWalls::turnedY, v_, v0_, u0_, v0_, dt);
    project(u_, v_, u0_, v0_);
}

void ClassicFluid::stepDensity(float dt)
{
    addSource(density_, ink_, dt);
    std::swap(density0_, density_);
    diffuse(AtWalls::continued, density_, density0_, dt);
    std::swap(density0_, density_);
    advect(AtWalls::continued, density_, density0_, u_, v_, dt);
}

void ClassicFluid::addSource(Field& x, const Field& source, float dt) const
{
    for (size_t k = 0; k < x.size(); ++k)
    {
        x[k] += dt * source[k];
    }
}

void ClassicFluid::diffuse(AtWalls walls, Field& x, const Field& x0, float dt) const
{
    const float a = dt * kDiffusion * static_cast<float>(n_) * static_cast<float>(n_);
    solve(walls, x, x0, a, 1.0f + 4.0f * a);
}

void ClassicFluid::solve(AtWalls walls, Field& x, const Field& x0, float a, float c) const
{
    for (int sweep = 0; sweep < kSweeps; ++sweep)
    {
        classicSweep(n_, x.data(), x0.data(), a, c);
        setWalls(walls, x);
    }
}

void ClassicFluid::advect(AtWalls walls, Field& d, const Field& d0, const Field& u, const Field& v,
                          float dt) const
{
    const float cells = dt * static_cast<float>(n_); // a second's way, in cells
    const float last = static_cast<float>(n_) + 0.5f;
    for (int32_t j = 1; j <= n_; ++j)
    {
        for (int32_t i = 1; i <= n_; ++i)
        {
            const float x = static_cast<float>(i) - cells * u[IX(i, j)];
            const float y = static_cast<float>(j) - cells * v[IX(i, j)];
            const float fromX = std::clamp(x, 0.5f, last);
            const float fromY = std::clamp(y, 0.5f, last);
            const int32_t i0 = static_cast<int32_t>(fromX);
            const int32_t j0 = static_cast<int32_t>(fromY);
            const float s = fromX - static_cast<float>(i0);
            const float t = fromY - static_cast<float>(j0);
            d[IX(i, j)] = (1.0f - s) * ((1.0f - t) * d0[IX(i0, j0)] + t * d0[IX(i0, j0 + 1)]) +
                          s * ((1.0f - t) * d0[IX(i0 + 1, j0)] + t * d0[IX(i0 + 1, j0 + 1)]);
        }
    }
    setWalls(walls, d);
}

// Times -h^2, as the solve wants it.
void ClassicFluid::takeDivergence(const Field& u, const Field& v, Field& divergence) const
{
    const float h = 1.0f / static_cast<float>(n_);
    for (int32_t j = 1; j <= n_; ++j)
    {
        for (int32_t i = 1; i <= n_; ++i)
        {
            divergence[IX(i, j)] =
                -0.5f * h * (u[IX(i + 1, j)] - u[IX(i - 1, j)] + v[IX(i, j + 1)] - v[IX(i, j - 1)]);
        }
    }
    setWalls(AtWalls::continued, divergence);
}

void ClassicFluid::project(Field& u, Field& v, Field& p, Field& divergence) const
{
    takeDivergence(u, v, divergence);
    std::fill(p.begin(), p.end(), 0.0f);
    solve(AtWalls::continued, p, divergence, 1.0f, 4.0f);
    const float perCell = 0.5f * static_cast<float>(n_);
    for (int32_t j = 1; j <= n_; ++j)
    {
        for (int32_t i = 1; i <= n_; ++i)
        {
            u[IX(i, j)] -= perCell * (p[IX(i + 1, j)] - p[IX(i - 1, j)]);
            v[IX(i, j)] -= perCell * (p[IX(i, j + 1)] - p[IX(i, j - 1)]);
        }
    }
    setWalls(AtWalls::turnedX, u);
    setWalls(AtWalls::turnedY, v);
}

void ClassicFluid::setWalls(AtWalls walls, Field& x) const
{
    const float acrossX = walls == AtWalls::turnedX ? -1.0f : 1.0f;
    const float acrossY = walls == AtWalls::turnedY ? -1.0f : 1.0f;
    for (int32_t k = 1; k <= n_; ++k)
    {
        x[IX(0, k)] = acrossX * x[IX(1, k)];
        x[IX(n_ + 1, k)] = acrossX * x[IX(n_, k)];
        x[IX(k, 0)] = acrossY * x[IX(k, 1)];
        x[IX(k, n_ + 1)] = acrossY * x[IX(k, n_)];
    }
    x[IX(0, 0)] = 0.5f * (x[IX(1, 0)] + x[IX(0, 1)]);
    x[IX(0, n_ + 1)] = 0.5f * (x[IX(1, n_ + 1)] + x[IX(0, n_)]);
    x[IX(n_ + 1, 0)] = 0.5f * (x[IX(n_, 0)] + x[IX(n_ + 1, 1)]);
    x[IX(n_ + 1, n_ + 1)] = 0.5f * (x[IX(n_, n_ + 1)] + x[IX(n_ + 1, n_)]);
}

double ClassicFluid::norm(const Field& x) const
{
    double sum = 0.0;
    for (int32_t j = 1; j <= n_; ++j)
    {
        for (int32_t i = 1; i <= n_; ++i)
        {
            sum += double(x[IX(i, j)]) * double(x[IX(i, j)]);
        }
    }
    return std::sqrt(sum);
}

double ClassicFluid::divergenceLeft()
{
    const double before = norm(v0_);
    takeDivergence(u_, v_, u0_);
    return before > 0.0 ? norm(u0_) / before : 0.0;
}

} // namespace tarn::bench
