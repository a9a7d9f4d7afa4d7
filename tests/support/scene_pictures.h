// Built-in scenes as small pictures beside those that are stored in data/pictures: NAME.png as the
// CPU draws it, NAME_gl.png as OpenGL does.
//
// TARN_RENEW_PICTURES=1 in the environment writes them anew instead of comparing: look at them
// before they are committed.
#pragma once

#include "support/picture_distance.h"

#include "scene/scene_run.h"

#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tarn::test
{

using Changes = std::vector<std::pair<std::string, std::string>>; // keys and their values

// How a scene becomes a picture within a second or two: a moment when something is to be seen, on a
// coarser grid where the scene's own takes long.
struct PictureScene
{
    const char* name;
    double time;         // s
    double refine = 1.0; // cells along an axis, times the scene's
    Changes changes = {};
};

// All of them, and one by its name, which must be among them.
const std::vector<PictureScene>& pictureScenes();
const PictureScene& pictureOf(const std::string& name);

// One at its moment; `more` changes come last.
std::unique_ptr<scene::SceneRun> atItsMoment(const PictureScene& picture, int threads = 1,
                                             const Changes& more = {});

// Beyond these a picture is another one; the second is for OpenGL, whose drivers round and sample
// edges as they like. Of the pool without caustics the worst hundredth is 2.3 off, a quarter of a
// second later 6.9, without refraction 14; noise of four steps in every channel makes 0.5, other
// rays through the same pixels 1.2, another rounding of the whole run 0.03.
inline constexpr PictureDistance kSameLook = {0.5, 2.0};
inline constexpr PictureDistance kSameLookByGl = {0.7, 3.5};

// Whether both numbers are within those of `most`, `part` times.
bool isWithin(const PictureDistance& distance, const PictureDistance& most, double part = 1.0);

// Whether the picture looks as the stored one does; writes it instead when that is asked for.
testing::AssertionResult looksAsStored(const std::string& file, const render::Image& image,
                                       const PictureDistance& most);

// The picture turned round, left to right.
render::Image mirrored(const render::Image& image);

} // namespace tarn::test
