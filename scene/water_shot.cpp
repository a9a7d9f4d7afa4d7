// Reads fields, bodies and drops of a water.
#include "scene/water_shot.h"

#include "scene/defaults.h"
#include "scene/require.h"

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

WaterShot::WaterShot(const WaterRun& run, FieldsFrom from)
    : run_(run), isOnGpu_(from == FieldsFrom::buffers),
      window_(run.scene().view.window, run.def().nx, run.def().ny, run.def().cellSize,
              run.def().origin)
{
}

// On the host a copy: the library makes some fields when asked for, all of them in one place.
render::FieldView WaterShot::field(tnWaterField field)
{
    if (isOnGpu_)
    {
        tnGlFieldView view = {};
        require(tnWater_GetGlView(run_.water(), field, &view),
                "a field could not be found on the GPU");
        return window_.seen(view);
    }
    tnFieldView view = {};
    require(tnWater_GetView(run_.water(), field, &view), "a field could not be read");
    return fields_[std::size_t(field)].copy(view, window_);
}

const std::vector<render::FieldView>& WaterShot::dyes()
{
    dyes_.clear();
    for (int k = 0; k < run_.def().dyeChannels; ++k)
    {
        dyes_.push_back(field(static_cast<tnWaterField>(tn_waterDye0 + k)));
    }
    return dyes_;
}

void WaterShot::takeBodies()
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

void WaterShot::takeDrops()
{
    const tnWaterParticle* particles = nullptr;
    std::int32_t count = 0;
    require(tnWater_GetParticles(run_.water(), &particles, &count), "drops could not be read");
    const float life = run_.def().settings.foamLife;
    // Drops of one splash are alike and follow each other: few roots are needed.
    float volume = 0.0F;
    float radius = 0.0F;
    drops_.resize(std::size_t(count));
    for (std::int32_t k = 0; k < count; ++k)
    {
        const tnWaterParticle& particle = particles[k];
        render::ReliefDrop& drop = drops_[std::size_t(k)];
        const bool isFoam = particle.kind == tn_particleFoam;
        if (!isFoam && particle.volume != volume)
        {
            volume = particle.volume;
            radius = std::cbrt(0.75F * volume / kPi);
        }
        drop.position = particle.position;
        drop.velocity = particle.velocity;
        drop.kind = kindOf(particle.kind);
        drop.radius = isFoam ? static_cast<float>(kFleckRadius) : radius;
        drop.opacity = isFoam ? std::exp(-particle.age / life) : 1.0F;
    }
}

render::ReliefFrame WaterShot::frame()
{
    takeBodies();
    takeDrops();
    render::ReliefFrame frame;
    frame.world = window_.world;
    frame.time = run_.time();
    frame.terrain = field(tn_waterTerrain);
    frame.depth = field(tn_waterDepth);
    frame.surface = field(tn_waterSurface);
    frame.foam = field(tn_waterFoam);
    frame.velocityX = field(tn_waterVelocityX);
    frame.velocityY = field(tn_waterVelocityY);
    frame.dyes = dyes();
    frame.bodies = bodies_;
    frame.drops = drops_;
    return frame;
}

} // namespace tarn::scene
