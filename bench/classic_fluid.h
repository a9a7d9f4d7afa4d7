// The yardstick of the flow suite: a whole step of the textbook's stable-fluids solver.
//
// J. Stam, "Real-Time Fluid Dynamics for Games", 2003: velocity and density at cell centres of a
// unit square with walls, semi-Lagrangian advection, and 20 Gauss-Seidel sweeps for each of five
// solves: two of viscosity, two projections, one of diffusion. One thread, plain loops, rows along
// memory.
#pragma once

#include <cstdint>
#include <vector>

namespace tarn::bench
{

class ClassicFluid
{
  public:
    // n x n cells of the stirred square (stirring.h), with an emitter.
    explicit ClassicFluid(int32_t n);

    void step(float dt);

    // The divergence after the last step as part of what it was before its second projection: norms
    // of the textbook's own central differences. Not part of a step, and not timed with it.
    double divergenceLeft();

  private:
    using Field = std::vector<float>; // (n + 2) x (n + 2), a ring of cells around the grid

    // What a field does at the walls: is continued, or is turned round across left and right, or
    // across bottom and top.
    enum class AtWalls
    {
        continued,
        turnedX,
        turnedY
    };

    void stepVelocity(float dt);
    void stepDensity(float dt);
    void addSource(Field& x, const Field& source, float dt) const;
    void diffuse(AtWalls walls, Field& x, const Field& x0, float dt) const;
    void solve(AtWalls walls, Field& x, const Field& x0, float a, float c) const;
    void advect(AtWalls walls, Field& d, const Field& d0, const Field& u, const Field& v,
                float dt) const;
    void takeDivergence(const Field& u, const Field& v, Field& divergence) const;
    void project(Field& u, Field& v, Field& p, Field& divergence) const;
    void setWalls(AtWalls walls, Field& x) const;
    double norm(const Field& x) const;

    int32_t n_;
    Field u_, v_, density_;
    Field u0_, v0_, density0_; // the textbook's second set; after a step u0_, v0_ hold pressure and
                               // the divergence before the last projection
    Field pushX_, pushY_, ink_; // what the emitter adds a second
};

} // namespace tarn::bench
