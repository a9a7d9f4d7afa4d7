// A context of OpenGL: made by EGL without a window, alone or in the share group of the host's, or
// the host's own; and which devices there are.
//
// libEGL is looked for when it is first needed, so that the library runs where there is none.
#pragma once

#include "backend/gl/gl_functions.h"

#include "tarn/gl.h"

#include <cstdint>

namespace tarn
{

// Why something of OpenGL's could not be had: a sentence for the log.
struct GlProblem
{
    char text[400] = "";
};

class GlContext
{
  public:
    GlContext() = default;
    ~GlContext() { destroy(); }
    GlContext(const GlContext&) = delete;
    GlContext& operator=(const GlContext&) = delete;

    // Leaves the context current where it is the host's, else not. False: *problem says why.
    bool create(const tnGlDef& def, GlProblem* problem);
    void destroy() noexcept;

    // What was current on the calling thread comes back with leave. The host's own context stays.
    // False where the driver refuses.
    bool enter() noexcept;
    void leave() noexcept;

    bool isHosts() const { return !made_; }
    bool isEs() const { return es_; }
    const GlFunctions& gl() const { return gl_; }
    void* address(const char* name) const { return getProc_(user_, name); }
    // What it is; while it is current.
    tnGlInfo info() const;

    static int32_t deviceCount() noexcept;

  private:
    struct Previous
    {
        void* display = nullptr;
        void* draw = nullptr;
        void* read = nullptr;
        void* context = nullptr;
        uint32_t api = 0;
    };

    bool makeHeadless(int32_t device, GlProblem* problem);
    bool makeShared(GlProblem* problem);
    bool makeOn(void* display, void* share, GlProblem* problem);
    bool load(tnGlGetProcFcn* getProc, void* user, GlProblem* problem);
    bool examine(GlProblem* problem);

    bool made_ = false;
    bool es_ = false;
    void* display_ = nullptr;
    void* context_ = nullptr;
    Previous previous_;
    tnGlGetProcFcn* getProc_ = nullptr;
    void* user_ = nullptr;
    GlFunctions gl_;
};

} // namespace tarn
