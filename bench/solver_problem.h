// The two pressure problems the solver suite measures, made the same on every machine.
//
// Only additions, multiplications, divisions and square roots go into them, which every machine
// rounds alike, so the hashes of the solutions can be compared between machines.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tarn::bench
{

// (a - div(b grad)) x = r with a = 0 in a closed box of n x n cells.
struct SolverProblem
{
    std::string name;
    int32_t n;
    std::vector<float> bx; // (n+1) x n faces; empty means 1
    std::vector<float> by; // n x (n+1) faces; empty means 1
    std::vector<float> r;  // n x n cells: minus the divergence of a swirling, noisy flow
};

// Nothing in the box: b = 1.
SolverProblem makeOpenProblem(int32_t n);

// 300 discs whose rims cut faces at fractions, in a fluid whose density varies between them:
// b = open fraction of the face / density.
SolverProblem makeSolidsProblem(int32_t n);

} // namespace tarn::bench
