// The open scene at work: edits, undo, saving, time, backends.
#include "studio/model/session.h"

#include "studio/test_scenes.h"

#include "studio/model/defaults.h"

#include "scene/error.h"

#include <cmath>
#include <csignal>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <sys/resource.h>
#include <unistd.h>

namespace tarn::studio
{
namespace
{

namespace fs = std::filesystem;
using scene::Change;

constexpr double kFrame = 1.0 / 60.0;

// As long as it lives, files cannot get longer than a few bytes.
class FullDisk
{
  public:
    FullDisk()
    {
        std::signal(SIGXFSZ, SIG_IGN);
        EXPECT_EQ(::getrlimit(RLIMIT_FSIZE, &before_), 0);
        const rlimit few = {100, before_.rlim_max};
        EXPECT_EQ(::setrlimit(RLIMIT_FSIZE, &few), 0);
    }
    ~FullDisk() { EXPECT_EQ(::setrlimit(RLIMIT_FSIZE, &before_), 0); }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;

  private:
    rlimit before_ = {};
};

class SessionTest : public testing::Test
{
  protected:
    SessionTest() : session_({.threads = 1}), folder_(fs::temp_directory_path() / makeName())
    {
        fs::create_directories(folder_);
        session_.setFrameBudget(1e9);
    }
    ~SessionTest() override { fs::remove_all(folder_); }

    static std::string makeName() { return "tarn_session_" + std::to_string(::getpid()); }

    std::string path(const char* name) const { return (folder_ / name).string(); }

    void runFor(int frames)
    {
        for (int k = 0; k < frames; ++k)
        {
            session_.update(kFrame);
        }
    }

    const Parameter& parameter(const char* key) const
    {
        return *findParameter(session_.scene(), key);
    }

    double number(const char* key) const
    {
        return std::get<double>(session_.valueOf(parameter(key)));
    }

