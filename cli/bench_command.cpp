// `tarn bench SUITE`: runs a suite, prints a table as it goes, writes JSON and CSV at the end.
#include "bench/report.h"
#include "bench/suite.h"
#include "cli/commands.h"
#include "cli/number_list.h"
#include "cli/progress.h"
#include "cli/usage_error.h"
#include "cli/whole_file.h"
#include "scene/picture_size.h"
#include "tarn/tasks.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <optional>

namespace tarn::cli
{
namespace
{

constexpr int32_t kLargestPicture = 8192; // pixels along a side

struct Options
{
    std::string suite;
    std::string sizes;
    std::string pictures;
    std::string threads;
    std::string backend;
    int32_t glDevice = 0;
    std::string jsonPath;
    std::string csvPath;
};

// Prints rows as they come and keeps them for the files.
class TablePrinter : public bench::Listener
{
  public:
    TablePrinter(const bench::Suite& suite, bool prints) : suite_(suite), prints_(prints)
    {
        if (prints_)
        {
            fmt::print("{}\n", bench::tableHeading(suite_));
            std::fflush(stdout);
        }
    }

    void onRow(const bench::Row& row) override
    {
        rows_.push_back(row);
        progress_.clear();
        if (prints_)
        {
            fmt::print("{}\n", bench::tableLine(suite_, row));
            std::fflush(stdout);
        }
    }

    void onProgress(double fraction, std::string_view what) override
    {
        progress_.update(fraction, what);
    }

    void printRemarks() const
    {
        if (prints_ && suite_.remarks != nullptr)
        {
            for (const std::string& line : suite_.remarks(rows_))
            {
                fmt::print("{}\n", line);
            }
        }
    }

    const std::vector<bench::Row>& rows() const { return rows_; }

  private:
    const bench::Suite& suite_;
    bool prints_;
    std::vector<bench::Row> rows_;
    Progress progress_;
};

std::string suiteNames()
{
    std::string names;
    for (const bench::Suite& suite : bench::suites())
    {
        names += (names.empty() ? "" : ", ") + suite.name;
    }
    return names;
}

const bench::Suite& findSuite(const std::string& name)
{
    const auto& all = bench::suites();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const bench::Suite& suite) { return suite.name == name; });
    if (found == all.end())
    {
        throw UsageError(
            fmt::format("SUITE: there is no '{}'; choose from: {}", name, suiteNames()));
    }
    return *found;
}

void chooseBackend(const bench::Suite& suite, const Options& options, bench::Request* request)
{
    for (const tnBackend backend : {tn_backendCpu, tn_backendReference, tn_backendGL})
    {
        if (options.backend != tnBackend_ToString(backend))
        {
            continue;
        }
        if (backend != tn_backendCpu && !suite.takesBackend)
        {
            throw UsageError(
                fmt::format("--backend: the suite {} measures the cpu only", suite.name));
        }
        request->backend = backend;
        if (backend != tn_backendCpu && options.threads.empty())
        {
            request->threads = {1};
        }
        return;
    }
    throw UsageError(fmt::format("--backend: there is no '{}'; choose from: cpu, reference, gl",
                                 options.backend));
}

// "1280x720,640x360"
std::vector<scene::PictureSize> parsePictures(const std::string& text)
{
    std::vector<scene::PictureSize> sizes;
    for (std::size_t begin = 0; begin <= text.size();)
    {
        const std::string part = text.substr(begin, text.find(',', begin) - begin);
        begin += part.size() + 1;
        const std::optional<scene::PictureSize> size = scene::parseSize(part);
        if (!size || std::max(size->width, size->height) > kLargestPicture)
        {
            throw UsageError(fmt::format("--size: '{}' is no size of a picture; give as in "
                                         "1280x720, no side above {}",
                                         part, kLargestPicture));
        }
        sizes.push_back(*size);
    }
    return sizes;
}

void runBench(const Options& options)
{
    const bench::Suite& suite = findSuite(options.suite);
    bench::Request request = suite.defaults;
    if (!options.sizes.empty())
    {
        request.sizes = parseNumberList("--n", options.sizes, 1, suite.maxSize);
    }
    if (!options.threads.empty())
    {
        request.threads = parseNumberList("--threads", options.threads, 1, TN_MAX_THREADS);
    }
    request.glDevice = options.glDevice;
    if (!options.pictures.empty())
    {
        if (request.pictures.empty())
        {
            throw UsageError(fmt::format("--size: the suite {} draws no pictures", suite.name));
        }
        request.pictures = parsePictures(options.pictures);
    }
    if (!options.backend.empty())
    {
        chooseBackend(suite, options, &request);
    }
    const bool jsonToStdout = options.jsonPath == "-";
    std::optional<WholeFile> jsonFile;
    std::optional<WholeFile> csvFile;
    if (!options.jsonPath.empty() && !jsonToStdout)
    {
        jsonFile.emplace(options.jsonPath);
    }
    if (!options.csvPath.empty())
    {
        csvFile.emplace(options.csvPath);
    }

    TablePrinter printer(suite, !jsonToStdout);
    suite.run(request, printer);
    printer.printRemarks();

    if (jsonToStdout)
    {
        fmt::print("{}", bench::toJson(printer.rows()));
    }
    if (jsonFile)
    {
        jsonFile->commit(bench::toJson(printer.rows()));
    }
    if (csvFile)
    {
        csvFile->commit(bench::toCsv(printer.rows()));
    }
}

std::string suiteHelp()
{
    std::string text = "What to measure:";
    for (const bench::Suite& suite : bench::suites())
    {
        text += fmt::format("\n{}: {}", suite.name, suite.summary);
    }
    return text;
}

} // namespace

void addBenchCommand(CLI::App& program)
{
    CLI::App* command = program.add_subcommand(
        "bench", "Measure speed against yardsticks taken in the same run, with hashes of results");
    command->group("Commands");
    const auto options = std::make_shared<Options>();
    command->add_option("SUITE", options->suite, suiteHelp())->required()->type_name("");
    command->add_option("--n", options->sizes, "Cells along an edge, as in 256,512")
        ->type_name("N,...");
    command->add_option("--size", options->pictures, "Pixels of pictures, as in 1280x720")
        ->type_name("WxH,...");
    command->add_option("--threads", options->threads, "Threads at work, as in 1,2")
        ->type_name("K,...");
    command->add_option("--backend", options->backend, "cpu (default), reference or gl")
        ->type_name("NAME");
    command
        ->add_option("--gl-device", options->glDevice,
                     "The device of --backend gl and of pictures, as tarn info numbers them; 0 "
                     "unless given")
        ->type_name("K");
    command->add_option("--json", options->jsonPath, "Write the rows as JSON; - for stdout")
        ->type_name("FILE|-");
    command->add_option("--csv", options->csvPath, "Write the rows as CSV")->type_name("FILE");
    command->callback([options] { runBench(*options); });
}

} // namespace tarn::cli
