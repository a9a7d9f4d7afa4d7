// Temporary names carry the process's number and a count, so that writers do not meet.
#include "render/file_in_progress.h"

#include "render/error.h"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <utility>

#if defined(_WIN32)
#include <process.h>
#define TN_PROCESS_ID _getpid()
#else
#include <unistd.h>
#define TN_PROCESS_ID getpid()
#endif

namespace tarn::render
{
namespace
{

std::string temporaryName(const std::string& path)
{
    static std::atomic<unsigned> count = 0;
    return fmt::format("{}.{}.{}.tmp", path, TN_PROCESS_ID, count++);
}

} // namespace

FileInProgress::FileInProgress(std::string path)
    : path_(std::move(path)), temporaryPath_(temporaryName(path_))
{
    std::error_code ignored;
    if (path_.empty() || std::filesystem::is_directory(path_, ignored))
    {
        throw Error(fmt::format("'{}' is not the name of a file; give one", path_));
    }
    std::FILE* file = std::fopen(temporaryPath_.c_str(), "wb");
    if (file == nullptr)
    {
        throw Error(fmt::format("cannot write '{}': {}; choose a folder that exists and can be "
                                "written to",
                                path_, std::strerror(errno)));
    }
    std::fclose(file);
}

FileInProgress::~FileInProgress()
{
    if (!isInPlace_)
    {
        std::remove(temporaryPath_.c_str());
    }
}

void FileInProgress::putInPlace()
{
    std::error_code error;
    std::filesystem::rename(temporaryPath_, path_, error);
    if (error)
    {
        throw Error(fmt::format("cannot write '{}': {}", path_, error.message()));
    }
    isInPlace_ = true;
}

} // namespace tarn::render
