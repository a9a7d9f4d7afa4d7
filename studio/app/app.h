// App: the studio's window and everything in it; run() is a session from the first frame to the
// last.
//
// A frame: events go to ImGui, bars and panels are laid out, what they asked for is done, the fluid
// goes on, the picture is drawn where it has changed, and all of it is shown. Whatever is thrown on
// the way becomes a notice.
#pragma once

#include "studio/app/desk.h"
#include "studio/app/dialogs.h"
#include "studio/app/hand_control.h"
#include "studio/app/input.h"
#include "studio/app/parameters_panel.h"
#include "studio/app/report.h"
#include "studio/app/scenes_panel.h"
#include "studio/app/window.h"
#include "studio/model/autosave.h"

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace tarn::studio
{

struct AppOptions
{
    std::string scene;   // empty: the last one
    std::string report;  // a file; empty: none
    std::string home;    // of all that is remembered; empty: the usual folders
    std::string quality; // empty: as remembered
    std::string backend; // "cpu" or "gl"; empty: as remembered
    int threads = -1;    // -1: as remembered
    int width = 0;       // of the window; 0: as remembered
    int height = 0;
    double scale = -1.0; // -1: as remembered
    bool isPaused = false;
};

class App
{
  public:
    // Throws where there is no window to be had.
    explicit App(const AppOptions& options);
    ~App();
    App(const App&) = delete;
    App& operator=(const App&) = delete;

    void run();

  private:
    // ImGui and its renderer, from birth to death.
    class Interface
    {
      public:
        Interface();
        ~Interface();
        Interface(const Interface&) = delete;
        Interface& operator=(const Interface&) = delete;
    };

    // The parts of the window.
    struct Layout
    {
        Area top;
        Area tools;
        Area panel;
        Area status;
        Area picture; // what is left
    };

    void addCommands();
    void addFileCommands();
    void addViewCommands();
    void addPanelCommands();

    void frame();
    void takeKeys();
    static Area shapedAs(const Area& area, float aspect);
    Layout layOut() const;
    void drawPanels(const Layout& layout);
    void drawOverlays(const Layout& layout);
    void drawPicture(const Area& area);
    void advance(double seconds);
    void show();
    void record(double seconds);
    void countGlErrors();
    void followScale();
    bool isIdle();

    // Does it; an error becomes a notice. Returns whether it went well.
    bool attempt(const std::function<void()>& action);
    // The same for what draws with ImGui: what it has begun is ended. An error that comes back
    // frame after frame is told once.
    void attemptToDraw(const std::function<void()>& action);

    // Files (app_files.cpp).
    void openFirst(const std::string& wish);
    void offerRecovery();
    void openScene(const std::string& nameOrPath);
    void askToOpen(const std::string& nameOrPath);
    void askAboutChanges(const char* name, const std::function<void()>& then);
    void useDroppedFile();
    void useFile(const std::string& path);
    void useFileAs(const std::string& path, int use);
    void chooseFile();
    void save(std::function<void()> then = {});
    void saveAs(std::function<void()> then = {});
    void askToClose();
    void saved(); // a file that the browser shows is another one
    void takeScreenshot();
    void toggleRecording();
    void remember();

    Folders folders_;
    Notices notices_;
    Preferences stored_; // as they were remembered
    Preferences begun_;  // and with what the command line says
    Preferences preferences_;
    Window window_;
    Interface interface_;
    Input input_;
    render::gl::Context context_;
    Theme theme_;
    Ui ui_;
    Commands commands_;
    Capture capture_;
    Thumbnails thumbnails_;
    Session session_;
    std::optional<Autosave> autosave_;
    Viewport viewport_;
    Desk desk_;
    Dialogs dialogs_;
    HandControl handControl_;
    ParametersPanel parametersPanel_;
    ScenesPanel scenesPanel_;
    Report report_;

    ReportState state_;
    double lastFrame_ = 0.0;
    std::string title_;
    std::string drawProblem_; // that was told, as long as it lasts
    std::deque<std::string> droppedFiles_;
    std::deque<SavedSession> leftBehind_; // by crashes, not yet decided on
    std::string lastChange_;
    bool isReportBroken_ = false;
    bool mayClose_ = false; // changes are saved, or not wanted
};

} // namespace tarn::studio
