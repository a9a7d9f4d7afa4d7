// tarn_validate: runs the validation cases at full size and writes docs/validation.md.
//
//     tarn_validate --docs docs --data build/release/validation
//     tarn_validate --docs docs bowl lake             only these; the rest of the page stays
//     tarn_validate --quick cavity_100 zalesak        only these, coarse, to the terminal
//     tarn_validate --backend gl --docs docs          on a GPU; the page's section about that
//
// Cases run beside each other, as many as there are cores, on a GPU a few, each in a context of its
// own. Returns 1 when a check does not hold.
#include "validation/cases.h"
#include "validation/device.h"
#include "validation/report.h"

#include "cli/whole_file.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <ctime>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace tarn::validation
{

namespace
{

// Of a thread at work; of the clock on the wall where a GPU works for it.
double secondsNow()
{
    timespec now = {};
    clock_gettime(isOnDevice() ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

void print(const Report& report, double seconds)
{
    std::printf("%s (%s s)\n", report.which.title.c_str(), text(seconds).c_str());
    for (const Check& check : report.outcome.checks)
    {
        std::printf("  %-6s %s: %s", check.holds() ? "holds" : "MISSED", check.what.c_str(),
                    text(check.measured).c_str());
        if (check.hasReference())
        {
            std::printf(" of %s", text(check.reference).c_str());
        }
        std::printf(" (%s)\n", check.allowed().c_str());
    }
    std::fflush(stdout);
}

constexpr size_t kMostOnDevice = 4; // the host's part of a case takes a core

// How the cases are to be run.
struct Plan
{
    Size size = Size::full;
    bool onDevice = false;
    int32_t device = 0;
    std::string deviceName; // found out
};

// Each case on a thread of its own, as many at a time as there are cores. Those that fail are left
// out, and said.
std::vector<Report> runAll(const std::vector<Case>& cases, const Plan& plan, bool* failed)
{
    std::vector<Report> reports(cases.size());
    std::vector<char> done(cases.size(), 0);
    std::atomic<size_t> next = 0;
    std::atomic<bool> anyFailed = false;
    std::mutex terminal;
    const auto work = [&] {
        std::optional<DeviceScope> scope;
        if (plan.onDevice)
        {
            scope.emplace(plan.device);
        }
        for (size_t k = next++; k < cases.size(); k = next++)
        {
            try
            {
                const double before = secondsNow();
                reports[k] = {cases[k], cases[k].run(plan.size)};
                done[k] = 1;
                const std::lock_guard lock(terminal);
                print(reports[k], secondsNow() - before);
            }
            catch (const std::exception& error)
            {
                anyFailed = true;
                const std::lock_guard lock(terminal);
                std::fprintf(stderr, "tarn_validate: %s: %s\n", cases[k].title.c_str(),
                             error.what());
            }
        }
    };
    std::vector<std::thread> threads;
    const size_t cores = std::max(1u, std::thread::hardware_concurrency());
    const size_t most = plan.onDevice ? std::min(cores, kMostOnDevice) : cores;
    for (size_t k = 0; k < std::min(most, cases.size()); ++k)
    {
        threads.emplace_back(work);
    }
    for (std::thread& thread : threads)
    {
        thread.join();
    }
    std::vector<Report> good;
    for (size_t k = 0; k < reports.size(); ++k)
    {
        if (done[k] != 0)
        {
            good.push_back(std::move(reports[k]));
        }
    }
    *failed = anyFailed;
    return good;
}

std::vector<Case> chosen(const std::vector<std::string>& names)
{
    if (names.empty())
    {
        return allCases();
    }
    std::vector<Case> cases;
    for (const Case& each : allCases())
    {
        if (std::find(names.begin(), names.end(), each.name) != names.end())
        {
            cases.push_back(each);
        }
    }
    return cases;
}

void writeData(const std::vector<Report>& reports, const std::string& folder)
{
    const std::filesystem::path place = folder;
    std::filesystem::create_directories(place);
    for (const Report& report : reports)
    {
        cli::WholeFile file((place / (report.which.name + ".csv")).string());
        file.commit(csvOf(report.outcome.panels));
    }
}

std::string readPage(const std::string& path)
{
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

void writeDocs(const std::vector<Report>& reports, const Plan& plan, const std::string& folder)
{
    const std::string path = folder + "/validation.md";
    if (plan.onDevice)
    {
        cli::WholeFile page(path);
        page.commit(pageOnDevice(reports, plan.deviceName, readPage(path)));
        return;
    }
    const std::string pictures = "validation";
    const std::filesystem::path place = std::filesystem::path(folder) / pictures;
    std::filesystem::create_directories(place);
    for (const Report& report : reports)
    {
        drawPicture(report.outcome.panels, (place / (report.which.name + ".png")).string());
    }
    cli::WholeFile page(path);
    page.commit(pageOf(reports, pictures, readPage(path)));
}

int run(int argc, char** argv)
{
    CLI::App app("Runs Tarn's validation cases, and writes a page about them");
    std::vector<std::string> names;
    std::vector<std::string> known;
    for (const Case& each : allCases())
    {
        known.push_back(each.name);
    }
    std::string docs;
    std::string data;
    bool quick = false;
    Plan plan;
    std::string backend = "cpu";
    app.add_option("cases", names, "which; all unless named")->check(CLI::IsMember(known));
    app.add_option("--docs", docs,
                   "folder for validation.md and its pictures; of cases that are not named "
                   "it keeps what it has");
    app.add_option("--data", data, "folder for the curves as CSV files");
    app.add_flag("--quick", quick, "the coarse versions that the tests run");
    app.add_option("--backend", backend, "cpu or gl")->check(CLI::IsMember({"cpu", "gl"}));
    app.add_option("--gl-device", plan.device,
                   "the device of --backend gl, as tarn info numbers them; 0 unless given")
        ->check(CLI::Range(0, 1000));
    CLI11_PARSE(app, argc, argv);
    if (!docs.empty() && quick)
    {
        std::fprintf(stderr,
                     "tarn_validate: --docs is for cases at full size; leave out --quick\n");
        return 2;
    }
    plan.size = quick ? Size::quick : Size::full;
    plan.onDevice = backend == "gl";
    if (plan.onDevice)
    {
        plan.deviceName = DeviceScope(plan.device).name();
    }
    std::printf("on %s\n", plan.onDevice ? plan.deviceName.c_str() : "the CPU");
    bool failed = false;
    const std::vector<Report> reports = runAll(chosen(names), plan, &failed);
    if (!data.empty())
    {
        writeData(reports, data);
    }
    if (!docs.empty() && !failed)
    {
        writeDocs(reports, plan, docs);
    }
    for (const Report& report : reports)
    {
        failed = failed || !std::all_of(report.outcome.checks.begin(), report.outcome.checks.end(),
                                        [](const Check& check) { return check.holds(); });
    }
    return failed ? 1 : 0;
}

} // namespace

} // namespace tarn::validation

int main(int argc, char** argv)
{
    try
    {
        return tarn::validation::run(argc, argv);
    }
    catch (const std::exception& error)
    {
        std::fprintf(stderr, "tarn_validate: %s\n", error.what());
        return 2;
    }
}
