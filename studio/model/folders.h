// Folders: where the studio keeps what it remembers, by the XDG rules; and files written whole.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tarn::studio
{

struct Folders
{
    std::string config; // $XDG_CONFIG_HOME/tarn: preferences
    std::string state;  // $XDG_STATE_HOME/tarn: what is needed after a crash
    std::string cache;  // $XDG_CACHE_HOME/tarn: what can be made again

    // As the environment says.
    static Folders usual();
    // All below one folder: for tests, and for a studio that leaves no traces.
    static Folders below(const std::string& folder);
};

// Makes the folder of a path, and those above it. Throws a scene::Error.
void makeFolderOf(const std::string& path);

// The file appears complete or not at all. Throws a scene::Error that names path and reason.
void writeWhole(const std::string& path, std::string_view bytes);
void writeWhole(const std::string& path, std::span<const std::uint8_t> bytes);

// All bytes of a file. Throws a scene::Error.
std::vector<std::uint8_t> readBytes(const std::string& path);

} // namespace tarn::studio
