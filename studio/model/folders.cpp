#include "studio/model/folders.h"

#include "scene/error.h"

#include "render/error.h"
#include "render/file_in_progress.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <memory>

namespace tarn::studio
{
namespace
{

struct Closer
{
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Closer>;

// A variable that names a folder by an absolute path, else the usual one below the home folder.
std::string folderOf(const char* variable, const char* usual)
{
    const char* given = std::getenv(variable);
    if (given != nullptr && std::filesystem::path(given).is_absolute())
    {
        return (std::filesystem::path(given) / "tarn").string();
    }
    const char* home = std::getenv("HOME");
    const std::filesystem::path base = home != nullptr && *home != '\0' ? home : ".";
    return (base / usual / "tarn").string();
}

} // namespace

Folders Folders::usual()
{
    return {folderOf("XDG_CONFIG_HOME", ".config"), folderOf("XDG_STATE_HOME", ".local/state"),
            folderOf("XDG_CACHE_HOME", ".cache")};
}

Folders Folders::below(const std::string& folder)
{
    const std::filesystem::path base = folder;
    return {(base / "config").string(), (base / "state").string(), (base / "cache").string()};
}

void makeFolderOf(const std::string& path)
{
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    std::error_code error;
    if (!folder.empty() && !std::filesystem::is_directory(folder, error))
    {
        std::filesystem::create_directories(folder, error);
        if (error)
        {
            throw scene::Error(
                fmt::format("cannot make the folder '{}': {}", folder.string(), error.message()));
        }
    }
}

void writeWhole(const std::string& path, std::span<const std::uint8_t> bytes)
{
    try
    {
        render::FileInProgress target(path);
        File file(std::fopen(target.temporaryPath().c_str(), "wb"));
        const bool isWritten =
            file && std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
        // Closing writes what is left: a full disk shows then at the latest.
        if (!isWritten || std::fclose(file.release()) != 0)
        {
            throw scene::Error(fmt::format("cannot write '{}': {}; the file is as it was before",
                                           path, std::strerror(errno)));
        }
        target.putInPlace();
    }
    catch (const render::Error& error)
    {
        throw scene::Error(error.what());
    }
}

void writeWhole(const std::string& path, std::string_view bytes)
{
    writeWhole(path, std::span(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()));
}

std::vector<std::uint8_t> readBytes(const std::string& path)
{
    const File file(std::fopen(path.c_str(), "rb"));
    std::vector<std::uint8_t> bytes;
    std::uint8_t block[65536];
    while (file)
    {
        const std::size_t got = std::fread(block, 1, sizeof block, file.get());
        bytes.insert(bytes.end(), block, block + got);
        if (got < sizeof block)
        {
            break;
        }
    }
    if (!file || std::ferror(file.get()) != 0)
    {
        throw scene::Error(fmt::format("cannot read '{}': {}", path, std::strerror(errno)));
    }
    return bytes;
}

} // namespace tarn::studio
