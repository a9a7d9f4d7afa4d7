// Headless: a context without a window, current from its birth to its death.
#pragma once

#include "render/gl/context.h"

#include <optional>

namespace tarn::render::gl
{

class Headless
{
  public:
    // The device is one of tnGetGlDeviceCount(). Throws an Error that says why there is none.
    explicit Headless(int device = 0);

    // In the context that a GPU simulation computes in, so that its buffers can be drawn.
    explicit Headless(tnGl shared);

    ~Headless();
    Headless(const Headless&) = delete;
    Headless& operator=(const Headless&) = delete;

    const Context& context() const { return *context_; }
    tnGl handle() const { return gl_; }

  private:
    void enter();

    tnGl gl_ = {};
    bool isOwn_ = true;
    std::optional<Context> context_;
};

} // namespace tarn::render::gl
