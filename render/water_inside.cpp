#include "render/water_inside.h"

#include "render/defaults.h"
#include "render/error.h"

#include <algorithm>
#include <fmt/format.h>

namespace tarn::render
{
namespace
{

void require(tnResult result, const char* what)
{
    if (result != tn_success)
    {
        throw Error(
            fmt::format("inside: {} could not be read: {}", what, tnResult_ToString(result)));
    }
}

// How a number changes from one neighbour to the other (per cell): across, where both are wet, else
// on the wet side alone.
float slope(float before, float here, float after, bool hasBefore, bool hasAfter)
{
    if (hasBefore && hasAfter)
    {
        return 0.5F * (after - before);
    }
    return hasAfter ? after - here : hasBefore ? here - before : 0.0F;
}

} // namespace

const std::vector<std::string>& waterMapNames()
{
    static const std::vector<std::string> kNames = {"surface",    "depth",    "speed",
                                                    "foam",       "terrain",  "vorticity",
                                                    "divergence", "pressure", "displaced"};
    return kNames;
}

ScalarStyle waterMapStyle(const std::string& name)
{
    requireMap("water", name, waterMapNames());
    const bool isHeight = name == "surface" || name == "terrain";
    ScalarStyle style = quantityStyle(isHeight             ? "height"
                                      : name == "pressure" ? "ground pressure"
                                                           : name);
    style.name = name;
    return style;
}

const InsideFrame& WaterInside::take(tnWater water, std::span<const tnBodyMotion> bodies,
                                     const InsideView& view)
{
    tnWaterDef def = {};
    require(tnWater_GetDef(water, &def), "the water");
    return take(water, bodies, view, wholeGrid(def.nx, def.ny, def.cellSize, def.origin));
}

const InsideFrame& WaterInside::take(tnWater water, std::span<const tnBodyMotion> bodies,
                                     const InsideView& view, const CellPart& part)
{
    begin(water, part);
    frame_ = {};
    frame_.world = part.world;
    frame_.columns = part.columns;
    frame_.rows = part.rows;
    frame_.pressureGradient = settings_.liquid.density * settings_.gravity;
    if (view.map)
    {
        frame_.scalar = quantity(view.map->name);
    }
    if (view.arrows || view.streamlines)
    {
        takeVelocity();
    }
    takeDry();
    if (view.wetted || view.forces)
    {
        takeBodies(bodies, view.wetted);
    }
    return frame_;
}

FieldView WaterInside::takeQuantity(tnWater water, std::string_view name, const CellPart& part)
{
    begin(water, part);
    return quantity(name);
}

void WaterInside::begin(tnWater water, const CellPart& part)
{
    water_ = water;
    part_ = part;
    isTaken_ = {};
    require(tnWater_GetSettings(water, &settings_), "the water");
    cellSize_ = part.world.width() / static_cast<float>(part.columns);
}

// A copy, which marks and a map share: the library makes some fields when asked for, all of them in
// one place.
FieldView WaterInside::field(tnWaterField field)
{
    const auto k = std::size_t(field);
    if (!isTaken_[k])
    {
        tnFieldView view = {};
        require(tnWater_GetView(water_, field, &view), "a field of the water");
        fields_[k].copy(view, part_);
        isTaken_[k] = true;
    }
    return fields_[k].view();
}

void WaterInside::takeVelocity()
{
    frame_.velocityX = field(tn_waterVelocityX);
    frame_.velocityY = field(tn_waterVelocityY);
}

void WaterInside::takeDry()
{
    frame_.solid = dryOf(field(tn_waterDepth), part_, dry_);
    const FieldView surface = field(tn_waterSurface);
    double sum = 0.0;
    int wet = 0;
    for (std::size_t k = 0; k < part_.cells(); ++k)
    {
        const bool isWet = frame_.solid.data[k] == 0.0F;
        sum += isWet ? static_cast<double>(surface.data[k]) : 0.0;
        wet += isWet ? 1 : 0;
    }
    frame_.level = wet > 0 ? static_cast<float>(sum / wet) : 0.0F;
}

FieldView WaterInside::quantity(std::string_view name)
{
    if (name == "surface" || name == "height")
    {
        return field(tn_waterSurface);
    }
    if (name == "depth")
    {
        return field(tn_waterDepth);
    }
    if (name == "foam")
    {
        return field(tn_waterFoam);
    }
    if (name == "terrain")
    {
        return field(tn_waterTerrain);
    }
    if (name == "displaced")
    {
        return field(tn_waterDisplaced);
    }
    if (name == "speed")
    {
        return speedOf(field(tn_waterVelocityX), field(tn_waterVelocityY), part_, scalar_);
    }
    if (name == "pressure")
    {
        return groundPressure();
    }
    if (name == "vorticity" || name == "divergence")
    {
        return derivative(name == "vorticity");
    }
    throwNoMap("water", name, waterMapNames());
}

// Bodies that float weigh on the ground as the water does that they displace.
FieldView WaterInside::groundPressure()
{
    const FieldView surface = field(tn_waterSurface);
    const FieldView terrain = field(tn_waterTerrain);
    const float gradient = settings_.liquid.density * settings_.gravity;
    float* out = scalar_.resize(part_);
    for (std::size_t k = 0; k < part_.cells(); ++k)
    {
        out[k] = gradient * (surface.data[k] - terrain.data[k]);
    }
    return scalar_.view();
}

FieldView WaterInside::derivative(bool isVorticity)
{
    const FieldView u = field(tn_waterVelocityX);
    const FieldView v = field(tn_waterVelocityY);
    const FieldView depth = field(tn_waterDepth);
    float* out = scalar_.resize(part_);
    const auto isWet = [&](int i, int j) {
        return i >= 0 && j >= 0 && i < part_.columns && j < part_.rows &&
               depth.row(j)[i] > kDryDepth;
    };
    const auto at = [](const FieldView& field, int i, int j) {
        return field.row(std::clamp(j, 0, field.rows - 1))[std::clamp(i, 0, field.columns - 1)];
    };
    for (int j = 0; j < part_.rows; ++j)
    {
        for (int i = 0; i < part_.columns; ++i)
        {
            const auto alongX = [&](const FieldView& f) {
                return slope(at(f, i - 1, j), at(f, i, j), at(f, i + 1, j), isWet(i - 1, j),
                             isWet(i + 1, j));
            };
            const auto alongY = [&](const FieldView& f) {
                return slope(at(f, i, j - 1), at(f, i, j), at(f, i, j + 1), isWet(i, j - 1),
                             isWet(i, j + 1));
            };
            const float change = isVorticity ? alongX(v) - alongY(u) : alongX(u) + alongY(v);
            *out++ = isWet(i, j) ? change / cellSize_ : 0.0F;
        }
    }
    return scalar_.view();
}

void WaterInside::takeFaces(tnBody body, std::size_t triangles, tnVec3 moved,
                            std::vector<tnWettedFace>& faces)
{
    faces.resize(2 * triangles); // as many as the surface can leave of them by cutting
    std::int32_t count = 0;
    const auto read = [&] {
        return tnWater_GetWettedFaces(water_, body, faces.data(),
                                      static_cast<std::int32_t>(faces.size()), &count);
    };
    tnResult result = read();
    if (result == tn_errorCapacity)
    {
        faces.resize(std::size_t(count));
        result = read();
    }
    require(result, "the wetted faces of a body");
    faces.resize(std::size_t(count));
    for (tnWettedFace& face : faces)
    {
        face.centre = {face.centre.x + moved.x, face.centre.y + moved.y, face.centre.z + moved.z};
    }
}

void WaterInside::takeBodies(std::span<const tnBodyMotion> bodies, bool withFaces)
{
    bodies_.clear();
    faces_.resize(bodies.size());
    for (std::size_t k = 0; k < bodies.size(); ++k)
    {
        const tnBodyMotion& motion = bodies[k];
        tnBodyMesh mesh = {};
        tnMassProperties mass = {};
        tnBodyForce force = {};
        tnBodyDef told = {};
        require(tnWater_GetBodyMesh(water_, motion.body, &mesh), "a body's mesh");
        require(tnWater_GetMassProperties(water_, motion.body, &mass), "a body's mass");
        require(tnWater_GetBodyForces(water_, &motion.body, 1, &force), "a body's forces");
        require(tnWater_GetBody(water_, motion.body, &told), "a body");
        InsideBody& body = bodies_.emplace_back();
        body.vertices = {mesh.vertices, std::size_t(mesh.vertexCount)};
        body.triangles = {mesh.triangles, 3 * std::size_t(mesh.triangleCount)};
        body.position = motion.position;
        body.rotation = motion.rotation;
        body.weight = {0.0F, 0.0F, -mass.mass * settings_.gravity};
        body.buoyancy = {0.0F, 0.0F, frame_.pressureGradient * force.submergedVolume};
        body.drag = {force.force.x, force.force.y, force.force.z - body.buoyancy.z};
        // The water knows bodies where they were before their last move.
        const tnVec3 moved = {motion.position.x - told.position.x,
                              motion.position.y - told.position.y,
                              motion.position.z - told.position.z};
        body.centreOfBuoyancy = {force.centreOfBuoyancy.x + moved.x,
                                 force.centreOfBuoyancy.y + moved.y,
                                 force.centreOfBuoyancy.z + moved.z};
        if (withFaces)
        {
            takeFaces(motion.body, std::size_t(mesh.triangleCount), moved, faces_[k]);
            body.faces = faces_[k];
        }
    }
    frame_.bodies = bodies_;
}

} // namespace tarn::render
