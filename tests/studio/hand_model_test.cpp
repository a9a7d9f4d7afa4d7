// The tools at work: strokes, paint, bodies dropped, grabbed, thrown and taken away.
#include "studio/model/hand.h"

#include "studio/test_scenes.h"

#include "studio/model/defaults.h"
#include "studio/model/session.h"

#include "scene/error.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <set>

namespace tarn::studio
{
namespace
{

constexpr double kFrame = 1.0 / 60.0;

const char* const kEmptyPool = "[water]\nnx = 40\nny = 30\nwidth = 4\nlevel = 1\n"
                               "particle_capacity = 4000\n";
const char* const kEmptyTank = "[flow]\nnx = 64\nny = 64\nwidth = 1\ndye_channels = 1\n";

class HandTest : public testing::Test
{
  protected:
    HandTest() : session_({.threads = 1}) { session_.setFrameBudget(1e9); }

    Hand& hand() { return session_.hand(); }

    void frames(int count)
    {
        for (int k = 0; k < count; ++k)
        {
            session_.update(kFrame);
        }
    }

    tnWaterSample sample(double x, double y) const
    {
        const tnVec2 place = {static_cast<float>(x), static_cast<float>(y)};
        tnWaterSample result = {};
        EXPECT_EQ(tnWater_Sample(session_.water()->water(), &place, 1, &result), tn_success);
        return result;
    }

    float dyeAt(double x, double y) const
    {
        const tnVec2 place = {static_cast<float>(x), static_cast<float>(y)};
        tnFlowSample result = {};
        EXPECT_EQ(tnFlow_Sample(session_.flow()->flow(), &place, 1, &result), tn_success);
        return result.dye[0];
    }

    scene::RigidMotion motionOf(const std::string& name) const
    {
        const scene::WaterRun& run = *session_.water();
        for (const scene::RunBody& body : run.bodies())
        {
            if (session_.scene().water().bodies[std::size_t(body.group)].name == name)
            {
                return run.rigid().motion(body.rigid);
            }
        }
        ADD_FAILURE() << "there is no " << name;
        return {};
    }

