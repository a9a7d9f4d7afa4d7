// Looking inside: small pictures and the marks behind them, judged by what is known of the flow.
#include "render/colour.h"
#include "render/error.h"
#include "render/flow_inside.h"
#include "render/gl/defaults.h"
#include "render/gl/inside_stage.h"
#include "render/gl/water_stage.h"
#include "render/inside_readout.h"
#include "render/legend.h"
#include "render/streamlines.h"
#include "render/water_inside.h"

#include "render/gl/gl_stage.h"
#include "render/test_field.h"
#include "render/test_mesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <vector>

namespace tarn::render::gl
{
namespace
{

constexpr int kSide = 240;     // pixels
constexpr float kPoint = 0.6F; // of such a picture
constexpr Rectangle kWorld = {0.0F, 0.0F, 1.0F, 1.0F};
constexpr float kPixel = 1.0F / kSide; // metres

// A velocity on 64 x 64 cells over kWorld.
struct Wind
{
    static constexpr int kCells = 64;
    std::vector<float> x;
    std::vector<float> y;

    explicit Wind(const std::function<Point(float, float)>& velocity)
    {
        for (int j = 0; j < kCells; ++j)
        {
            for (int i = 0; i < kCells; ++i)
            {
                const Point v = velocity((static_cast<float>(i) + 0.5F) / kCells,
                                         (static_cast<float>(j) + 0.5F) / kCells);
                x.push_back(v.x);
                y.push_back(v.y);
            }
        }
    }

    InsideFrame frame() const
    {
        InsideFrame frame;
        frame.world = kWorld;
        frame.columns = frame.rows = kCells;
        frame.velocityX = {x.data(), kCells, kCells, kCells};
        frame.velocityY = {y.data(), kCells, kCells, kCells};
        return frame;
    }
};

Wind uniform(float degrees)
{
    const float angle = degrees * 0.017453293F;
    return Wind([=](float, float) { return Point{std::cos(angle), std::sin(angle)}; });
}

Wind rotation()
{
    return Wind([](float x, float y) { return Point{0.5F - y, x - 0.5F}; });
}

Backdrop flat()
{
    return Backdrop::flat(kWorld, kSide, kSide);
}

Backdrop seenBy(const Camera& camera)
{
    Backdrop backdrop;
    backdrop.viewProjection = camera.viewProjection();
    backdrop.eye = camera.eye();
    backdrop.forward = camera.forward();
    backdrop.isFlat = camera.isFlat();
    return backdrop;
}

PixelScale flatScale()
{
    return {flat().viewProjection, kSide, kSide};
}

class GlInside : public testing::Test
{
  protected:
    void SetUp() override { TARN_SKIP_WITHOUT_GL(); }

    static Image drawn(const InsideFrame& frame, const InsideView& view,
                       const Backdrop& backdrop = flat())
    {
        const Target target = Target::offscreen(test::glContext(), kSide, kSide);
        target.clear(0.2F, 0.2F, 0.2F, 1.0F);
        stage().reset();
        stage().draw(frame, view, backdrop, target);
        return target.read();
    }