    Session session_;
    fs::path folder_;
};

TEST_F(SessionTest, OpensWhatThereIsAndKeepsItsSceneWhereItFails)
{
    EXPECT_FALSE(session_.isOpen());
    session_.open("pool");
    EXPECT_EQ(session_.name(), "pool");
    EXPECT_NE(session_.water(), nullptr);
    const std::uint64_t hash = session_.run().hash();
    EXPECT_THROW(session_.open("no such scene"), scene::UnknownScene);
    EXPECT_THROW(session_.openText("[water]\nnx = -3\n", "bad"), scene::Error);
    EXPECT_THROW(session_.openText("[water", "bad"), scene::Error);
    EXPECT_EQ(session_.name(), "pool");
    EXPECT_EQ(session_.run().hash(), hash);
}

TEST_F(SessionTest, FixedStepsFollowTheWallsTime)
{
    session_.openText(kPool, "small");
    runFor(30);
    EXPECT_EQ(session_.run().steps(), 30);
    for (int k = 0; k < 60; ++k)
    {
        session_.update(1.0 / 120.0); // a screen twice as fast
    }
    EXPECT_EQ(session_.run().steps(), 60);
    session_.setSpeed(0.125);
    runFor(80);
    EXPECT_EQ(session_.run().steps(), 70);
    session_.pause();
    runFor(10);
    EXPECT_EQ(session_.run().steps(), 70);
    session_.stepOnce();
    EXPECT_EQ(session_.run().steps(), 71);
    EXPECT_EQ(session_.pace(), 1.0);
    EXPECT_EQ(session_.profile().stepMs().size(), 71U);
    EXPECT_FALSE(session_.profile().stages().empty());
    session_.reset();
    EXPECT_EQ(session_.run().steps(), 0);
}

TEST_F(SessionTest, SaysWhenItIsSlowerThanRealTime)
{
    session_.openText(kPool, "small");
    session_.setFrameBudget(0.0); // one step a frame is all there is time for
    for (int k = 0; k < 100; ++k)
    {
        session_.update(1.0 / 24.0); // two and a half steps are due
    }
    EXPECT_NEAR(session_.pace(), 0.4, 0.03);
    EXPECT_EQ(session_.run().steps(), 100);
}

TEST_F(SessionTest, SavedAndOpenedAgainGoesTheSameWay)
{
    session_.openText(kPool, "small");
    session_.set(parameter("water.liquid.viscosity"), 0.5);
    session_.set("run.dt", "1/50", "Step");
    session_.add("water.bodies", "name = \"log\"\nshape = \"cylinder\"\nposition = [3, 1, 2]\n",
                 "Add");
    EXPECT_TRUE(session_.isChanged());
    session_.reset();
    runFor(50);
    session_.save(path("saved.toml"));
    EXPECT_FALSE(session_.isChanged());
    EXPECT_EQ(session_.name(), "saved");
    EXPECT_NE(session_.text().find("# Four metres."), std::string::npos) << "comments stay";

    Session other({.threads = 1});
    other.setFrameBudget(1e9);
    other.open(path("saved.toml"));
    for (int k = 0; k < 50; ++k)
    {
        other.update(kFrame);
    }
    EXPECT_EQ(other.run().steps(), session_.run().steps());
    EXPECT_EQ(other.run().hash(), session_.run().hash());
}

TEST_F(SessionTest, UndoAndRedoGoThroughEveryEdit)
{
    session_.openText(kPool, "small");
    runFor(5);
    const std::string first = session_.text();
    EXPECT_EQ(session_.set(parameter("water.gravity"), 1.62), Change::told);
    EXPECT_EQ(session_.set(parameter("water.nx"), 60.0), Change::regrids);
    EXPECT_EQ(session_.set(parameter("water.liquid.name"), std::string("honey")), Change::told);
    EXPECT_EQ(number("water.nx"), 60.0);
    EXPECT_EQ(session_.scene().water().def.ny, 45);
    EXPECT_GT(number("water.liquid.viscosity"), 1.0);
    const std::string last = session_.text();
    EXPECT_EQ(session_.undoText(), "Liquid");
    session_.undo();
    EXPECT_LT(number("water.liquid.viscosity"), 0.01);
    session_.undo();
    EXPECT_EQ(session_.water()->def().nx, 40);
    EXPECT_EQ(session_.redoText(), "Resolution");
    session_.undo();
    EXPECT_FALSE(session_.canUndo());
    EXPECT_EQ(session_.text(), first);
    EXPECT_NEAR(number("water.gravity"), 9.81, 1e-5);
    EXPECT_EQ(session_.undo(), Change::none);
    while (session_.canRedo())
    {
        session_.redo();
    }
    EXPECT_EQ(session_.text(), last);
    EXPECT_EQ(session_.run().steps(), 5) << "nothing of it began the scene anew";
    session_.undo();
    session_.set(parameter("water.spray"), 0.5);
    EXPECT_FALSE(session_.canRedo());
}

TEST_F(SessionTest, ADragIsOneEdit)
{
    session_.openText(kPool, "small");
    for (int k = 1; k <= 20; ++k)
    {
        session_.preview(parameter("water.gravity"), 0.5 * k);
    }
    session_.endPreview();
    session_.preview(parameter("water.gravity"), 3.0);
    session_.endPreview();
    session_.undo();
    EXPECT_NEAR(number("water.gravity"), 10.0, 1e-6);
    session_.undo();
    EXPECT_NEAR(number("water.gravity"), 9.81, 1e-5);
    EXPECT_FALSE(session_.canUndo());
}

TEST_F(SessionTest, ABadValueIsRefusedAndChangesNothing)
{
    session_.openText(kPool, "small");
    runFor(5);
    const std::string text = session_.text();
    const std::uint64_t hash = session_.run().hash();
    EXPECT_THROW(session_.set(parameter("water.liquid.density"), -1.0), scene::Error);
    EXPECT_THROW(session_.set("water.rian", "1", "Rain"), scene::Error) << "no such key";
    EXPECT_THROW(session_.set("water.bodies.buoy.position", "[1, 2]", "x"), scene::Error);
    EXPECT_THROW(session_.removeNamed("water.bodies", "nobody", "x"), scene::Error);
    EXPECT_EQ(session_.text(), text);
    EXPECT_EQ(session_.run().hash(), hash);
    EXPECT_FALSE(session_.canUndo());
    EXPECT_EQ(session_.planOf(parameter("water.liquid.density"), -1.0).change, Change::none);
    EXPECT_EQ(session_.planOf(parameter("water.level"), 2.0).change, Change::restarts);
}

TEST_F(SessionTest, WhatTheFluidRefusesLeavesItWhereItWas)
{
    session_.openText(kPool, "small");
    session_.set("water.body_capacity", "5", "Room");
    runFor(10);
    const std::string text = session_.text();
    const std::uint64_t hash = session_.run().hash();
    const std::uint64_t run = session_.runNumber();
    EXPECT_THROW(session_.add("water.bodies", "position = [3, 1, 2]\n", "Add"), scene::Error);
    EXPECT_EQ(session_.run().hash(), hash);
    EXPECT_EQ(session_.run().steps(), 10) << "it goes on, and does not begin anew";
    EXPECT_EQ(session_.runNumber(), run);
    EXPECT_EQ(session_.text(), text);
    EXPECT_NO_THROW(runFor(2));
}

TEST_F(SessionTest, AResolutionThatIsSetBackIsTheSameGrid)
{
    for (const char* part : {"water", "flow"})
    {
        const std::string nx = fmt::format("{}.nx", part);
        for (const char* size : {"width = 1", "cell_size = 0.01"})
        {
            session_.openText(fmt::format("[{}]\nnx = 100\nny = 33\n{}\n", part, size), "long");
            runFor(2);
            const auto rows = [&] {
                return std::visit([](const auto& each) { return each.def.ny; },
                                  session_.scene().part);
            };
            for (const double cells : {16.0, 100.0, 18.0, 57.0, 100.0})
            {
                EXPECT_EQ(session_.set(parameter(nx.c_str()), cells), Change::regrids) << cells;
                EXPECT_EQ(rows(), std::lround(0.33 * cells)) << cells;
            }
            while (session_.canUndo())
            {
                EXPECT_EQ(session_.undo(), Change::regrids);
            }
            EXPECT_EQ(rows(), 33);
            EXPECT_EQ(session_.run().steps(), 2) << "the fluid was kept";
            // Another number of rows by hand is what counts from then on.
            session_.set(fmt::format("{}.ny", part), "34", "Rows");
            session_.set(parameter(nx.c_str()), 50.0);
            EXPECT_EQ(rows(), 17);
        }
    }
}

TEST_F(SessionTest, AFormulaThatGoesWrongPausesAndSaysSo)
{
    session_.openText(kPool, "small");
    session_.set("water.gravity", "sqrt(0.05 - t)", "Gravity");
    EXPECT_EQ(session_.writtenAs(parameter("water.gravity")), "sqrt(0.05 - t)");
    EXPECT_TRUE(session_.isFormula(parameter("water.gravity")));
    EXPECT_THROW(runFor(10), scene::Error);
    EXPECT_FALSE(session_.isPlaying());
    session_.undo();
    EXPECT_FALSE(session_.isFormula(parameter("water.gravity")));
    session_.play();
    EXPECT_NO_THROW(runFor(5));
}

TEST_F(SessionTest, KnowsFormulasFromNumbersAndWords)
{
    session_.openText(kPool, "small");
    EXPECT_TRUE(session_.isFormula(parameter("water.level"))) << "\"0.5 + 0.5\"";
    EXPECT_TRUE(session_.isFormula(parameter("run.dt")));
    EXPECT_FALSE(session_.isFormula(parameter("water.nx"))) << "a number";
    EXPECT_FALSE(session_.isFormula(parameter("water.gravity"))) << "not given";
    session_.set("water.liquid.name", "\"honey\"", "Liquid");
    EXPECT_FALSE(session_.isFormula(parameter("water.liquid.name"))) << "a word";
}

TEST_F(SessionTest, AFileStaysWhereItIsWhateverFolderTheProgramGoesTo)
{
    const fs::path before = fs::current_path();
    std::ofstream(path("near.toml")) << kPool;
    fs::create_directory(path("elsewhere"));
    fs::current_path(folder_);
    session_.open("near.toml");
    fs::current_path(path("elsewhere"));
    EXPECT_EQ(session_.path(), path("near.toml"));
    session_.set("water.gravity", "3.0", "Gravity");
    session_.save();
    session_.save("../far.toml");
    EXPECT_EQ(session_.path(), path("far.toml"));
    fs::current_path(before);
    EXPECT_TRUE(fs::exists(path("far.toml")));
    EXPECT_FALSE(fs::exists(path("elsewhere/near.toml")));
    EXPECT_NE(scene::readTextFile(path("near.toml")).find("gravity = 3.0"), std::string::npos);
}

TEST_F(SessionTest, PresetsAreOneEdit)
{
    session_.open("pool");
    for (const Preset& preset : presetsOf(session_.scene()))
    {
        const std::string before = session_.text();
        session_.apply(preset);
        runFor(1);
        if (session_.text() != before)
        {
            EXPECT_EQ(session_.undoText(), preset.name);
            session_.undo();
            EXPECT_EQ(session_.text(), before);
        }
    }
    session_.openText(kTank, "tank");
    for (const Preset& preset : presetsOf(session_.scene()))
    {
        EXPECT_NO_THROW(session_.apply(preset)) << preset.name;
    }
}

TEST_F(SessionTest, PaintIsKeptByUndoResetAndSaving)
{
    session_.openText(kPool, "small");
    runFor(3);
    std::vector<float> ground(std::size_t(40 * 30), 0.0F);
    for (std::size_t k = 0; k < 400; ++k)
    {
        ground[k] = 0.001F * static_cast<float>(k);
    }
    session_.paintGround(ground, "Dig");
    const auto groundNow = [](const Session& session) {
        tnFieldView view = {};
        EXPECT_EQ(tnWater_GetView(session.water()->water(), tn_waterTerrain, &view), tn_success);
        return view.data[9 * view.stride + 39];
    };
    EXPECT_FLOAT_EQ(groundNow(session_), 0.399F);
    session_.undo();
    EXPECT_EQ(groundNow(session_), 0.0F);
    session_.redo();
    session_.reset();
    EXPECT_FLOAT_EQ(groundNow(session_), 0.399F);
    session_.save(path("hilly.toml"));
    EXPECT_TRUE(fs::exists(path("hilly.ground.png")));
    EXPECT_FALSE(session_.isChanged());
    Session other({.threads = 1});
    other.open(path("hilly.toml"));
    EXPECT_NEAR(double(groundNow(other)), 0.399, 1e-5) << "16 bits";

    session_.openText(kTank, "tank");
    std::vector<float> walls(std::size_t(48 * 32), 0.0F);
    std::fill_n(walls.begin(), 48, 1.0F);
    session_.paintWalls(walls, "Wall");
    session_.save(path("tank.toml"));
    other.open(path("tank.toml"));
    EXPECT_EQ(other.flow()->maskNumbers(), walls) << "walls are saved exactly";
    runFor(2);
    EXPECT_EQ(session_.flow()->totals().openArea, [&] {
        other.stepOnce();
        return other.flow()->totals().openArea;
    }());
}

TEST_F(SessionTest, APathThatCannotBeWrittenLosesNothing)
{
    session_.openText(kPool, "small");
    session_.set(parameter("water.gravity"), 5.0);
    EXPECT_THROW(session_.save(), scene::Error) << "in no file yet";
    EXPECT_THROW(session_.save(path("no/such/folder/x.toml")), scene::Error);
    session_.save(path("good.toml"));
    session_.set(parameter("water.gravity"), 6.0);
    const std::string before = scene::readTextFile(path("good.toml"));
    {
        const FullDisk full;
        EXPECT_THROW(session_.save(), scene::Error);
        EXPECT_THROW(session_.save(path("new.toml")), scene::Error);
    }
    EXPECT_EQ(scene::readTextFile(path("good.toml")), before) << "the file is as it was";
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1) << "nothing is left behind";
    fs::create_directory(path("as.toml"));
    EXPECT_THROW(session_.save(path("as.toml")), scene::Error) << "a folder";
    EXPECT_TRUE(session_.isChanged());
    EXPECT_NEAR(number("water.gravity"), 6.0, 1e-6);
    EXPECT_EQ(session_.path(), path("good.toml"));
    session_.save();
    EXPECT_FALSE(session_.isChanged());
}

TEST_F(SessionTest, FilesThatASceneUsesAreFoundFromWhereItIsSaved)
{
    fs::create_directories(folder_ / "models");
    std::ofstream(path("models/tetra.obj"))
        << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
    const std::string text = std::string(kPool) + "\n[[water.bodies]]\nname = \"tetra\"\n"
                                                  "shape = \"mesh\"\nfile = \"tetra.obj\"\n"
                                                  "position = [2, 2, 2]\n";
    session_.openText(text, "tetra", path("models"));
    runFor(5);
    const auto place = [this] {
        const scene::WaterRun& run = *session_.water();
        return run.rigid().motion(run.bodies().back().rigid).position.z;
    };
    const float before = place();
    session_.save(path("outside.toml"));
    EXPECT_NE(session_.text().find("\"models/tetra.obj\""), std::string::npos) << session_.text();
    Session other({.threads = 1});
    EXPECT_NO_THROW(other.open(path("outside.toml")));
    session_.set(parameter("water.gravity"), 5.0);
    EXPECT_EQ(place(), before) << "it is the same body, by another name of its file";
    EXPECT_NO_THROW(session_.undo());
    EXPECT_EQ(place(), before);
}

TEST_F(SessionTest, ThreadsAndBackendsKeepTheState)
{
    for (const char* text : {kPool, kTank})
    {
        session_.setOptions({.threads = 1});
        session_.openText(text, "small");
        runFor(20);
        std::uint64_t hash = session_.run().hash();
        session_.setThreads(2);
        EXPECT_EQ(session_.run().hash(), hash);
        EXPECT_EQ(session_.run().steps(), 20);
        if (tnGetGlDeviceCount() == 0)
        {
            continue;
        }
        session_.setBackend(tn_backendGL);
        EXPECT_EQ(session_.run().hash(), hash);
        runFor(5);
        hash = session_.run().hash();
        session_.setBackend(tn_backendCpu);
        EXPECT_EQ(session_.run().hash(), hash);
        EXPECT_EQ(session_.run().steps(), 25);
        EXPECT_NO_THROW(runFor(5));
    }
    if (tnGetGlDeviceCount() > 0)
    {
        // A new grid on the GPU keeps the water too.
        session_.openText(kPool, "small");
        runFor(10);
        session_.setBackend(tn_backendGL);
        runFor(2);
        const double volume = session_.water()->totals().volume;
        EXPECT_EQ(session_.set(parameter("water.nx"), 60.0), Change::regrids);
        EXPECT_NEAR(session_.water()->totals().volume, volume, 1e-6 * volume);
        EXPECT_NO_THROW(runFor(5));
        EXPECT_NEAR(session_.water()->drift(), 0.0, 1e-5);
        session_.setBackend(tn_backendCpu);
    }
    EXPECT_THROW(session_.setOptions({.backend = tn_backendGL, .glDevice = 1000}), scene::Error);
    EXPECT_EQ(session_.options().backend, tn_backendCpu);
    EXPECT_NO_THROW(runFor(1));
}

} // namespace
} // namespace tarn::studio
