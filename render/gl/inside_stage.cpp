#include "render/gl/inside_stage.h"

#include "render/body_set.h"
#include "render/checks.h"
#include "render/gl/defaults.h"
#include "render/legend.h"
#include "render/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace tarn::render::gl
{
namespace
{

enum Unit
{
    kHeightUnit = 0,
    kDepthUnit,
    kScalarUnit,
    kSolidUnit,
    kMapUnit,
    kPictureUnit,
};

constexpr Colour kHaloColour = {0.02F, 0.03F, 0.05F}; // sRGB
constexpr float kHaloOpacity = 0.7F;
constexpr float kBetweenKeys = 8.0F; // points
constexpr int kBodyFloats = 6;       // position, normal

constexpr Range kFromZero = {RangeKind::fromZero, 0.0F, 1.0F};

constexpr std::array<Attribute, 6> kLineAttributes = {Attribute{0, 4, 0},  Attribute{1, 4, 4},
                                                      Attribute{2, 4, 8},  Attribute{3, 4, 12},
                                                      Attribute{4, 4, 16}, Attribute{5, 4, 20}};
constexpr std::array<Attribute, 4> kArrowAttributes = {Attribute{0, 4, 0}, Attribute{1, 4, 4},
                                                       Attribute{2, 4, 8}, Attribute{3, 1, 12}};
constexpr std::array<Attribute, 2> kBodyAttributes = {Attribute{0, 3, 0}, Attribute{1, 3, 3}};

// Numbers in a row, as a follower wants them.
FieldView rowOf(const std::vector<float>& numbers)
{
    const auto count = static_cast<int>(numbers.size());
    return {numbers.data(), count, 1, count};
}

float sizeOf(const Rectangle& world)
{
    return std::max(world.width(), world.height());
}

// Triangles in the world, with the normals of their planes.
void addTriangles(const InsideBody& body, std::vector<float>& floats)
{
    const std::array<Vec3, 3> axes = axesOf(body.rotation);
    const Vec3 position(body.position);
    const auto place = [&](std::int32_t index) {
        const tnVec3& v = body.vertices[std::size_t(index)];
        return position + axes[0] * v.x + axes[1] * v.y + axes[2] * v.z;
    };
    for (std::size_t k = 0; k + 2 < body.triangles.size(); k += 3)
    {
        const std::array<Vec3, 3> corners = {place(body.triangles[k]), place(body.triangles[k + 1]),
                                             place(body.triangles[k + 2])};
        const Vec3 normal = normalized(cross(corners[1] - corners[0], corners[2] - corners[0]));
        for (const Vec3 corner : corners)
        {
            floats.insert(floats.end(),
                          {corner.x, corner.y, corner.z, normal.x, normal.y, normal.z});
        }
    }
}

} // namespace

InsideStage::Instances::Instances(const Context& context, const char* vertex, const char* fragment,
                                  std::span<const Attribute> attributes, int stride)
    : program(context, {vertex, fragment, ""}), context_(&context),
      buffer_(context, BufferKind::vertices), array_(context), stride_(stride)
{
    array_.add(buffer_, attributes, stride, true);
}

// All halos first: none may cover a neighbour.
void InsideStage::Instances::draw(const void* instances, std::size_t count, float halo)
{
    if (count == 0)
    {
        return;
    }
    buffer_.upload(instances, count * std::size_t(stride_) * sizeof(float), true);
    context_->apply({.blend = Blend::over});
    array_.bind();
    for (const bool isHalo : {true, false})
    {
        program.set("grown", isHalo ? halo : 0.0F);
        program.set("halo", kHaloColour.r, kHaloColour.g, kHaloColour.b,
                    isHalo ? kHaloOpacity : 0.0F);
        (*context_)->DrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(count));
    }
}

