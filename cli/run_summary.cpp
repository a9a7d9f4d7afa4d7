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
    {tn_stepCapacity, "capacity", "refused strokes, tracers or spray: no room"},
    {tn_stepIncompatible, "incompatible", "had more flowing into a closed region than out of it"},
    {tn_stepSlow, "slow", "were shorter than asked for; raise water.max_substeps or lower run.dt"},
    {tn_stepLost, "lost", "were not taken: the context of the GPU is lost"},
};

// "advect velocity" as a key
std::string keyOf(std::string name)
{
    for (char& c : name)
    {
        c = c == ' ' ? '_' : c;
    }
    return name;
}

void addTo(std::vector<double>& sums, const scene::Figures& figures)
{
    sums.resize(figures.size());
    for (std::size_t k = 0; k < figures.size(); ++k)
    {
        sums[k] += figures[k].value;
    }
}

Json jsonOf(const scene::Figure& figure)
{
    return figure.kind == scene::FigureKind::whole ? Json(static_cast<std::int64_t>(figure.value))
                                                   : Json(figure.value);
}

} // namespace

void RunSummary::addStep(std::uint32_t flags, double seconds, const scene::StepReport& report)
{
    ++steps_;
    seconds_ += seconds;
    addTo(stageSums_, report.stages);
    addTo(statSums_, report.stats);
    for (std::size_t k = 0; k < flagCounts_.size(); ++k)
    {
        flagCounts_[k] += (flags & kFlags[k].flag) != 0 ? 1 : 0;
    }
}

void RunSummary::close(const scene::SceneRun& run, bool withHash, bool wasStopped, double dt,
                       std::vector<std::string> files)
{
    scene_ = run.scene().name;
    backend_ = run.options().backend;
    last_ = run.stepReport();
    report_ = run.report();
    stageSums_.resize(last_.stages.size());
    statSums_.resize(last_.stats.size());
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
                                   scene_, report_.nx, report_.ny, steps_, dt_, last_.time,
                                   stepsPerSecond(), wasStopped_ ? "; stopped" : "");
    if (!report_.remark.empty())
    {
        text += fmt::format("{}\n", report_.remark);
    }
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
    json["grid"] = {{"nx", report_.nx}, {"ny", report_.ny}};
    for (const scene::Figure& figure : report_.grid)
    {
        json["grid"][figure.name] = jsonOf(figure);
    }
    json["backend"] = tnBackend_ToString(backend_);
    json["steps"] = steps_;
    json["dt"] = dt_;
    json["time"] = last_.time;
    json["stopped"] = wasStopped_;
    json["steps_per_second"] = stepsPerSecond();
    for (std::size_t k = 0; k < last_.stages.size(); ++k)
    {
        json["ms"][keyOf(last_.stages[k].name)] = stageSums_[k] / count;
    }
    for (std::size_t k = 0; k < last_.stats.size(); ++k)
    {
        const scene::Figure& figure = last_.stats[k];
        json["stats"][figure.name] =
            figure.kind == scene::FigureKind::mean ? Json(statSums_[k] / count) : jsonOf(figure);
    }
    for (std::size_t k = 0; k < flagCounts_.size(); ++k)
    {
        json["flags"][kFlags[k].key] = flagCounts_[k];
    }
    for (const scene::Figure& figure : report_.totals)
    {
        json["totals"][figure.name] = jsonOf(figure);
    }
    json["totals"]["dye"] = report_.dyes;
    if (!hash_.empty())
    {
        json["hash"] = hash_;
    }
    json["files"] = files_;
    return json.dump(2) + "\n";
}

} // namespace tarn::cli
