// The validation cases, each with a quick version for every test run and a full one, whose numbers
// docs/validation.md shows.
//
// A case computes with the public API and compares with tests/data/validation. What the quick
// version may miss its reference by is what its coarse grid costs; the tolerances of the full one
// are those the scheme should meet.
#pragma once

#include "validation/outcome.h"

#include <string>
#include <vector>

namespace tarn::validation
{

enum class Size
{
    quick,
    full
};

Outcome lidCavity100(Size size);
Outcome lidCavity1000(Size size);
Outcome taylorGreen(Size size);
Outcome cylinderShedding(Size size);
Outcome cylinderSteady(Size size);
Outcome cylinderInChannel20(Size size);
Outcome cylinderInChannel100(Size size);
Outcome heatedCavity(Size size);
Outcome rayleighBenard(Size size);
Outcome kelvinHelmholtz(Size size);
Outcome divergence(Size size);
Outcome outflow(Size size);
Outcome poisson(Size size);
Outcome vCycle(Size size);
Outcome zalesak(Size size);
Outcome leVeque(Size size);
Outcome gaussian(Size size);
Outcome damBreak(Size size);
Outcome lakeAtRest(Size size);
Outcome thackerBowl(Size size);
Outcome waveSpeed(Size size);
Outcome floating(Size size);
Outcome heave(Size size);
Outcome boxStability(Size size);
Outcome terminalVelocity(Size size);
Outcome momentum(Size size);

struct Case
{
    std::string name; // of files: lower case, with underscores
    std::string title;
    Outcome (*run)(Size size) = nullptr;
};

const std::vector<Case>& allCases();

} // namespace tarn::validation
