// Desk: what bars and panels work with: the session and everything around it. They act on the
// session in later(), after the frame has been laid out, so that what is being drawn stays as it
// is.
#pragma once

#include "studio/app/capture.h"
#include "studio/app/commands.h"
#include "studio/app/notices.h"
#include "studio/app/ui.h"
#include "studio/app/viewport.h"
#include "studio/model/preferences.h"
#include "studio/model/session.h"
#include "studio/model/thumbnails.h"

#include <functional>
#include <string>
#include <vector>

namespace tarn::studio
{

// The panel at the right; its tabs in this order.
enum class PanelId
{
    parameters,
    scenes,
    inside,
    profile,
    studio
};
inline constexpr int kPanelCount = 5;
inline constexpr const char* kPanelNames[kPanelCount] = {"Fluid", "Scenes", "Inside", "Profile",
                                                         "Studio"};

struct Desk
{
    Ui& ui;
    Session& session;
    Viewport& viewport;
    Notices& notices;
    Commands& commands;
    Capture& capture;
    Preferences& preferences;
    Thumbnails& thumbnails;
    const render::gl::Context& context;

    PanelId panel = PanelId::parameters;
    bool arePanelsShown = true;
    bool isHelpShown = false;
    bool isCutOut = false;   // pictures have no background
    bool hasReadout = false; // numbers under the pointer
    double now = 0.0;        // s since the beginning
    double framesPerSecond = 0.0;

    std::vector<std::function<void()>> actions = {};

    // After this frame. What is thrown becomes a notice.
    void later(std::function<void()> action) { actions.push_back(std::move(action)); }
};

} // namespace tarn::studio
