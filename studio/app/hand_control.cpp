#include "studio/app/hand_control.h"

#include <GLFW/glfw3.h>

#include <algorithm>

namespace tarn::studio
{
namespace
{

constexpr float kKeySpeed = 0.7F; // half pictures a second

bool isDown(int key)
{
    return ImGui::GetIO().KeysDown[key];
}

} // namespace

void HandControl::begin(Desk& desk, int button)
{
    button_ = button;
    const Ray ray = desk.viewport.rayThrough(*place_);
    Session& session = desk.session;
    desk.later([&session, ray, button] { session.hand().begin(ray, button == 1); });
}

void HandControl::end(Desk& desk)
{
    button_ = -1;
    isByEnter_ = false;
    Session& session = desk.session;
    desk.later([&session] { session.hand().end(); });
}

void HandControl::moveEye(Desk& desk, const Area& picture)
{
    const ImGuiIO& io = ImGui::GetIO();
    const bool isOver = picture.contains(io.MousePos) && !io.WantCaptureMouse;
    // Alt with the left button is for those who have no middle one.
    const bool isAsked = io.MouseDown[2] || (io.KeyAlt && io.MouseDown[0]);
    isEyeMoving_ = isAsked && (isEyeMoving_ || isOver);
    Eye& eye = desk.viewport.eye();
    if (isEyeMoving_ && (io.MouseDelta.x != 0.0F || io.MouseDelta.y != 0.0F))
    {
        if (io.KeyShift || eye.isMap())
        {
            eye.pan(io.MouseDelta.x, io.MouseDelta.y, picture.height());
        }
        else
        {
            eye.turn(io.MouseDelta.x, io.MouseDelta.y);
        }
    }
    if (isOver && io.MouseWheel != 0.0F && place_)
    {
        eye.zoom(io.MouseWheel, place_->x, place_->y, desk.viewport.aspect());
    }
}

void HandControl::useMouse(Desk& desk, const Area& picture)
{
    const ImGuiIO& io = ImGui::GetIO();
    const bool hasMoved = io.MouseDelta.x != 0.0F || io.MouseDelta.y != 0.0F;
    const bool isOver = picture.contains(io.MousePos) && !io.WantCaptureMouse;
    if (hasMoved || io.MouseClicked[0] || io.MouseClicked[1])
    {
        isByKeys_ = false;
    }
    if (!isByKeys_)
    {
        place_.reset();
        if (isOver || button_ >= 0)
        {
            place_ = picture.placeOf(io.MousePos);
        }
    }
    for (const int button : {0, 1})
    {
        if (isOver && button_ < 0 && io.MouseClicked[button] && !io.KeyAlt)
        {
            begin(desk, button);
        }
    }
    if (button_ >= 0 && !isByEnter_ && !io.MouseDown[button_] && !io.MouseClicked[button_])
    {
        end(desk);
    }
}

void HandControl::useKeys(Desk& desk, double seconds)
{
    const ImGuiIO& io = ImGui::GetIO();
    // Panels and dialogs have the keys while one of their widgets has the focus.
    if (io.WantTextInput || io.NavActive || io.KeyCtrl || io.KeyShift)
    {
        if (isByEnter_)
        {
            end(desk);
        }
        return;
    }
    const float x = float(isDown(GLFW_KEY_RIGHT)) - float(isDown(GLFW_KEY_LEFT));
    const float y = float(isDown(GLFW_KEY_UP)) - float(isDown(GLFW_KEY_DOWN));
    if (x != 0.0F || y != 0.0F)
    {
        if (!isByKeys_)
        {
            place_ = place_.value_or(render::Point{0.0F, 0.0F});
            isByKeys_ = true;
        }
        const float way = kKeySpeed * std::min(float(seconds), 0.1F);
        place_ = {std::clamp(place_->x + way * x, -1.0F, 1.0F),
                  std::clamp(place_->y + way * y, -1.0F, 1.0F)};
    }
    const bool isEnter = isDown(GLFW_KEY_ENTER) || isDown(GLFW_KEY_KP_ENTER);
    if (isByKeys_ && isEnter && button_ < 0)
    {
        isByEnter_ = true;
        begin(desk, 0);
    }
    else if (isByEnter_ && !isEnter)
    {
        end(desk);
    }
}

void HandControl::update(Desk& desk, const Area& picture, double seconds)
{
    useMouse(desk, picture);
    useKeys(desk, seconds);
    moveEye(desk, picture);
    if (button_ >= 0 && place_)
    {
        const Ray ray = desk.viewport.rayThrough(*place_);
        Session& session = desk.session;
        desk.later([&session, ray, seconds] { session.hand().move(ray, seconds); });
    }
}

} // namespace tarn::studio
