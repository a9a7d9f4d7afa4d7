// Progress: one line at the bottom of a terminal for work that takes more than a second.
//
// Nothing is ever written when the output is piped or redirected.
#pragma once

#include <chrono>
#include <string_view>

namespace tarn::cli
{

class Progress
{
  public:
    Progress();
    ~Progress() { clear(); }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    // `fraction` of the whole is done, and `what` is being done. Cheap: draws ten times a second.
    void update(double fraction, std::string_view what);

    // Wipes the line, so that something else can be printed.
    void clear();

  private:
    using Clock = std::chrono::steady_clock;

    bool onTerminal_;
    bool drawn_ = false;
    Clock::time_point start_;
    Clock::time_point lastDrawn_;
};

} // namespace tarn::cli
