#include "studio/app/viewport.h"

#include "studio/app/flow_sight.h"
#include "studio/app/painted_sight.h"
#include "studio/app/water_sight.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace tarn::studio
{
namespace
{

namespace gl = render::gl;

// Drivers that draw on the CPU.
bool isSoftwareDriver(const std::string& renderer)
{
    for (const char* name : {"llvmpipe", "softpipe", "SwiftShader", "Software"})
    {
        if (renderer.find(name) != std::string::npos)
        {
            return true;
        }
    }
    return false;
}

} // namespace

Viewport::Viewport(const gl::Context& context)
    : context_(context), isSoftware_(isSoftwareDriver(context.renderer())), governor_(isSoftware_),
      stages_(context), target_(gl::Target::offscreen(context, 16, 16))
{
}

const gl::Texture* Viewport::picture() const
{
    return isThere_ ? &target_.colour() : nullptr;
}

std::unique_ptr<Sight> Viewport::sightOf(Session& session)
{
    if (const scene::WaterRun* water = session.water())
    {
        return std::make_unique<WaterSight>(*water, stages_);
    }
    if (const scene::FlowRun* flow = session.flow())
    {
        return std::make_unique<FlowSight>(*flow, stages_);
    }
    return std::make_unique<PaintedSight>(session.run(), context_);
}

// A sight that cannot be brought up to the scene is none.
void Viewport::follow(Session& session)
{
    const bool isOtherRun = session.runNumber() != shown_.run || sight_ == nullptr;
    if (!isOtherRun && session.textNumber() == shown_.text)
    {
        return;
    }
    shown_.run = session.runNumber();
    shown_.text = session.textNumber();
    isStale_ = true;
    if (!isOtherRun)
    {
        try
        {
            sight_->refresh();
        }
        catch (...)
        {
            sight_.reset();
            throw;
        }
        return;
    }
    sight_.reset();
    sight_ = sightOf(session);
    const std::string scene = session.path().empty() ? session.name() : session.path();
    if (scene != scene_ || sight_->hasSpace() == eye_.isMap())
    {
        eye_.look(EyeKind::perspective);
        governor_.beginAnew();
        inside_ = scene::insideOf(session.scene());
    }
    scene_ = scene;
    stages_.beginAnew();
}

Viewport::Shown Viewport::wantedNow(const Session& session, int width, int height) const
{
    const Quality quality = governor_.quality();
    const auto scaled = [&quality](int pixels) {
        return std::max(16, int(std::lround(quality.scale * float(pixels))));
    };
    const bool isLocked = lockedWidth_ > 0;
    return {session.runNumber(),
            session.textNumber(),
            session.run().steps(),
            eye_.version(),
            isLocked ? lockedWidth_ : scaled(width),
            isLocked ? lockedHeight_ : scaled(height),
            quality};
}

void Viewport::update(Session& session, int width, int height)
{
    hasDrawn_ = false;
    const Shown now = wantedNow(session, width, height);
    if (!isStale_ && now == shown_ && sight_ != nullptr)
    {
        return;
    }
    if (failed_)
    {
        failed_->steps = now.steps;
        if (!isStale_ && *failed_ == now)
        {
            return;
        }
        failed_.reset();
    }
    try
    {
        follow(session);
        isStale_ = false;
        draw(now);
    }
    catch (...)
    {
        failed_ = wantedNow(session, width, height);
        isStale_ = false;
        throw;
    }
}

void Viewport::draw(const Shown& wanted)
{
    const float before = aspect();
    target_.resize(wanted.width, wanted.height);
    if (std::abs(aspect() - before) > 1e-3F * before)
    {
        eye_.reshape();
    }
    if (eye_.needsFit())
    {
        sight_->fit(eye_, aspect());
    }
    shown_ = wanted;
    shown_.eye = eye_.version();
    timeDrawing(wanted.quality);
    isThere_ = true;
    hasDrawn_ = true;
}

// Quality is judged by the time that drawing takes, and by nothing else of a frame; a video keeps
// the one that it has begun with.
void Viewport::timeDrawing(const Quality& quality)
{
    const auto judge = [this](double seconds) {
        drawSeconds_ = seconds;
        if (lockedWidth_ == 0)
        {
            governor_.judge(seconds);
        }
    };
    const auto started = std::chrono::steady_clock::now();
    const auto passed = [started] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    };
    if (isSoftware_)
    {
        sight_->draw(eye_, {quality.level, inside_}, target_);
        context_->Finish(); // or the time would be counted elsewhere
        judge(passed());
        return;
    }
    timer_.begin();
    try
    {
        sight_->draw(eye_, {quality.level, inside_}, target_);
    }
    catch (...)
    {
        timer_.end();
        throw;
    }
    timer_.end();
    const double host = passed();
    while (const std::optional<double> gpu = timer_.take())
    {
        judge(std::max(host, *gpu));
    }
}

render::Image Viewport::shoot(Session& session, int width, int height, bool isCutOut)
{
    follow(session);
    gl::Target target = gl::Target::offscreen(context_, width, height);
    const render::Detail level = isSoftware_ ? governor_.quality().level : render::Detail::best;
    if (isCutOut)
    {
        return sight_->cutOut(eye_, {level, inside_}, target);
    }
    sight_->draw(eye_, {level, inside_}, target);
    return target.read();
}

void Viewport::showInside(render::InsideView inside)
{
    inside_ = std::move(inside);
    isStale_ = true;
}

void Viewport::lockSize(int width, int height)
{
    lockedWidth_ = width;
    lockedHeight_ = height;
    isStale_ = true;
}

float Viewport::aspect() const
{
    return float(target_.width()) / float(target_.height());
}

Ray Viewport::rayThrough(render::Point place) const
{
    return sight_ != nullptr ? sight_->rayThrough(eye_, aspect(), place) : Ray();
}

std::optional<render::Point> Viewport::placeOf(tnVec3 point) const
{
    return sight_ != nullptr ? sight_->placeOf(eye_, aspect(), point) : std::nullopt;
}

} // namespace tarn::studio
