#include "render/gl/water_stage.h"

#include "render/checks.h"
#include "render/defaults.h"
#include "render/gl/textures_in_use.h"
#include "render/noise.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace tarn::render::gl
{
namespace
{

constexpr int kSceneBinding = 0;

struct Levels
{
    SiteHeights heights;
    float highestGround = 0.0F;
    bool hasWater = false;
};

// What heights there are in a frame. Large fields are looked at every few cells.
Levels measured(const ReliefFrame& frame)
{
    constexpr int kLooked = 512; // along a side
    const auto finite = [](float x) { return std::abs(x) < kHighest ? x : 0.0F; };
    float lowest = kHighest;
    float highest = -kHighest;
    float highestWater = -kHighest;
    double sum = 0.0;
    int wet = 0;
    const int every = std::max(std::max(frame.terrain.columns, frame.terrain.rows) / kLooked, 1);
    for (int j = 0; j < frame.terrain.rows; j += every)
    {
        const float* terrain = frame.terrain.row(j);
        const float* depths = frame.depth.row(j);
        const float* surface = frame.surface.isThere() ? frame.surface.row(j) : nullptr;
        for (int i = 0; i < frame.terrain.columns; i += every)
        {
            const float ground = finite(terrain[i]);
            const float depth = finite(depths[i]);
            lowest = std::min(lowest, ground);
            highest = std::max(highest, ground);
            if (depth > kDryDepth)
            {
                const float water = surface != nullptr ? finite(surface[i]) : ground + depth;
                highestWater = std::max(highestWater, water);
                sum += static_cast<double>(water);
                ++wet;
            }
        }
    }
    Levels levels;
    levels.heights.world = frame.world;
    levels.hasWater = wet > 0;
    levels.highestGround = highest;
    levels.heights.lowestGround = lowest;
    levels.heights.meanWater = wet > 0 ? static_cast<float>(sum / wet) : lowest;
    levels.heights.highest = std::max(highest, highestWater);
    return levels;
}

Texture noiseTexture(const Context& context)
{
    constexpr int kSide = 256;
    const Noise noise;
    std::vector<float> texels;
    texels.reserve(4 * kSide * kSide);
    for (int j = 0; j < kSide; ++j)
    {
        for (int i = 0; i < kSide; ++i)
        {
            const float u = static_cast<float>(i) / kSide;
            const float v = static_cast<float>(j) / kSide;
            const Noise::Slope slope = noise.slope(u, v);
            texels.insert(texels.end(), {noise.at(u, v), slope.x, slope.y, 1.0F});
        }
    }
    Texture texture(context, Format::rgba16f, Filter::mipmaps, Wrap::repeat);
    texture.upload(kSide, kSide, texels.data(), kSide);
    texture.makeMipmaps();
    return texture;
}

// The light that the tone curve of tone.glsl shows as `shown`.
float untoned(float shown, float exposure)
{
    const float y = std::clamp(shown, 0.0F, 0.99F);
    const float a = 2.51F - 2.43F * y;
    const float b = 0.03F - 0.59F * y;
    const float c = -0.14F * y;
    return (-b + std::sqrt(b * b - 4.0F * a * c)) / (2.0F * a) / (0.80F * exposure);
}

Box boxOf(const ReliefSite& site)
{
    return {{site.outer.left, site.outer.bottom, site.base},
            {site.outer.right, site.outer.top, site.high}};
}

// The orbit of a view, for a picture of that shape.
Orbit orbitAround(const SiteHeights& heights, const ReliefView& view, float aspect)
{
    const ReliefSite site = ReliefSite::make(view, heights);
    const Box box = boxOf(site);
    Orbit orbit;
    orbit.azimuth = view.camera.azimuth;
    orbit.elevation = view.camera.elevation;
    orbit.fieldOfView = view.camera.fieldOfView;
    orbit.distance = view.camera.distance;
    orbit.target = view.camera.hasTarget ? Vec3(view.camera.target)
                                         : Vec3(0.5F * (site.inner.left + site.inner.right),
                                                0.5F * (site.inner.bottom + site.inner.top),
                                                0.5F * (site.base + site.high));
    if (orbit.distance <= 0.0F)
    {
        orbit = fitted(orbit, box, aspect, !view.camera.hasTarget);
    }
    return orbit;
}

float aspectOf(const Target& target)
{
    return static_cast<float>(target.width()) / static_cast<float>(target.height());
}

// Whether the eye is in the water.
bool isUnderWater(const ReliefFrame& frame, Vec3 eye)
{
    const Rectangle& world = frame.world;
    const float u = (eye.x - world.left) / world.width();
    const float v = (eye.y - world.bottom) / world.height();
    if (!(u >= 0.0F && u < 1.0F && v >= 0.0F && v < 1.0F))
    {
        return false;
    }
    const int i = static_cast<int>(u * static_cast<float>(frame.terrain.columns));
    const int j = static_cast<int>(v * static_cast<float>(frame.terrain.rows));
    const float ground = frame.terrain.row(j)[i];
    const float depth = frame.depth.row(j)[i];
    const float water = frame.surface.isThere() ? frame.surface.row(j)[i] : ground + depth;
    return depth > kDryDepth && eye.z < water;
}

const WaterDetail& detailOf(Detail detail)
{
    return kWaterDetails[std::size_t(detail)];
}

Target pictureTarget(const Context& context, const WaterDetail& detail)
{
    return Target::offscreen(
        context, 1, 1, {.colour = Format::rgba16f, .hasDepth = true, .samples = detail.samples});
}

std::string defines(const Context& context, const char* more = "")
{
    return std::string(context.hasFloatLinear() ? "" : "#define NO_FLOAT_LINEAR\n") + more;
}

} // namespace

WaterStage::WaterStage(const Context& context, const WaterStageOptions& options)
    : context_(&context), options_(options), detail_(options.detail.value_or(Detail::high)),
      fields_(context), coarse_(context), bodies_(context), drops_(context),
      light_(context, detailOf(detail_)), grid_(context), noise_(noiseTexture(context)),
      sceneBuffer_(context, BufferKind::uniforms),
      picture_(pictureTarget(context, detailOf(detail_))),
      behind_(Target::offscreen(
          context, 1, 1, {.colour = Format::rgba16f, .hasDepth = true, .filter = Filter::mipmaps})),
      mirrored_(Target::offscreen(
          context, 1, 1, {.colour = Format::rgba16f, .hasDepth = true, .filter = Filter::mipmaps})),
      blockVertices_(context, BufferKind::vertices), blockArray_(context), noArray_(context),
      backdropProgram_(context, {"full.vert", "backdrop.frag", defines(context)}),
      blockProgram_(context, {"block.vert", "block.frag", defines(context)}),
      groundProgram_(context, {"surface.vert", "ground.frag", defines(context)}),
      sectionProgram_(context, {"side.vert", "section.frag", defines(context)}),
      bodyProgram_(context, {"body.vert", "body.frag", defines(context)}),
      behindProgram_(context, {"body.vert", "body.frag", defines(context, "#define BEHIND\n")}),
      mirrorProgram_(context, {"body.vert", "body.frag", defines(context, "#define MIRRORED\n")}),
      waterProgram_(context, {"surface.vert", "water.frag", defines(context)}),
      paneProgram_(context, {"side.vert", "pane.frag", defines(context)}),
      dropProgram_(context, {"drop.vert", "drop.frag", defines(context)}),
      encodeProgram_(context, {"full.vert", "encode.frag", ""})
{
    constexpr std::array<Attribute, 2> kBlock = {Attribute{0, 3, 0}, Attribute{1, 4, 3}};
    blockArray_.add(blockVertices_, kBlock, 7);
    const auto prepare = [](Program& program) {
        program.use();
        program.bindBlock("Scene", kSceneBinding);
        const std::pair<const char*, Unit> samplers[] = {
            {"heightMap", kHeightUnit}, {"slopeMap", kSlopeUnit},
            {"noiseMap", kNoiseUnit},   {"driftMap", kDriftUnit},
            {"tintMap", kTintUnit},     {"wetnessMap", kWetnessUnit},
            {"shadowMap", kShadowUnit}, {"causticMap", kCausticUnit},
            {"bodyMap", kBodyUnit},     {"bodyDepth", kBodyDepthUnit},
            {"mirrorMap", kMirrorUnit}, {"mirrorDepth", kMirrorDepthUnit}};
        for (const auto& [name, unit] : samplers)
        {
            program.set(name, static_cast<int>(unit));
        }
    };
    for (Program* program :
         {&backdropProgram_, &blockProgram_, &groundProgram_, &sectionProgram_, &bodyProgram_,
          &behindProgram_, &mirrorProgram_, &waterProgram_, &paneProgram_, &dropProgram_})
    {
        prepare(*program);
    }
    light_.visitPrograms(prepare);
    context.requireNoError("preparing pictures of water");
}

void flatten(ReliefCamera& camera, float elevation)
{
    camera.fieldOfView = 0.0F;
    camera.azimuth = -90.0F;
    camera.elevation = elevation;
    camera.distance = 0.0F;
}

Orbit WaterStage::orbitOf(const ReliefFrame& frame, const ReliefView& view, float aspect)
{
    return orbitAround(measured(frame).heights, view, aspect);
}

Camera WaterStage::cameraOf(const ReliefFrame& frame, const ReliefView& view, float aspect)
{
    return {orbitOf(frame, view, aspect), aspect};
}

// Of places near the sides and in the middle: shores have none to dive in.
Vec3 WaterStage::divePlace(const ReliefFrame& frame)
{
    constexpr Point kPlaces[] = {{0.5F, 0.06F}, {0.06F, 0.5F}, {0.5F, 0.94F}, {0.94F, 0.5F},
                                 {0.3F, 0.3F},  {0.7F, 0.7F},  {0.5F, 0.5F}};
    Vec3 best;
    float deepest = -1.0F;
    for (const Point place : kPlaces)
    {
        const int i = static_cast<int>(place.x * static_cast<float>(frame.depth.columns));
        const int j = static_cast<int>(place.y * static_cast<float>(frame.depth.rows));
        const float depth = frame.depth.row(j)[i];
        if (depth > 1.05F * deepest)
        {
            deepest = depth;
            best = {frame.world.left + place.x * frame.world.width(),
                    frame.world.bottom + place.y * frame.world.height(),
                    mix(frame.terrain.row(j)[i], frame.surface.row(j)[i], 0.5F)};
        }
    }
    return best;
}

struct WaterStage::Known
{
    ReliefFrame frame; // terrain, depth and surface are on the host
    Levels levels;
};

// Of fields that lie on the GPU a few thousand samples are brought to the host, until the next
// call; all three then have the same places.
WaterStage::Known WaterStage::look(const ReliefFrame& frame, const ReliefView& view)
{
    checkLook(view);
    checkFrame(frame, FieldPlace::any);
    beginPass("fields");
    Known known = {frame, {}};
    if (frame.terrain.isOnGpu() || frame.depth.isOnGpu() || frame.surface.isOnGpu())
    {
        coarse_.take({frame.terrain, frame.depth, frame.surface, {}});
        known.frame.terrain = coarse_.view(0);
        known.frame.depth = coarse_.view(1);
        known.frame.surface = coarse_.view(2);
    }
    known.levels = measured(known.frame);
    return known;
}

void WaterStage::draw(const ReliefFrame& frame, const ReliefView& view, const Target& target)
{
    const Known known = look(frame, view);
    const float aspect = aspectOf(target);
    const Camera camera(orbitAround(known.levels.heights, view, aspect), aspect);
    drawSeen(frame, known, view, camera, target);
}

void WaterStage::draw(const ReliefFrame& frame, const ReliefView& view, const Camera& camera,
                      const Target& target)
{
    drawSeen(frame, look(frame, view), view, camera, target);
}

void WaterStage::draw(const ReliefFrame& frame, const ReliefView& view, const CameraChoice& choice,
                      const Target& target)
{
    const Known known = look(frame, view);
    drawSeen(frame, known, view, choice(known.frame), target);
}

void WaterStage::drawSeen(const ReliefFrame& frame, const Known& known, const ReliefView& view,
                          const Camera& camera, const Target& target)
{
    setDetail(options_.detail.value_or(view.detail));
    bodies_.update(frame.bodies);
    drops_.update(frame.drops, camera.forward());
    readFrame(frame, known, view, camera, target);
    bindTextures();
    beginPass("shadows");
    light_.drawShadows(bodies_, scene_, grid_);
    beginPass("caustics");
    light_.drawCaustics(fields_, scene_);
    bindTextures();
    drawBodyMaps();
    drawPicture(view, camera);
    beginPass("encoding");
    picture_.resolve();
    target.begin();
    context_->apply({});
    encodeProgram_.use();
    encodeProgram_.set("picture", picture_.colour(), kFreeUnit);
    encodeProgram_.set("dither", view.dither ? 1.0F : 0.0F);
    encodeProgram_.set("soften", detailOf(detail_).samples == 1 ? 1.0F : 0.0F);
    context_->drawFull();
    context_->requireNoError("drawing water");
    beginPass("");
}

void WaterStage::setDetail(Detail detail)
{
    if (detail == detail_)
    {
        return;
    }
    detail_ = detail;
    light_.setDetail(detailOf(detail));
    picture_ = pictureTarget(*context_, detailOf(detail));
}

void WaterStage::beginPass(const char* pass) const
{
    if (onPass_)
    {
        onPass_(pass);
    }
}

Backdrop WaterStage::backdrop()
{
    if (!depth_)
    {
        depth_ = Target::offscreen(*context_, 1, 1, {.hasDepth = true});
    }
    depth_->resize(picture_.width(), picture_.height());
    picture_.copyDepth(*depth_);
    const auto place = [](const Vec4& v) { return Vec3(v.x, v.y, v.z); };
    Backdrop backdrop;
    backdrop.viewProjection = scene_.viewProjection;
    backdrop.eye = place(scene_.eye);
    backdrop.forward = place(scene_.forward);
    backdrop.isFlat = scene_.eye.w > 0.5F;
    backdrop.heights = &fields_.heights();
    backdrop.depth = depth_->depth();
    backdrop.columns = grid_.columns();
    backdrop.rows = grid_.rows();
    return backdrop;
}

void WaterStage::readFrame(const ReliefFrame& frame, const Known& known, const ReliefView& view,
                           const Camera& camera, const Target& target)
{
    const Levels& levels = known.levels;
    const ReliefSite site = ReliefSite::make(view, levels.heights);
    const float mean = levels.heights.meanWater;
    fields_.update(frame, mean, view.dyeColours);
    makeBlock(site, levels.heights.lowestGround);
    const float width = frame.world.width();
    const float height = frame.world.height();
    const float size = std::max(width, height);
    const WaterDetail& detail = detailOf(detail_);
    // Shores and ridges are sharper than waves.
    const bool hasLand = levels.highestGround > mean;
    const int wanted = std::max(target.width(), target.height()) / detail.quadPixels;
    const int most =
        std::clamp(wanted, hasLand ? detail.surfaceQuads * 3 / 4 : 2, detail.surfaceQuads);
    const auto quads = [&](float metres) {
        return std::max(static_cast<int>(std::lround(static_cast<float>(most) * metres / size)), 2);
    };
    grid_.resize(quads(width), quads(height));
    picture_.resize(target.width(), target.height());
    for (Target* map : {&behind_, &mirrored_})
    {
        map->resize(std::max(target.width() / detail.bodyMapPixels, 1),
                    std::max(target.height() / detail.bodyMapPixels, 1));
    }

    Box all = boxOf(site);
    if (!bodies_.isEmpty())
    {
        const Bounds& bounds = bodies_.bounds();
        all.low = {std::min(all.low.x, bounds.low.x), std::min(all.low.y, bounds.low.y),
                   std::min(all.low.z, bounds.low.z)};
        all.high = {std::max(all.high.x, bounds.high.x), std::max(all.high.y, bounds.high.y),
                    std::max(all.high.z, bounds.high.z)};
    }
    Camera enclosing = camera;
    // Images in the water's mirror lie as far below it as things are above.
    Box withImages = all;
    withImages.low.z = std::min(all.low.z, 2.0F * mean - all.high.z);
    enclosing.enclose(withImages);
    const LightFrame lightFrame =
        light_.frameOf(site, levels.heights.lowestGround, all.high.z, mean);

    const ReliefLight& light = view.light;
    const LiquidLook& liquid = view.liquid;
    const Colour sunLight = light.sun * (kSunLight * 1.35F * light.strength);
    const Colour skyLight =
        mix(mix(light.horizon, light.zenith, 0.35F), {1.0F, 1.0F, 1.0F}, 0.35F) *
        (kSkyLight * (1.0F + 0.6F * (1.0F - std::min(light.strength, 1.0F))));
    // A beam that is bent towards the vertical is wider.
    const float entering =
        (1.0F - fresnel(site.sun.z, site.index)) * site.sun.z / site.sunInWater.z;
    const Colour deep = liquid.body * (luminance(sunLight) * site.sun.z + luminance(skyLight));
    const std::array<float, 3> indices = refractiveIndices(liquid);
    const float exposure = light.exposure;
    const double phase = std::isfinite(frame.time) ? frame.time : 0.0;

    SceneBlock& s = scene_;
    s.viewProjection = enclosing.viewProjection();
    s.eye = {camera.eye(), camera.isFlat() ? 1.0F : 0.0F};
    s.forward = {camera.forward(), static_cast<float>(std::fmod(phase, 3600.0))};
    s.world = {site.inner.left, site.inner.bottom, site.inner.right, site.inner.top};
    s.outer = {site.outer.left, site.outer.bottom, site.outer.right, site.outer.top};
    s.levels = {site.base, site.rim, mean, levels.highestGround};
    s.sun = {site.sun, light.strength};
    s.sunInWater = {site.sunInWater, entering};
    s.sunLight = {sunLight, light.clouds};
    s.skyLight = {skyLight, exposure};
    s.zenith = {light.zenith, mix(kGlossLeast, kGlossMost, liquid.gloss * liquid.gloss)};
    s.horizon = {light.horizon, kSunMirror};
    s.absorption = {liquid.absorption, liquid.scattering};
    s.deep = {deep, liquid.ripples};
    s.glow = {liquid.glow, luminance(liquid.glow)};
    s.indices = {indices[0], indices[1], indices[2], liquid.caustics};
    const FresnelStyle& fresnelStyle = view.fresnel;
    s.fresnelForm = {fresnelStyle.bias, fresnelStyle.scale, fresnelStyle.power,
                     fresnelStyle.kind == FresnelKind::formed ? 1.0F : 0.0F};
    const float tile =
        view.ground.tile > 0.0F ? view.ground.tile : std::min(width, height) / kTilesAcross;
    s.ground = {static_cast<float>(view.ground.look), tile, size, kWetBand * size};
    s.groundColour = {view.ground.colour, std::max(levels.highestGround - mean, kLeastRise * size)};
    const auto backdrop = [&](float shown) { return untoned(shown, exposure); };
    s.background = {backdrop(view.background.r), backdrop(view.background.g),
                    backdrop(view.background.b), site.hasWalls() ? 1.0F : 0.0F};
    s.lattice = {static_cast<float>(fields_.columns()), static_cast<float>(fields_.rows()),
                 fields_.step(), levels.hasWater ? 1.0F : 0.0F};
    const float perPixel = 2.0F * camera.halfHeight() / static_cast<float>(target.height());
    s.pixel = {camera.isFlat() ? 0.0F : perPixel, camera.isFlat() ? perPixel : 0.0F,
               static_cast<float>(target.width()), static_cast<float>(target.height())};
    s.extras = {fields_.hasFoam() ? 1.0F : 0.0F, fields_.hasDye() ? 1.0F : 0.0F,
                isUnderWater(known.frame, camera.eye()) ? 1.0F : 0.0F,
                static_cast<float>(std::fmod(phase / kFoamDrift, 1.0))};
    s.lightMap = lightFrame.map;
    s.lightRange = lightFrame.range;
    s.depthRange = {enclosing.near(), enclosing.far(), 0.0F, 0.0F};
    s.detail = {static_cast<float>(detail.bodyLooks), detail.bendsColoursApart ? 1.0F : 0.0F,
                detail.hasFineShadows ? 1.0F : 0.0F, 0.0F};
    sceneBuffer_.upload(&s, sizeof s, true);
    sceneBuffer_.bindUniforms(kSceneBinding);
}

void WaterStage::bindTextures()
{
    fields_.heights().bind(kHeightUnit);
    fields_.slopes().bind(kSlopeUnit);
    noise_.bind(kNoiseUnit);
    fields_.drift().bind(kDriftUnit);
    fields_.tint().bind(kTintUnit);
    fields_.wetness().bind(kWetnessUnit);
    light_.shadows().bind(kShadowUnit);
    light_.caustics().bind(kCausticUnit);
}

// Bodies beyond the surface, and as it mirrors them; what is drawn from both comes after.
void WaterStage::drawBodyMaps()
{
    for (const bool isMirror : {false, true})
    {
        Target& target = isMirror ? mirrored_ : behind_;
        Program& program = isMirror ? mirrorProgram_ : behindProgram_;
        beginPass(isMirror ? "mirrored bodies" : "bodies beyond");
        target.clear(0.0F, 0.0F, 0.0F, 0.0F);
        context_->apply({.depth = Depth::write});
        program.use();
        program.set("bodyProjection", scene_.viewProjection);
        bodies_.draw();
        target.makeMipmaps(kBodyMapCopies);
    }
    behind_.colour().bind(kBodyUnit);
    behind_.depth()->bind(kBodyDepthUnit);
    mirrored_.colour().bind(kMirrorUnit);
    mirrored_.depth()->bind(kMirrorDepthUnit);
}

void WaterStage::drawPicture(const ReliefView& view, const Camera& camera)
{
    beginPass("surroundings");
    picture_.clear(0.0F, 0.0F, 0.0F, 1.0F);
    const Vec3 right = camera.right() * (camera.halfHeight() * camera.aspect());
    const Vec3 up = camera.up() * camera.halfHeight();
    context_->apply({});
    backdropProgram_.use();
    backdropProgram_.set("sightRight", right.x, right.y, right.z, 0.0F);
    backdropProgram_.set("sightUp", up.x, up.y, up.z, 0.0F);
    context_->drawFull();

    if (view.border == Border::pool)
    {
        drawBlock();
    }
    else
    {
        drawSides();
    }
    beginPass("ground");
    drawSurface(groundProgram_, false, {.depth = Depth::write});
    beginPass("bodies");
    context_->apply({.depth = Depth::write});
    bodyProgram_.use();
    bodyProgram_.set("bodyProjection", scene_.viewProjection);
    bodies_.draw();
    beginPass("water");
    if (scene_.lattice.w > 0.5F)
    {
        waterProgram_.use();
        waterProgram_.set("bodyProjection", scene_.viewProjection);
        drawSurface(waterProgram_, true, {.blend = Blend::over, .depth = Depth::write});
    }
    beginPass("drops");
    context_->apply({.blend = Blend::over, .depth = Depth::test});
    dropProgram_.use();
    dropProgram_.set("sightRight", right.x, right.y, right.z, 0.0F);
    dropProgram_.set("sightUp", up.x, up.y, up.z, 0.0F);
    drops_.draw();
}

void WaterStage::drawSurface(Program& program, bool isWater, const DrawState& state)
{
    context_->apply(state);
    program.use();
    program.set("isWater", isWater ? 1.0F : 0.0F);
    program.set("gridSize", static_cast<float>(grid_.columns()), static_cast<float>(grid_.rows()));
    grid_.draw();
}

void WaterStage::drawBlock()
{
    context_->apply({.depth = Depth::write, .cull = Cull::back});
    blockProgram_.use();
    blockArray_.bind();
    (*context_)->DrawArrays(GL_TRIANGLES, 0, blockCount_);
}

// Where a model is cut through: ground, and water like a pane of glass. An eye inside sees neither.
void WaterStage::drawSides()
{
    if (scene_.extras.z > 0.5F)
    {
        return;
    }
    struct Side
    {
        Vec4 line;
        Vec3 normal;
    };
    const Vec4& w = scene_.world;
    const std::array<Side, 4> sides = {Side{{w.x, w.y, w.z, w.y}, {0.0F, -1.0F, 0.0F}},
                                       Side{{w.z, w.y, w.z, w.w}, {1.0F, 0.0F, 0.0F}},
                                       Side{{w.z, w.w, w.x, w.w}, {0.0F, 1.0F, 0.0F}},
                                       Side{{w.x, w.w, w.x, w.y}, {-1.0F, 0.0F, 0.0F}}};
    context_->apply({.depth = Depth::write, .cull = Cull::back});
    noArray_.bind();
    for (Program* program : {&sectionProgram_, &paneProgram_})
    {
        const bool isWater = program == &paneProgram_;
        program->use();
        program->set("steps", static_cast<float>(kSideQuads));
        program->set("isWater", isWater ? 1.0F : 0.0F);
        program->set("bodyProjection", scene_.viewProjection);
        for (const Side& side : sides)
        {
            program->set("sideLine", side.line.x, side.line.y, side.line.z, side.line.w);
            program->set("sideNormal", side.normal);
            if (!isWater || scene_.lattice.w > 0.5F)
            {
                (*context_)->DrawArrays(GL_TRIANGLE_STRIP, 0, 2 * kSideQuads + 2);
            }
        }
    }
}

// The stone around a pool: its rim, its outer sides, and the walls inside.
void WaterStage::makeBlock(const ReliefSite& site, float lowest)
{
    std::vector<float> vertices;
    // Corners counter-clockwise as seen from where the normal points.
    const auto quad = [&](std::array<Vec3, 4> corners, Vec3 normal, float kind) {
        for (const std::size_t k : {0U, 1U, 2U, 0U, 2U, 3U})
        {
            const Vec3 c = corners[k];
            vertices.insert(vertices.end(), {c.x, c.y, c.z, normal.x, normal.y, normal.z, kind});
        }
    };
    const auto corner = [](const Rectangle& r, int k, float z) {
        return Vec3(k == 1 || k == 2 ? r.right : r.left, k >= 2 ? r.top : r.bottom, z);
    };
    constexpr std::array<std::array<float, 2>, 4> kOut = {
        {{0.0F, -1.0F}, {1.0F, 0.0F}, {0.0F, 1.0F}, {-1.0F, 0.0F}}};
    for (int k = 0; k < 4; ++k)
    {
        const int n = (k + 1) % 4;
        const Vec3 out(kOut[std::size_t(k)][0], kOut[std::size_t(k)][1], 0.0F);
        quad({corner(site.outer, k, site.base), corner(site.outer, n, site.base),
              corner(site.outer, n, site.rim), corner(site.outer, k, site.rim)},
             out, 1.0F);
        quad({corner(site.outer, k, site.rim), corner(site.outer, n, site.rim),
              corner(site.inner, n, site.rim), corner(site.inner, k, site.rim)},
             {0.0F, 0.0F, 1.0F}, 0.0F);
        quad({corner(site.inner, n, lowest), corner(site.inner, k, lowest),
              corner(site.inner, k, site.rim), corner(site.inner, n, site.rim)},
             -out, 2.0F);
    }
    blockCount_ = static_cast<int>(vertices.size() / 7);
    blockVertices_.upload(vertices.data(), vertices.size() * sizeof(float), true);
}

} // namespace tarn::render::gl