    Session session_;
};

TEST_F(HandTest, ACrateThatIsDroppedFloats)
{
    session_.openText(kEmptyPool, "pool");
    hand().take(ToolId::crate);
    // From the side and above, as a camera looks.
    hand().begin({{2.0F, -3.0F, 5.5F}, {0.0F, 1.0F, -1.0F}});
    hand().end();
    ASSERT_EQ(session_.water()->bodies().size(), 1U);
    const scene::RigidMotion start = motionOf("crate");
    EXPECT_NEAR(double(start.position.x), 2.0, 1e-3);
    EXPECT_NEAR(double(start.position.y), 1.5, 1e-3) << "the ray meets the surface there";
    EXPECT_GT(double(start.position.z), 1.0);
    frames(600);
    const scene::RigidMotion now = motionOf("crate");
    const double size = kBodyPart * 3.0;
    const double surface = double(sample(2.0, 1.5).surface);
    // Of 450 kg/m^3 in water: 45 % of it is under water.
    EXPECT_NEAR(double(now.position.z) - surface, 0.05 * size, 0.1 * size);
    EXPECT_LT(std::abs(double(now.velocity.z)), 0.1) << "it bobs on small waves";

    const scene::RunBody& body = session_.water()->bodies()[0];
    tnBodyForce force = {};
    ASSERT_EQ(tnWater_GetBodyForces(session_.water()->water(), &body.water, 1, &force), tn_success);
    EXPECT_NEAR(double(force.submergedVolume) / (size * size * size), 0.45, 0.05);

    EXPECT_NE(session_.text().find("name = \"crate\""), std::string::npos);
    hand().begin(Ray::at(1.0, 1.0));
    hand().end();
    EXPECT_NE(session_.text().find("name = \"crate2\""), std::string::npos);
    session_.undo();
    EXPECT_EQ(session_.water()->bodies().size(), 1U);
    EXPECT_EQ(motionOf("crate").position.z, now.position.z) << "the other one is left in peace";
    session_.undo();
    EXPECT_EQ(session_.water()->bodies().size(), 0U);
    session_.redo();
    EXPECT_EQ(session_.water()->bodies().size(), 1U);
}

TEST_F(HandTest, EveryBodyToolDropsSomethingThatFloats)
{
    session_.openText(kEmptyPool, "pool");
    const std::pair<ToolId, const char*> tools[] = {
        {ToolId::ball, "ball"}, {ToolId::barrel, "barrel"}, {ToolId::duck, "duck"}};
    double x = 1.0;
    for (const auto& [tool, name] : tools)
    {
        hand().take(tool);
        hand().begin(Ray::at(x, 1.5));
        hand().end();
        x += 1.0;
    }
    frames(400);
    for (const auto& [tool, name] : tools)
    {
        EXPECT_NEAR(double(motionOf(name).position.z), 1.0, 0.1) << name;
    }
}

TEST_F(HandTest, ABodyIsGrabbedDraggedAndThrownWithTheHandsVelocity)
{
    session_.openText(kPool, "pool");
    frames(120);
    scene::RigidMotion buoy = motionOf("buoy");
    hand().take(ToolId::grab);
    const Ray above = Ray::at(double(buoy.position.x), double(buoy.position.y));
    const std::optional<Aim> aim =
        hand().aim({{above.origin.x, above.origin.y, 5.0F}, {0.0F, 0.0F, -1.0F}});
    ASSERT_TRUE(aim && aim->body);
    const auto rayAt = [&](double x) {
        return Ray{{static_cast<float>(x), buoy.position.y, 5.0F}, {0.0F, 0.0F, -1.0F}};
    };
    double x = double(buoy.position.x);
    hand().begin(rayAt(x));
    ASSERT_TRUE(hand().held());
    for (int k = 0; k < 60; ++k)
    {
        x += 1.2 * kFrame; // 1.2 m/s
        hand().move(rayAt(x), kFrame);
        session_.update(kFrame);
    }
    // It comes along, no farther behind than such a spring lets it.
    EXPECT_NEAR(double(motionOf("buoy").position.x), x, 0.4);
    hand().end();
    EXPECT_FALSE(hand().held());
    EXPECT_NEAR(double(motionOf("buoy").velocity.x), 1.2, 0.05);
    EXPECT_NEAR(double(motionOf("buoy").velocity.y), 0.0, 0.05);
    session_.update(kFrame);
    EXPECT_GT(double(motionOf("buoy").velocity.x), 0.8) << "it flies on by itself";

    // Nobody throws faster than people do.
    hand().begin({{motionOf("buoy").position.x, motionOf("buoy").position.y, 5.0F}, {0, 0, -1}});
    ASSERT_TRUE(hand().held());
    hand().move(rayAt(-100.0), 0.01);
    hand().end();
    EXPECT_NEAR(double(motionOf("buoy").velocity.x), -kMostThrow, 0.1 * kMostThrow);
}

TEST_F(HandTest, SlowMotionThrowsAsFastInTheScenesOwnTime)
{
    session_.openText(kPool, "pool");
    frames(60);
    session_.setSpeed(0.25);
    const scene::RigidMotion buoy = motionOf("buoy");
    const auto rayAt = [&](double x) {
        return Ray{{static_cast<float>(x), buoy.position.y, 5.0F}, {0.0F, 0.0F, -1.0F}};
    };
    hand().take(ToolId::push);
    hand().begin(rayAt(double(buoy.position.x)), true); // the second button grabs too
    ASSERT_TRUE(hand().held());
    for (int k = 1; k <= 20; ++k)
    {
        hand().move(rayAt(double(buoy.position.x) + 0.2 * k * kFrame), kFrame);
    }
    hand().end();
    EXPECT_NEAR(double(motionOf("buoy").velocity.x), 0.8, 0.05);
}

TEST_F(HandTest, AStrokeOfOneFrameHasNoGaps)
{
    session_.openText(kEmptyTank, "tank");
    hand().take(ToolId::dye);
    hand().begin(Ray::at(0.1, 0.5));
    hand().move(Ray::at(0.9, 0.5), kFrame); // 0.8 m in a frame
    frames(1);
    hand().end();
    float least = 1e9F;
    float most = 0.0F;
    for (double x = 0.12; x < 0.88; x += 0.01)
    {
        least = std::min(least, dyeAt(x, 0.5));
        most = std::max(most, dyeAt(x, 0.5));
    }
    EXPECT_GT(least, 0.3F * most);
    EXPECT_GT(least, 0.0F);
    EXPECT_LT(dyeAt(0.5, 0.9), 1e-3F * most);
    EXPECT_GT(session_.flow()->totals().kineticEnergy, 0.0) << "the fluid is drawn along";
}

TEST_F(HandTest, AFastScreenASlowOneAndAPauseDrawTheSameWay)
{
    std::vector<double> dyes;
    for (const double frame : {kFrame, 4.0 * kFrame, 0.25 * kFrame})
    {
        session_.openText(kEmptyTank, "tank");
        session_.play();
        hand().take(ToolId::dye);
        hand().begin(Ray::at(0.2, 0.2));
        const int count = static_cast<int>(std::lround(24.0 * kFrame / frame));
        for (int k = 1; k <= count; ++k)
        {
            const double part = double(k) / count;
            hand().move(Ray::at(0.2 + 0.6 * part, 0.2 + 0.1 * part), frame);
            session_.update(frame);
        }
        hand().end();
        dyes.push_back(session_.flow()->totals().dye[0]);
        session_.reset();
    }
    EXPECT_GT(dyes[0], 1e-4);
    EXPECT_NEAR(dyes[1], dyes[0], 0.02 * dyes[0]);
    EXPECT_NEAR(dyes[2], dyes[0], 0.02 * dyes[0]);
    // What was drawn while it was paused comes with the next step.
    session_.pause();
    hand().begin(Ray::at(0.2, 0.8));
    for (int k = 1; k <= 500; ++k)
    {
        hand().move(Ray::at(0.2 + 0.001 * k, 0.8), kFrame);
        session_.update(kFrame);
    }
    session_.stepOnce();
    EXPECT_GT(dyeAt(0.25, 0.8), 0.0F);
    EXPECT_GT(dyeAt(0.65, 0.8), 0.0F);
    hand().end();
}

TEST_F(HandTest, PouringDrainingAndRainChangeTheVolumeAndSplashesDoNot)
{
    session_.openText(kEmptyPool, "pool");
    const auto strokeWith = [&](ToolId tool) {
        session_.reset();
        const double before = session_.water()->totals().volume;
        hand().take(tool);
        hand().begin(Ray::at(1.0, 1.0));
        for (int k = 1; k <= 20; ++k)
        {
            hand().move(Ray::at(1.0 + 0.05 * k, 1.0), kFrame);
            session_.update(kFrame);
        }
        hand().end();
        EXPECT_NEAR(session_.water()->drift(), 0.0, 1e-6);
        return session_.water()->totals().volume - before;
    };
    EXPECT_GT(strokeWith(ToolId::pour), 1e-3);
    EXPECT_LT(strokeWith(ToolId::drain), -1e-3);
    EXPECT_GT(strokeWith(ToolId::rain), 1e-5);
    EXPECT_NEAR(strokeWith(ToolId::splash), 0.0, 1e-6);
    EXPECT_GT(session_.water()->stats().maxSpeed, 0.01F) << "waves";
    EXPECT_NEAR(strokeWith(ToolId::push), 0.0, 1e-6);
    EXPECT_GT(session_.water()->totals().momentumX, 1.0);
}

TEST_F(HandTest, GroundAndWallsArePaintedAtOnceAsOneEdit)
{
    session_.openText(kEmptyPool, "pool");
    session_.pause();
    hand().take(ToolId::raiseGround);
    hand().setRadius(0.3);
    hand().begin(Ray::at(1.0, 1.5));
    for (int k = 1; k <= 30; ++k)
    {
        hand().move(Ray::at(1.0 + 0.05 * k, 1.5), kFrame);
    }
    EXPECT_GT(sample(1.7, 1.5).terrain, 0.02F) << "while the pointer is down";
    hand().end();
    const float raised = sample(1.7, 1.5).terrain;
    EXPECT_GT(raised, 0.02F);
    EXPECT_EQ(session_.undoText(), "Raise ground");
    session_.undo();
    EXPECT_EQ(sample(1.7, 1.5).terrain, 0.0F);
    EXPECT_FALSE(session_.canUndo());
    session_.redo();
    EXPECT_EQ(sample(1.7, 1.5).terrain, raised);
    hand().setRadius(0.0);

    session_.openText(kEmptyTank, "tank");
    hand().take(ToolId::wall);
    hand().begin(Ray::at(0.2, 0.2));
    hand().move(Ray::at(0.8, 0.7), kFrame);
    hand().end();
    const std::vector<float> walls = session_.flow()->maskNumbers();
    for (double part = 0.0; part <= 1.0; part += 0.02)
    {
        const auto column = static_cast<std::size_t>(64.0 * (0.2 + 0.6 * part));
        const auto row = static_cast<std::size_t>(64.0 * (0.2 + 0.5 * part));
        EXPECT_EQ(walls[row * 64 + column], 1.0F) << part;
    }
    hand().take(ToolId::eraseWall);
    hand().begin(Ray::at(0.5, 0.45));
    hand().end();
    EXPECT_EQ(session_.flow()->maskNumbers()[28 * 64 + 32], 0.0F);
    session_.undo();
    EXPECT_EQ(session_.flow()->maskNumbers(), walls);
    session_.undo();
    const std::vector<float> none = session_.flow()->maskNumbers();
    EXPECT_EQ(std::count(none.begin(), none.end(), 0.0F), 64 * 64);
}

TEST_F(HandTest, ANewGridInTheMiddleOfAStrokeKeepsWhatWasPainted)
{
    session_.openText(kEmptyPool, "pool");
    session_.pause();
    hand().take(ToolId::raiseGround);
    hand().setRadius(0.3);
    hand().begin(Ray::at(1.0, 1.5));
    hand().move(Ray::at(1.5, 1.5), 0.2);
    const float raised = sample(1.2, 1.5).terrain;
    EXPECT_GT(raised, 0.02F);
    for (const double cells : {64.0, 16.0})
    {
        session_.set(*findParameter(session_.scene(), "water.nx"), cells);
        EXPECT_NEAR(double(sample(1.2, 1.5).terrain), double(raised), 0.3 * double(raised));
        hand().move(Ray::at(cells < 20.0 ? 3.0 : 2.2, 1.5), 0.2);
    }
    hand().end();
    EXPECT_GT(sample(2.8, 1.5).terrain, 0.02F) << "the stroke goes on";
    EXPECT_EQ(session_.undoText(), "Raise ground");
    while (session_.canUndo())
    {
        session_.undo();
    }
    EXPECT_EQ(sample(1.2, 1.5).terrain, 0.0F);
    EXPECT_EQ(session_.water()->def().nx, 40);

    session_.openText(kEmptyTank, "tank");
    hand().setRadius(0.0);
    hand().take(ToolId::wall);
    hand().begin(Ray::at(0.2, 0.5));
    hand().move(Ray::at(0.4, 0.5), kFrame);
    session_.set(*findParameter(session_.scene(), "flow.nx"), 128.0);
    hand().move(Ray::at(0.8, 0.5), kFrame);
    hand().end();
    const std::vector<float> walls = session_.flow()->maskNumbers();
    ASSERT_EQ(walls.size(), 128U * 128U);
    EXPECT_EQ(walls[64 * 128 + 38], 1.0F);
    EXPECT_EQ(walls[64 * 128 + 96], 1.0F);
}

TEST_F(HandTest, AnotherToolInTheMiddleOfAStrokeKeepsWhatWasPainted)
{
    session_.openText(kEmptyTank, "tank");
    hand().take(ToolId::wall);
    hand().begin(Ray::at(0.2, 0.5));
    hand().move(Ray::at(0.4, 0.5), kFrame);
    hand().take(ToolId::dye); // by its letter
    hand().move(Ray::at(0.8, 0.5), kFrame);
    hand().end();
    EXPECT_EQ(session_.flow()->maskNumbers()[32 * 64 + 20], 1.0F);
    EXPECT_EQ(session_.flow()->maskNumbers()[32 * 64 + 45], 0.0F);
    EXPECT_EQ(session_.undoText(), "Wall");
    session_.undo();
    EXPECT_EQ(session_.flow()->maskNumbers()[32 * 64 + 20], 0.0F);
    EXPECT_FALSE(session_.canUndo());

    // Nor is it lost where the other button comes in between, or the scene is saved or reset.
    hand().take(ToolId::wall);
    hand().begin(Ray::at(0.2, 0.5));
    hand().begin(Ray::at(0.3, 0.3), true);
    EXPECT_EQ(session_.undoText(), "Wall");
    hand().end();
    hand().begin(Ray::at(0.7, 0.5));
    session_.reset();
    EXPECT_EQ(session_.flow()->maskNumbers()[32 * 64 + 45], 1.0F);
}

TEST_F(HandTest, HasADyeBeforeAnySceneIsOpen)
{
    hand().setDye(3);
    EXPECT_EQ(hand().dye(), 0);
    session_.openText(kTank, "tank");
    EXPECT_EQ(hand().dye(), 1) << "the last of two";
}

TEST_F(HandTest, BodiesAreTakenAway)
{
    session_.openText(kPool, "pool");
    frames(60);
    hand().take(ToolId::erase);
    const scene::RigidMotion buoy = motionOf("buoy");
    hand().begin({{buoy.position.x, buoy.position.y, 5.0F}, {0.0F, 0.0F, -1.0F}});
    hand().end();
    EXPECT_EQ(session_.text().find("buoy"), std::string::npos);
    EXPECT_EQ(session_.water()->bodies().size(), 4U);
    session_.undo();
    EXPECT_EQ(session_.water()->bodies().size(), 5U);

    const scene::RigidMotion one = motionOf("crowd");
    const std::string text = session_.text();
    hand().begin({{one.position.x, one.position.y, 5.0F}, {0.0F, 0.0F, -1.0F}});
    hand().end();
    EXPECT_EQ(session_.text(), text) << "a crowd is written as a whole";
    const auto& bodies = session_.water()->bodies();
    EXPECT_EQ(
        std::count_if(bodies.begin(), bodies.end(), [](const auto& b) { return b.isThere(); }), 4);
    EXPECT_NO_THROW(frames(5));
}

TEST_F(HandTest, AimingBesideTheWaterDoesNothing)
{
    session_.openText(kPool, "pool");
    EXPECT_FALSE(hand().aim({{0.0F, 0.0F, 5.0F}, {0.0F, 0.0F, 1.0F}}));
    EXPECT_FALSE(hand().aim({{50.0F, 50.0F, 5.0F}, {0.0F, 0.0F, -1.0F}}));
    hand().take(ToolId::crate);
    hand().begin({{50.0F, 50.0F, 5.0F}, {0.0F, 0.0F, -1.0F}});
    hand().move(Ray::at(1.0, 1.0), kFrame);
    hand().end();
    EXPECT_EQ(session_.water()->bodies().size(), 5U);
    hand().take(ToolId::wall); // of a flow
    hand().begin(Ray::at(1.0, 1.0));
    hand().move(Ray::at(2.0, 1.0), kFrame);
    frames(2);
    hand().end();
    EXPECT_FALSE(session_.canUndo());
}

TEST(Tools, HaveNamesHintsAndLettersOfTheirOwn)
{
    for (const char* text : {kPool, kTank})
    {
        const scene::Scene scene = scene::Scene::parse(text, "small.toml");
        std::set<char> letters;
        for (const Tool& tool : allTools())
        {
            EXPECT_EQ(&toolOf(tool.id), &tool);
            EXPECT_FALSE(std::string(tool.hint).empty());
            if (isUseful(tool.id, scene))
            {
                EXPECT_TRUE(letters.insert(tool.shortcut).second) << tool.name;
                EXPECT_EQ(findTool(tool.shortcut, scene), &tool);
            }
        }
        EXPECT_GE(letters.size(), 4U);
        EXPECT_TRUE(isUseful(firstTool(scene), scene));
        EXPECT_EQ(findTool('?', scene), nullptr);
    }
}

} // namespace
} // namespace tarn::studio
