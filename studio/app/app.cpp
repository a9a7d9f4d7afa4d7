#include "studio/app/app.h"

#include "studio/app/defaults.h"
#include "studio/app/inside_panel.h"
#include "studio/app/overlays.h"
#include "studio/app/profile_panel.h"
#include "studio/app/studio_panel.h"
#include "studio/model/defaults.h"

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <string_view>

namespace tarn::studio
{
namespace
{

Preferences loadPreferences(const Folders& folders, Notices& notices)
{
    std::string problem;
    Preferences preferences = Preferences::load(folders, &problem);
    if (!problem.empty())
    {
        notices.warn(problem);
    }
    return preferences;
}

Preferences withOptions(Preferences preferences, const AppOptions& options)
{
    if (options.width > 0)
    {
        preferences.windowWidth = options.width;
        preferences.windowHeight = options.height;
        preferences.isMaximized = false;
    }
    if (!options.quality.empty())
    {
        preferences.quality = options.quality;
    }
    if (!options.backend.empty())
    {
        preferences.backend = options.backend;
    }
    if (options.threads >= 0)
    {
        preferences.threads = options.threads;
    }
    if (options.scale >= 0.0)
    {
        preferences.scale = options.scale;
    }
    return preferences;
}

float scaleOf(const Preferences& preferences, const Window& window)
{
    return preferences.scale > 0.0 ? float(preferences.scale) : window.contentScale();
}

// What a field of text does with a key: all but shortcuts that it has no use for.
bool isForText(const KeyPress& key)
{
    constexpr std::string_view kEditing = "ACVXYZ";
    return !key.withControl || (key.key < 128 && kEditing.find(char(key.key)) != kEditing.npos);
}

scene::RunOptions runOptions(const Preferences& preferences, const Window& window)
{
    scene::RunOptions options;
    options.threads = preferences.threads;
    options.isGlShared = window.isEgl();
    return options;
}

} // namespace

App::Interface::Interface()
{
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr; // the studio remembers by itself
    io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    io.ConfigWindowsMoveFromTitleBarOnly = true;
    ImGui_ImplOpenGL3_Init("#version 330 core");
}

App::Interface::~Interface()
{
    ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext();
}

App::App(const AppOptions& options)
    : folders_(options.home.empty() ? Folders::usual() : Folders::below(options.home)),
      stored_(loadPreferences(folders_, notices_)), begun_(withOptions(stored_, options)),
      preferences_(begun_), window_("Tarn", preferences_.windowWidth, preferences_.windowHeight,
                                    preferences_.isMaximized),
      input_(window_.handle()), context_(Window::getProc, nullptr),
      theme_(scaleOf(preferences_, window_), window_.density()), ui_(theme_), thumbnails_(folders_),
      session_(runOptions(preferences_, window_)),
      viewport_(context_), desk_{ui_,      session_,     viewport_,   notices_, commands_,
                                 capture_, preferences_, thumbnails_, context_},
      report_(options.report)
{
    attempt([this] { autosave_.emplace(folders_); });
    viewport_.governor().choose(preferences_.quality);
    addCommands();
    openFirst(options.scene.empty() ? preferences_.lastScene : options.scene);
    if (preferences_.backend == "gl")
    {
        attempt([this] { session_.setBackend(tn_backendGL); });
    }
    options.isPaused ? session_.pause() : session_.play();
    if (autosave_)
    {
        attempt([this] {
            const std::vector<SavedSession> left = autosave_->leftBehind();
            leftBehind_.assign(left.begin(), left.end());
        });
        offerRecovery();
    }
    for (int k = 0; k < kPanelCount; ++k)
    {
        const auto& open = preferences_.openPanels;
        desk_.panel = !open.empty() && open.front() == kPanelNames[k] ? PanelId(k) : desk_.panel;
    }
    lastFrame_ = Window::seconds();
}

App::~App()
{
    attempt([this] { remember(); });
}

bool App::attempt(const std::function<void()>& action)
{
    try
    {
        action();
        return true;
    }
    catch (const std::exception& error)
    {
        notices_.fail(error.what());
        return false;
    }
}

void App::attemptToDraw(const std::function<void()>& action)
{
    try
    {
        action();
        drawProblem_.clear();
    }
    catch (const std::exception& error)
    {
        ImGui::ErrorCheckEndFrameRecover(nullptr);
        if (drawProblem_ != error.what())
        {
            drawProblem_ = error.what();
            notices_.fail(drawProblem_);
        }
    }
}

void App::run()
{
    while (true)
    {
        isIdle() ? glfwWaitEventsTimeout(kIdleSeconds) : glfwPollEvents();
        if (window_.wantsToClose())
        {
            if (mayClose_ || !session_.isChanged())
            {
                break;
            }
            window_.keepOpen();
            askToClose();
        }
        frame();
    }
    if (capture_.isRecording())
    {
        attempt([this] { capture_.finish(); });
    }
}

// Nothing moves: the window can wait for a hand.
bool App::isIdle()
{
    return !session_.isPlaying() && !capture_.isRecording() && !input_.hasMore() &&
           !viewport_.hasDrawn() && !session_.hand().isDown();
}

void App::frame()
{
    const double now = Window::seconds();
    const double seconds = now - lastFrame_;
    lastFrame_ = now;
    desk_.now = now;
    desk_.framesPerSecond += (1.0 / std::max(seconds, 1e-3) - desk_.framesPerSecond) * 0.1;
    followScale();
    ImGui_ImplOpenGL3_NewFrame();
    input_.beginFrame(ImGui::GetIO(), seconds);
    ImGui::NewFrame();
    ui_.beginFrame();
    takeKeys();

    Layout layout = layOut();
    if (capture_.isRecording())
    {
        layout.picture = shapedAs(layout.picture, viewport_.aspect());
    }
    state_.picture = layout.picture;
    attemptToDraw([&] { drawPanels(layout); });
    parametersPanel_.settle(desk_);
    drawOverlays(layout);
    handControl_.update(desk_, layout.picture, seconds);
    const auto actions = std::move(desk_.actions);
    desk_.actions.clear();
    for (const std::function<void()>& action : actions)
    {
        attempt(action);
    }
    advance(seconds);
    const ImVec2 dense = ImGui::GetIO().DisplayFramebufferScale;
    attempt([&] {
        viewport_.update(session_, int(layout.picture.width() * dense.x),
                         int(layout.picture.height() * dense.y));
    });
    state_.pictures += viewport_.hasDrawn() ? 1 : 0;
    drawPicture(layout.picture);
    record(seconds);
    show();
}

// What the video has to have of this frame, whether or not the picture is another one.
void App::record(double seconds)
{
    if (!capture_.isRecording())
    {
        return;
    }
    const int due = capture_.countDue(session_.isPlaying(), seconds);
    if (due > 0 && !attempt([&] { capture_.add(viewport_.read(), due); }))
    {
        viewport_.lockSize(0, 0);
    }
}

void App::followScale()
{
    if (theme_.setScale(scaleOf(preferences_, window_), window_.density()))
    {
        ImGui_ImplOpenGL3_DestroyFontsTexture();
        ImGui_ImplOpenGL3_CreateFontsTexture();
    }
}

// Shortcuts, unless somebody types and means the text, or moves among widgets and means one of
// those.
void App::takeKeys()
{
    const ImGuiIO& io = ImGui::GetIO();
    const std::vector<std::string>& dropped = input_.droppedFiles();
    droppedFiles_.insert(droppedFiles_.end(), dropped.begin(), dropped.end());
    if (dialogs_.isOpen())
    {
        return;
    }
    useDroppedFile();
    for (const KeyPress& key : input_.keys())
    {
        if (io.WantTextInput && isForText(key))
        {
            continue;
        }
        if (key.key == GLFW_KEY_ESCAPE)
        {
            desk_.isHelpShown = false;
            ImGui::SetWindowFocus(nullptr);
        }
        if (key.key == GLFW_KEY_SPACE && io.NavVisible)
        {
            continue;
        }
        if (commands_.press(key) || key.withControl || key.key > 127)
        {
            continue;
        }
        if (const Tool* tool = findTool(char(key.key), session_.scene()))
        {
            attempt([&] { session_.hand().take(tool->id); });
        }
    }
}

// A video keeps its shape, whatever the window's: it lies in the middle.
Area App::shapedAs(const Area& area, float aspect)
{
    const float width = std::min(area.width(), area.height() * aspect);
    const float height = std::min(area.height(), area.width() / aspect);
    const ImVec2 low = {area.low.x + 0.5F * (area.width() - width),
                        area.low.y + 0.5F * (area.height() - height)};
    return {low, {low.x + width, low.y + height}};
}

App::Layout App::layOut() const
{
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    Layout layout;
    if (!desk_.arePanelsShown)
    {
        layout.picture = {{0.0F, 0.0F}, size};
        return layout;
    }
    const float top = theme_.points(kTopBarHeight);
    const float bottom = size.y - theme_.points(kStatusHeight);
    const float left = theme_.points(kToolBarWidth);
    // In a narrow window the panel leaves half of it to the picture.
    const float right = size.x - std::min(theme_.points(kPanelWidth), 0.5F * size.x);
    layout.top = {{0.0F, 0.0F}, {size.x, top}};
    layout.tools = {{0.0F, top}, {left, bottom}};
    layout.panel = {{right, top}, {size.x, bottom}};
    layout.status = {{0.0F, bottom}, size};
    layout.picture = {{left, top}, {right, bottom}};
    return layout;
}

void App::drawPanels(const Layout& layout)
{
    if (!desk_.arePanelsShown)
    {
        return;
    }
    drawTopBar(desk_, layout.top);
    drawToolBar(desk_, layout.tools);
    drawStatusBar(desk_, layout.status);

    beginArea("##panel", layout.panel, {ui_.points(14.0F), ui_.points(8.0F)}, colours::kPanel);
    constexpr const char* kIcons[kPanelCount] = {"sliders", "scenes", "inside", "profile",
                                                 "settings"};
    const float width = ImGui::GetContentRegionAvail().x / float(kPanelCount);
    for (int k = 0; k < kPanelCount; ++k)
    {
        const auto panel = PanelId(k);
        if (ui_.tab(fmt::format("tab {}", kPanelNames[k]), kIcons[k], kPanelNames[k],
                    desk_.panel == panel, width))
        {
            desk_.panel = panel;
        }
        ImGui::SameLine(0.0F, 0.0F);
    }
    ImGui::NewLine();
    ImGui::Dummy({0.0F, ui_.points(2.0F)});
    switch (desk_.panel)
    {
    case PanelId::parameters:
        parametersPanel_.draw(desk_);
        break;
    case PanelId::scenes:
        scenesPanel_.draw(desk_, [this](const std::string& scene) { askToOpen(scene); });
        break;
    case PanelId::inside:
        drawInsidePanel(desk_);
        break;
    case PanelId::profile:
        drawProfilePanel(desk_);
        break;
    case PanelId::studio:
        drawStudioPanel(desk_);
        break;
    }
    endArea();
}

void App::drawOverlays(const Layout& layout)
{
    if (desk_.arePanelsShown)
    {
        drawViewButtons(desk_, layout.picture);
    }
    if (!preferences_.areHintsSeen && !desk_.isHelpShown && !dialogs_.isOpen())
    {
        drawFirstSteps(desk_, layout.picture);
    }
    if (desk_.isHelpShown)
    {
        drawHelp(desk_, layout.picture);
    }
    if (desk_.hasReadout && handControl_.place())
    {
        attempt([&] { drawReadout(desk_, layout.picture, *handControl_.place()); });
    }
    const float margin = ui_.points(12.0F);
    notices_.draw(ui_, {layout.picture.high.x - margin, layout.picture.low.y + margin}, desk_.now);
    dialogs_.draw(ui_, [this](std::function<void()> action) { desk_.later(std::move(action)); });
    state_.isDialogOpen = dialogs_.isOpen();
}

// The fluid, as far as time has gone on.
void App::advance(double seconds)
{
    // A video has every moment, however long a frame takes.
    const bool isRecording = capture_.isRecording();
    session_.setFrameBudget(isRecording ? 1e9 : kFrameBudget);
    attempt([&] { session_.update(isRecording ? capture_.frameSeconds() : seconds); });
    if (autosave_)
    {
        attempt([&] { autosave_->update(session_, seconds); });
    }
    if (session_.lastChange() != lastChange_)
    {
        lastChange_ = session_.lastChange();
        if (!lastChange_.empty())
        {
            notices_.info(lastChange_);
        }
    }
}

void App::drawPicture(const Area& area)
{
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    list.AddRectFilled(area.low, area.high, colours::kBackdrop);
    if (const render::gl::Texture* picture = viewport_.picture())
    {
        // OpenGL's pictures begin at the bottom.
        list.AddImage(ImTextureID(std::uintptr_t(picture->name())), area.low, area.high,
                      {0.0F, 1.0F}, {1.0F, 0.0F});
    }
    if (handControl_.place())
    {
        drawHandMarks(desk_, area, *handControl_.place(), handControl_.isByKeys());
    }
}

void App::countGlErrors()
{
    while (context_->GetError() != GL_NO_ERROR)
    {
        ++state_.glErrors;
    }
}

void App::show()
{
    const std::string title =
        fmt::format("{}{} - Tarn", session_.name(), session_.isChanged() ? " *" : "");
    if (title != title_)
    {
        title_ = title;
        window_.setTitle(title);
    }
    ImGui::Render();
    const Window::Size pixels = window_.pixels();
    context_.apply({});
    context_->BindFramebuffer(GL_FRAMEBUFFER, 0);
    context_->Viewport(0, 0, pixels.width, pixels.height);
    const float black[] = {0.0F, 0.0F, 0.0F, 1.0F};
    context_->ClearBufferfv(GL_COLOR, 0, black);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    countGlErrors();
    window_.show();
    ++state_.frame;
    if (!isReportBroken_)
    {
        isReportBroken_ = !attempt([this] { report_.update(desk_, state_); });
    }
}

} // namespace tarn::studio
