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

    // Writes all of it and puts it in place. Throws std::runtime_error when the disk refuses.
    void commit(std::string_view text);

  private:
    std::string path_;
    std::string temporaryPath_;
    std::FILE* file_;
};

} // namespace tarn::cli
