// Probes: numbers taken from a running scene, as columns of a table.
//
// The columns depend on the scene alone: `time`, `step`, then those of each probe in the order of
// the file, called name.quantity or, along a line, name.quantity.3.
#pragma once

#include "scene/figures.h"
#include "scene/scene.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tarn::scene
{

// Takes the numbers of one probe at a time. What a probe is asked for and what it is called are
// made by the same code, so that columns and numbers cannot go apart; one without a fluid gives
// names only.
class ProbeTaker
{
  public:
    virtual ~ProbeTaker() = default;

    Figures take(const ProbeDescription& probe) const;

  private:
    // A row of numbers for each point, one for each quantity of the probe.
    virtual std::vector<std::vector<double>> samples(const ProbeDescription& probe) const = 0;
    virtual Figures thing(const ProbeDescription& probe) const = 0; // a force, a body
    virtual Figures totals() const = 0;
    virtual Figures stats() const = 0;
};

std::vector<std::string> probeColumns(const std::vector<ProbeDescription>& probes,
                                      const ProbeTaker& taker);

// The numbers of now, one for each column.
std::vector<double> probeValues(const std::vector<ProbeDescription>& probes,
                                const ProbeTaker& taker, double time, std::int64_t steps);

// Lines of a CSV file, with the line break. Numbers have 9 digits, enough for every 32-bit one.
std::string csvHeading(const std::vector<std::string>& columns);
std::string csvLine(const std::vector<double>& values);

} // namespace tarn::scene
