// What the studio leaves on disk: autosaves, preferences, thumbnails; and files dropped into it.
#include "studio/test_scenes.h"

#include "studio/model/autosave.h"
#include "studio/model/browser.h"
#include "studio/model/defaults.h"
#include "studio/model/drops.h"
#include "studio/model/preferences.h"
#include "studio/model/session.h"
#include "studio/model/thumbnails.h"

#include "scene/error.h"

#include "render/error.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace tarn::studio
{
namespace
{

namespace fs = std::filesystem;

constexpr double kFrame = 1.0 / 60.0;

class FilesTest : public testing::Test
{
  protected:
    FilesTest()
        : folder_(fs::temp_directory_path() / ("tarn_files_" + std::to_string(::getpid()))),
          folders_(Folders::below(folder_.string())), session_({.threads = 1})
    {
        fs::remove_all(folder_);
        fs::create_directories(folder_);
        session_.setFrameBudget(1e9);
    }
    ~FilesTest() override { fs::remove_all(folder_); }

    std::string path(const char* name) const { return (folder_ / name).string(); }

    // A studio that ends without saying so. `studio` returns whether all went well until then.
    static void crash(const std::function<bool()>& studio)
    {
        const pid_t child = ::fork();
        if (child == 0)
        {
            std::_Exit(studio() ? 0 : 1);
        }
        int status = 1;
        ASSERT_EQ(::waitpid(child, &status, 0), child);
        ASSERT_EQ(status, 0);
    }

    fs::path folder_;
    Folders folders_;
    Session session_;
};

TEST_F(FilesTest, ACrashedStudioIsFoundAgain)
{
    crash([&] {
        Session session({.threads = 1});
        session.setFrameBudget(1e9);
        session.openText(kPool, "small");
        for (int k = 0; k < 30; ++k)
        {
            session.update(kFrame);
        }
        session.set("water.gravity", "3.0", "Gravity");
        session.paintGround(std::vector<float>(std::size_t(40 * 30), 0.25F), "Raise ground");
        auto* autosave = new Autosave(folders_);
        autosave->saveNow(session);
        std::ofstream(path("hash")) << session.run().hash();
        return autosave->leftBehind().empty();
    });

    Autosave autosave(folders_);
    const std::vector<SavedSession> left = autosave.leftBehind();
    ASSERT_EQ(left.size(), 1U);
    EXPECT_EQ(left[0].name, "small");
    EXPECT_TRUE(left[0].isChanged);
    EXPECT_GT(left[0].when, 1600000000);
    session_.recover(left[0]);
    std::uint64_t hash = 0;
    std::ifstream(path("hash")) >> hash;
    EXPECT_EQ(session_.run().hash(), hash) << "the water goes on where it was";
    EXPECT_EQ(session_.run().steps(), 30);
    EXPECT_TRUE(session_.isChanged());
    EXPECT_NE(session_.text().find("gravity = 3.0"), std::string::npos);
    session_.reset();
    tnFieldView ground = {};
    ASSERT_EQ(tnWater_GetView(session_.water()->water(), tn_waterTerrain, &ground), tn_success);
    EXPECT_EQ(ground.data[0], 0.25F);
    Autosave::forget(left[0]);
    EXPECT_TRUE(autosave.leftBehind().empty());
}

TEST_F(FilesTest, OfSeveralCrashedStudiosOnlyTheOneDecidedOnIsForgotten)
{
    for (const char* name : {"first", "second"})
    {
        crash([&] {
            Session session({.threads = 1});
            session.openText(kPool, name);
            (new Autosave(folders_))->saveNow(session);
            return true;
        });
    }
    const Autosave autosave(folders_);
    const std::vector<SavedSession> left = autosave.leftBehind();
    ASSERT_EQ(left.size(), 2U);
    Autosave::forget(left[0]);
    const std::vector<SavedSession> rest = autosave.leftBehind();
    ASSERT_EQ(rest.size(), 1U);
    EXPECT_EQ(rest[0].name, left[1].name);
    Autosave::forget(SavedSession()); // is in no folder
    EXPECT_EQ(autosave.leftBehind().size(), 1U);
}

TEST_F(FilesTest, ACleanEndLeavesNothingAndALivingStudioIsLeftInPeace)
{
    session_.openText(kPool, "small");
    std::string folder;
    {
        Autosave autosave(folders_);
        folder = autosave.folder();
        autosave.update(session_, 1.0);
        EXPECT_FALSE(fs::exists(folder + "/about.toml")) << "not yet";
        autosave.update(session_, kAutosaveSeconds);
        EXPECT_TRUE(fs::exists(folder + "/about.toml"));
        session_.pause();
        const auto written = fs::last_write_time(folder + "/about.toml");
        autosave.update(session_, kAutosaveSeconds + 1.0);
        EXPECT_EQ(fs::last_write_time(folder + "/about.toml"), written) << "nothing is new";
        Autosave second(folders_);
        EXPECT_NE(second.folder(), folder);
        EXPECT_TRUE(second.leftBehind().empty());
        SavedSession living = session_.snapshot();
        living.place = folder;
        Autosave::forget(living);
        EXPECT_TRUE(fs::exists(folder + "/about.toml"));
    }
    EXPECT_FALSE(fs::exists(folder));
}

TEST_F(FilesTest, WhatACrashLeftHalfWrittenIsNoTrouble)
{
    session_.openText(kPool, "small");
    const fs::path sessions = fs::path(folders_.state) / "sessions";
    fs::create_directories(sessions / "0001");
    std::ofstream((sessions / "0001" / "about.toml").string()) << "name = \"x\nnonsense";
    fs::create_directories(sessions / "0002");
    Autosave autosave(folders_);
    EXPECT_TRUE(autosave.leftBehind().empty());
    EXPECT_TRUE(fs::exists(sessions / "0001")) << "somebody may want to look into it";
    EXPECT_FALSE(fs::exists(sessions / "0002")) << "there is nothing in it";

    SavedSession saved = session_.snapshot();
    saved.state.resize(saved.state.size() / 2);
    EXPECT_NO_THROW(session_.recover(saved));
    EXPECT_EQ(session_.run().steps(), 0) << "from the beginning, then";
    saved.draft.text = "[water]\nnx = -1\n";
    EXPECT_THROW(session_.recover(saved), scene::Error);
    EXPECT_EQ(session_.name(), "small");
}

TEST_F(FilesTest, AStudioThatIsKilledWhileItSavesHasTheSaveBefore)
{
    crash([&] {
        Session session({.threads = 1});
        session.openText(kPool, "small");
        session.set("water.gravity", "3.0", "Gravity");
        auto* autosave = new Autosave(folders_);
        autosave->saveNow(session);
        autosave->saveNow(session); // each takes the place of the one before
        session.set("water.gravity", "4.0", "Gravity");
        // Killed before the last file of the next save: as where that cannot be put in its place.
        fs::create_directory(autosave->folder() + "/state-3");
        try
        {
            autosave->saveNow(session);
        }
        catch (const scene::Error&)
        {
            return true;
        }
        return false;
    });
    Autosave autosave(folders_);
    const std::vector<SavedSession> left = autosave.leftBehind();
    ASSERT_EQ(left.size(), 1U);
    EXPECT_NE(left[0].draft.text.find("gravity = 3.0"), std::string::npos);
    EXPECT_NO_THROW(session_.recover(left[0]));
}

TEST_F(FilesTest, AFolderThatCannotBeMadeIsSaid)
{
    std::ofstream(path("state")) << "in the way";
    EXPECT_THROW(Autosave{folders_}, scene::Error);
    std::ofstream(path("config")) << "in the way";
    EXPECT_THROW(Preferences().save(folders_), scene::Error);
    EXPECT_THROW(writeWhole(path("config/x/y"), std::string_view("text")), scene::Error);
}

TEST_F(FilesTest, PreferencesComeBack)
{
    Preferences wanted;
    wanted.windowWidth = 1920;
    wanted.scale = 1.5;
    wanted.lastScene = "/a \"strange\" place/x.toml";
    wanted.backend = "gl";
    wanted.areHintsSeen = true;
    wanted.openPanels = {"Profile", "Scenes"};
    for (int k = 0; k < 20; ++k)
    {
        wanted.opened("scene" + std::to_string(k % 15));
    }
    EXPECT_EQ(wanted.recent.size(), kMostRecent);
    EXPECT_EQ(wanted.recent.front(), "scene4");
    wanted.save(folders_);
    std::string problem;
    const Preferences got = Preferences::load(folders_, &problem);
    EXPECT_TRUE(problem.empty());
    EXPECT_EQ(got.windowWidth, 1920);
    EXPECT_EQ(got.scale, 1.5);
    EXPECT_EQ(got.lastScene, wanted.lastScene);
    EXPECT_EQ(got.backend, "gl");
    EXPECT_TRUE(got.areHintsSeen);
    EXPECT_EQ(got.openPanels, wanted.openPanels);
    EXPECT_EQ(got.recent, wanted.recent);

    std::ofstream(folders_.config + "/studio.toml") << "scale = 2\n";
    EXPECT_EQ(Preferences::load(folders_).scale, 2.0) << "without a point";
    std::ofstream(folders_.config + "/studio.toml") << "window_width = 7\nscale = \"big\"\n";
    EXPECT_EQ(Preferences::load(folders_).windowWidth, Preferences().windowWidth);
    std::ofstream(folders_.config + "/studio.toml") << "window_width = ";
    EXPECT_EQ(Preferences::load(folders_, &problem).windowWidth, Preferences().windowWidth);
    EXPECT_FALSE(problem.empty());
    std::ofstream(folders_.config + "/studio.toml")
        << "colour_map = \"rainbow\"\nbackend = \"abacus\"\n";
    EXPECT_EQ(Preferences::load(folders_).colourMap, "") << "there is no such map";
    EXPECT_EQ(Preferences::load(folders_).backend, "cpu");
    std::ofstream(folders_.config + "/studio.toml") << "colour_map = \"heat\"\n";
    EXPECT_EQ(Preferences::load(folders_).colourMap, "heat");
}

TEST_F(FilesTest, WhatWasGivenForOneRunOnlyIsNotRemembered)
{
    Preferences stored;
    stored.quality = "high";
    stored.threads = 3;
    stored.isMaximized = true;
    Preferences begun = stored; // with options of the command line
    begun.quality = "low";
    begun.threads = 1;
    begun.scale = 2.0;
    begun.windowWidth = 900;
    begun.windowHeight = 620;
    begun.isMaximized = false;
    Preferences now = begun;
    now.threads = 2; // by hand
    now.windowHeight = 700;
    now.areHintsSeen = true;
    const Preferences lasting = now.lasting(begun, stored);
    EXPECT_EQ(lasting.quality, "high");
    EXPECT_EQ(lasting.scale, stored.scale);
    EXPECT_EQ(lasting.threads, 2);
    EXPECT_EQ(lasting.windowWidth, 900) << "a window has one shape";
    EXPECT_EQ(lasting.windowHeight, 700);
    EXPECT_TRUE(lasting.areHintsSeen);
    EXPECT_TRUE(lasting.isMaximized);
    EXPECT_EQ(begun.lasting(begun, stored).windowWidth, stored.windowWidth);
}

TEST_F(FilesTest, AMeshThatIsDroppedFloats)
{
    std::ofstream(path("my box.obj"))
        << "v -10 -10 -10\nv 10 -10 -10\nv 10 10 -10\nv -10 10 -10\n"
           "v -10 -10 10\nv 10 -10 10\nv 10 10 10\nv -10 10 10\n"
           "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
    session_.openText(kPool, "small");
    ASSERT_EQ(usesOf(path("my box.obj"), session_), std::vector{DropUse::floatingBody});
    drop(session_, path("my box.obj"), DropUse::floatingBody, {2.0F, 2.5F, 1.5F});
    ASSERT_EQ(session_.water()->bodies().size(), 6U);
    for (int k = 0; k < 400; ++k)
    {
        session_.update(kFrame);
    }
    const scene::RigidMotion motion =
        session_.water()->rigid().motion(session_.water()->bodies().back().rigid);
    EXPECT_NEAR(double(motion.position.z), 1.0, 0.25);
    session_.undo();
    EXPECT_EQ(session_.water()->bodies().size(), 5U);
    std::ofstream(path("open.obj")) << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\n";
    EXPECT_THROW(drop(session_, path("open.obj"), DropUse::floatingBody, {1, 1, 1}), scene::Error);
    EXPECT_THROW(drop(session_, path("none.obj"), DropUse::floatingBody, {1, 1, 1}),
                 std::runtime_error);
    EXPECT_EQ(session_.water()->bodies().size(), 5U);
    EXPECT_TRUE(usesOf(path("letter.txt"), session_).empty());
}

TEST_F(FilesTest, PicturesBecomeTerrainWallsAndTextures)
{
    render::Image image(8, 6);
    for (int x = 4; x < 8; ++x)
    {
        for (int y = 0; y < 6; ++y)
        {
            std::fill_n(image.pixel(x, y), 3, std::uint8_t{255});
        }
    }
    render::writePng(path("half.png"), image);
    session_.openText(kPool, "small");
    EXPECT_EQ(drop(session_, path("half.png"), DropUse::terrain, {}), scene::Change::restarts);
    tnWaterSample sample = {};
    const tnVec2 land = {3.8F, 1.5F};
    ASSERT_EQ(tnWater_Sample(session_.water()->water(), &land, 1, &sample), tn_success);
    EXPECT_NEAR(double(sample.terrain), 1.4, 0.01);
    EXPECT_EQ(sample.depth, 0.0F);
    session_.save(path("land.toml"));
    EXPECT_NE(session_.text().find("\"half.png\""), std::string::npos) << "beside it";
    session_.undo();

    session_.openText(kTank, "tank");
    EXPECT_EQ(usesOf(path("half.PNG"), session_).size(), 2U);
    drop(session_, path("half.png"), DropUse::walls, {});
    EXPECT_EQ(session_.flow()->maskNumbers()[47], 1.0F);
    EXPECT_EQ(session_.flow()->maskNumbers()[0], 0.0F);
    drop(session_, path("half.png"), DropUse::liquidTexture, {});
    EXPECT_EQ(session_.scene().flow().show, scene::FlowShow::texture);
    EXPECT_NE(session_.scene().flow().texture.image, nullptr);
    session_.update(kFrame);
}

TEST_F(FilesTest, ThumbnailsAreMadeOnceAndKept)
{
    std::ofstream(path("small.toml")) << kPool;
    std::ofstream(path("tank.toml")) << kTank;
    std::ofstream(path("bad.toml")) << "[water]\nnx = -1\n";
    {
        Thumbnails thumbnails(folders_);
        for (const char* name : {"small.toml", "tank.toml", "bad.toml"})
        {
            EXPECT_EQ(thumbnails.find(path(name)), nullptr);
        }
        while (thumbnails.waiting() > 0)
        {
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        ASSERT_NE(thumbnails.find(path("small.toml")), nullptr);
        EXPECT_EQ(thumbnails.find(path("small.toml"))->width, kThumbnailWidth);
        EXPECT_NE(thumbnails.find(path("tank.toml")), nullptr);
        EXPECT_EQ(thumbnails.find(path("bad.toml")), nullptr);
        EXPECT_NE(thumbnails.problemOf(path("bad.toml")).find("water.nx"), std::string::npos);
    }
    std::size_t count = 0;
    for (const auto& entry : fs::directory_iterator(folders_.cache + "/thumbnails"))
    {
        ++count;
        render::Image blank(3, 2); // another picture in its place shows that it is taken from there
        render::writePng(entry.path().string(), blank);
    }
    EXPECT_EQ(count, 2U);
    EXPECT_EQ(Thumbnails::make(folders_, path("small.toml")).width, 3);

    // After a save: what is found is the old one, then the new one, whatever the cache says.
    Thumbnails thumbnails(folders_);
    const auto settle = [&thumbnails] {
        while (thumbnails.waiting() > 0)
        {
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
    };
    thumbnails.find(path("small.toml"));
    settle();
    ASSERT_EQ(thumbnails.find(path("small.toml"))->width, 3);
    thumbnails.renew(path("small.toml"));
    EXPECT_NE(thumbnails.find(path("small.toml")), nullptr);
    settle();
    EXPECT_EQ(thumbnails.find(path("small.toml"))->width, kThumbnailWidth);

    for (const auto& entry : fs::directory_iterator(folders_.cache + "/thumbnails"))
    {
        fs::resize_file(entry.path(), 20); // damaged
    }
    EXPECT_EQ(Thumbnails::make(folders_, path("small.toml")).width, kThumbnailWidth);
    EXPECT_EQ(Thumbnails::make(folders_, path("small.toml")).width, kThumbnailWidth) << "and kept";
}

TEST_F(FilesTest, TheBrowserListsRecentFilesAndBuiltInScenes)
{
    std::ofstream(path("mine.toml")) << kPool;
    Preferences preferences;
    preferences.opened(path("gone.toml"));
    preferences.opened(path("mine.toml"));
    const std::vector<SceneEntry> scenes = listScenes(preferences);
    ASSERT_GT(scenes.size(), 15U);
    EXPECT_EQ(scenes[0].name, "mine");
    EXPECT_EQ(scenes[0].summary, "A small pool.");
    EXPECT_TRUE(scenes[1].isBuiltin);
    for (const SceneEntry& entry : scenes)
    {
        EXPECT_FALSE(entry.summary.empty()) << entry.name;
    }
}

TEST(GreyPng, ReadsBackAsItWasWritten)
{
    const std::string path =
        (fs::temp_directory_path() / ("tarn_grey_" + std::to_string(::getpid()) + ".png")).string();
    std::vector<std::uint16_t> numbers;
    for (int k = 0; k < 7 * 5; ++k)
    {
        numbers.push_back(static_cast<std::uint16_t>(k * 1871));
    }
    render::writeGreyPng(path, 7, 5, numbers);
    const render::DeepImage image = render::readDeepImage(path);
    ASSERT_EQ(image.width, 7);
    ASSERT_EQ(image.height, 5);
    for (int k = 0; k < 35; ++k)
    {
        EXPECT_EQ(image.pixel(k % 7, k / 7)[1], numbers[std::size_t(k)]);
    }
    EXPECT_THROW(render::writeGreyPng(path, 7, 6, numbers), render::Error);
    fs::remove(path);
}

TEST(History, ForgetsTheOldestAndKeepsUndoWorking)
{
    History history;
    history.begin({"0", {}, {}, {}});
    for (int k = 1; k <= 2000; ++k)
    {
        history.push({std::to_string(k), {}, {}, {}}, "edit");
    }
    std::size_t count = 0;
    while (history.canUndo())
    {
        history.undo();
        ++count;
    }
    EXPECT_LE(count, kMostEntries);
    EXPECT_GE(count, kMostEntries - 2);
    history.begin({"0", {}, {}, {}});
    const auto large = [] {
        auto samples = std::make_shared<scene::Samples>();
        samples->values.resize(kMostHistoryBytes / sizeof(float) / 4);
        return samples;
    };
    for (int k = 1; k <= 10; ++k)
    {
        history.push({std::to_string(k), {}, large(), {}}, "paint");
    }
    EXPECT_TRUE(history.canUndo());
    EXPECT_EQ(history.undo().text, "9");
}

TEST(Ring, HasTheLatestOldestFirst)
{
    Ring ring;
    for (int k = 0; k < 500; ++k)
    {
        ring.push(static_cast<float>(k));
    }
    EXPECT_EQ(ring.size(), Ring::kCapacity);
    EXPECT_EQ(ring[0], 260.0F);
    EXPECT_EQ(ring.last(), 499.0F);
    EXPECT_EQ(ring.most(), 499.0F);
    EXPECT_EQ(ring.data()[ring.oldest()], 260.0F);
    EXPECT_GT(programMemory(), 1000000U);
}

} // namespace
} // namespace tarn::studio
