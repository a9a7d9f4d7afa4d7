// RunSummary: what a run did, as lines for people and as JSON.
#pragma once

#include "scene/scene_run.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace tarn::cli
{

class RunSummary
{
  public:
    // After each step: its flags, the seconds it took, and what it tells.
    void addStep(std::uint32_t flags, double seconds, const scene::StepReport& report);

    // At the end.
    void close(const scene::SceneRun& run, bool withHash, bool wasStopped, double dt,
               std::vector<std::string> files);

    double stepsPerSecond() const;

    std::string text() const; // with line breaks
    std::string json() const;

  private:
    std::int64_t steps_ = 0;
    double seconds_ = 0.0;
    std::vector<double> stageSums_; // in the order of the report
    std::vector<double> statSums_;
    std::array<std::int64_t, 7> flagCounts_ = {}; // by bit

    std::string scene_;
    tnBackend backend_ = tn_backendCpu;
    scene::StepReport last_;
    scene::RunReport report_;
    double dt_ = 0.0;
    bool wasStopped_ = false;
    std::string hash_; // empty: not wanted
    std::vector<std::string> files_;
};

} // namespace tarn::cli
