// Adds steps up and writes the result down.
#include "cli/run_summary.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tarn::cli
{
namespace
{

using Json = nlohmann::ordered_json;

struct FlagName
{
    std::uint32_t flag;
    const char* key;
    const char* sentence;
};

constexpr FlagName kFlags[] = {
    {tn_stepClamped, "clamped", "were cut: a speed or dt was beyond its limit"},
    {tn_stepNotConverged, "not_converged",
     "ended a solve before its tolerance; raise flow.fluid.max_iterations"},
    {tn_stepBadInput, "bad_input", "were not taken: bad input"},
    {tn_stepCapacity, "capacity", "refused strokes or tracers: no room"},
    {tn_stepIncompatible, "incompatible", "had more flowing into a closed region than out of it"},
};

// "advect velocity" as a key
std::string stageKey(int stage)
{
    std::string name = tnFlowStage_ToString(static_cast<tnFlowStage>(stage));
    for (char& c : name)
    {
        c = c == ' ' ? '_' : c;
    }
    return name;
}

} // namespace

void RunSummary::addStep(std::uint32_t flags, double seconds, const tnFlowStats& stats)
{
    ++steps_;
    seconds_ += seconds;
    for (std::size_t stage = 0; stage < ms_.size(); ++stage)
    {
        ms_[stage] += double(stats.ms[stage]);
    }
    pressureIterations_ += stats.pressureIterations;
    viscosityIterations_ += stats.viscosityIterations;
    diffusionIterations_ += stats.diffusionIterations;
    for (std::size_t k = 0; k < flagCounts_.size(); ++k)
    {
        flagCounts_[k] += (flags & kFlags[k].flag) != 0 ? 1 : 0;
    }
}

void RunSummary::close(const scene::SceneRun& run, bool withHash, bool wasStopped, double dt,
                       std::vector<std::string> files)
{
    scene_ = run.scene().name;
    def_ = run.def();
    last_ = run.stats();
    totals_ = run.totals();
    dt_ = dt;
    wasStopped_ = wasStopped;
    hash_ = withHash ? fmt::format("{:016x}", run.hash()) : "";
    files_ = std::move(files);
}

double RunSummary::stepsPerSecond() const
{
    return seconds_ > 0.0 ? static_cast<double>(steps_) / seconds_ : 0.0;
}

std::string RunSummary::text() const
{
    std::string text = fmt::format("{}: {} x {} cells, {} steps of {:.4g} s to t = {:.4g} s, "
                                   "{:.1f} steps a second{}\n",
                                   scene_, def_.nx, def_.ny, steps_, dt_, last_.time,
                                   stepsPerSecond(), wasStopped_ ? "; stopped" : "");
    for (std::size_t k = 0; k < flagCounts_.size(); ++k)
    {
        if (flagCounts_[k] > 0)
        {
            text += fmt::format("{} steps {}\n", flagCounts_[k], kFlags[k].sentence);
        }
    }
    if (!hash_.empty())
    {
        text += fmt::format("hash {}\n", hash_);
    }
    for (const std::string& file : files_)
    {
        text += fmt::format("wrote {}\n", file);
    }
    return text;
}

std::string RunSummary::json() const
{
    const double count = steps_ > 0 ? static_cast<double>(steps_) : 1.0;
    Json json;
    json["scene"] = scene_;
    json["grid"] = {{"nx", def_.nx},
                    {"ny", def_.ny},
                    {"cell_size", def_.cellSize},
                    {"dye_channels", def_.dyeChannels},
                    {"dye_scale", def_.dyeScale}};
    json["backend"] = tnBackend_ToString(def_.backend);
    json["steps"] = steps_;
    json["dt"] = dt_;
    json["time"] = last_.time;
    json["stopped"] = wasStopped_;
    json["steps_per_second"] = stepsPerSecond();
    for (std::size_t stage = 0; stage < ms_.size(); ++stage)
    {
        json["ms"][stageKey(int(stage))] = ms_[stage] / count;
    }
    json["stats"] = {{"max_speed", last_.maxSpeed},
                     {"divergence_before", last_.divergenceBefore},
                     {"divergence_after", last_.divergenceAfter},
                     {"pressure_iterations", double(pressureIterations_) / count},
                     {"viscosity_iterations", double(viscosityIterations_) / count},
                     {"diffusion_iterations", double(diffusionIterations_) / count},
                     {"tracers", last_.tracers}};
    for (std::size_t k = 0; k < flagCounts_.size(); ++k)
    {
        json["flags"][kFlags[k].key] = flagCounts_[k];
    }
    json["totals"] = {{"kinetic_energy", totals_.kineticEnergy},
                      {"enstrophy", totals_.enstrophy},
                      {"open_area", totals_.openArea},
                      {"temperature", totals_.temperature}};
    json["totals"]["dye"] = Json::array();
    for (int k = 0; k < def_.dyeChannels; ++k)
    {
        json["totals"]["dye"].push_back(totals_.dye[k]);
    }
    if (!hash_.empty())
    {
        json["hash"] = hash_;
    }
    json["files"] = files_;
    return json.dump(2) + "\n";
}

} // namespace tarn::cli
