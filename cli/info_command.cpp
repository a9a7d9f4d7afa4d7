// `tarn info`: what this build is and what it found on this machine.
#include "cli/commands.h"
#include "tarn/tarn.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

namespace tarn::cli
{
namespace
{

using Json = nlohmann::ordered_json;

Json gatherDevice(int32_t device)
{
    tnGlInfo found = {};
    tnGetGlDeviceInfo(device, &found);
    Json info;
    info["device"] = device;
    info["renderer"] = found.renderer;
    info["version"] = found.version;
    info["usable"] = found.usable;
    info["software"] = found.software;
    info["largest_buffer"] = found.largestBuffer;
    return info;
}

bool isAnyUsable(const Json& devices)
{
    return std::any_of(devices.begin(), devices.end(),
                       [](const Json& device) { return device["usable"].get<bool>(); });
}

Json gatherInfo()
{
    const tnVersion version = tnGetVersion();
    const tnInstructionSets sets = tnGetInstructionSets();
    Json info;
    info["version"] = fmt::format("{}.{}.{}", version.major, version.minor, version.patch);
    info["compiler"] = TN_COMPILER;
    info["build"] = TN_BUILD_TYPE;
    info["instruction_sets"] = Json::array();
    for (int32_t i = 0; i < sets.count; ++i)
    {
        info["instruction_sets"].push_back(sets.names[i]);
    }
    info["instruction_set"] = sets.used;
    info["threads"] = std::max(1u, std::thread::hardware_concurrency());
    info["backends"] = {tnBackend_ToString(tn_backendCpu), tnBackend_ToString(tn_backendReference)};
    info["gl_devices"] = Json::array();
    for (int32_t device = 0; device < tnGetGlDeviceCount(); ++device)
    {
        info["gl_devices"].push_back(gatherDevice(device));
    }
    if (isAnyUsable(info["gl_devices"]))
    {
        info["backends"].push_back(tnBackend_ToString(tn_backendGL));
    }
    return info;
}

std::string joined(const Json& names)
{
    std::string text;
    for (const Json& name : names)
    {
        text += (text.empty() ? "" : ", ") + name.get<std::string>();
    }
    return text;
}

// "llvmpipe (LLVM 15.0.6, 256 bits), in software; 4.5 (Core Profile) Mesa 22.3.6", or why not.
std::string describe(const Json& device)
{
    const auto renderer = device["renderer"].get<std::string>();
    if (!device["usable"].get<bool>())
    {
        return fmt::format("not usable: {}", renderer);
    }
    return fmt::format("{}{}; {}", renderer, device["software"].get<bool>() ? ", in software" : "",
                       device["version"].get<std::string>());
}

void printInfo(bool asJson)
{
    const Json info = gatherInfo();
    if (asJson)
    {
        fmt::print("{}\n", info.dump(2));
        return;
    }
    const auto line = [](const char* name, const std::string& text) {
        fmt::print("{:<18}{}\n", name, text);
    };
    line("tarn", info["version"]);
    line("compiler", fmt::format("{} ({})", info["compiler"].get<std::string>(),
                                 info["build"].get<std::string>()));
    line("instruction sets", fmt::format("{}; using {}", joined(info["instruction_sets"]),
                                         info["instruction_set"].get<std::string>()));
    line("threads", fmt::format("{}", info["threads"].get<unsigned>()));
    line("backends", joined(info["backends"]));
    for (const Json& device : info["gl_devices"])
    {
        line(fmt::format("gl device {}", device["device"].get<int>()).c_str(), describe(device));
    }
}

} // namespace

void addInfoCommand(CLI::App& program)
{
    CLI::App* command =
        program.add_subcommand("info", "Version, instruction sets, threads, backends and GPUs");
    command->group("Commands");
    const auto asJson = std::make_shared<bool>(false);
    command->add_flag("--json", *asJson, "Print JSON");
    command->callback([asJson] { printInfo(*asJson); });
}

} // namespace tarn::cli
