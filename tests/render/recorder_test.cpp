// Videos and folders of pictures: they appear whole, or not at all with a reason.
#include "render/recorder.h"

#include "render/error.h"
#include "render/test_field.h"

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/wait.h>

namespace tarn::render
{
namespace
{

Image plain(int width, int height, std::uint8_t r, std::uint8_t g, std::uint8_t b)
{
    Image image(width, height);
    for (std::size_t i = 0; i < image.rgb.size(); i += 3)
    {
        image.rgb[i] = r;
        image.rgb[i + 1] = g;
        image.rgb[i + 2] = b;
    }
    return image;
}

// Whether this process has no child left, running or waiting to be collected.
bool hasNoChild()
{
    return waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD;
}

// A program that answers as the script says.
std::string script(const test::TestFolder& folder, const std::string& text)
{
    const std::string path = folder.file("encoder.sh");
    std::ofstream(path) << "#!/bin/sh\n" << text << "\n";
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path;
}

TEST(Video, PicturesComeBackInTheirColoursAndInEvenSizes)
{
    const test::TestFolder folder;
    const std::string path = folder.file("a b.mp4");
    Video video(path, {.framesPerSecond = 24.0, .crf = 10});
    for (int k = 0; k < 5; ++k)
    {
        video.add(plain(65, 47, 200, 60, 30));
    }
    EXPECT_FALSE(std::filesystem::exists(path));
    video.finish();
    EXPECT_EQ(folder.fileCount(), 1);
    EXPECT_TRUE(hasNoChild());

    const std::string command = "ffmpeg -v error -i '" + path + "' '" + folder.file("%d.png") + "'";
    ASSERT_EQ(std::system(command.c_str()), 0);
    EXPECT_EQ(folder.fileCount(), 6);
    const Image image = readImage(folder.file("5.png"));
    EXPECT_EQ(image.width, 66);
    EXPECT_EQ(image.height, 48);
    EXPECT_NEAR(image.pixel(30, 20)[0], 200, 5);
    EXPECT_NEAR(image.pixel(30, 20)[1], 60, 5);
    EXPECT_NEAR(image.pixel(65, 47)[2], 30, 5);
}

TEST(Video, WithoutAnEndNothingIsLeft)
{
    const test::TestFolder folder;
    {
        Video video(folder.file("a.mkv"));
        video.add(plain(64, 64, 1, 2, 3));
    }
    EXPECT_EQ(folder.fileCount(), 0);
    EXPECT_TRUE(hasNoChild());
}

TEST(Video, AMissingEncoderIsReportedBeforeTheWorkBegins)
{
    const test::TestFolder folder;
    for (const char* program : {"no-such-encoder", "/no/such/encoder"})
    {
        const std::string error =
            test::errorOf<Error>([&] { Video(folder.file("a.mp4"), {.program = program}); });
        EXPECT_NE(error.find(program), std::string::npos) << error;
        EXPECT_NE(error.find("install"), std::string::npos) << error;
    }
    EXPECT_EQ(folder.fileCount(), 0);
}

TEST(Video, AnEncoderThatDiesIsReportedWithItsLastWords)
{
    const test::TestFolder folder;
    const std::string program = script(folder, "echo out of cheese >&2; exit 3");
    std::string error;
    {
        Video video(folder.file("a.mp4"), {.program = program});
        error = test::errorOf<Error>([&] {
            for (int k = 0; k < 100; ++k)
            {
                video.add(plain(256, 256, 1, 2, 3));
            }
        });
        EXPECT_TRUE(hasNoChild());
        // Once it is dead, nothing more is accepted, and nothing hangs.
        EXPECT_FALSE(test::errorOf<Error>([&] { video.add(plain(256, 256, 1, 2, 3)); }).empty());
        EXPECT_FALSE(test::errorOf<Error>([&] { video.finish(); }).empty());
    }
    EXPECT_NE(error.find("out of cheese"), std::string::npos) << error;
    EXPECT_EQ(folder.fileCount(), 1); // the script
}

TEST(Video, AnEncoderThatFailsAtTheEndIsReported)
{
    const test::TestFolder folder;
    const std::string program = script(folder, "cat >/dev/null; echo no room >&2; exit 1");
    Video video(folder.file("a.mp4"), {.program = program});
    video.add(plain(16, 16, 1, 2, 3));
    const std::string error = test::errorOf<Error>([&] { video.finish(); });
    EXPECT_NE(error.find("no room"), std::string::npos) << error;
    EXPECT_FALSE(std::filesystem::exists(folder.file("a.mp4")));
    EXPECT_TRUE(hasNoChild());
}

TEST(Video, WhatMakesNoSenseIsNamed)
{
    const test::TestFolder folder;
    const auto errorFor = [&](const std::string& name, const VideoOptions& options) {
        return test::errorOf<Error>([&] { Video(folder.file(name), options); });
    };
    EXPECT_NE(errorFor("a.gif", {}).find("a.gif"), std::string::npos);
    EXPECT_NE(errorFor("a.mp4", {.framesPerSecond = 0.0}).find("0 pictures"), std::string::npos);
    EXPECT_NE(errorFor("a.mp4", {.crf = 52}).find("crf 52"), std::string::npos);
    EXPECT_NE(errorFor("missing/a.mp4", {}).find("folder"), std::string::npos);

    Video video(folder.file("a.mp4"));
    EXPECT_NE(test::errorOf<Error>([&] { video.finish(); }).find("no picture"), std::string::npos);
    video.add(plain(16, 16, 0, 0, 0));
    const std::string error = test::errorOf<Error>([&] { video.add(plain(18, 16, 0, 0, 0)); });
    EXPECT_NE(error.find("18 x 16"), std::string::npos) << error;
}

TEST(FrameFolder, PicturesAreNumbered)
{
    const test::TestFolder folder;
    FrameFolder frames(folder.file("deep/frames"));
    frames.add(plain(4, 4, 9, 9, 9));
    frames.add(plain(4, 4, 7, 7, 7));
    frames.finish();
    EXPECT_EQ(readImage(folder.file("deep/frames/frame_00001.png")).pixel(0, 0)[0], 7);
    EXPECT_NE(test::errorOf<Error>([&] { frames.add(plain(5, 4, 0, 0, 0)); }).find("5 x 4"),
              std::string::npos);
}

TEST(FrameFolder, AFileInTheWayIsNamed)
{
    const test::TestFolder folder;
    std::ofstream(folder.file("taken")) << "x";
    const std::string error = test::errorOf<Error>([&] { FrameFolder(folder.file("taken")); });
    EXPECT_NE(error.find("taken"), std::string::npos) << error;
}

} // namespace
} // namespace tarn::render
