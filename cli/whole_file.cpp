// Writes to a temporary name, then renames.
#include "cli/whole_file.h"

#include "cli/usage_error.h"

#include <cerrno>
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

namespace tarn::cli
{

WholeFile::WholeFile(std::string path)
    : path_(std::move(path)), temporaryPath_(fmt::format("{}.{}.tmp", path_, TN_PROCESS_ID)),
      file_(nullptr)
{
    std::error_code ignored;
    if (path_.empty() || std::filesystem::is_directory(path_, ignored))
    {
        throw UsageError(fmt::format("'{}' is not the name of a file; give one", path_));
    }
    file_ = std::fopen(temporaryPath_.c_str(), "wb");
    if (file_ == nullptr)
    {
        throw UsageError(fmt::format("cannot write '{}': {}; choose a folder that exists and can "
                                     "be written to",
                                     path_, std::strerror(errno)));
    }
}

WholeFile::~WholeFile()
{
    if (file_ != nullptr)
    {
        std::fclose(file_);
        std::remove(temporaryPath_.c_str());
    }
}

void WholeFile::fail(const std::string& reason)
{
    std::remove(temporaryPath_.c_str());
    throw std::runtime_error(fmt::format("cannot write '{}': {}", path_, reason));
}

void WholeFile::write(std::string_view text)
{
    if (std::fwrite(text.data(), 1, text.size(), file_) != text.size())
    {
        const std::string reason = std::strerror(errno);
        std::fclose(std::exchange(file_, nullptr));
        fail(reason);
    }
}

void WholeFile::commit(std::string_view text)
{
    write(text);
    if (std::fclose(std::exchange(file_, nullptr)) != 0)
    {
        fail(std::strerror(errno));
    }
    std::error_code error;
    std::filesystem::rename(temporaryPath_, path_, error);
    if (error)
    {
        fail(error.message());
    }
}

} // namespace tarn::cli
