// FileInProgress: a name to write to until a file is complete, and then its real name.
#pragma once

#include <string>

namespace tarn::render
{

class FileInProgress
{
  public:
    // Makes the temporary file, empty, in the same folder. Throws an Error where that can't be.
    explicit FileInProgress(std::string path);

    // Removes the temporary file unless it was put in place.
    ~FileInProgress();
    FileInProgress(const FileInProgress&) = delete;
    FileInProgress& operator=(const FileInProgress&) = delete;

    const std::string& path() const { return path_; }
    const std::string& temporaryPath() const { return temporaryPath_; }

    // Renames the temporary file, which nobody may have open. Throws an Error.
    void putInPlace();

  private:
    std::string path_;
    std::string temporaryPath_;
    bool isInPlace_ = false;
};

} // namespace tarn::render