    static InsideStage& stage()
    {
        static InsideStage stage(test::glContext());
        return stage;
    }
};

// The brightness at a place given in pixels from the lower left corner.
int brightAt(const Image& image, float x, float y)
{
    const int column = std::clamp(static_cast<int>(x), 0, image.width - 1);
    const int row = std::clamp(image.height - 1 - static_cast<int>(y), 0, image.height - 1);
    const std::uint8_t* p = image.pixel(column, row);
    return (p[0] + p[1] + p[2]) / 3;
}

// The brightest of the pixels around a place: thin lines may lie between two.
int brightNear(const Image& image, float x, float y)
{
    int bright = 0;
    for (const float dx : {-0.7F, 0.0F, 0.7F})
    {
        for (const float dy : {-0.7F, 0.0F, 0.7F})
        {
            bright = std::max(bright, brightAt(image, x + dx, y + dy));
        }
    }
    return bright;
}

double difference(const Image& a, const Image& b)
{
    double sum = 0.0;
    for (std::size_t k = 0; k < a.rgb.size(); ++k)
    {
        sum += std::abs(int(a.rgb[k]) - int(b.rgb[k]));
    }
    return sum / static_cast<double>(a.rgb.size());
}

TEST_F(GlInside, ArrowsPointAlongTheVelocity)
{
    for (const float degrees : {0.0F, 35.0F, 200.0F, 290.0F})
    {
        const Wind wind = uniform(degrees);
        InsideView view;
        view.arrows = true;
        view.legend = false;
        view.arrow.spacing = 60.0F;
        const Image image = drawn(wind.frame(), view);
        InsideMarks marks(flatScale());
        marks.addVelocity(wind.frame(), view.arrow, stage().fullSpeed());
        ASSERT_GT(marks.velocity().size(), 8u);
        for (const ArrowMark& arrow : marks.velocity())
        {
            const Point tail = flatScale().pixelOf(arrow.tail);
            const Point tip = flatScale().pixelOf(arrow.tip);
            const Point along = {tip.x - tail.x, tip.y - tail.y};
            const float size = std::hypot(along.x, along.y);
            EXPECT_NEAR(size, 60.0F * kPoint, 0.1F);
            EXPECT_NEAR(along.x / size, std::cos(degrees * 0.017453293F), 1e-3F);
            EXPECT_NEAR(along.y / size, std::sin(degrees * 0.017453293F), 1e-3F);
            if (arrow.opacity < 1.0F)
            {
                continue;
            }
            // A bright shaft from end to end; the head is wide, the tail is not.
            const auto beside = [&](float part, float away) {
                return Point{tail.x + part * along.x - away * along.y / size,
                             tail.y + part * along.y + away * along.x / size};
            };
            for (const float part : {0.1F, 0.4F, 0.7F, 0.92F})
            {
                const Point on = beside(part, 0.0F);
                EXPECT_GT(brightNear(image, on.x, on.y), 130) << degrees << " at " << part;
            }
            for (const float side : {-1.0F, 1.0F})
            {
                const Point head = beside(0.87F, 1.5F * side);
                const Point shaft = beside(0.1F, 3.5F * side);
                EXPECT_GT(brightNear(image, head.x, head.y), 130) << degrees;
                EXPECT_LT(brightAt(image, shaft.x, shaft.y), 90) << degrees;
            }
        }
    }
}

TEST_F(GlInside, SlowerFlowHasShorterArrowsAndSolidsHaveNone)
{
    const Wind wind([](float x, float) { return Point{x < 0.5F ? 0.5F : 1.0F, 0.0F}; });
    InsideFrame frame = wind.frame();
    const std::vector<float> solid = {0.0F, 0.0F, 1.0F, 1.0F}; // the upper half
    frame.solid = {solid.data(), 2, 2, 2};
    InsideMarks marks(flatScale());
    marks.addVelocity(frame, ArrowStyle{}, 1.0F);
    ASSERT_FALSE(marks.velocity().empty());
    for (const ArrowMark& arrow : marks.velocity())
    {
        const float x = 0.5F * (arrow.tail.x + arrow.tip.x);
        const float wanted = 30.0F * kPoint * kPixel;
        if (std::abs(x - 0.5F) > 0.02F)
        {
            EXPECT_NEAR(arrow.tip.x - arrow.tail.x, x < 0.5F ? 0.5F * wanted : wanted, 1e-5F);
        }
        EXPECT_LE(arrow.tip.y, 0.5F);
    }
}

TEST_F(GlInside, AStreamlineOfASolidRotationIsACircle)
{
    const Wind wind = rotation();
    const InsideFrame frame = wind.frame();
    // All the way round, until the two ways from the seed meet.
    const VelocityField field = {frame.world, frame.velocityX, frame.velocityY, frame.solid};
    std::vector<Point> line;
    constexpr int kSteps = 200;
    const float radius = 0.3F;
    followStreamline(field, {0.5F + radius, 0.5F}, 2.0F * 3.14159265F * radius / kSteps, kSteps,
                     line);
    EXPECT_GT(line.size(), std::size_t(kSteps));
    EXPECT_LT(line.size(), std::size_t(kSteps + 20));
    for (const Point& p : line)
    {
        EXPECT_NEAR(std::hypot(p.x - 0.5F, p.y - 0.5F), radius, 0.1F * kPixel);
    }
    const Point seed = line[line.size() / 2];
    EXPECT_NEAR(seed.x, 0.5F + radius, 1e-6F);
    EXPECT_NEAR(seed.y, 0.5F, 1e-6F);

    // As it is drawn.
    InsideView view;
    view.streamlines = true;
    view.legend = false;
    const Image image = drawn(frame, view);
    InsideMarks marks(flatScale());
    marks.addStreamlines(frame, view.streamline, stage().fullSpeed());
    ASSERT_GT(marks.streamlines().size(), 100u);
    int looked = 0;
    for (const LineMark& piece : marks.streamlines())
    {
        const float from = std::hypot(piece.from.x - 0.5F, piece.from.y - 0.5F);
        const float to = std::hypot(piece.to.x - 0.5F, piece.to.y - 0.5F);
        EXPECT_NEAR(from, to, 0.05F * kPixel);
        if (std::min(piece.opacityFrom, piece.opacityTo) > 0.95F)
        {
            const Point a = flatScale().pixelOf(piece.from);
            EXPECT_GT(brightNear(image, a.x, a.y), 110);
            ++looked;
        }
    }
    EXPECT_GT(looked, 20);
}

TEST_F(GlInside, StreamlinesEndFaintAndAtSolids)
{
    const Wind wind = uniform(0.0F);
    InsideFrame frame = wind.frame();
    const std::vector<float> solid = {0.0F, 0.0F, 0.0F, 1.0F};
    frame.solid = {solid.data(), 4, 1, 4};
    InsideMarks marks(flatScale());
    marks.addStreamlines(frame, StreamlineStyle{}, 1.0F);
    ASSERT_FALSE(marks.streamlines().empty());
    for (const LineMark& piece : marks.streamlines())
    {
        EXPECT_LT(piece.to.x, 0.76F);
        const bool isFirst = piece.before.x == piece.from.x;
        const bool isLast = piece.after.x == piece.to.x;
        EXPECT_TRUE(!isFirst || piece.opacityFrom == 0.0F);
        EXPECT_TRUE(!isLast || piece.opacityTo == 0.0F);
    }
}

TEST_F(GlInside, SlowChangesOfTheFlowAreSmallChangesOfThePicture)
{
    InsideView view;
    view.arrows = view.streamlines = true;
    const auto turned = [](float angle) {
        return Wind([=](float x, float y) {
            const float speed = 1.0F + 0.3F * std::sin(9.0F * x + angle) * std::cos(7.0F * y);
            return Point{speed * std::cos(angle + y), speed * std::sin(angle + y)};
        });
    };
    const Image first = drawn(turned(0.5F).frame(), view);
    const Image soon = drawn(turned(0.5005F).frame(), view);
    const Image later = drawn(turned(0.51F).frame(), view);
    const Image other = drawn(turned(1.2F).frame(), view);
    // What moves by a thousandth of its length is seen to: nothing comes or goes.
    EXPECT_LT(difference(first, soon), 0.15 * difference(first, later));
    EXPECT_LT(difference(first, soon), 0.04 * difference(first, other));
}

TEST_F(GlInside, MarksKeepTheirDistanceAndTheirPlacesAtEveryZoom)
{
    constexpr float kSpacing = 30.0F;
    std::vector<MarkPlace> before;
    for (const float width : {1.0F, 0.8F, 0.5F, 0.3F, 0.11F, 0.02F})
    {
        const Rectangle seen = {0.3F, 0.3F, 0.3F + width, 0.3F + width};
        const PixelScale scale(Backdrop::flat(seen, kSide, kSide).viewProjection, kSide, kSide);
        std::vector<MarkPlace> places;
        findPlaces(kWorld, 0.0F, scale, kSpacing, 1e-5F, places);
        int inSight = 0;
        for (const MarkPlace& place : places)
        {
            const Point p = scale.pixelOf({place.at.x, place.at.y, 0.0F});
            const bool isSeen = p.x > 0.0F && p.y > 0.0F && p.x < kSide && p.y < kSide;
            inSight += isSeen && place.strength > 0.5F ? 1 : 0;
            for (const MarkPlace& other : places)
            {
                const Point q = scale.pixelOf({other.at.x, other.at.y, 0.0F});
                EXPECT_TRUE(&place == &other ||
                            std::hypot(p.x - q.x, p.y - q.y) > 0.69F * kSpacing);
            }
            // A place that was there has its name still.
            for (const MarkPlace& old : before)
            {
                const bool isSame = old.at.x == place.at.x && old.at.y == place.at.y;
                EXPECT_EQ(isSame, old.name == place.name);
            }
        }
        EXPECT_GE(inSight, 12) << width;
        before = places;
    }
}

TEST_F(GlInside, AMapHasTheColoursOfItsValues)
{
    const float none = std::numeric_limits<float>::quiet_NaN();
    const std::vector<float> values = {-2.0F, -1.0F, 0.0F, 1.0F, 2.0F, 7.0F, -9.0F, none};
    InsideFrame frame;
    frame.world = kWorld;
    frame.columns = 8;
    frame.scalar = {values.data(), 8, 1, 8};
    InsideView view;
    view.legend = false;
    for (const MapName name : {MapName::heat, MapName::lagoon, MapName::diverging})
    {
        view.map = ScalarStyle{"pressure", "Pa", name, {RangeKind::fixed, -2.0F, 2.0F}};
        const Image image = drawn(frame, view);
        const ColourMap map(name);
        for (int k = 0; k < 7; ++k)
        {
            const std::uint8_t* p = image.pixel(15 + 30 * k, kSide / 2);
            // A pixel's middle is half a pixel beside the cell's.
            const Colour wanted = coded(map.at((values[std::size_t(k)] + 2.0F) / 4.0F));
            EXPECT_NEAR(p[0], 255.0F * wanted.r, 4.0F) << k;
            EXPECT_NEAR(p[1], 255.0F * wanted.g, 4.0F) << k;
            EXPECT_NEAR(p[2], 255.0F * wanted.b, 4.0F) << k;
        }
        const std::uint8_t* signal = image.pixel(kSide - 2, kSide / 2);
        EXPECT_EQ(signal[0], 255);
        EXPECT_EQ(signal[1], 0);
        EXPECT_EQ(signal[2], 255);
    }
}

TEST_F(GlInside, AColourBarsEndsCarryTheRangesNumbers)
{
    const Ticks ticks = endTicks({-1.2345F, 5.678F}, 5);
    EXPECT_EQ(ticks.texts.front(), "−1.23");
    EXPECT_EQ(ticks.texts.back(), "5.68");
    EXPECT_EQ(ticks.values.front(), -1.2345F);
    EXPECT_EQ(ticks.values.back(), 5.678F);
    EXPECT_EQ(endTicks({0.0F, 1234.0F}, 5).texts.front(), "0");
    EXPECT_EQ(endTicks({0.0F, 1234.0F}, 5).texts.back(), "1234");
    EXPECT_EQ(endTicks({0.0F, 4.56e-7F}, 5).texts.back(), "4.56");
    EXPECT_EQ(endTicks({0.0F, 4.56e-7F}, 5).exponent, -7);

    // The bar itself, from its first colour to its last.
    const std::vector<float> values = {3.0F, 5.0F};
    InsideFrame frame;
    frame.world = kWorld;
    frame.scalar = {values.data(), 2, 1, 2};
    InsideView view;
    view.map = ScalarStyle{"depth", "m", MapName::lagoon, {RangeKind::automatic, 0.0F, 1.0F}};
    view.mapOpacity = 0.0F;
    const Image image = drawn(frame, view);
    EXPECT_EQ(stage().mapLimits().low, 3.0F);
    EXPECT_EQ(stage().mapLimits().high, 5.0F);
    const auto near = [&](float t) {
        const Colour wanted = coded(ColourMap(MapName::lagoon).at(t));
        int count = 0;
        for (int y = kSide / 2; y < kSide; ++y)
        {
            for (int x = 0; x < kSide; ++x)
            {
                const std::uint8_t* p = image.pixel(x, y);
                count += std::abs(p[0] - 255.0F * wanted.r) < 6.0F &&
                                 std::abs(p[1] - 255.0F * wanted.g) < 6.0F &&
                                 std::abs(p[2] - 255.0F * wanted.b) < 6.0F
                             ? 1
                             : 0;
            }
        }
        return count;
    };
    EXPECT_GT(near(0.995F), 3);
    EXPECT_GT(near(0.5F), 3);
    EXPECT_GT(near(0.01F), 3);
}

TEST_F(GlInside, SolidsAreFilledOnlyWhereAMapStandsInPlaceOfThePicture)
{
    const std::vector<float> solid(16, 1.0F);
    InsideFrame frame;
    frame.world = kWorld;
    frame.columns = frame.rows = 4;
    frame.solid = {solid.data(), 4, 4, 4};
    frame.scalar = frame.solid;
    InsideView view;
    view.grid = true;
    view.legend = false;
    view.fillsSolids = true;
    view.solid.fill = {1.0F, 0.0F, 0.0F};
    const int middle = kSide / 2 + kSide / 8; // of a cell
    EXPECT_EQ(drawn(frame, view).pixel(middle, middle)[0], 51);
    view.map = quantityStyle("speed");
    EXPECT_EQ(drawn(frame, view).pixel(middle, middle)[0], 255);
}

TEST_F(GlInside, AVelocityOfTwoResolutionsIsRefused)
{
    const Wind wind = uniform(30.0F);
    InsideFrame frame = wind.frame();
    frame.velocityY.rows /= 2;
    InsideView view;
    view.arrows = true;
    EXPECT_EQ(test::errorOf<Error>([&] { drawn(frame, view); }),
              "inside.velocityY: 64 x 32 cells beside 64 x 64 of inside.velocityX; both must have "
              "one resolution");
}

TEST_F(GlInside, CellsAreSeenUntilTheyAreSmall)
{
    InsideFrame frame;
    frame.world = kWorld;
    InsideView view;
    view.grid = true;
    view.gridOpacity = 1.0F;
    frame.columns = frame.rows = 8; // 30 pixels
    const Image large = drawn(frame, view);
    EXPECT_GT(brightAt(large, 60.0F, 75.0F) + brightAt(large, 59.5F, 75.0F), 250);
    EXPECT_NEAR(brightAt(large, 75.0F, 75.0F), 51, 1);
    frame.columns = frame.rows = 120; // 2 pixels
    const Image small = drawn(frame, view);
    EXPECT_NEAR(brightAt(small, 60.0F, 75.0F), 51, 1);
}

TEST_F(GlInside, AMapOverWaterLiesOnTheSurfaceAndBehindBodies)
{
    constexpr int kCells = 32;
    const std::vector<float> terrain(kCells * kCells, 0.0F);
    std::vector<float> depth(kCells * kCells, 0.5F);
    const std::vector<float> scalar(kCells * kCells, 1.0F);
    for (int j = 0; j < kCells; ++j)
    {
        std::fill_n(depth.begin() + j * kCells, kCells / 4, 0.0F); // dry at the left
    }
    ReliefFrame relief;
    relief.world = kWorld;
    relief.terrain = {terrain.data(), kCells, kCells, kCells};
    relief.depth = {depth.data(), kCells, kCells, kCells};
    const test::TestMesh box = test::TestMesh::box({0.1F, 0.1F, 0.1F});
    ReliefBody body;
    body.vertices = box.vertices;
    body.triangles = box.triangles;
    body.position = {0.7F, 0.5F, 0.6F};
    const std::array<ReliefBody, 1> bodies = {body};
    relief.bodies = bodies;

    const Context& context = test::glContext();
    WaterStageOptions options;
    options.detail = Detail::medium;
    WaterStage water(context, options);
    const Target target = Target::offscreen(context, kSide, kSide);
    const Camera camera({{0.5F, 0.5F, 0.4F}, -90.0F, 60.0F, 3.0F, 28.0F}, 1.0F);
    water.draw(relief, {}, camera, target);
    const Image without = target.read();
    InsideFrame frame;
    frame.world = kWorld;
    frame.scalar = {scalar.data(), kCells, kCells, kCells};
    InsideView view;
    view.legend = false;
    view.map = ScalarStyle{"speed", "m/s", MapName::heat, {RangeKind::fixed, 0.0F, 2.0F}};
    const Backdrop backdrop = water.backdrop();
    stage().draw(frame, view, backdrop, target);
    const Image with = target.read();
    const PixelScale scale(backdrop.viewProjection, kSide, kSide);
    const auto at = [&](const Image& image, Vec3 place) {
        const Point p = scale.pixelOf(place);
        return image.pixel(static_cast<int>(p.x), kSide - 1 - static_cast<int>(p.y));
    };
    const Colour wanted = coded(ColourMap(MapName::heat).at(0.5F));
    const std::uint8_t* wet = at(with, {0.45F, 0.25F, 0.5F});
    EXPECT_NEAR(wet[0], 255.0F * wanted.r, 3.0F);
    EXPECT_NEAR(wet[2], 255.0F * wanted.b, 3.0F);
    for (const Vec3 place : {Vec3(0.7F, 0.5F, 0.7F), Vec3(0.1F, 0.5F, 0.0F)})
    {
        EXPECT_TRUE(std::equal(at(with, place), at(with, place) + 3, at(without, place)));
    }
}

// A water with a box in it, half under water, held still.
class GlInsideWater : public GlInside
{
  protected:
    static constexpr float kHalf = 0.3F;

