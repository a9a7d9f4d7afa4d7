// Relief: Water as a model on a table, seen from above at a slant, drawn on the CPU.
//
// A ReliefFrame says what is there: the ground, the water on it, bodies, drops, foam. A ReliefView
// says how it looks: size, camera, sun and sky, the liquid, the ground. A ReliefPainter casts a ray
// through every pixel: light is reflected and refracted at the surface by Snell and Fresnel,
// absorbed on its way (Beer, Lambert) and gathered by waves into caustics on the ground.
//
//     render::ReliefView view;
//     view.ground.look = render::GroundLook::tiles;
//     view.border = render::Border::pool;
//     render::ReliefPainter painter(view);
//
//     render::ReliefFrame frame;
//     frame.world = {0, 0, 5, 5};                        // metres: left, bottom, right, top
//     frame.depth = {depth, columns, rows, stride};      // row 0 at the bottom
//     frame.terrain = {terrain, columns, rows, stride};
//     frame.bodies = bodies;
//     writePng("pool.png", painter.draw(frame));
//
// x and y are the grid's axes, z goes up. The same calls give the same picture, whatever the number
// of threads.
#pragma once

#include "render/colour.h"
#include "render/frame.h"
#include "render/image.h"

#include "tarn/field.h"
#include "tarn/tasks.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tarn::render
{

enum class BodyLook
{
    plain,
    wood, // planks along the longest side, in the body's colour
    ball, // stripes of the body's colour and white, from pole to pole along own z
    duck, // a beak towards own +x, eyes beside it; the rest in the body's colour
};

// A solid: a closed mesh in its own axes, as tnWater_GetBodyMesh has it. Edges sharper than
// kCrease (defaults.h) stay edges, all others are smoothed. A pose that is not finite is not drawn.
struct ReliefBody
{
    std::span<const tnVec3> vertices;        // metres
    std::span<const std::int32_t> triangles; // three vertices each, counter-clockwise from outside
    tnVec3 position = {0.0F, 0.0F, 0.0F};    // metres
    tnQuat rotation = {0.0F, 0.0F, 0.0F, 1.0F};
    Colour colour = fromSrgb(0.72F, 0.52F, 0.32F);
    BodyLook look = BodyLook::plain;
};

enum class DropKind
{
    spray,
    rain, // drawn as the way it falls while the shutter is open
    foam, // a fleck that lies on the surface
};

struct ReliefDrop
{
    tnVec3 position = {0.0F, 0.0F, 0.0F}; // metres
    tnVec3 velocity = {0.0F, 0.0F, 0.0F}; // m/s
    float radius = 0.01F;                 // metres
    float opacity = 1.0F;                 // 0 .. 1, so that old ones can fade
    DropKind kind = DropKind::spray;
};

// What is there at one moment. It owns nothing. Numbers that are not finite count as 0.
struct ReliefFrame
{
    Rectangle world;   // what the fields cover
    double time = 0.0; // seconds, for the label, ripples and the drift of foam
    // Needed. Where depth is no more than kDryDepth (defaults.h) the ground is dry.
    FieldView terrain; // height of the ground, metres
    FieldView depth;   // of the water, metres; of the same resolution
    // All others may be absent.
    FieldView surface;   // height of the surface, metres; of the same resolution; terrain + depth
                         // when absent
    FieldView foam;      // 0 .. 1
    FieldView velocityX; // m/s: foam drifts along
    FieldView velocityY;
    std::span<const FieldView> dyes; // concentrations, up to kMaxDyes
    std::span<const ReliefBody> bodies;
    std::span<const ReliefDrop> drops;
};

// Where the eye is. It looks at the target from `azimuth` (degrees from +x towards +y) and
// `elevation` (degrees above the horizon).
struct ReliefCamera
{
    float azimuth = -68.0F;
    float elevation = 36.0F;   // 1 .. 90
    float fieldOfView = 28.0F; // degrees, of the picture's height, up to 120; 0: orthographic
    float distance = 0.0F;     // metres from the target; 0: as far as to see everything
    bool hasTarget = false;    // false: the middle of the world
    tnVec3 target = {0.0F, 0.0F, 0.0F};
};

struct ReliefLight
{
    float azimuth = 70.0F;   // where the sun is, as for the camera
    float elevation = 45.0F; // 5 .. 90
    float strength = 1.0F;   // of the sun; 0: an overcast day
    Colour sun = fromSrgb(1.0F, 0.95F, 0.86F);
    Colour zenith = fromSrgb(0.30F, 0.52F, 0.86F); // of the sky
    Colour horizon = fromSrgb(0.82F, 0.90F, 0.97F);
    float clouds = 0.5F;   // in what the water reflects, 0 .. 1
    float exposure = 1.0F; // of the whole picture, 0.01 .. 100
};

struct LiquidLook
{
    Colour absorption = {0.95F, 0.21F, 0.10F};   // 1/m of each channel
    Colour body = fromSrgb(0.02F, 0.32F, 0.42F); // what deep liquid looks like in full light
    float scattering = 0.12F;                    // 1/m: how soon that is seen instead of the ground
    float refractiveIndex = 1.333F;              // 1 .. 3
    float gloss = 1.0F;                          // 0 .. 1: how sharp the sun is in it
    float ripples = 0.02F;                       // slope of waves too small for the grid, 0 .. 1
    float caustics = 1.0F;                       // 0: none, 1: as the waves gather light
    Colour glow = {0.0F, 0.0F, 0.0F};            // light of its own, through cracks of a crust
    float dispersion = 0.0058F; // index of blue less that of red; not in pictures of ReliefPainter
};

// "water", "sea", "oil", "honey", "mud", "lava", "diamond"; and how they look, or an Error that
// lists them.
const std::vector<std::string>& liquidLookNames();
LiquidLook liquidLook(std::string_view name);

// Of red, green and blue light.
std::array<float, 3> refractiveIndices(const LiquidLook& look);

enum class GroundLook
{
    land,  // sand near the water, grass above, rock where it is steep
    sand,  // sand all over, rock where it is steep
    tiles, // of a pool
    plain, // one colour
};

struct GroundStyle
{
    GroundLook look = GroundLook::land;
    Colour colour = fromSrgb(0.78F, 0.76F, 0.72F); // plain
    float tile = 0.0F; // metres along a tile; 0: some 20 along the shorter side
};

// What is around the fluid.
enum class Border
{
    cut,  // water and ground are cut through, like a model in a museum
    pool, // walls with a rim of stone
};

enum class ReliefQuality
{
    draft,  // a ray a pixel
    smooth, // more where neighbours differ
    fine,   // sixteen a pixel
};

// How fine pictures by OpenGL are (gl::WaterStage), and how long they take.
enum class Detail
{
    low,    // real time without a GPU, small
    medium, // old and mobile GPUs
    high,
    best, // for pictures that stay
};

// How the part of light that a surface throws back depends on the angle: exactly as between two
// dielectrics, or as artists set it: bias + scale (1 + I.N)^power.
enum class FresnelKind
{
    exact,
    formed,
};

struct FresnelStyle
{
    FresnelKind kind = FresnelKind::exact;
    float bias = 0.02F;
    float scale = 0.98F;
    float power = 5.0F;
};

// The part of light that comes back from a liquid, of a ray at this cosine to its normal; the exact
// formula by Schlick's approximation (1994), which is what a ReliefPainter draws with.
float thrownBack(const FresnelStyle& style, float cosine, float index);

struct ReliefView
{
    int width = 1280; // pixels
    int height = 720;
    ReliefCamera camera;
    ReliefLight light;
    LiquidLook liquid;
    GroundStyle ground;
    Border border = Border::cut;
    float rim = 0.0F; // pool: metres from the highest water to its rim; 0: a 25th of the width
    std::vector<Colour> dyeColours;                    // those missing come from inkPalette
    Colour background = fromSrgb(0.90F, 0.91F, 0.92F); // the table it stands on
    ReliefQuality quality = ReliefQuality::smooth;     // of a ReliefPainter
    Detail detail = Detail::high;                      // of a gl::WaterStage
    FresnelStyle fresnel;
    std::string title;     // at the upper left; empty: none
    bool showTime = false; // at the upper right
    bool dither = true;
};

class ReliefPainter
{
  public:
    // Throws an Error when the view makes no sense. Without a parallelFor in `tasks` all work is
    // done by the calling thread; see tnThreadPool_GetTasks.
    explicit ReliefPainter(ReliefView view, tnTaskSystem tasks = {});
    ~ReliefPainter();
    ReliefPainter(ReliefPainter&& other) noexcept;
    ReliefPainter& operator=(ReliefPainter&& other) noexcept;

    // Throws an Error when terrain or depth is missing, fields do not fit together, or a body's
    // triangles name vertices that are not there.
    Image draw(const ReliefFrame& frame);

    const ReliefView& view() const;

  private:
    class Studio;
    std::unique_ptr<Studio> studio_;
};

} // namespace tarn::render
