// WholeFile: a file that appears complete or not at all.
//
// It is written under a temporary name in the same folder and renamed at the end. Opening it
// before long work shows at once whether the folder can be written to.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace tarn::cli
{

class WholeFile
{
  public:
    // Throws a UsageError that names the path and the reason.
    explicit WholeFile(std::string path);

    // Without a commit the temporary file is removed and `path` is as it was.
    ~WholeFile();
    WholeFile(const WholeFile&) = delete;
    WholeFile& operator=(const WholeFile&) = delete;

    // Writes a piece. Throws std::runtime_error when the disk refuses, as commit() does.
    void write(std::string_view text);

    // Writes the rest and puts the file in place.
    void commit(std::string_view text = {});

    const std::string& path() const { return path_; }

  private:
    [[noreturn]] void fail(const std::string& reason);

    std::string path_;
    std::string temporaryPath_;
    std::FILE* file_;
};

} // namespace tarn::cli
