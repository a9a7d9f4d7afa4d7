// The commands of the studio: what buttons and keys do.
#include "studio/app/app.h"

#include "studio/app/bars.h"
#include "studio/app/defaults.h"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>

namespace tarn::studio
{
namespace
{

constexpr bool kControl = true;
constexpr bool kShift = true;

// The next speed in this direction.
double nextSpeed(double now, int direction)
{
    const auto all = speeds();
    std::size_t nearest = 0;
    for (std::size_t k = 0; k < all.size(); ++k)
    {
        if (std::abs(all[k].times - now) < std::abs(all[nearest].times - now))
        {
            nearest = k;
        }
    }
    return all[std::size_t(std::clamp(int(nearest) + direction, 0, int(all.size()) - 1))].times;
}

// Sizes of the interface, in steps of a tenth.
double nextScale(float now, int direction)
{
    return std::clamp(std::round(10.0 * double(now) + direction) / 10.0, double(kSmallestScale),
                      double(kLargestScale));
}

} // namespace

void App::addCommands()
{
    const char* group = "Time";
    commands_.add({"play", "play", group, "Play or pause", {GLFW_KEY_SPACE}, [this] {
                       session_.isPlaying() ? session_.pause() : session_.play();
                   }});
    commands_.add({"step", "step", group, "One step", {'.'}, [this] {
                       desk_.later([this] { session_.stepOnce(); });
                   }});
    commands_.add({"reset", "reset", group, "Back to the beginning", {'R', kControl}, [this] {
                       desk_.later([this] { session_.reset(); });
                   }});
    commands_.add({"slower", "", group, "Slower", {'['}, [this] {
                       session_.setSpeed(nextSpeed(session_.speed(), -1));
                   }});
    commands_.add({"faster", "", group, "Faster", {']'}, [this] {
                       session_.setSpeed(nextSpeed(session_.speed(), 1));
                   }});
    addFileCommands();
    addViewCommands();
    addPanelCommands();
}

void App::addFileCommands()
{
    const char* group = "Scene";
    const auto redo = [this] { desk_.later([this] { session_.redo(); }); };
    const auto canRedo = [this] { return session_.canRedo(); };
    commands_.add({"undo",
                   "undo",
                   group,
                   "Undo",
                   {'Z', kControl},
                   [this] { desk_.later([this] { session_.undo(); }); },
                   [this] { return session_.canUndo(); }});
    commands_.add({"redo",
                   "redo",
                   group,
                   "Redo",
                   {'Y', kControl},
                   redo,
                   canRedo,
                   {},
                   {{'Z', kControl, kShift}}});
    commands_.add(
        {"open", "open", group, "Open a file", {'O', kControl}, [this] { chooseFile(); }});
    commands_.add({"save", "save", group, "Save", {'S', kControl}, [this] { save(); }});
    commands_.add(
        {"save as", "save", group, "Save as", {'S', kControl, kShift}, [this] { saveAs(); }});
    commands_.add({"screenshot", "camera", group, "Take a picture", {GLFW_KEY_F2}, [this] {
                       desk_.later([this] { takeScreenshot(); });
                   }});
    commands_.add({"record",
                   "record",
                   group,
                   "Record a video",
                   {GLFW_KEY_F3},
                   [this] { desk_.later([this] { toggleRecording(); }); },
                   {},
                   [this] { return capture_.isRecording(); }});
    commands_.add({"quit", "close", group, "Quit", {'Q', kControl}, [this] { window_.close(); }});
}

void App::addViewCommands()
{
    const char* group = "View";
    const auto look = [this, group](const char* name, const char* icon, const char* label, int key,
                                    EyeKind kind) {
        commands_.add({name,
                       icon,
                       group,
                       label,
                       {key},
                       [this, kind] { viewport_.eye().look(kind); },
                       [this] { return viewport_.hasSpace(); },
                       [this, kind] { return viewport_.eye().kind() == kind; }});
    };
    look("view perspective", "perspective", "Perspective", '1', EyeKind::perspective);
    look("view top", "top", "From above", '2', EyeKind::top);
    look("view side", "side", "From the side", '3', EyeKind::side);
    look("view under", "under", "Under water", '4', EyeKind::under);
    commands_.add(
        {"view fit", "fit", group, "See everything", {'0'}, [this] { viewport_.eye().fit(); }});
    const auto turn = [this, group](const char* label, int key, float x, float y) {
        commands_.add({label, "", group, label, {key, false, kShift}, [this, x, y] {
                           viewport_.eye().turnByKeys(x, y);
                       }});
    };
    turn("Turn left", GLFW_KEY_LEFT, -20.0F, 0.0F);
    turn("Turn right", GLFW_KEY_RIGHT, 20.0F, 0.0F);
    turn("Turn up", GLFW_KEY_UP, 0.0F, 20.0F);
    turn("Turn down", GLFW_KEY_DOWN, 0.0F, -20.0F);
    const auto zoom = [this, group](const char* label, int key, float notches) {
        commands_.add({label, "", group, label, {key}, [this, notches] {
                           viewport_.eye().zoom(notches, 0.0F, 0.0F, viewport_.aspect());
                       }});
    };
    zoom("Nearer", GLFW_KEY_PAGE_UP, 1.0F);
    zoom("Farther", GLFW_KEY_PAGE_DOWN, -1.0F);
}

void App::addPanelCommands()
{
    const char* group = "Window";
    commands_.add({"help",
                   "help",
                   group,
                   "Help",
                   {GLFW_KEY_F1},
                   [this] { desk_.isHelpShown = !desk_.isHelpShown; },
                   {},
                   [this] { return desk_.isHelpShown; }});
    commands_.add(
        {"search parameters", "search", group, "Search the parameters", {'F', kControl}, [this] {
             desk_.arePanelsShown = true;
             desk_.panel = PanelId::parameters;
             parametersPanel_.focusSearch();
         }});
    for (int k = 0; k < kPanelCount; ++k)
    {
        commands_.add({kPanelNames[k], "", group, kPanelNames[k], {'1' + k, kControl}, [this, k] {
                           desk_.arePanelsShown = true;
                           desk_.panel = PanelId(k);
                       }});
    }
    commands_.add({"only the picture", "", group, "Only the picture", {GLFW_KEY_F11}, [this] {
                       desk_.arePanelsShown = !desk_.arePanelsShown;
                   }});
    const auto resize = [this, group](const char* name, const char* label, int key, int direction,
                                      std::vector<KeyPress> otherKeys) {
        commands_.add(
            {name,
             "",
             group,
             label,
             {key, kControl},
             [this, direction] { preferences_.scale = nextScale(theme_.scale(), direction); },
             {},
             {},
             std::move(otherKeys)});
    };
    // Plus is the key of = with Shift.
    resize("larger", "Larger text", GLFW_KEY_EQUAL, 1,
           {{GLFW_KEY_EQUAL, kControl, kShift}, {GLFW_KEY_KP_ADD, kControl}});
    resize("smaller", "Smaller text", GLFW_KEY_MINUS, -1, {{GLFW_KEY_KP_SUBTRACT, kControl}});
}

} // namespace tarn::studio
