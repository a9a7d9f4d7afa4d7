// The program `tarn`: reads the command line, runs one command, turns errors into exit codes.
//
// 0: done. 1: it could not be done. 2: the command line makes no sense; the message names the
// value and the remedy. 130: stopped by Ctrl-C, with whole files.
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/usage_error.h"
#include "scene/suggest.h"
#include "tarn/tarn.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <vector>

namespace
{

enum ExitCode
{
    kDone = 0,
    kFailed = 1,
    kBadUsage = 2,
    kStopped = 130
};

std::string versionText()
{
    const tnVersion version = tnGetVersion();
    return fmt::format("tarn {}.{}.{}", version.major, version.minor, version.patch);
}

int complain(std::string_view text, int exitCode)
{
    fmt::print(stderr, "tarn: {}\n", text);
    return exitCode;
}

// "there is no WHAT; did you mean 'run'? See 'tarn --help'"
std::string noSuch(const std::string& what, const std::string& word,
                   const std::vector<std::string>& words, const std::string& help)
{
    const std::string nearest = tarn::scene::nearestWord(word, words);
    return nearest.empty() ? fmt::format("there is no {} '{}'; see '{}'", what, word, help)
                           : fmt::format("there is no {} '{}'; did you mean '{}'? See '{}'", what,
                                         word, nearest, help);
}

std::vector<std::string> commandsOf(const CLI::App& program)
{
    std::vector<std::string> names;
    for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; }))
    {
        names.push_back(command->get_name());
    }
    return names;
}

std::vector<std::string> optionsOf(const CLI::App& command)
{
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options())
    {
        for (const std::string& name : option->get_lnames())
        {
            names.push_back("--" + name);
        }
    }
    return names;
}

// The first option among words that nobody knows what to do with, or "".
std::string firstOption(const std::vector<std::string>& words)
{
    const auto found = std::find_if(words.begin(), words.end(), [](const std::string& word) {
        return word.rfind("--", 0) == 0;
    });
    return found == words.end() ? std::string() : found->substr(0, found->find('='));
}

// What is wrong with the command line. CLI11 misses a misspelt command, and calls it a missing one.
std::string parseProblem(const CLI::App& program, const CLI::ParseError& error)
{
    const std::string help = "tarn --help";
    const std::vector<CLI::App*> commands = program.get_subcommands();
    const std::string early = firstOption(program.remaining());
    if (!early.empty())
    {
        return commands.empty() ? noSuch("option", early, optionsOf(program), help)
                                : fmt::format("'{}' stands before '{}'; give it behind", early,
                                              commands.front()->get_name());
    }
    if (commands.empty())
    {
        const std::vector<std::string> unknown = program.remaining();
        return unknown.empty() ? fmt::format("a command is needed; see '{}'", help)
                               : noSuch("command", unknown.front(), commandsOf(program), help);
    }
    const CLI::App& command = *commands.front();
    const std::string itsHelp = fmt::format("tarn {} --help", command.get_name());
    const std::string option = firstOption(command.remaining());
    return option.empty() ? fmt::format("{}; see '{}'", error.what(), itsHelp)
                          : noSuch("option", option, optionsOf(command), itsHelp);
}

int run(int argc, char** argv)
{
    CLI::App program("Tarn: real-time fluid for games.", "tarn");
    program.set_version_flag("--version", versionText(), "Print the version and exit");
    program.set_help_flag("-h,--help", "Print this help and exit");
    program.require_subcommand(1);
    program.get_formatter()->column_width(24);
    program.get_formatter()->label("SUBCOMMAND", "COMMAND");
    program.get_formatter()->label("Positionals", "Arguments");
    program.get_formatter()->label("REQUIRED", "");
    tarn::cli::addRunCommand(program);
    tarn::cli::addRenderCommand(program);
    tarn::cli::addScenesCommand(program);
    tarn::cli::addInfoCommand(program);
    tarn::cli::addBenchCommand(program);
    // After the commands, which would inherit it.
    program.footer("\nExamples:\n"
                   "  tarn run ink --video ink.mp4\n"
                   "  tarn run karman --time 20 --view vorticity --picture wake.png\n"
                   "  tarn render pool --time 8 --png pool.png\n"
                   "  tarn scenes\n"
                   "  tarn bench solver --n 512,1024 --threads 1,2 --csv solver.csv\n"
                   "\n'tarn COMMAND --help' tells more about a command.");
    try
    {
        program.parse(argc, argv);
    }
    catch (const CLI::Success& request) // --help and --version come this way
    {
        return program.exit(request);
    }
    catch (const CLI::ParseError& error)
    {
        return complain(parseProblem(program, error), kBadUsage);
    }
    return kDone;
}

} // namespace

int main(int argc, char** argv)
{
    try
    {
        return run(argc, argv);
    }
    catch (const tarn::cli::Stopped&)
    {
        return kStopped;
    }
    catch (const tarn::cli::UsageError& error)
    {
        return complain(error.what(), kBadUsage);
    }
    catch (const std::exception& error)
    {
        return complain(error.what(), kFailed);
    }
}
