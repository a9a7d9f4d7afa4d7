// ScenesPanel: the scenes there are, with pictures; and files.
#pragma once

#include "studio/app/desk.h"
#include "studio/model/browser.h"

#include "render/gl/objects.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace tarn::studio
{

class ScenesPanel
{
  public:
    // Opens a scene, after a question where changes would be lost.
    using Opener = std::function<void(const std::string& nameOrPath)>;

    void draw(Desk& desk, const Opener& open);

    // The list of files has changed.
    void refresh() { isListed_ = false; }

  private:
    void drawCard(Desk& desk, const SceneEntry& entry, const Opener& open);
    const render::gl::Texture* pictureOf(Desk& desk, const SceneEntry& entry);

    std::vector<SceneEntry> entries_;
    bool isListed_ = false;
    // By what is opened; with the image that is in it.
    struct Picture
    {
        std::shared_ptr<const render::Image> image;
        render::gl::Texture texture;
    };
    std::map<std::string, Picture> pictures_;
    std::string search_;
};

} // namespace tarn::studio
