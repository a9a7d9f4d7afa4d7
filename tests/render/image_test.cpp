// Picture files: what is written is read back, and what cannot be is said.
#include "render/image.h"

#include "render/canvas.h"
#include "render/cut_out.h"
#include "render/error.h"
#include "render/test_field.h"

#include <cmath>
#include <fstream>
#include <gtest/gtest.h>

namespace tarn::render
{
namespace
{

TEST(Image, APngFileReadsBackAsItWasWritten)
{
    const test::TestFolder folder;
    Image image(37, 21);
    for (std::size_t i = 0; i < image.rgb.size(); ++i)
    {
        image.rgb[i] = static_cast<std::uint8_t>(i * 7 + i / 37);
    }
    writePng(folder.file("a.png"), image);
    const Image back = readImage(folder.file("a.png"));
    EXPECT_EQ(back.width, 37);
    EXPECT_EQ(back.height, 21);
    EXPECT_EQ(back.rgb, image.rgb);
    EXPECT_EQ(folder.fileCount(), 1);
}

TEST(Image, AFolderThatIsNotThereIsNamed)
{
    const test::TestFolder folder;
    const std::string path = folder.file("missing/a.png");
    const std::string error = test::errorOf<Error>([&] { writePng(path, Image(2, 2)); });
    EXPECT_NE(error.find(path), std::string::npos) << error;
    EXPECT_NE(error.find("folder"), std::string::npos) << error;
}

TEST(Image, FilesThatAreNoPicturesAreRefused)
{
    const test::TestFolder folder;
    const std::string missing = test::errorOf<Error>([&] { readImage(folder.file("no.png")); });
    EXPECT_NE(missing.find("no.png"), std::string::npos) << missing;

    writePng(folder.file("whole.png"), Image(64, 64));
    std::ifstream whole(folder.file("whole.png"), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(whole), {}};
    for (const std::size_t kept :
         {std::size_t(0), std::size_t(7), std::size_t(40), bytes.size() / 2})
    {
        std::ofstream(folder.file("torn.png"), std::ios::binary) << bytes.substr(0, kept);
        const std::string error = test::errorOf<Error>([&] { readImage(folder.file("torn.png")); });
        EXPECT_NE(error.find("torn.png"), std::string::npos) << kept;
        EXPECT_NE(error.find("PNG or JPEG"), std::string::npos) << error;
    }
}

TEST(Image, ImpossibleSizesAreNamed)
{
    const std::string error = test::errorOf<Error>([] { Image(0, 5); });
    EXPECT_NE(error.find("0 x 5"), std::string::npos) << error;
}

TEST(Canvas, CodesAreTheNearestOnesOfSrgb)
{
    constexpr int kSteps = 4096;
    Canvas canvas;
    canvas.resize(kSteps, 1);
    for (int x = 0; x < kSteps; ++x)
    {
        for (const Plane& plane : canvas.planes())
        {
            plane.row(0)[x] = static_cast<float>(x) / (kSteps - 1);
        }
    }
    const Image image = canvas.toImage(false, Bands());
    for (int x = 0; x < kSteps; ++x)
    {
        const float exact = 255.0F * encodeSrgb(static_cast<float>(x) / (kSteps - 1));
        ASSERT_NEAR(static_cast<float>(image.pixel(x, 0)[1]), exact, 0.53F) << x;
    }
}

TEST(Canvas, DitherKeepsTheMeanAndLeavesBlackAndWhiteClean)
{
    Canvas canvas;
    canvas.resize(256, 256);
    for (const float light : {0.0F, 0.0007F, 0.02F, 0.5F, 1.0F})
    {
        canvas.fill({light, light, light}, Bands());
        const Image image = canvas.toImage(true, Bands());
        double mean = 0.0;
        for (const std::uint8_t code : image.rgb)
        {
            mean += static_cast<double>(code) / static_cast<double>(image.rgb.size());
        }
        EXPECT_NEAR(mean, static_cast<double>(255.0F * encodeSrgb(light)), 0.05);
        if (light == 0.0F || light == 1.0F)
        {
            EXPECT_EQ(image.rgb,
                      std::vector<std::uint8_t>(image.rgb.size(), light > 0.0F ? 255 : 0));
        }
    }
}

TEST(Canvas, WhatNoDisplayShowsIsClamped)
{
    Canvas canvas;
    canvas.resize(1, 1);
    canvas.fill({-1.0F, 40.0F, std::nanf("")}, Bands());
    const Image image = canvas.toImage(true, Bands());
    EXPECT_EQ(image.pixel(0, 0)[0], 0);
    EXPECT_EQ(image.pixel(0, 0)[1], 255);
}

TEST(Image, ACutOutHasTheColourAndTheOpacityOfWhatWasLaidOverBoth)
{
    const Colour ink = {0.8F, 0.4F, 0.2F};
    CutOut cut;
    cut.draw(3, 2, [&](Canvas& canvas, Mask&) { canvas.blend(1, 0, ink, 0.25F); });
    // The bottom row first, so that its pixel is the second of the second row.
    const float* pixel = cut.rgba().data() + 4 * std::ptrdiff_t(3 + 1);
    EXPECT_NEAR(pixel[0], 0.25F * ink.r, 1e-6F);
    EXPECT_NEAR(pixel[2], 0.25F * ink.b, 1e-6F);
    EXPECT_NEAR(pixel[3], 0.25F, 1e-6F);
    EXPECT_EQ(cut.rgba()[3], 0.0F);

    Image onBlack(2, 1);
    Image onWhite(2, 1);
    onBlack.rgb = {100, 50, 0, 0, 0, 0};
    onWhite.rgb = {227, 177, 127, 255, 255, 255};
    const Image image = cutOut(onBlack, onWhite);
    EXPECT_EQ(image.alpha[0], 128);
    EXPECT_EQ(image.alpha[1], 0);
    EXPECT_NEAR(image.rgb[0], 199, 1);
    EXPECT_NEAR(image.rgb[1], 100, 1);
    EXPECT_EQ(image.rgb[2], 0);
}

} // namespace
} // namespace tarn::render
