#include "render/gl/flow_stage.h"

#include "render/checks.h"
#include "render/defaults.h"
#include "render/legend.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace tarn::render::gl
{
namespace
{

Layout layoutOf(const Frame& frame, const View& view, int width, int height)
{
    View sized = view;
    sized.width = width;
    sized.height = height;
    return layOut(sized, frame.world);
}

// The picture's place in pixels, such that the world keeps its own.
Projection projectionOf(const PlaneShot& shot)
{
    return {shot.camera.seen, {0, 0, shot.width, shot.height}};
}

} // namespace

FlowStage::FlowStage(const Context& context, const FlowStageOptions& options)
    : context_(&context), options_(options), ink_(context), scalar_(context), liquid_(context),
      solids_(context), tracers_(context), coarse_(context), arrows_(ArrowStyle()), lines_(context),
      labels_(context), legend_(context),
      picture_(Target::offscreen(context, 1, 1, {.colour = Format::rgba16f})),
      encodeProgram_(context, {"full.vert", "flow_encode.frag", ""})
{
    context.requireNoError("preparing pictures of flows");
}

PlaneCamera FlowStage::cameraOf(const Frame& frame, const View& view, int width, int height)
{
    const Layout layout = layoutOf(frame, view, width, height);
    const Rectangle& world = frame.world;
    const float across = world.width() / static_cast<float>(layout.world.width);
    const float up = world.height() / static_cast<float>(layout.world.height);
    const float left = world.left - across * static_cast<float>(layout.world.left);
    const float top = world.top + up * static_cast<float>(layout.world.top);
    return {{left, top - up * static_cast<float>(height), left + across * static_cast<float>(width),
             top}};
}

void FlowStage::reset()
{
    scalar_.reset();
    arrows_.reset();
}

void FlowStage::draw(const Frame& frame, const View& view, const Target& target)
{
    requireWorld(frame.world);
    draw(frame, view, cameraOf(frame, view, target.width(), target.height()), target);
}

void FlowStage::draw(const Frame& frame, const View& view, const PlaneCamera& camera,
                     const Target& target)
{
    checkView(view);
    checkFrame(view, frame, FieldPlace::any);
    const Layout layout = layoutOf(frame, view, target.width(), target.height());
    const bool isTransparent = options_.transparency != Transparency::none;
    PlaneShot shot;
    shot.width = target.width();
    shot.height = target.height();
    shot.point = layout.point;
    shot.world = frame.world;
    shot.camera = camera;
    shot.margin = {view.margin, isTransparent ? 0.0F : 1.0F};
    shot.isTransparent = isTransparent;
    picture_.resize(target.width(), target.height());
    const Frame known = onHost(frame, view);
    drawContent(frame, known, view, shot);
    if (frame.solid.isAnywhere())
    {
        solids_.draw(frame.solid, view.solid, shot, picture_);
    }
    drawMarks(frame, known, view, shot);
    drawTexts(frame, view, layout);

    target.begin();
    context_->apply({});
    encodeProgram_.use();
    encodeProgram_.set("picture", picture_.colour(), 0);
    encodeProgram_.set("dither", view.dither ? 1.0F : 0.0F);
    encodeProgram_.set("transparency", static_cast<int>(options_.transparency));
    context_->drawFull();
    context_->requireNoError("drawing a flow");
}

// The frame with what a range follows and arrows are drawn of on the host: all of it as a few
// thousand samples when some of it lies on the GPU.
Frame FlowStage::onHost(const Frame& frame, const View& view)
{
    const bool follows =
        view.content == Content::scalar && view.scalar.range.kind != RangeKind::fixed;
    const bool hasSpeed = view.arrows.shown || (follows && !frame.scalar.isAnywhere());
    const auto needed = [](const FieldView& field, bool is) { return is ? field : FieldView{}; };
    const std::array<FieldView, 4> fields = {
        needed(frame.scalar, follows), needed(frame.velocityX, hasSpeed),
        needed(frame.velocityY, hasSpeed), needed(frame.solid, follows || hasSpeed)};
    Frame known = frame;
    if (std::any_of(fields.begin(), fields.end(), [](const FieldView& f) { return f.isOnGpu(); }))
    {
        coarse_.take(fields);
        known.scalar = coarse_.view(0);
        known.velocityX = coarse_.view(1);
        known.velocityY = coarse_.view(2);
        known.solid = coarse_.view(3);
    }
    return known;
}

void FlowStage::drawContent(const Frame& frame, const Frame& known, const View& view,
                            const PlaneShot& shot)
{
    switch (view.content)
    {
    case Content::scalar:
        scalar_.draw(frame, known, view.scalar, shot, picture_);
        break;
    case Content::ink:
        ink_.draw(frame.dyes, view.ink, shot, picture_);
        break;
    case Content::texture:
        liquid_.draw(frame.texture, shot, picture_);
        break;
    }
}

void FlowStage::drawMarks(const Frame& frame, const Frame& known, const View& view,
                          const PlaneShot& shot)
{
    const Projection projection = projectionOf(shot);
    if (!frame.streaklines.empty())
    {
        lines_.update(shot.width, shot.height, "", [&](Canvas& canvas, Mask& mask) {
            drawStreaklines(canvas, mask, frame.streaklines, view.streaks, projection, shot.point);
        });
        lines_.lay(0, 0, picture_);
    }
    tracers_.draw(frame.tracers, view.tracers, shot, picture_);
    if (!view.arrows.shown)
    {
        return;
    }
    arrows_.restyle(view.arrows);
    ArrowPainter painted = arrows_;
    lines_.update(shot.width, shot.height, "", [&](Canvas& canvas, Mask& mask) {
        painted = arrows_;
        painted.paint(canvas, mask, known, projection, shot.point);
    });
    arrows_ = painted;
    lines_.lay(0, 0, picture_);
}

void FlowStage::drawTexts(const Frame& frame, const View& view, const Layout& layout)
{
    const Box& world = layout.world;
    if (view.legend != LegendPlace::none && view.content == Content::scalar)
    {
        const bool isBelow = view.legend == LegendPlace::below;
        const Box box = isBelow ? layout.strip : world;
        const Limits limits = scalar_.limits();
        const std::string key =
            fmt::format("{} {} {} {} {}", view.scalar.name, view.scalar.unit,
                        static_cast<int>(view.scalar.map), limits.low, limits.high);
        if (box.width > 0 && box.height > 0)
        {
            legend_.update(box.width, box.height, key, [&](Canvas& canvas, Mask& mask) {
                drawLegend(canvas, mask, canvas.all(), view.scalar,
                           scalar_.colours(view.scalar.map), limits, view.legend, layout.point);
            });
            legend_.lay(box.left, box.top, picture_);
        }
    }
    const std::string time = view.showTime ? timeText(frame.time) : std::string();
    if (!view.title.empty() || !time.empty())
    {
        const int high =
            std::min(static_cast<int>(std::ceil(kLabelStrip * layout.point)), world.height);
        labels_.update(world.width, high, view.title + "\n" + time,
                       [&](Canvas& canvas, Mask& mask) {
                           drawLabels(canvas, mask, canvas.all(), view.title, time, layout.point);
                       });
        labels_.lay(world.left, world.top, picture_);
    }
}

} // namespace tarn::render::gl
