// Report: what the studio is doing, as a file, for tests that drive its window and for people who
// look for mistakes. Written whole, at most ten times a second.
#pragma once

#include "studio/app/bars.h"
#include "studio/app/desk.h"

#include <cstdint>
#include <string>

namespace tarn::studio
{

struct ReportState
{
    std::int64_t frame = 0;
    std::int64_t glErrors = 0; // counted since the beginning
    std::int64_t pictures = 0; // of the viewport, drawn since the beginning
    bool isDialogOpen = false;
    std::string lastFile; // the last picture or video that was written
    Area picture;         // where it lies in the window
};

class Report
{
  public:
    // Empty: nothing is written.
    explicit Report(std::string path) : path_(std::move(path)) {}

    // Throws a scene::Error when the file cannot be written.
    void update(Desk& desk, const ReportState& state);

  private:
    std::string path_;
    double last_ = -1.0;
};

} // namespace tarn::studio
