#include "bench/gl_clock.h"

#include "bench/stopwatch.h"

#include <fmt/format.h>
#include <stdexcept>

namespace tarn::bench
{

GlFunctions::GlFunctions(tnGl gl)
{
    const auto find = [gl](auto& function, const char* name) {
        function =
            reinterpret_cast<std::remove_reference_t<decltype(function)>>(tnGl_GetProc(gl, name));
        if (function == nullptr)
        {
            throw std::runtime_error(fmt::format("the driver has no {}", name));
        }
    };
#define TARN_BENCH_GL_FIND(Type, name) find(name, "gl" #name);
    TARN_BENCH_GL_FUNCTIONS(TARN_BENCH_GL_FIND)
#undef TARN_BENCH_GL_FIND
}

GlClock::GlClock(tnGl gl) : gl_(gl), f_(gl)
{
    tnGl_MakeCurrent(gl_);
    f_.GenQueries(2, queries_);
    f_.QueryCounter(queries_[0], GL_TIMESTAMP);
    GLuint64 now = 0;
    f_.GetQueryObjectui64v(queries_[0], GL_QUERY_RESULT, &now);
    tnGlInfo info = {};
    tnGl_GetInfo(gl_, &info);
    isDevices_ = now != 0 && !info.software;
    tnGl_ReleaseCurrent(gl_);
}

GlClock::~GlClock()
{
    tnGl_MakeCurrent(gl_);
    f_.DeleteQueries(2, queries_);
    tnGl_ReleaseCurrent(gl_);
}

void GlClock::begin()
{
    tnGl_MakeCurrent(gl_);
    f_.Finish();
    f_.QueryCounter(queries_[0], GL_TIMESTAMP);
    tnGl_ReleaseCurrent(gl_);
    begun_ = millisecondsNow();
}

void GlClock::beginNow()
{
    begin();
    tnGl_MakeCurrent(gl_);
    f_.Flush();
    tnGl_ReleaseCurrent(gl_);
}

double GlClock::end()
{
    tnGl_MakeCurrent(gl_);
    f_.QueryCounter(queries_[1], GL_TIMESTAMP);
    f_.Finish();
    double ms = millisecondsNow() - begun_;
    if (isDevices_)
    {
        GLuint64 first = 0;
        GLuint64 last = 0;
        f_.GetQueryObjectui64v(queries_[0], GL_QUERY_RESULT, &first);
        f_.GetQueryObjectui64v(queries_[1], GL_QUERY_RESULT, &last);
        ms = 1e-6 * double(last - first);
    }
    tnGl_ReleaseCurrent(gl_);
    return ms;
}

} // namespace tarn::bench
