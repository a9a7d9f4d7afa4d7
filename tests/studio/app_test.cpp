// Parts of the studio's window that can be looked at without one: the eye, notices, keys, the time
// of videos, quality.
#include "studio/app/bars.h"
#include "studio/app/capture.h"
#include "studio/app/commands.h"
#include "studio/app/defaults.h"
#include "studio/app/eye.h"
#include "studio/app/notices.h"
#include "studio/app/quality.h"

#include <GLFW/glfw3.h>
#include <cctype>
#include <filesystem>
#include <gtest/gtest.h>
#include <unistd.h>

namespace tarn::studio
{
namespace
{

using render::Vec3;

Eye eyeOf(EyeKind kind)
{
    Eye eye;
    eye.look(kind);
    render::gl::Orbit orbit;
    orbit.target = {1.0F, 2.0F, 0.5F};
    orbit.azimuth = 30.0F;
    orbit.elevation = 12.0F;
    orbit.distance = 3.0F;
    orbit.fieldOfView = 70.0F;
    eye.fitted(orbit);
    return eye;
}

// Where a point is in the picture, from -1 to 1.
render::Point placeOf(const Eye& eye, Vec3 point)
{
    const render::gl::Camera camera = eye.camera(1.0F);
    const Vec3 off = point - camera.eye();
    const float tall = camera.halfHeight() * dot(off, camera.forward());
    return {dot(off, camera.right()) / tall, dot(off, camera.up()) / tall};
}

// What was in the middle of the picture.
Vec3 middleOf(const Eye& eye)
{
    const render::gl::Camera camera = eye.camera(1.0F);
    return camera.eye() + camera.forward() * 3.0F;
}

TEST(StudioEye, WhatIsUnderTheMouseGoesAlongWithIt)
{
    for (const EyeKind kind : {EyeKind::perspective, EyeKind::under})
    {
        Eye eye = eyeOf(kind);
        const Vec3 seen = middleOf(eye);
        eye.pan(40.0F, 0.0F, 400.0F);
        EXPECT_NEAR(placeOf(eye, seen).x, 0.2F, 1e-4F) << "to the right, " << int(kind);
        EXPECT_NEAR(placeOf(eye, seen).y, 0.0F, 1e-4F) << int(kind);
        eye.pan(-40.0F, 40.0F, 400.0F);
        EXPECT_NEAR(placeOf(eye, seen).x, 0.0F, 1e-4F) << int(kind);
        EXPECT_NEAR(placeOf(eye, seen).y, -0.2F, 1e-4F) << "and down, " << int(kind);
    }
    Eye diver = eyeOf(EyeKind::under);
    const Vec3 seen = middleOf(diver);
    diver.turn(40.0F, 20.0F);
    EXPECT_GT(placeOf(diver, seen).x, 0.05F);
    EXPECT_LT(placeOf(diver, seen).y, -0.05F);
}

TEST(StudioEye, KeysTurnADiversHeadAndTheSceneForOthers)
{
    Eye diver = eyeOf(EyeKind::under);
    const Vec3 seen = middleOf(diver);
    diver.turnByKeys(20.0F, 0.0F);
    EXPECT_LT(placeOf(diver, seen).x, -0.05F) << "who looks to the right sees it at the left";
    Eye orbit = eyeOf(EyeKind::perspective);
    const Vec3 nearer = orbit.camera(1.0F).eye() + orbit.camera(1.0F).forward() * 2.0F;
    orbit.turnByKeys(20.0F, 0.0F);
    EXPECT_GT(placeOf(orbit, nearer).x, 0.02F) << "its front goes to the right";
}

TEST(StudioEye, EveryViewZooms)
{
    for (const EyeKind kind : {EyeKind::perspective, EyeKind::top, EyeKind::side, EyeKind::under})
    {
        Eye eye = eyeOf(kind);
        const Vec3 aside =
            eye.orbit().target + eye.camera(1.0F).right() * 0.3F + eye.camera(1.0F).forward();
        const float before = placeOf(eye, aside).x;
        const int version = eye.version();
        eye.zoom(3.0F, 0.0F, 0.0F, 1.0F);
        EXPECT_GT(placeOf(eye, aside).x, 1.1F * before) << int(kind);
        EXPECT_GT(eye.version(), version) << "so that it is drawn anew";
        for (int k = 0; k < 100; ++k)
        {
            eye.zoom(5.0F, 0.0F, 0.0F, 1.0F);
        }
        EXPECT_GT(eye.orbit().distance, 0.0F);
        EXPECT_GE(eye.orbit().fieldOfView, kLongestLens);
    }
}

TEST(StudioArea, PlacesAndPixelsBelongTogether)
{
    const Area area = {{100.0F, 50.0F}, {300.0F, 150.0F}};
    const ImVec2 corner = area.at({-1.0F, 1.0F});
    EXPECT_EQ(corner.x, 100.0F);
    EXPECT_EQ(corner.y, 50.0F) << "the upper edge";
    const render::Point place = area.placeOf(area.at({0.25F, -0.5F}));
    EXPECT_FLOAT_EQ(place.x, 0.25F);
    EXPECT_FLOAT_EQ(place.y, -0.5F);
}

TEST(StudioNotices, ErrorsStayHoweverMuchElseIsTold)
{
    Notices notices;
    for (int k = 0; k < 8; ++k)
    {
        notices.fail("error " + std::to_string(k));
    }
    for (int k = 0; k < 20; ++k)
    {
        notices.info("news " + std::to_string(k));
    }
    notices.fail("error 0");
    int errors = 0;
    int others = 0;
    for (const Notice& notice : notices.shown())
    {
        ++(notice.kind == NoticeKind::error ? errors : others);
    }
    EXPECT_EQ(errors, 8);
    EXPECT_EQ(others, kMostNotices);
    EXPECT_EQ(notices.shown().back().text, "news 19");
    EXPECT_EQ(notices.shown().front().times, 2) << "the same again is told on the same card";
}

TEST(StudioCommands, EveryKeyHasANameThatCanBeRead)
{
    for (const int key : {GLFW_KEY_LEFT, GLFW_KEY_RIGHT, GLFW_KEY_UP, GLFW_KEY_DOWN,
                          GLFW_KEY_PAGE_UP, GLFW_KEY_PAGE_DOWN, GLFW_KEY_SPACE, GLFW_KEY_F1,
                          GLFW_KEY_F12, GLFW_KEY_EQUAL, GLFW_KEY_MINUS, int{'A'}, int{'.'}})
    {
        const std::string text = keyText({key, true, true});
        EXPECT_GT(text.size(), std::string("Ctrl+Shift+").size());
        for (const char letter : text)
        {
            EXPECT_TRUE(std::isprint(static_cast<unsigned char>(letter))) << key;
        }
    }
    EXPECT_EQ(keyText({GLFW_KEY_LEFT, false, true}), "Shift+Left");
    EXPECT_EQ(keyText({}), "");
}

TEST(StudioCommands, SeveralKeysMayDoTheSame)
{
    int done = 0;
    Commands commands;
    Command larger = {"larger", "", "", "", {GLFW_KEY_EQUAL, true}, [&done] { ++done; }};
    larger.otherKeys = {{GLFW_KEY_EQUAL, true, true}, {GLFW_KEY_KP_ADD, true}};
    commands.add(larger);
    EXPECT_TRUE(commands.press({GLFW_KEY_EQUAL, true}));
    EXPECT_TRUE(commands.press({GLFW_KEY_EQUAL, true, true}));
    EXPECT_TRUE(commands.press({GLFW_KEY_KP_ADD, true}));
    EXPECT_FALSE(commands.press({GLFW_KEY_KP_ADD}));
    EXPECT_EQ(done, 3);
}

TEST(StudioCapture, AVideoHasAPictureForEachOfItsMomentsAndPausesLastAsLongAsTheyDo)
{
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("tarn_capture_" + std::to_string(::getpid()));
    Capture capture;
    capture.start(freePath(folder.string(), "video", ".mp4"), 30.0);
    for (const double wall : {0.001, 0.02, 3.0})
    {
        EXPECT_EQ(capture.countDue(true, wall), 1)
            << "the fluid goes on by one moment of the video";
    }
    int due = 0;
    for (int k = 0; k < 120; ++k)
    {
        due += capture.countDue(false, 1.0 / 60.0); // a fast screen
    }
    EXPECT_NEAR(due, 60, 1);
    EXPECT_NEAR(capture.countDue(false, 0.5), 15, 1) << "a slow one";
    capture.giveUp();
    EXPECT_FALSE(capture.isRecording());
    std::filesystem::remove_all(folder);
}

TEST(StudioQuality, FallsWhereDrawingIsSlowAndRisesWhereItIsFast)
{
    QualityGovernor governor(false);
    const Quality best = governor.quality();
    for (int k = 0; k < 100 * kFramesToJudge; ++k)
    {
        governor.judge(0.2);
    }
    EXPECT_EQ(governor.quality().level, render::Detail::low);
    EXPECT_EQ(governor.quality().scale, kCoarsestPicture);
    governor.beginAnew();
    for (int k = 0; k < 100 * kFramesToJudge; ++k)
    {
        governor.judge(0.004); // of 16 ms that a frame has at 60 Hz
    }
    EXPECT_EQ(governor.quality(), best);
}

} // namespace
} // namespace tarn::studio