InsideStage::InsideStage(const Context& context)
    : context_(&context), overlay_(Target::offscreen(context, 1, 1, {.samples = kMarkSamples})),
      mesh_(context), scalar_(context), solid_(context),
      nothing_(context, Format::r32f, Filter::nearest), maps_(context, Coding::srgb),
      surfaceProgram_(context, {"inside_surface.vert", "inside_surface.frag", ""}),
      bodyProgram_(context, {"inside_body.vert", "inside_body.frag", ""}),
      pictureProgram_(context, {"full.vert", "inside_picture.frag", ""}),
      lines_(context, "inside_line.vert", "inside_line.frag", kLineAttributes,
             sizeof(LineMark) / sizeof(float)),
      arrows_(context, "inside_arrow.vert", "inside_arrow.frag", kArrowAttributes,
              sizeof(ArrowMark) / sizeof(float)),
      bodyVertices_(context, BufferKind::vertices), bodyArray_(context),
      keyTexture_(context, Format::rgba8, Filter::nearest), speedFollower_(kFromZero),
      forceFollower_(kFromZero), pressureFollower_(kFromZero)
{
    const float zero = 0.0F;
    nothing_.upload(1, 1, &zero, 1);
    bodyArray_.add(bodyVertices_, kBodyAttributes, kBodyFloats);
    context.requireNoError("preparing to look inside");
}

void InsideStage::reset()
{
    mapFollower_.reset();
    speedFollower_.reset();
    forceFollower_.reset();
    pressureFollower_.reset();
}

void InsideStage::draw(const InsideFrame& frame, const InsideView& view, const Backdrop& backdrop,
                       const Target& target)
{
    if (view.isEmpty())
    {
        return;
    }
    requireWorld(frame.world);
    followRanges(frame, view);
    const float point = pointOf(target.width(), target.height());
    overlay_.resize(target.width(), target.height());
    overlay_.clear(0.0F, 0.0F, 0.0F, 0.0F);
    drawSurface(frame, view, backdrop, point);
    if (view.wetted)
    {
        drawBodies(frame, backdrop, point);
    }
    drawMarks(frame, view, backdrop, point);
    if (view.legend)
    {
        drawKeys(frame, view);
    }
    overlay_.resolve();
    target.begin();
    context_->apply({.blend = Blend::over});
    pictureProgram_.use();
    pictureProgram_.set("picture", overlay_.colour(), kPictureUnit);
    pictureProgram_.set("isLaid", 1.0F);
    context_->drawFull();
    context_->requireNoError("looking inside");
}

void InsideStage::followRanges(const InsideFrame& frame, const InsideView& view)
{
    if (view.map)
    {
        requireField("inside.scalar", frame.scalar);
        mapLimits_ = mapFollower_.follow(*view.map, frame.scalar, frame.solid);
    }
    if (view.arrows || view.streamlines)
    {
        requireField("inside.velocityX", frame.velocityX);
        requireSameSize("inside.velocityY", frame.velocityY, "inside.velocityX", frame.velocityX);
        followSpeed(frame, view.arrow.fullSpeed);
    }
    if (view.wetted || view.forces)
    {
        followBodies(frame, view.fullForce);
    }
}

void InsideStage::followSpeed(const InsideFrame& frame, float given)
{
    const FieldView& x = frame.velocityX;
    const FieldView& y = frame.velocityY;
    const int every = std::max(std::max(x.columns, x.rows) / 256, 1);
    samples_.clear();
    for (int j = 0; j < x.rows; j += every)
    {
        for (int i = 0; i < x.columns; i += every)
        {
            samples_.push_back(std::hypot(x.row(j)[i], y.row(j)[i]));
        }
    }
    const float followed = speedFollower_.follow(rowOf(samples_), {}).high;
    fullSpeed_ = given > 0.0F ? given : std::max(followed, 1e-12F);
}

void InsideStage::followBodies(const InsideFrame& frame, float givenForce)
{
    samples_.clear();
    std::vector<float> pressures;
    for (const InsideBody& body : frame.bodies)
    {
        samples_.push_back(std::max(
            {length(Vec3(body.weight)), length(Vec3(body.buoyancy)), length(Vec3(body.drag))}));
        for (const tnWettedFace& face : body.faces)
        {
            pressures.push_back(frame.pressureGradient * face.depth);
        }
    }
    const auto followed = [](RangeFollower& follower, const std::vector<float>& numbers) {
        return std::max(follower.follow(rowOf(numbers), {}).high, 1e-12F);
    };
    const float force = followed(forceFollower_, samples_);
    fullForce_ = givenForce > 0.0F ? givenForce : force;
    fullPressure_ = followed(pressureFollower_, pressures);
}

