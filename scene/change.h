// Change: what another text of a scene means to the scene that runs.
//
// Two scenes are compared by what was written, key by key. Most keys can be told to the running
// fluid; those of the grid ask for a new one that the fluid is carried over to; some only count at
// the beginning; and for the rest the scene has to begin anew.
#pragma once

#include "scene/scene.h"

#include <string>
#include <vector>

namespace tarn::scene
{

// From the least to the most that a change asks for.
enum class Change
{
    none,     // nothing is different
    told,     // takes effect in the running fluid
    atReset,  // takes effect when the scene begins anew; the running one goes on
    regrids,  // a new grid; the fluid is kept
    restarts, // the scene begins anew
};

struct ChangePlan
{
    Change change = Change::none;
    std::string key; // the first one that asks for it: "water.nx"
    // Told in several parts, of which the library may refuse one when others are done.
    bool isInParts = false;
};

// Both scenes were read by Scene::parse or load.
ChangePlan planChange(const Scene& now, const Scene& next);

// Whether two scenes say something else about a key, or about something below it.
bool isDifferent(const Scene& now, const Scene& next, const std::string& key);

// What the things of a list are called.
template <class Thing>
std::vector<std::string> namesOf(const std::vector<Thing>& things)
{
    std::vector<std::string> names;
    for (const Thing& thing : things)
    {
        names.push_back(thing.name);
    }
    return names;
}

// For each table of a list of things, the place of the one in the other scene's list that says the
// same, of the same name where there are several; -1: there is none.
std::vector<int> sameThings(const Scene& from, const std::vector<std::string>& fromNames,
                            const Scene& to, const std::vector<std::string>& toNames,
                            const std::string& key);

// Whether the ground of a water, or the mask of a flow, is made of other numbers: pictures may be
// others though their names are the same.
bool hasOtherSamples(const Scene& now, const Scene& next);

// Whether two values say the same, wherever they were written.
bool areEqual(const Value& a, const Value& b);

} // namespace tarn::scene
