// Time that work on a device takes: by the device's own clock where the driver has one, else by the
// host's, from the moment the device is idle until it is so again.
#pragma once

#include "bench/gl_functions.h"

namespace tarn::bench
{

class GlClock
{
  public:
    explicit GlClock(tnGl gl);
    ~GlClock();
    GlClock(const GlClock&) = delete;
    GlClock& operator=(const GlClock&) = delete;

    void begin();
    // The same where the device may have nothing to do: its clock is read now, not with its next
    // work.
    void beginNow();
    // Waits for the device. Milliseconds since begin.
    double end();

    // Whether the device's own clock is taken: some drivers' stand still, and those in software
    // work later than they say.
    bool isDevices() const { return isDevices_; }

  private:
    tnGl gl_;
    GlFunctions f_;
    GLuint queries_[2] = {};
    double begun_ = 0.0;
    bool isDevices_ = false;
};

} // namespace tarn::bench
