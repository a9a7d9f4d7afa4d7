// Preferences: what the studio remembers from one run to the next, in CONFIG/studio.toml.
#pragma once

#include "studio/model/folders.h"

#include <string>
#include <vector>

namespace tarn::studio
{

struct Preferences
{
    int windowWidth = 1280; // points: pixels of a screen of ordinary density
    int windowHeight = 800;
    bool isMaximized = false;
    double scale = 0.0;              // of the interface; 0: the screen's own
    std::string lastScene = "pool";  // a file or a built-in scene
    std::vector<std::string> recent; // files, the latest first
    std::string backend = "cpu";     // or "gl"
    int threads = 0;                 // 0: one per core
    std::string quality = "auto";    // of pictures
    std::string colourMap;           // of scalar maps; empty: each its own
    std::string captureFolder;       // of screenshots and videos; empty: the current one
    int captureFps = 30;
    bool areHintsSeen = false;
    std::vector<std::string> openPanels = {"Fluid"};

    // A file that is not there, or that cannot be read, gives the usual ones; `problem` then says
    // what was wrong with it. Numbers out of range and unknown words are the usual ones.
    static Preferences load(const Folders& folders, std::string* problem = nullptr);

    // Writes it whole. Throws a scene::Error.
    void save(const Folders& folders) const;

    // What to remember of a run that began with other preferences than those that were stored: what
    // nobody has changed since it began is as it was stored.
    Preferences lasting(const Preferences& begun, const Preferences& stored) const;

    // Puts a file to the front of `recent`.
    void opened(const std::string& path);
};

} // namespace tarn::studio
