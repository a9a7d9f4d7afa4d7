// A flow that runs follows the changes of its scene: see change.h.
#include "scene/flow_run.h"
#include "scene/require.h"

#include <fmt/format.h>

namespace tarn::scene
{

void FlowRun::follow(const Scene& before, Change change)
{
    const FlowDescription& old = before.flow();
    const bool isRegridded = change == Change::regrids;
    if (isRegridded)
    {
        regrid(old);
    }
    if (isRegridded || isDifferent(before, scene(), "flow.edges"))
    {
        followEdges(old);
    }
    if ((isRegridded && description().initial.mask) || isDifferent(before, scene(), "flow.mask") ||
        hasOtherSamples(before, scene()))
    {
        setMask();
    }
    if (isDifferent(before, scene(), "flow.emitters"))
    {
        for (const tnEmitter emitter : emitters_)
        {
            require(tnFlow_RemoveEmitter(flow(), emitter), "an emitter could not be removed");
        }
        emitters_.clear();
        addEmitters(time());
    }
    applyFluid(time());
    if (isDifferent(before, scene(), "flow.solids"))
    {
        followSolids(before);
    }
    require(tnFlow_GetDef(flow(), &def_), "the flow could not be read");
}

// Profiles belong to the cells along an edge: they go first, and come back with new ones.
void FlowRun::regrid(const FlowDescription& before)
{
    dropProfiles(before);
    const tnFlowDef& wanted = description().def;
    require(tnFlow_Resize(flow(), wanted.nx, wanted.ny, wanted.dyeScale),
            fmt::format("{} x {} cells could not be had", wanted.nx, wanted.ny));
    require(tnFlow_GetDef(flow(), &def_), "the flow could not be read");
}

void FlowRun::dropProfiles(const FlowDescription& before)
{
    for (std::size_t side = 0; side < before.edges.size(); ++side)
    {
        const FlowEdgeDescription& edge = before.edges[side];
        const auto drop = [&](const Pattern& pattern, int quantity) {
            if (!pattern.isUniform())
            {
                require(tnFlow_SetEdgeProfile(flow(), static_cast<tnSide>(side),
                                              static_cast<tnEdgeQuantity>(quantity), nullptr, 0),
                        "an edge's profile could not be taken away");
            }
        };
        drop(edge.normalSpeed, tn_edgeNormalSpeed);
        drop(edge.tangentialSpeed, tn_edgeTangentialSpeed);
        drop(edge.temperature.value_or(Pattern()), tn_edgeTemperature);
        for (std::size_t k = 0; k < edge.dye.size(); ++k)
        {
            drop(edge.dye[k], tn_edgeDye0 + static_cast<int>(k));
        }
    }
}

void FlowRun::followEdges(const FlowDescription& before)
{
    dropProfiles(before);
    for (std::size_t side = 0; side < description().edges.size(); ++side)
    {
        const tnFlowEdge edge = description().edges[side].plain();
        require(tnFlow_SetEdge(flow(), static_cast<tnSide>(side), &edge),
                "an edge could not be set");
    }
    applyEdges(time(), true);
}

// Those that say the same stay where they are; others come in as their tables say.
void FlowRun::followSolids(const Scene& before)
{
    const auto& now = description().solids;
    const std::vector<int> places =
        sameThings(before, namesOf(before.flow().solids), scene(), namesOf(now), "flow.solids");
    std::vector<tnSolid> solids(now.size());
    for (std::size_t k = 0; k < places.size(); ++k)
    {
        if (places[k] >= 0)
        {
            solids[std::size_t(places[k])] = solids_[k];
        }
    }
    for (std::size_t k = 0; k < now.size(); ++k)
    {
        if (TN_IS_NULL(solids[k]))
        {
            solids[k] = addSolid(now[k], time());
        }
    }
    for (std::size_t k = 0; k < places.size(); ++k)
    {
        if (places[k] < 0)
        {
            require(tnFlow_RemoveSolid(flow(), solids_[k]), "a solid could not be removed");
        }
    }
    solids_ = std::move(solids);
}

} // namespace tarn::scene
