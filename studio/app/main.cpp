// The program tarn-studio: reads the command line and opens the window.
//
// 0: closed. 1: it could not be opened; the message says why. 2: the command line makes no sense.
#include "studio/app/app.h"
#include "studio/app/quality.h"

#include "scene/picture_size.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <fmt/format.h>

namespace
{

int complain(const char* text, int exitCode)
{
    fmt::print(stderr, "tarn-studio: {}\n", text);
    return exitCode;
}

// "900x600".
void readSize(const std::string& text, tarn::studio::AppOptions& options)
{
    const std::optional<tarn::scene::PictureSize> size = tarn::scene::parseSize(text);
    if (!size)
    {
        throw CLI::ValidationError("--size", fmt::format("'{}' is no size; give 1280x760", text));
    }
    options.width = size->width;
    options.height = size->height;
}

} // namespace

int main(int argc, char** argv)
{
    tarn::studio::AppOptions options;
    std::string size;
    CLI::App program("Tarn's studio: play with fluid and tune it.", "tarn-studio");
    program.add_option("scene", options.scene,
                       "A scene file or a built-in scene; the last one "
                       "unless given");
    program.add_option("--size", size, "Of the window")->type_name("WxH");
    program.add_option("--scale", options.scale, "Of text and buttons; 0: as the screen is dense")
        ->check(CLI::Range(0.0, 3.0));
    program.add_option("--quality", options.quality, "Of the picture")
        ->check(CLI::IsMember(tarn::studio::qualityNames()));
    program.add_option("--backend", options.backend, "Where the fluid is computed")
        ->check(CLI::IsMember({"cpu", "gl"}));
    program.add_option("--threads", options.threads, "0: one per core")->check(CLI::Range(0, 1024));
    program.add_flag("--paused", options.isPaused, "Begin without playing");
    program
        .add_option("--home", options.home,
                    "A folder for all that is remembered, in place of "
                    "the usual ones")
        ->type_name("DIR");
    program
        .add_option("--report", options.report,
                    "Write what goes on as JSON, ten times a second: for tests")
        ->type_name("FILE");
    try
    {
        program.parse(argc, argv);
        if (!size.empty())
        {
            readSize(size, options);
        }
    }
    catch (const CLI::Success& request)
    {
        return program.exit(request);
    }
    catch (const CLI::ParseError& error)
    {
        return complain(fmt::format("{}; see 'tarn-studio --help'", error.what()).c_str(), 2);
    }
    try
    {
        tarn::studio::App(options).run();
        return 0;
    }
    catch (const std::exception& error)
    {
        return complain(error.what(), 1);
    }
}
