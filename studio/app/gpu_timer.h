// GpuTimer: how long the GPU works at what is drawn between begin() and end(), told when it is
// known, a few frames later: nobody waits for it. Neither steps of the fluid nor the wait for the
// screen are in it.
#pragma once

#include "render/gl/functions.h"

#include <array>
#include <optional>

namespace tarn::studio
{

class GpuTimer
{
  public:
    // In the context that is current. One without timers tells nothing.
    GpuTimer();
    ~GpuTimer();
    GpuTimer(const GpuTimer&) = delete;
    GpuTimer& operator=(const GpuTimer&) = delete;

    void begin();
    void end();

    // The next time that has become known (s).
    std::optional<double> take();

  private:
    static constexpr int kCount = 4; // drivers are rarely more than three frames ahead

    PFNGLGENQUERIESPROC gen_ = nullptr;
    PFNGLDELETEQUERIESPROC delete_ = nullptr;
    PFNGLBEGINQUERYPROC begin_ = nullptr;
    PFNGLENDQUERYPROC end_ = nullptr;
    PFNGLGETQUERYOBJECTIVPROC getInt_ = nullptr;
    PFNGLGETQUERYOBJECTUI64VPROC getTime_ = nullptr;
    std::array<GLuint, kCount> queries_ = {};
    int next_ = 0;     // to begin
    int underWay_ = 0; // those before it that are not known yet
    bool isRunning_ = false;
};

} // namespace tarn::studio