// Uses the program and sets what all of them share.
void InsideStage::prepare(Program& program, const InsideFrame& frame, const Backdrop& backdrop,
                          float hiddenOpacity, bool isLifted)
{
    const auto width = static_cast<float>(overlay_.width());
    const auto height = static_cast<float>(overlay_.height());
    const Rectangle& world = frame.world;
    program.use();
    program.set("viewProjection", backdrop.viewProjection);
    program.set("eye", backdrop.eye.x, backdrop.eye.y, backdrop.eye.z,
                backdrop.isFlat ? 1.0F : 0.0F);
    program.set("forward", backdrop.forward);
    program.set("world", world.left, world.bottom, world.right, world.top);
    program.set("pixels", width, height);
    program.set("lift", isLifted ? kMarkLift * sizeOf(world) : 0.0F);
    program.set("hasHeights", backdrop.heights != nullptr ? 1.0F : 0.0F);
    program.set("heightMap", backdrop.heights != nullptr ? *backdrop.heights : nothing_,
                kHeightUnit);
    program.set("hiddenOpacity", backdrop.depth != nullptr ? hiddenOpacity : 1.0F);
    program.set("depthMap", backdrop.depth != nullptr ? *backdrop.depth : nothing_, kDepthUnit);
}

void InsideStage::drawSurface(const InsideFrame& frame, const InsideView& view,
                              const Backdrop& backdrop, float point)
{
    if (!view.map && !view.grid)
    {
        return;
    }
    const bool hasMap = view.map.has_value();
    scalar_.upload(hasMap ? frame.scalar : FieldView{});
    solid_.upload(frame.solid);
    Program& program = surfaceProgram_;
    prepare(program, frame, backdrop, hasMap ? 0.0F : kHiddenOpacity, true);
    program.set("scalarField", scalar_.texture(), kScalarUnit);
    program.set("solidField", solid_.texture(), kSolidUnit);
    program.set("colourMap", maps_.texture(hasMap ? view.map->map : MapName::grey), kMapUnit);
    program.set("range", mapLimits_.low, 1.0F / (mapLimits_.high - mapLimits_.low));
    program.set("mapOpacity", hasMap ? view.mapOpacity : 0.0F);
    program.set("coversDry", hasMap && view.map->name == "terrain" ? 1.0F : 0.0F);
    const Colour fill = coded(view.solid.fill);
    const Colour edge = coded(view.solid.edge);
    program.set("solidFill", fill.r, fill.g, fill.b, hasMap && view.fillsSolids ? 1.0F : 0.0F);
    program.set("solidEdge", edge.r, edge.g, edge.b, view.solid.edgeWidth * point);
    program.set("cells", static_cast<float>(frame.columns), static_cast<float>(frame.rows));
    program.set("gridLine", view.grid ? view.gridOpacity : 0.0F, std::max(kGridLine * point, 1.0F),
                kGridLeast, kGridFull);
    program.set("gridSize", static_cast<float>(backdrop.columns),
                static_cast<float>(backdrop.rows));
    context_->apply({.blend = Blend::over});
    mesh_.resize(backdrop.columns, backdrop.rows);
    mesh_.draw();
}

