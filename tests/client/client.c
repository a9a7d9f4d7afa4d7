/* Ten lines against the installed package: solve for the pressure of a source and a sink. */
#include <stdio.h>
#include <tarn/tarn.h>

int main(void)
{
    static float r[64 * 64] = {[0] = 1, [64 * 64 - 1] = -1}, x[64 * 64];
    tnSolverDef def = tnDefaultSolverDef();
    tnSolver solver;
    tnSolveResult result = {0};
    def.nx = def.ny = 64;
    tnCreateSolver(&def, &solver);
    tnSolver_Solve(solver, r, x, NULL, NULL, &result);
    printf("residual %g after %d cycles\n", result.relativeResidual, result.iterations);
    tnDestroySolver(solver);
    return result.converged ? 0 : 1;
}
