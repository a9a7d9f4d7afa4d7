// Browser: the scenes that there are to open.
#pragma once

#include "studio/model/preferences.h"

#include <string>
#include <vector>

namespace tarn::studio
{

struct SceneEntry
{
    std::string name;    // "pool"
    std::string summary; // its sentence; empty for files that cannot be read
    std::string open;    // what Session::open takes
    bool isBuiltin = true;
};

// The files that were opened lately and are still there, then the built-in scenes.
std::vector<SceneEntry> listScenes(const Preferences& preferences);

} // namespace tarn::studio