// The far sides first, then the near ones, body by body from behind.
void InsideStage::drawBodies(const InsideFrame& frame, const Backdrop& backdrop, float point)
{
    std::vector<const InsideBody*> ordered;
    for (const InsideBody& body : frame.bodies)
    {
        if (isFinite(Vec3(body.position)) && body.isWet())
        {
            ordered.push_back(&body);
        }
    }
    const auto away = [&](const InsideBody* body) {
        return dot(Vec3(body->position) - backdrop.eye, backdrop.forward);
    };
    std::sort(ordered.begin(), ordered.end(),
              [&](const InsideBody* a, const InsideBody* b) { return away(a) > away(b); });
    bodyFloats_.clear();
    std::vector<int> firsts;
    for (const InsideBody* body : ordered)
    {
        firsts.push_back(static_cast<int>(bodyFloats_.size()) / kBodyFloats);
        addTriangles(*body, bodyFloats_);
    }
    firsts.push_back(static_cast<int>(bodyFloats_.size()) / kBodyFloats);
    if (bodyFloats_.empty())
    {
        return;
    }
    bodyVertices_.upload(bodyFloats_.data(), bodyFloats_.size() * sizeof(float), true);
    prepare(bodyProgram_, frame, backdrop, 1.0F, false);
    bodyProgram_.set("colourMap", maps_.texture(MapName::lagoon), kMapUnit);
    bodyProgram_.set("range", 0.0F, frame.pressureGradient / fullPressure_);
    bodyProgram_.set("lineWidth", std::max(1.4F * point, 1.0F));
    bodyArray_.bind();
    for (std::size_t k = 0; k + 1 < firsts.size(); ++k)
    {
        for (const bool isFront : {false, true})
        {
            context_->apply({.blend = Blend::over, .cull = isFront ? Cull::back : Cull::front});
            bodyProgram_.set("opacity", isFront ? kWettedFront : kWettedBack);
            (*context_)->DrawArrays(GL_TRIANGLES, firsts[k], firsts[k + 1] - firsts[k]);
        }
    }
}

void InsideStage::drawMarks(const InsideFrame& frame, const InsideView& view,
                            const Backdrop& backdrop, float point)
{
    InsideMarks marks({backdrop.viewProjection, overlay_.width(), overlay_.height()});
    const float halo = kHalo * point;
    const auto draw = [&](Instances& kind, const auto& instances, float hiddenOpacity) {
        prepare(kind.program, frame, backdrop, hiddenOpacity, true);
        kind.draw(instances.data(), instances.size(), halo);
    };
    if (view.streamlines)
    {
        marks.addStreamlines(frame, view.streamline, fullSpeed_);
        draw(lines_, marks.streamlines(), kHiddenOpacity);
    }
    if (view.arrows)
    {
        marks.addVelocity(frame, view.arrow, fullSpeed_);
        draw(arrows_, marks.velocity(), kHiddenOpacity);
    }
    if (view.wetted)
    {
        marks.addWettedFaces(frame, fullPressure_);
        draw(arrows_, marks.needles(), 1.0F);
    }
    if (view.forces)
    {
        marks.addForces(frame, fullForce_);
        draw(arrows_, marks.forces(), 1.0F);
        draw(lines_, marks.labels(), 1.0F);
    }
}

void InsideStage::drawKeys(const InsideFrame& frame, const InsideView& view)
{
    KeyList keys;
    keys.above = view.keysAbove > 0.0F ? view.keysAbove + kBetweenKeys : 0.0F;
    if (view.map)
    {
        keys.bars.push_back({*view.map, mapLimits_});
    }
    if (view.wetted && !frame.bodies.empty())
    {
        keys.bars.push_back(
            {{"pressure on bodies", "Pa", MapName::lagoon, {}}, {0.0F, fullPressure_}});
    }
    if (view.arrows)
    {
        keys.arrows.push_back(
            {fmt::format("{:.3g} m/s", fullSpeed_), view.arrow.colour, view.arrow.spacing});
    }
    if (view.forces && !frame.bodies.empty())
    {
        const auto key = [&](const char* name, Colour colour) {
            keys.arrows.push_back({fmt::format("{}, {}", name, forceText(0.5F * fullForce_)),
                                   colour, 0.5F * kForceLength});
        };
        key("buoyancy", buoyancyColour());
        key("weight", weightColour());
        key("drag and lift", dragColour());
    }
    if (keys.isEmpty())
    {
        return;
    }
    if (keys_.draw(keys, overlay_.width(), overlay_.height()))
    {
        keyTexture_.upload(keys_.width(), keys_.height(), keys_.rgba().data(), keys_.width());
    }
    (*context_)->Viewport(0, 0, keys_.width(), keys_.height());
    context_->apply({.blend = Blend::over});
    pictureProgram_.use();
    pictureProgram_.set("picture", keyTexture_, kPictureUnit);
    pictureProgram_.set("isLaid", 0.0F);
    context_->drawFull();
}

} // namespace tarn::render::gl
