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
    // After each step: its flags, and the seconds it took.
    void addStep(std::uint32_t flags, double seconds, const tnFlowStats& stats);

    // At the end.
    void close(const scene::SceneRun& run, bool withHash, bool wasStopped, double dt,
               std::vector<std::string> files);

    double stepsPerSecond() const;

    std::string text() const; // with line breaks
    std::string json() const;

  private:
    std::int64_t steps_ = 0;
    double seconds_ = 0.0;
    std::array<double, tn_stageCount> ms_ = {};
    std::int64_t pressureIterations_ = 0;
    std::int64_t viscosityIterations_ = 0;
    std::int64_t diffusionIterations_ = 0;
    std::array<std::int64_t, 5> flagCounts_ = {}; // by bit

    std::string scene_;
    tnFlowDef def_ = {};
    tnFlowStats last_ = {};
    tnFlowTotals totals_ = {};
    double dt_ = 0.0;
    bool wasStopped_ = false;
    std::string hash_; // empty: not wanted
    std::vector<std::string> files_;
};

} // namespace tarn::cli
