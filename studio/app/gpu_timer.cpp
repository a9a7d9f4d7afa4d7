#include "studio/app/gpu_timer.h"

#include "studio/app/window.h"

#include <bit>

namespace tarn::studio
{
namespace
{

template <class Function>
void load(Function& function, const char* name)
{
    function = std::bit_cast<Function>(Window::getProc(nullptr, name));
}

} // namespace

GpuTimer::GpuTimer()
{
    load(gen_, "glGenQueries");
    load(delete_, "glDeleteQueries");
    load(begin_, "glBeginQuery");
    load(end_, "glEndQuery");
    load(getInt_, "glGetQueryObjectiv");
    load(getTime_, "glGetQueryObjectui64v");
    if (gen_ != nullptr && delete_ != nullptr && begin_ != nullptr && end_ != nullptr &&
        getInt_ != nullptr && getTime_ != nullptr)
    {
        gen_(kCount, queries_.data());
    }
}

GpuTimer::~GpuTimer()
{
    if (queries_[0] != 0)
    {
        delete_(kCount, queries_.data());
    }
}

void GpuTimer::begin()
{
    isRunning_ = queries_[0] != 0 && underWay_ < kCount;
    if (isRunning_)
    {
        begin_(GL_TIME_ELAPSED, queries_[std::size_t(next_)]);
    }
}

void GpuTimer::end()
{
    if (isRunning_)
    {
        end_(GL_TIME_ELAPSED);
        next_ = (next_ + 1) % kCount;
        ++underWay_;
        isRunning_ = false;
    }
}

std::optional<double> GpuTimer::take()
{
    if (underWay_ == 0)
    {
        return {};
    }
    const GLuint oldest = queries_[std::size_t((next_ + kCount - underWay_) % kCount)];
    GLint isKnown = 0;
    getInt_(oldest, GL_QUERY_RESULT_AVAILABLE, &isKnown);
    if (isKnown == 0)
    {
        return {};
    }
    GLuint64 nanoseconds = 0;
    getTime_(oldest, GL_QUERY_RESULT, &nanoseconds);
    --underWay_;
    return 1e-9 * double(nanoseconds);
}

} // namespace tarn::studio
