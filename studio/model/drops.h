// Drops: files that are dropped into the window become part of the scene.
#pragma once

#include "scene/change.h"

#include "tarn/field.h"

#include <string>
#include <vector>

namespace tarn::studio
{

class Session;

enum class DropUse
{
    openScene,     // TOML
    floatingBody,  // OBJ, in a water
    terrain,       // a picture, in a water: dark is low, bright is high
    walls,         // a picture, in a flow: bright is solid
    liquidTexture, // a picture, in a flow: carried along by it
};

const char* nameOf(DropUse use); // "Floating body"

// What the file can be used for in this scene, the likeliest first; empty: nothing.
std::vector<DropUse> usesOf(const std::string& path, const Session& session);

// Does it; one undo entry. `place` is where a body falls from (unit: m). Throws a scene::Error: the
// file is no mesh, the mesh is not closed, ...
scene::Change drop(Session& session, const std::string& path, DropUse use, tnVec3 place);

} // namespace tarn::studio
