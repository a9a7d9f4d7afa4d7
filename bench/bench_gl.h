// The context that a suite measures the GPU in; none where it measures something else.
#pragma once

#include "bench/suite.h"
#include "tarn/gl.h"

#include <stdexcept>
#include <string>

namespace tarn::bench
{

class BenchGl
{
  public:
    explicit BenchGl(const Request& request)
    {
        if (request.backend != tn_backendGL)
        {
            return;
        }
        tnGlDef def = tnDefaultGlDef();
        def.device = request.glDevice;
        if (tnCreateGl(&def, &handle_) != tn_success)
        {
            throw std::runtime_error("device " + std::to_string(request.glDevice) +
                                     " has no OpenGL to compute with; tarn info lists devices");
        }
    }
    ~BenchGl()
    {
        if (tnGl_IsValid(handle_))
        {
            tnDestroyGl(handle_);
        }
    }
    BenchGl(const BenchGl&) = delete;
    BenchGl& operator=(const BenchGl&) = delete;

    tnGl handle() const { return handle_; }

    // What a row says of it: null where there is none.
    Row device() const
    {
        tnGlInfo info = {};
        return tnGl_IsValid(handle_) && tnGl_GetInfo(handle_, &info) == tn_success
                   ? Row(info.renderer)
                   : Row();
    }

  private:
    tnGl handle_ = {};
};

// Keeps a context current while it lives.
class HeldGl
{
  public:
    explicit HeldGl(tnGl gl) : gl_(gl) { tnGl_MakeCurrent(gl_); }
    ~HeldGl() { tnGl_ReleaseCurrent(gl_); }
    HeldGl(const HeldGl&) = delete;
    HeldGl& operator=(const HeldGl&) = delete;

  private:
    tnGl gl_;
};

} // namespace tarn::bench