    void SetUp() override
    {
        GlInside::SetUp();
        tnWaterDef def = tnDefaultWaterDef();
        def.nx = def.ny = 32;
        def.threads = 1;
        def.level = 1.0F;
        ASSERT_EQ(tnCreateWater(&def, &water_), tn_success);
        tnBodyDef body = tnDefaultBodyDef();
        body.shape = tn_bodyBox;
        body.halfSize = {kHalf, kHalf, kHalf};
        body.position = {1.6F, 1.6F, 1.0F};
        ASSERT_EQ(tnWater_AddBody(water_, &body, &box_), tn_success);
        for (int k = 0; k < 240; ++k)
        {
            tnWater_Step(water_, 1.0F / 60.0F);
        }
        motion_ = {box_, body.position, body.rotation, {}, {}};
    }

    void TearDown() override { tnDestroyWater(water_); }

    tnWater water_ = {};
    tnBody box_ = {};
    tnBodyMotion motion_ = {};
};

TEST_F(GlInsideWater, TheForceArrowOfAFloatingBoxHasTheLengthOfItsBuoyancy)
{
    InsideView view;
    view.forces = true;
    view.legend = false;
    view.fullForce = 2000.0F;
    WaterInside inside;
    const InsideFrame& frame = inside.take(water_, {&motion_, 1}, view);
    ASSERT_EQ(frame.bodies.size(), 1u);
    // Archimedes, of what the water says is under it; the level has risen a little.
    tnBodyForce force = {};
    ASSERT_EQ(tnWater_GetBodyForces(water_, &box_, 1, &force), tn_success);
    const float buoyancy = frame.bodies[0].buoyancy.z;
    EXPECT_NEAR(buoyancy, 9810.0F * force.submergedVolume, 0.5F);
    EXPECT_NEAR(buoyancy, 9810.0F * 0.5F * 8.0F * kHalf * kHalf * kHalf, 60.0F);
    EXPECT_NEAR(frame.bodies[0].weight.z, -9.81F * 500.0F * 8.0F * kHalf * kHalf * kHalf, 1.0F);

    const Camera side({{1.6F, 1.6F, 1.0F}, -90.0F, 0.0F, 6.0F, 0.0F}, 1.0F);
    const Backdrop backdrop = seenBy(side);
    const Image image = drawn(frame, view, backdrop);
    const PixelScale scale(backdrop.viewProjection, kSide, kSide);
    InsideMarks marks(scale);
    marks.addForces(frame, view.fullForce);
    const auto isBuoyancy = [](const ArrowMark& arrow) {
        return arrow.colour == coded(buoyancyColour());
    };
    const auto arrow = std::find_if(marks.forces().begin(), marks.forces().end(), isBuoyancy);
    ASSERT_NE(arrow, marks.forces().end());
    const Point tail = scale.pixelOf(arrow->tail);
    const Point tip = scale.pixelOf(arrow->tip);
    EXPECT_NEAR(tip.y - tail.y, kForceLength * kPoint * buoyancy / view.fullForce, 0.1F);
    EXPECT_NEAR(tip.x, tail.x, 0.01F);
    // Blue from the centre of buoyancy to the tip, but for the discs; nothing beyond the label.
    const auto isBlue = [&](float y) {
        const std::uint8_t* p =
            image.pixel(static_cast<int>(tail.x), kSide - 1 - static_cast<int>(y));
        return p[2] > 150 && p[2] > p[0] + 60;
    };
    EXPECT_TRUE(isBlue(mix(tail.y, tip.y, 0.5F)));
    EXPECT_TRUE(isBlue(mix(tail.y, tip.y, 0.9F)));
    EXPECT_FALSE(isBlue(tip.y + 2.0F));
    EXPECT_FALSE(isBlue(tail.y - 8.0F));
}

TEST_F(GlInsideWater, WettedPartsAreThoseUnderWater)
{
    InsideView view;
    view.wetted = true;
    view.legend = false;
    WaterInside inside;
    const InsideFrame& frame = inside.take(water_, {&motion_, 1}, view);
    ASSERT_GT(frame.bodies[0].faces.size(), 4u);
    float area = 0.0F;
    for (const tnWettedFace& face : frame.bodies[0].faces)
    {
        area += face.area;
        EXPECT_LT(face.centre.z, 1.02F);
    }
    EXPECT_NEAR(area, 12.0F * kHalf * kHalf, 0.06F); // the bottom, and half of four sides
    // Seen from the side: colours below the water line, the picture above it.
    tnFieldView surface = {};
    ASSERT_EQ(tnWater_GetView(water_, tn_waterSurface, &surface), tn_success);
    std::vector<float> heights;
    for (int j = 0; j < surface.rows; ++j)
    {
        for (int i = 0; i < surface.columns; ++i)
        {
            heights.insert(heights.end(), {surface.data[j * surface.stride + i], 0.0F});
        }
    }
    Texture texture(test::glContext(), Format::rg32f, Filter::nearest);
    texture.upload(surface.columns, surface.rows, heights.data(), surface.columns);
    const Camera side({{1.6F, 1.6F, 1.0F}, -90.0F, 0.0F, 3.0F, 0.0F}, 1.0F);
    Backdrop backdrop = seenBy(side);
    backdrop.heights = &texture;
    const Image image = drawn(frame, view, backdrop);
    const PixelScale scale(backdrop.viewProjection, kSide, kSide);
    const auto at = [&](float z) {
        const Point p = scale.pixelOf({1.75F, 1.3F, z});
        return image.pixel(static_cast<int>(p.x), kSide - 1 - static_cast<int>(p.y));
    };
    EXPECT_EQ(at(1.25F)[0], 51);
    EXPECT_EQ(at(1.25F)[2], 51);
    EXPECT_GT(at(0.9F)[2], at(0.9F)[0] + 10);
}

TEST_F(GlInsideWater, TheReadOutIsWhatTheWaterSamples)
{
    const tnVec2 point = {0.77F, 2.13F};
    tnWaterSample sample = {};
    ASSERT_EQ(tnWater_Sample(water_, &point, 1, &sample), tn_success);
    const std::vector<ReadoutRow> rows = waterReadout(water_, point);
    const auto row = [&](const std::string& label) {
        const auto found = std::find_if(rows.begin(), rows.end(),
                                        [&](const ReadoutRow& r) { return r.label == label; });
        return found == rows.end() ? ReadoutRow{} : *found;
    };
    EXPECT_EQ(row("surface").value, sample.surface);
    EXPECT_EQ(row("depth").value, sample.depth);
    EXPECT_EQ(row("depth").unit, "m");
    EXPECT_EQ(row("velocity x").value, sample.velocity.x);
    EXPECT_EQ(row("rising").value, sample.velocity.z);
    EXPECT_EQ(row("foam").value, sample.foam);
    EXPECT_NEAR(row("pressure on the ground").value, 9810.0F * sample.depth, 1.0F);
    EXPECT_EQ(row("x").text, "0.77");
    EXPECT_THROW(waterReadout(tnWater{}, point), Error);
}

TEST(Inside, TheReadOutOfAFlowIsWhatItSamples)
{
    tnFlowDef def = tnDefaultFlowDef();
    def.nx = def.ny = 24;
    def.cellSize = 1.0F / 24.0F;
    def.dyeChannels = 2;
    def.threads = 1;
    tnFlow flow = {};
    ASSERT_EQ(tnCreateFlow(&def, &flow), tn_success);
    tnFlowBrush brush = tnDefaultFlowBrush();
    brush.from = brush.to = {0.4F, 0.5F};
    brush.radius = 0.1F;
    brush.velocity = {1.0F, -0.5F};
    brush.dye[1] = 0.7F;
    tnFlow_Brush(flow, &brush);
    tnFlow_Step(flow, 0.02F);
    const tnVec2 point = {0.43F, 0.48F};
    tnFlowSample sample = {};
    ASSERT_EQ(tnFlow_Sample(flow, &point, 1, &sample), tn_success);
    std::vector<std::string> labels;
    for (const ReadoutRow& row : flowReadout(flow, point))
    {
        labels.push_back(row.label);
        if (row.label == "velocity y")
        {
            EXPECT_EQ(row.value, sample.velocity.y);
            EXPECT_TRUE(row.text.starts_with("−")) << row.text;
        }
        if (row.label == "dye 2")
        {
            EXPECT_EQ(row.value, sample.dye[1]);
        }
    }
    const std::vector<std::string> wanted = {"x",          "y",        "speed",     "velocity x",
                                             "velocity y", "pressure", "vorticity", "divergence",
                                             "dye 1",      "dye 2",    "solid"};
    EXPECT_EQ(labels, wanted);

    // What maps show of it has the numbers of its views.
    FlowInside inside;
    InsideView view;
    view.arrows = true;
    for (const std::string& name : flowMapNames())
    {
        view.map = quantityStyle(name);
        if (name != "temperature")
        {
            const InsideFrame& frame = inside.take(flow, view);
            EXPECT_EQ(frame.scalar.columns, 24) << name;
            EXPECT_EQ(frame.scalar.rows, 24) << name;
        }
    }
    view.map = ScalarStyle{"colour", "", MapName::grey, {}};
    EXPECT_THROW(inside.take(flow, view), Error);
    tnDestroyFlow(flow);
}

TEST(Inside, MapsOfWaterAreWhatItsVelocityAndDepthSay)
{
    tnWaterDef def = tnDefaultWaterDef();
    def.nx = 20;
    def.ny = 16;
    def.threads = 1;
    tnWater water = {};
    ASSERT_EQ(tnCreateWater(&def, &water), tn_success);
    // u = 2 x - 3 y, v = x + 0.5 y
    std::vector<float> u;
    std::vector<float> v;
    for (int j = 0; j < def.ny; ++j)
    {
        for (int i = 0; i < def.nx; ++i)
        {
            const float x = 0.1F * (static_cast<float>(i) + 0.5F);
            const float y = 0.1F * (static_cast<float>(j) + 0.5F);
            u.push_back(2.0F * x - 3.0F * y);
            v.push_back(x + 0.5F * y);
        }
    }
    ASSERT_EQ(tnWater_SetField(water, tn_waterVelocityX, u.data(), 320), tn_success);
    ASSERT_EQ(tnWater_SetField(water, tn_waterVelocityY, v.data(), 320), tn_success);
    WaterInside inside;
    const CellPart part = wholeGrid(def.nx, def.ny, def.cellSize, def.origin);
    const auto everywhere = [&](const char* name, float wanted) {
        const FieldView field = inside.takeQuantity(water, name, part);
        ASSERT_EQ(field.columns, 20);
        for (int j = 0; j < field.rows; ++j)
        {
            for (int i = 0; i < field.columns; ++i)
            {
                ASSERT_NEAR(field.row(j)[i], wanted, 2e-4F * std::max(std::abs(wanted), 1.0F))
                    << name << " " << i << " " << j;
            }
        }
    };
    everywhere("vorticity", 4.0F);
    everywhere("divergence", 2.5F);
    everywhere("pressure", 9810.0F);
    everywhere("depth", 1.0F);
    everywhere("displaced", 0.0F);
    EXPECT_THROW(inside.takeQuantity(water, "colour", part), Error);
    tnDestroyWater(water);
}

TEST(Inside, MarksHaveWords)
{
    InsideView view;
    view.grid = true;
    showInside(view, "arrows,depth,forces", waterMapNames());
    EXPECT_TRUE(view.arrows && view.forces);
    EXPECT_FALSE(view.grid || view.streamlines || view.wetted);
    ASSERT_TRUE(view.map);
    EXPECT_EQ(view.map->name, "depth");
    showInside(view, "", waterMapNames());
    EXPECT_TRUE(view.isEmpty());
    const auto refused = [&](const char* words) {
        try
        {
            showInside(view, words, waterMapNames());
        }
        catch (const Error& error)
        {
            return std::string(error.what());
        }
        return std::string("accepted");
    };
    const std::string unknown = refused("grid,arows");
    EXPECT_NE(unknown.find("'arows'"), std::string::npos) << unknown;
    EXPECT_NE(unknown.find("arrows, streamlines, grid, wetted, forces"), std::string::npos);
    EXPECT_NE(unknown.find("displaced"), std::string::npos);
    EXPECT_NE(refused("speed,depth").find("two maps"), std::string::npos);
}

TEST(Inside, EveryMapHasAStyleOfItsName)
{
    for (const std::string& name : waterMapNames())
    {
        EXPECT_EQ(waterMapStyle(name).name, name);
    }
    EXPECT_EQ(waterMapStyle("pressure").range.kind, RangeKind::fromZero);
    for (const std::string& name : flowMapNames())
    {
        EXPECT_EQ(flowMapStyle(name).name, name);
    }
    EXPECT_EQ(test::errorOf<Error>([] { flowMapStyle("depth"); }),
              "inside: a flow has no map of 'depth'; choose from: speed, pressure, vorticity, "
              "divergence, temperature");
    EXPECT_EQ(
        test::errorOf<Error>([] { waterMapStyle("temperature"); }),
        "inside: water has no map of 'temperature'; choose from: surface, depth, speed, foam, "
        "terrain, vorticity, divergence, pressure, displaced");
}

} // namespace
} // namespace tarn::render::gl
