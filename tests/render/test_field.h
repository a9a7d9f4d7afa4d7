// TestField: a field that tests fill by a formula of the place, and files that vanish afterwards.
#pragma once

#include "render/frame.h"

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <string>
#include <unistd.h>
#include <vector>

namespace tarn::test
{

// One number for each cell, with a gap after each row, so that strides matter.
class TestField
{
  public:
    // value(x, y) is asked at cell centres, 0 .. 1 along either axis.
    template <class F>
    TestField(int columns, int rows, const F& value)
        : columns_(columns), rows_(rows),
          values_(std::size_t(columns + 3) * std::size_t(rows), -1e9F)
    {
        for (int j = 0; j < rows; ++j)
        {
            for (int i = 0; i < columns; ++i)
            {
                at(i, j) = static_cast<float>(value((i + 0.5) / columns, (j + 0.5) / rows));
            }
        }
    }

    float& at(int i, int j)
    {
        return values_[std::size_t(j) * std::size_t(columns_ + 3) + std::size_t(i)];
    }

    render::FieldView view() const { return {values_.data(), columns_, rows_, columns_ + 3}; }

  private:
    int columns_;
    int rows_;
    std::vector<float> values_;
};

// A folder of its own for one test.
class TestFolder
{
  public:
    TestFolder()
    {
        static std::atomic<int> count = 0;
        path_ = std::filesystem::temp_directory_path() /
                ("tarn_render_" + std::to_string(getpid()) + "_" + std::to_string(count++));
        std::filesystem::create_directories(path_);
    }
    ~TestFolder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TestFolder(const TestFolder&) = delete;
    TestFolder& operator=(const TestFolder&) = delete;

    std::string file(const std::string& name) const { return (path_ / name).string(); }

    int fileCount() const
    {
        int count = 0;
        for (const auto& entry : std::filesystem::directory_iterator(path_))
        {
            count += entry.path().empty() ? 0 : 1;
        }
        return count;
    }

  private:
    std::filesystem::path path_;
};

// The text of the Error that `work` throws; empty when it throws none.
template <class E, class F>
std::string errorOf(const F& work)
{
    try
    {
        work();
    }
    catch (const E& error)
    {
        return error.what();
    }
    return {};
}

} // namespace tarn::test
