// Tools: what the hand can do, each with a name, a letter and a hint.
#pragma once

#include "scene/scene.h"

#include <span>
#include <string_view>

namespace tarn::studio
{

enum class ToolId
{
    dye,         // flow, and water with dyes: colours the fluid
    push,        // draws the fluid along
    wall,        // flow: paints solid cells
    eraseWall,   // flow
    pour,        // water: more of it
    drain,       // water: less of it
    splash,      // water: a dent with a ring around it
    rain,        // water: a shower
    raiseGround, // water
    digGround,   // water
    crate,       // water: a body
    ball,
    barrel,
    duck,
    grab, // water: takes a body along, and throws it
    erase // water: takes a body away
};

struct Tool
{
    ToolId id;
    const char* name; // "Pour"
    char shortcut;    // a letter, no two the same among those of a part
    const char* hint; // a sentence
    bool isForFlow;
    bool isForWater;
    bool hasRadius; // whether the size of the hand matters
    bool hasStrength;
};

// In the order of the tool bar.
std::span<const Tool> allTools();
const Tool& toolOf(ToolId id);

// Whether a tool makes sense in a scene: dye needs channels of it.
bool isUseful(ToolId id, const scene::Scene& scene);

// The tool in hand when a scene is opened.
ToolId firstTool(const scene::Scene& scene);

// Null: no useful tool of this scene has the letter, whatever the case.
const Tool* findTool(char shortcut, const scene::Scene& scene);

} // namespace tarn::studio
