// A water that runs follows the changes of its scene: see change.h.
#include "scene/error.h"
#include "scene/require.h"
#include "scene/water_run.h"

#include <algorithm>
#include <fmt/format.h>

namespace tarn::scene
{

void WaterRun::follow(const Scene& before, Change change)
{
    const bool isRegridded = change == Change::regrids;
    const bool isGroundOther =
        isDifferent(before, scene(), "water.terrain") || hasOtherSamples(before, scene());
    const bool areEdgesOther = isDifferent(before, scene(), "water.edges");
    if (isRegridded)
    {
        regrid(isGroundOther);
    }
    else if (isGroundOther)
    {
        setField(tn_waterTerrain, description().terrain.value_or(Pattern(0.0)), time());
        groundChanged();
    }
    if (areEdgesOther)
    {
        for (std::size_t k = 0; k < description().edges.size(); ++k)
        {
            const tnWaterEdge edge = description().edges[k].at(time());
            require(tnWater_SetEdge(water(), static_cast<tnSide>(k), &edge),
                    "an edge could not be set");
        }
    }
    if (isRegridded || areEdgesOther)
    {
        raiseWalls(); // other cells end elsewhere
    }
    if (isDifferent(before, scene(), "water.springs"))
    {
        followSprings();
    }
    applySettings(time());
    refreshGround();
    require(tnWater_GetDef(water(), &def_), "the water could not be read");
    if (isDifferent(before, scene(), "water.bodies"))
    {
        followBodies(before); // last: after it nothing may fail
    }
}

// The ground is as fine as its formula or picture is; where it has neither, and had none before, it
// is that of the old cells, with what strokes have made of it.
void WaterRun::regrid(bool isGroundOther)
{
    const tnWaterDef& wanted = description().def;
    const bool isGroundKnown = isGroundOther || description().terrain.has_value();
    const tnWaterDef before = def_;
    def_.nx = wanted.nx;
    def_.ny = wanted.ny;
    def_.cellSize = wanted.cellSize;
    if (isGroundKnown)
    {
        fillCells(description().terrain.value_or(Pattern(0.0)), time());
    }
    const tnResult result =
        tnWater_Resize(water(), wanted.nx, wanted.ny, isGroundKnown ? numbers_.data() : nullptr);
    if (result != tn_success)
    {
        def_ = before;
    }
    require(result, fmt::format("{} x {} cells could not be had", wanted.nx, wanted.ny));
    groundChanged();
}

void WaterRun::followSprings()
{
    for (const tnSpring spring : springs_)
    {
        require(tnWater_RemoveSpring(water(), spring), "a spring could not be removed");
    }
    springs_.clear();
    addSprings(time());
}

// Those that say the same go on as they are, wherever their tables stand now; others leave, or come
// in as their tables say.
void WaterRun::followBodies(const Scene& before)
{
    const std::vector<std::string> names = namesOf(description().bodies);
    const std::vector<int> places =
        sameThings(before, namesOf(before.water().bodies), scene(), names, "water.bodies");
    std::vector<RunBody> fresh;
    Crowd crowd = newCrowd();
    try
    {
        for (std::size_t group = 0; group < names.size(); ++group)
        {
            const int place = static_cast<int>(group);
            if (std::find(places.begin(), places.end(), place) == places.end())
            {
                putInGroup(place, crowd, fresh);
            }
        }
    }
    catch (const Error&)
    {
        std::for_each(fresh.begin(), fresh.end(), [this](RunBody& body) { takeOut(body); });
        throw;
    }
    std::vector<RunBody> bodies;
    for (RunBody& body : bodies_)
    {
        const int place = places[std::size_t(body.group)];
        if (place < 0)
        {
            takeOut(body);
            continue;
        }
        body.group = place;
        bodies.push_back(body);
    }
    bodies.insert(bodies.end(), fresh.begin(), fresh.end());
    bodies_ = std::move(bodies);
}

} // namespace tarn::scene
