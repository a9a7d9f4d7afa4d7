// HandControl: mouse, touch and keys in the picture: the hand's tool, and the eye.
//
// Without a mouse, arrows move a mark over the picture and Enter is the left button.
#pragma once

#include "studio/app/bars.h"
#include "studio/app/desk.h"

#include <optional>

namespace tarn::studio
{

class HandControl
{
  public:
    // Where the picture is in the window. After the frame was laid out; acts by desk.later().
    void update(Desk& desk, const Area& picture, double seconds);

    // Where the hand is, -1 .. 1; none: outside.
    std::optional<render::Point> place() const { return place_; }
    // By keys: the mark is drawn.
    bool isByKeys() const { return isByKeys_; }

  private:
    void useMouse(Desk& desk, const Area& picture);
    void useKeys(Desk& desk, double seconds);
    void moveEye(Desk& desk, const Area& picture);
    void begin(Desk& desk, int button);
    void end(Desk& desk);

    std::optional<render::Point> place_;
    bool isByKeys_ = false;
    int button_ = -1; // that is down; 0: left, 1: right
    bool isByEnter_ = false;
    bool isEyeMoving_ = false;
};

} // namespace tarn::studio
