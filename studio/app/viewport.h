// Viewport: the picture of the running scene: what draws it, from where, how well, and what was
// drawn last. It is drawn anew only when the fluid, the scene or the eye has changed.
#pragma once

#include "studio/app/eye.h"
#include "studio/app/gpu_timer.h"
#include "studio/app/quality.h"
#include "studio/app/sight.h"
#include "studio/app/stages.h"

#include "render/gl/context.h"
#include "render/gl/target.h"
#include "render/image.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace tarn::studio
{

class Viewport
{
  public:
    explicit Viewport(const render::gl::Context& context);

    // Brings the sight up to the session's scene, and draws where something has changed. `width`
    // and `height` are the pixels that the picture has in the window. Throws a scene::Error or a
    // render::Error; the picture is then the one before, and no new try is made until something
    // but time changes.
    void update(Session& session, int width, int height);

    // What is laid over the picture.
    const render::InsideView& inside() const { return inside_; }
    void showInside(render::InsideView inside);

    // Something that only the window knows has changed.
    void invalidate() { isStale_ = true; }

    // Null before the first picture.
    const render::gl::Texture* picture() const;

    // A picture of its own, as good as can be; cut out, it has alpha. Throws as update() does.
    render::Image shoot(Session& session, int width, int height, bool isCutOut);

    // The last picture.
    render::Image read() const { return target_.read(); }

    // While a video is made all pictures have its size; 0: the window's again.
    void lockSize(int width, int height);

    Eye& eye() { return eye_; }
    const Eye& eye() const { return eye_; }
    QualityGovernor& governor() { return governor_; }
    bool isSoftware() const { return isSoftware_; }

    // Width over height of the picture.
    float aspect() const;
    bool hasSpace() const { return sight_ != nullptr && sight_->hasSpace(); }

    // Places are -1 .. 1.
    Ray rayThrough(render::Point place) const;
    std::optional<render::Point> placeOf(tnVec3 point) const;

    // How long a picture took last (s): the host's work or the GPU's, whichever is more.
    double drawSeconds() const { return drawSeconds_; }
    // Whether the last update() drew one.
    bool hasDrawn() const { return hasDrawn_; }

  private:
    // All that a picture depends on.
    struct Shown
    {
        std::uint64_t run = 0;
        std::uint64_t text = 0;
        std::int64_t steps = -1;
        int eye = -1;
        int width = 0;
        int height = 0;
        Quality quality;
        bool operator==(const Shown&) const = default;
    };

    // All that a picture depends on, now.
    Shown wantedNow(const Session& session, int width, int height) const;
    void follow(Session& session);
    void draw(const Shown& wanted);
    void timeDrawing(const Quality& quality);
    std::unique_ptr<Sight> sightOf(Session& session);

    const render::gl::Context& context_;
    bool isSoftware_;
    QualityGovernor governor_;
    Eye eye_;
    Stages stages_;
    render::InsideView inside_;
    std::unique_ptr<Sight> sight_;
    render::gl::Target target_;
    GpuTimer timer_;
    Shown shown_;
    std::optional<Shown> failed_; // what could not be drawn, at whatever time
    std::string scene_;           // whose eye it is
    int lockedWidth_ = 0;
    int lockedHeight_ = 0;
    bool isStale_ = true;
    bool isThere_ = false;
    bool hasDrawn_ = false;
    double drawSeconds_ = 0.0;
};

} // namespace tarn::studio
