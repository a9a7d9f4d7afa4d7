// Sight: how a running scene is drawn into the viewport and how places in the picture and in the
// scene belong together. One kind for each kind of scene.
//
// Places in the picture are -1 .. 1 from left to right and from bottom to top.
#pragma once

#include "studio/app/eye.h"
#include "studio/app/quality.h"
#include "studio/model/hand.h"
#include "studio/model/session.h"

#include "render/gl/target.h"
#include "render/inside_view.h"

#include <memory>
#include <optional>

namespace tarn::studio
{

// How the picture shall be.
struct Look
{
    render::Detail level = render::Detail::high;
    render::InsideView inside; // what is laid over it
};

class Sight
{
  public:
    Sight() = default;
    virtual ~Sight() = default;
    Sight(const Sight&) = delete;
    Sight& operator=(const Sight&) = delete;

    // Sets the eye so that all is seen.
    virtual void fit(Eye& eye, float aspect) = 0;

    // The scene as it is now. Throws a scene::Error or a render::Error.
    virtual void draw(const Eye& eye, const Look& look, const render::gl::Target& target) = 0;

    // The same as a picture with alpha, of what is there without what it stands on; opaque where
    // that cannot be told apart.
    virtual render::Image cutOut(const Eye& eye, const Look& look, const render::gl::Target& target)
    {
        draw(eye, look, target);
        return target.read();
    }

    virtual Ray rayThrough(const Eye& eye, float aspect, render::Point place) const = 0;
    // Nothing when it is behind the eye.
    virtual std::optional<render::Point> placeOf(const Eye& eye, float aspect,
                                                 tnVec3 point) const = 0;

    // The scene's text has changed.
    virtual void refresh() = 0;

    // Whether the eye can go around it.
    virtual bool hasSpace() const = 0;
};

} // namespace tarn::studio
