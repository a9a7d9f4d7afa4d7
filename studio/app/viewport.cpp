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

void Viewport::follow(Session& session)
{
    if (session.runNumber() != shown_.run || sight_ == nullptr)
    {
        const std::string scene = session.path().empty() ? session.name() : session.path();
        const bool isOtherScene = scene != scene_;
        scene_ = scene;
        sight_.reset();
        shown_.run = session.runNumber();
        shown_.text = session.textNumber();
        sight_ = sightOf(session);
        if (isOtherScene || sight_->hasSpace() == eye_.isMap())
        {
            eye_.look(EyeKind::perspective);
            governor_.beginAnew();
            inside_ = scene::insideOf(session.scene());
        }
        stages_.beginAnew();
        isStale_ = true;
    }
    else if (session.textNumber() != shown_.text)
    {
        shown_.text = session.textNumber();
        sight_->refresh();
        isStale_ = true;
    }
}

void Viewport::update(Session& session, int width, int height)
{
    hasDrawn_ = false;
    follow(session);
    const Quality quality = governor_.quality();
    const bool isLocked = lockedWidth_ > 0;
    const float scale = isLocked ? 1.0F : quality.scale;
    const int wide = isLocked ? lockedWidth_ : std::max(16, int(std::lround(scale * float(width))));
    const int high =
        isLocked ? lockedHeight_ : std::max(16, int(std::lround(scale * float(height))));
    const Shown wanted = {shown_.run, shown_.text, session.run().steps(), eye_.version(), wide,
                          high,       quality};
    if (wanted == shown_ && !isStale_)
    {
        return;
    }
    const float before = aspect();
    target_.resize(wide, high);
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
    isStale_ = false;

    const auto started = std::chrono::steady_clock::now();
    sight_->draw(eye_, {quality.level, inside_}, target_);
    if (isSoftware_)
    {
        context_->Finish(); // or the time would be counted elsewhere
    }
    drawSeconds_ =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    isThere_ = true;
    hasDrawn_ = true;
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
