// The C++ wrapper in a program that has no exceptions: compiled with -fno-exceptions. Returns 0
// when all went well, else the number of the step that did not.
#include "tarn/tarn.hpp"

static_assert(!TARN_HAS_EXCEPTIONS);

int main()
{
    tnSolverDef def = tnDefaultSolverDef();
    def.nx = 8;
    def.ny = 8;
    tarn::Result<tarn::Solver> solver = tarn::Solver::create(def);
    if (!solver)
    {
        return 1;
    }
    std::vector<float> r(64), x(64);
    r.front() = 1.0f;
    r.back() = -1.0f;
    const tarn::Result<tnSolveResult> solved = solver->solve(r, x);
    if (!solved || !solved->converged)
    {
        return 2;
    }
    tnFlowDef flowDef = tnDefaultFlowDef();
    flowDef.nx = 8;
    flowDef.ny = 8;
    tarn::Result<tarn::Flow> flow = tarn::Flow::create(flowDef);
    if (!flow || flow->step(1.0f / 60.0f) != 0)
    {
        return 3;
    }
    tarn::Result<tarn::Water> water = tarn::Water::create(tnDefaultWaterDef());
    return water && water->step(1.0f / 60.0f) == 0 ? 0 : 4;
}
