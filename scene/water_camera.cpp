// Turns a water's fields, bodies and drops into frames.
#include "scene/water_camera.h"

#include "scene/defaults.h"
#include "scene/require.h"

#include <algorithm>
#include <cmath>

namespace tarn::scene
{
namespace
{

constexpr float kPi = 3.14159265F;

render::DropKind kindOf(tnParticleKind kind)
{
    switch (kind)
    {
    case tn_particleRain:
        return render::DropKind::rain;
    case tn_particleFoam:
        return render::DropKind::foam;
    default:
        return render::DropKind::spray;
    }
}

} // namespace

WaterCamera::WaterCamera(const WaterRun& run)
    : run_(run), show_(run.scene().water().show), view_(run.scene().view),
      window_(view_.window, run.def().nx, run.def().ny, run.def().cellSize, run.def().origin)
{
    if (show_ == WaterShow::relief)
    {
        relief_.emplace(run.scene().water().relief, run.tasks());
    }
    else
    {
        map_.emplace(view_.style, run.tasks());
    }
}

render::Image WaterCamera::shoot()
{
    takeDyes();
    return relief_ ? shootRelief() : shootMap();
}

// A copy: the library makes some fields when asked for, all of them in one place.
render::FieldView WaterCamera::seen(tnWaterField field)
{
    tnFieldView view = {};
    require(tnWater_GetView(run_.water(), field, &view), "a field could not be read");
    const render::FieldView part = window_.seen(view);
    std::vector<float>& copy = fields_[std::size_t(field)];
    copy.clear();
    for (int j = 0; j < part.rows; ++j)
    {
        copy.insert(copy.end(), part.row(j), part.row(j) + part.columns);
    }
    return {copy.data(), part.columns, part.rows, part.columns};
}

void WaterCamera::takeDyes()
{
    dyes_.clear();
    for (int k = 0; k < run_.def().dyeChannels; ++k)
    {
        dyes_.push_back(seen(static_cast<tnWaterField>(tn_waterDye0 + k)));
    }
}

void WaterCamera::takeBodies()
{
    bodies_.clear();
    for (const RunBody& body : run_.bodies())
    {
        if (!body.isThere())
        {
            continue;
        }
        tnBodyMesh mesh = {};
        require(tnWater_GetBodyMesh(run_.water(), body.water, &mesh), "a body could not be read");
        const BodyDescription& kind = run_.scene().water().bodies[std::size_t(body.group)];
        const RigidMotion motion = run_.rigid().motion(body.rigid);
        render::ReliefBody& drawn = bodies_.emplace_back();
        drawn.vertices = {mesh.vertices, std::size_t(mesh.vertexCount)};
        drawn.triangles = {mesh.triangles, std::size_t(mesh.triangleCount) * 3};
        drawn.position = motion.position;
        drawn.rotation = motion.rotation;
        drawn.colour = kind.colours[std::size_t(body.index) % kind.colours.size()];
        drawn.look = kind.look;
    }
}

void WaterCamera::takeDrops()
{
    const tnWaterParticle* particles = nullptr;
    std::int32_t count = 0;
    require(tnWater_GetParticles(run_.water(), &particles, &count), "drops could not be read");
    const float life = run_.def().settings.foamLife;
    drops_.clear();
    for (std::int32_t k = 0; k < count; ++k)
    {
        const tnWaterParticle& particle = particles[k];
        render::ReliefDrop& drop = drops_.emplace_back();
        const bool isFoam = particle.kind == tn_particleFoam;
        drop.position = particle.position;
        drop.velocity = particle.velocity;
        drop.kind = kindOf(particle.kind);
        drop.radius =
            isFoam ? static_cast<float>(kFleckRadius) : std::cbrt(0.75F * particle.volume / kPi);
        drop.opacity = isFoam ? std::exp(-particle.age / life) : 1.0F;
    }
}

void WaterCamera::takeSpeed()
{
    const render::FieldView x = seen(tn_waterVelocityX);
    const render::FieldView y = seen(tn_waterVelocityY);
    speed_.resize(window_.cells());
    float* out = speed_.data();
    for (int j = 0; j < window_.rows; ++j)
    {
        const float* u = x.row(j);
        const float* v = y.row(j);
        for (int i = 0; i < window_.columns; ++i)
        {
            *out++ = std::sqrt(u[i] * u[i] + v[i] * v[i]);
        }
    }
}

// Dry land is drawn as solids are.
void WaterCamera::takeDry()
{
    const render::FieldView depth = seen(tn_waterDepth);
    dry_.resize(window_.cells());
    float* out = dry_.data();
    for (int j = 0; j < window_.rows; ++j)
    {
        const float* row = depth.row(j);
        for (int i = 0; i < window_.columns; ++i)
        {
            *out++ = row[i] < static_cast<float>(kShownDepth) ? 1.0F : 0.0F;
        }
    }
}

render::FieldView WaterCamera::scalar()
{
    switch (show_)
    {
    case WaterShow::depth:
        return seen(tn_waterDepth);
    case WaterShow::foam:
        return seen(tn_waterFoam);
    case WaterShow::terrain:
        return seen(tn_waterTerrain);
    case WaterShow::speed:
        takeSpeed();
        return {speed_.data(), window_.columns, window_.rows, window_.columns};
    default:
        return seen(tn_waterSurface);
    }
}

render::Image WaterCamera::shootRelief()
{
    takeBodies();
    takeDrops();
    render::ReliefFrame frame;
    frame.world = window_.world;
    frame.time = run_.time();
    frame.terrain = seen(tn_waterTerrain);
    frame.depth = seen(tn_waterDepth);
    frame.surface = seen(tn_waterSurface);
    frame.foam = seen(tn_waterFoam);
    frame.velocityX = seen(tn_waterVelocityX);
    frame.velocityY = seen(tn_waterVelocityY);
    frame.dyes = dyes_;
    frame.bodies = bodies_;
    frame.drops = drops_;
    return relief_->draw(frame);
}

render::Image WaterCamera::shootMap()
{
    render::Frame frame;
    frame.world = window_.world;
    frame.time = run_.time();
    if (show_ == WaterShow::dye)
    {
        frame.dyes = dyes_;
    }
    else
    {
        frame.scalar = scalar();
    }
    if (show_ != WaterShow::terrain)
    {
        takeDry();
        frame.solid = {dry_.data(), window_.columns, window_.rows, window_.columns};
    }
    if (view_.style.arrows.shown)
    {
        frame.velocityX = seen(tn_waterVelocityX);
        frame.velocityY = seen(tn_waterVelocityY);
    }
    return map_->draw(frame);
}

} // namespace tarn::scene
