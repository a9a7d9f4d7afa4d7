#include "scene/flow_surface.h"

#include "scene/require.h"

namespace tarn::scene
{
namespace
{

tnFlowEdge edgeOf(const tnWaterEdge& water)
{
    tnFlowEdge edge = tnDefaultFlowEdge();
    edge.type = water.type == tn_waterPeriodic ? tn_flowPeriodic
                : water.type == tn_waterOpen   ? tn_flowOutflow
                                               : tn_flowWall;
    return edge;
}

} // namespace

FlowSurface::FlowSurface(const WaterDescription& water, const tnWaterDef& def)
    : def_(tnDefaultFlowDef()), surface_(water.onFlow->surface)
{
    const OnFlowDescription& on = *water.onFlow;
    def_.nx = on.nx;
    def_.ny = on.ny;
    def_.cellSize = def.cellSize * static_cast<float>(def.nx) / static_cast<float>(on.nx);
    def_.origin = def.origin;
    def_.dyeChannels = takesWater() ? 1 : 0;
    def_.brushCapacity = def.brushCapacity;
    def_.left = edgeOf(def.left);
    def_.right = edgeOf(def.right);
    def_.bottom = edgeOf(def.bottom);
    def_.top = edgeOf(def.top);
    def_.settings.density = def.settings.liquid.density;
    def_.settings.viscosity = on.viscosity;
    def_.settings.velocityDissipation = on.dissipation;
    def_.settings.dyeDissipation[0] = on.dissipation;
    def_.settings.confinement = on.confinement;
    // Beside a water on the GPU, whose steps on a flow are the host's, it is on the CPU too.
    def_.backend = def.backend == tn_backendGL ? tn_backendCpu : def.backend;
    def_.tasks = def.tasks;
    surface_.level = def.level;
    require(tnCreateFlow(&def_, &flow_), "the flow under the surface could not be made");
    if (takesWater() && water.initial.surface)
    {
        setInitialDye(water);
    }
}

FlowSurface::~FlowSurface()
{
    tnDestroyFlow(flow_);
}

// The surface of the beginning, as dye.
void FlowSurface::setInitialDye(const WaterDescription& water) const
{
    const double h = double(def_.cellSize);
    const Lattice cells = {
        def_.nx, def_.ny, double(def_.origin.x) + 0.5 * h, double(def_.origin.y) + 0.5 * h, h, h};
    std::vector<float> dye;
    water.initial.surface->fill(cells, water.area(), 0.0, dye);
    const float scale = surface_.scale == 0.0F ? 1.0F : surface_.scale;
    for (float& number : dye)
    {
        number = (number - surface_.level) / scale;
    }
    require(tnFlow_SetField(flow_, tn_flowDye0, dye.data(), std::int64_t(dye.size())),
            "the flow's dye could not be set");
}

void FlowSurface::followGround(tnWater water) const
{
    std::vector<tnVec2> points;
    for (int j = 0; j < def_.ny; ++j)
    {
        for (int i = 0; i < def_.nx; ++i)
        {
            points.push_back({def_.origin.x + (static_cast<float>(i) + 0.5F) * def_.cellSize,
                              def_.origin.y + (static_cast<float>(j) + 0.5F) * def_.cellSize});
        }
    }
    std::vector<tnWaterSample> samples(points.size());
    require(tnWater_Sample(water, points.data(), std::int32_t(points.size()), samples.data()),
            "the ground could not be read");
    std::vector<std::uint8_t> mask;
    for (const tnWaterSample& sample : samples)
    {
        mask.push_back(sample.terrain >= surface_.level ? 255 : 0);
    }
    require(tnFlow_SetMask(flow_, mask.data(), std::int32_t(mask.size())),
            "the land in the flow could not be set");
}

void FlowSurface::pour(const tnWaterBrush& brush) const
{
    tnFlowBrush stroke = tnDefaultFlowBrush();
    stroke.mode = brush.mode;
    stroke.from = brush.from;
    stroke.to = brush.to;
    stroke.radius = brush.radius;
    stroke.dye[0] = brush.water / (surface_.scale == 0.0F ? 1.0F : surface_.scale);
    require(tnFlow_Brush(flow_, &stroke), "a stroke could not be made");
}

std::uint32_t FlowSurface::step(tnWater water, float dt) const
{
    return tnWater_StepOnFlow(water, flow_, &surface_, dt);
}

std::vector<std::uint8_t> FlowSurface::save() const
{
    std::vector<std::uint8_t> bytes(tnFlow_GetSaveSize(flow_));
    std::size_t written = 0;
    require(tnFlow_Save(flow_, bytes.data(), bytes.size(), &written),
            "the flow could not be saved");
    bytes.resize(written);
    return bytes;
}

void FlowSurface::restore(std::span<const std::uint8_t> bytes) const
{
    require(tnFlow_Restore(flow_, bytes.data(), bytes.size()), "the flow could not be restored");
}

} // namespace tarn::scene
