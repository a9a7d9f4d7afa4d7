// Bodies between the water and the rigid world: how they come in, what each tells the other, and
// how they leave.
#include "scene/defaults.h"
#include "scene/require.h"
#include "scene/water_run.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace tarn::scene
{
namespace
{

constexpr double kDegree = 3.14159265358979323846 / 180.0;

float asFloat(double number)
{
    return static_cast<float>(number);
}

tnVec3 at(const Vector3& vector, double t)
{
    return {asFloat(vector[0].at(t)), asFloat(vector[1].at(t)), asFloat(vector[2].at(t))};
}

tnVec3 rotated(const tnQuat& q, const tnVec3& v)
{
    const tnVec3 t = {2.0F * (q.y * v.z - q.z * v.y), 2.0F * (q.z * v.x - q.x * v.z),
                      2.0F * (q.x * v.y - q.y * v.x)};
    return {v.x + q.w * t.x + q.y * t.z - q.z * t.y, v.y + q.w * t.y + q.z * t.x - q.x * t.z,
            v.z + q.w * t.z + q.x * t.y - q.y * t.x};
}

// The spin that turns a into b in dt.
tnVec3 spinBetween(const tnQuat& a, const tnQuat& b, double dt)
{
    double x = double(a.w) * double(b.x) - double(a.x) * double(b.w) - double(a.y) * double(b.z) +
               double(a.z) * double(b.y);
    double y = double(a.w) * double(b.y) + double(a.x) * double(b.z) - double(a.y) * double(b.w) -
               double(a.z) * double(b.x);
    double z = double(a.w) * double(b.z) - double(a.x) * double(b.y) + double(a.y) * double(b.x) -
               double(a.z) * double(b.w);
    double w = double(a.w) * double(b.w) + double(a.x) * double(b.x) + double(a.y) * double(b.y) +
               double(a.z) * double(b.z);
    const double sine = std::sqrt(x * x + y * y + z * z);
    if (sine == 0.0)
    {
        return {0.0F, 0.0F, 0.0F};
    }
    const double sign = w < 0.0 ? -1.0 : 1.0; // the shorter way round
    const double rate = sign * 2.0 * std::atan2(sine, std::abs(w)) / (sine * dt);
    return {asFloat(rate * x), asFloat(rate * y), asFloat(rate * z)};
}

RigidShape rigidShapeOf(tnBodyShape shape)
{
    switch (shape)
    {
    case tn_bodyBox:
        return RigidShape::box;
    case tn_bodyCapsule:
        return RigidShape::capsule;
    case tn_bodyCylinder:
        return RigidShape::cylinder;
    case tn_bodyMesh:
        return RigidShape::hull;
    default:
        return RigidShape::sphere;
    }
}

// Where formulas have a body between t and t + dt, and how fast that is.
RigidMotion ledMotion(const BodyDescription& body, double t, double dt)
{
    RigidMotion motion;
    motion.position = at(body.position, t);
    motion.rotation = rotationOf(body.rotation, t);
    if (dt > 0.0)
    {
        const auto rate = [&](std::size_t axis) {
            return asFloat((body.position[axis].at(t + dt) - body.position[axis].at(t)) / dt);
        };
        motion.velocity = {rate(0), rate(1), rate(2)};
        motion.spin = spinBetween(motion.rotation, rotationOf(body.rotation, t + dt), dt);
    }
    return motion;
}

} // namespace

const BodyDescription& WaterRun::kindOf(const RunBody& body) const
{
    return description().bodies[std::size_t(body.group)];
}

const RunBody& WaterRun::body(int group, int index) const
{
    return *std::find_if(bodies_.begin(), bodies_.end(), [&](const RunBody& body) {
        return body.group == group && body.index == index;
    });
}

float WaterRun::highestGround(float x, float y, float reach) const
{
    const auto cell = [&](float place, float origin, int count) {
        const float cells = std::floor((place - origin) / def_.cellSize);
        return static_cast<int>(std::clamp(cells, 0.0F, static_cast<float>(count - 1)));
    };
    float highest = -std::numeric_limits<float>::max();
    for (int j = cell(y - reach, def_.origin.y, def_.ny);
         j <= cell(y + reach, def_.origin.y, def_.ny); ++j)
    {
        for (int i = cell(x - reach, def_.origin.x, def_.nx);
             i <= cell(x + reach, def_.origin.x, def_.nx); ++i)
        {
            highest =
                std::max(highest, ground_[std::size_t(j) * std::size_t(def_.nx) + std::size_t(i)]);
        }
    }
    return highest;
}

Crowd WaterRun::newCrowd() const
{
    return Crowd(scene().seed,
                 [this](float x, float y, float reach) { return highestGround(x, y, reach); });
}

void WaterRun::addBodies()
{
    Crowd crowd = newCrowd();
    const auto groups = static_cast<int>(description().bodies.size());
    for (int group = 0; group < groups; ++group)
    {
        putInGroup(group, crowd, bodies_);
    }
}

void WaterRun::putInGroup(int group, Crowd& crowd, std::vector<RunBody>& bodies)
{
    const BodyDescription& kind = description().bodies[std::size_t(group)];
    for (int index = 0; index < kind.count; ++index)
    {
        const Beginning begin = crowd.place(kind, group, index);
        RunBody body;
        body.group = group;
        body.index = index;
        body.scale = begin.scale;
        body.density = begin.density;
        body.start = begin.motion;
        putIn(body, begin.motion);
        bodies.push_back(body);
    }
}

// As the library wants it; `mesh` keeps what it points to.
tnBodyDef WaterRun::defOf(const RunBody& body, const RigidMotion& motion, Mesh& mesh) const
{
    const BodyDescription& kind = kindOf(body);
    const float scale = body.scale;
    tnBodyDef def = kind.shape;
    def.radius *= scale;
    def.halfLength *= scale;
    def.halfSize = {scale * def.halfSize.x, scale * def.halfSize.y, scale * def.halfSize.z};
    if (kind.mesh)
    {
        mesh = scaled(*kind.mesh, double(scale));
        def.vertices = mesh.vertices.data();
        def.vertexCount = static_cast<int32_t>(mesh.vertices.size());
        def.triangles = mesh.triangles.data();
        def.triangleCount = static_cast<int32_t>(mesh.triangles.size() / 3);
    }
    def.density = body.density;
    def.position = motion.position;
    def.rotation = motion.rotation;
    def.velocity = motion.velocity;
    def.spin = motion.spin;
    return def;
}

// As the rigid world wants it; the library knows the mass and the moments of inertia.
RigidDef WaterRun::rigidOf(const RunBody& body, const tnBodyDef& def) const
{
    const BodyDescription& kind = kindOf(body);
    tnMassProperties matter = {};
    require(tnWater_GetMassProperties(water(), body.water, &matter), "a mass could not be read");
    RigidDef rigid;
    rigid.shape = rigidShapeOf(def.shape);
    rigid.kind = kind.isFixed ? RigidKind::fixed : kind.isLed() ? RigidKind::led : RigidKind::free;
    rigid.radius = def.radius;
    rigid.halfSize = def.halfSize;
    rigid.halfLength = def.halfLength;
    rigid.vertices.assign(def.vertices, def.vertices + (def.vertices ? def.vertexCount : 0));
    rigid.mass = matter.mass;
    for (std::size_t k = 0; k < 9; ++k)
    {
        rigid.inertia[k / 3][k % 3] = matter.inertia[k / 3][k % 3];
    }
    rigid.friction = asFloat(kind.friction);
    rigid.restitution = asFloat(kind.restitution);
    rigid.motion = {def.position, def.rotation, def.velocity, def.spin};
    return rigid;
}

void WaterRun::putIn(RunBody& body, const RigidMotion& motion)
{
    Mesh mesh;
    const tnBodyDef def = defOf(body, motion, mesh);
    require(tnWater_AddBody(water(), &def, &body.water),
            fmt::format("body '{}' could not be added", kindOf(body).name));
    body.rigid = rigid_.add(rigidOf(body, def));
}

std::size_t WaterRun::addBody(int group, const RigidMotion& motion, double scale, double density)
{
    RunBody body;
    body.group = group;
    body.index = static_cast<std::int32_t>(
        std::count_if(bodies_.begin(), bodies_.end(),
                      [&](const RunBody& other) { return other.group == group; }));
    body.scale = asFloat(scale);
    body.density = asFloat(density);
    body.start = motion;
    putIn(body, motion);
    bodies_.push_back(body);
    return bodies_.size() - 1;
}

void WaterRun::removeBody(std::size_t number)
{
    takeOut(bodies_[number]);
}

void WaterRun::takeOut(RunBody& body)
{
    if (body.isThere())
    {
        require(tnWater_RemoveBody(water(), body.water), "a body could not be removed");
        rigid_.remove(body.rigid);
        body.water = {};
    }
}

void WaterRun::resizeBody(std::size_t number, double scale)
{
    RunBody changed = bodies_[number];
    changed.scale = asFloat(scale);
    Mesh mesh;
    const tnBodyDef def = defOf(changed, rigid_.motion(changed.rigid), mesh);
    require(tnWater_SetBody(water(), changed.water, &def), "a body could not be resized");
    rigid_.reshape(changed.rigid, rigidOf(changed, def));
    bodies_[number] = changed;
}

// The propeller pushes the boat, and the water the other way.
void WaterRun::workMotors(double middle)
{
    for (const RunBody& body : bodies_)
    {
        const BodyDescription& kind = kindOf(body);
        if (!kind.motor || !body.isThere())
        {
            continue;
        }
        const RigidMotion motion = rigid_.motion(body.rigid);
        const tnVec3 arm = rotated(motion.rotation, kind.motor->position);
        const tnVec3 propeller = {motion.position.x + body.scale * arm.x,
                                  motion.position.y + body.scale * arm.y,
                                  motion.position.z + body.scale * arm.z};
        const tnVec2 place = {propeller.x, propeller.y};
        tnWaterSample there = {};
        require(tnWater_Sample(water(), &place, 1, &there), "the water could not be read");
        const double thrust = kind.motor->thrust.at(middle);
        if (propeller.z >= there.surface || !(there.depth > 0.0F) || thrust == 0.0)
        {
            continue;
        }
        const double steer = kind.motor->steer.at(middle) * kDegree;
        const tnVec3 force = rotated(motion.rotation, {asFloat(thrust * std::cos(steer)),
                                                       asFloat(-thrust * std::sin(steer)), 0.0F});
        rigid_.pushAt(body.rigid, force, propeller);

        // A soft spot of radius r has the weight of pi r^2.
        tnWaterBrush wash = tnDefaultWaterBrush();
        wash.mode = tn_brushRate;
        wash.from = place;
        wash.to = place;
        wash.radius = std::max(2.0F * def_.cellSize, asFloat(kWashRadius));
        const float mass = def_.settings.liquid.density * 3.14159265F * wash.radius * wash.radius *
                           std::max(there.depth, asFloat(kLeastWashDepth));
        wash.velocity = {-force.x / mass, -force.y / mass};
        stroke(wash);
    }
}

void WaterRun::tellMotions(double t, double dt)
{
    motions_.clear();
    for (const RunBody& body : bodies_)
    {
        const BodyDescription& kind = kindOf(body);
        if (!body.isThere() || kind.isFixed)
        {
            continue;
        }
        const RigidMotion now = kind.isLed() ? ledMotion(kind, t, dt) : rigid_.motion(body.rigid);
        motions_.push_back({body.water, now.position, now.rotation, now.velocity, now.spin});
    }
    require(tnWater_SetBodyMotions(water(), motions_.data(), int32_t(motions_.size())),
            "bodies could not be moved");
}

void WaterRun::leadBodies(double t, double dt)
{
    for (const RunBody& body : bodies_)
    {
        const BodyDescription& kind = kindOf(body);
        if (body.isThere() && kind.isLed())
        {
            rigid_.lead(body.rigid, ledMotion(kind, t, 0.0), ledMotion(kind, t + dt, 0.0));
        }
    }
}

void WaterRun::takeForces()
{
    handles_.clear();
    ids_.clear();
    for (const RunBody& body : bodies_)
    {
        const BodyDescription& kind = kindOf(body);
        if (body.isThere() && !kind.isFixed && !kind.isLed())
        {
            handles_.push_back(body.water);
            ids_.push_back(body.rigid);
        }
    }
    forces_.resize(handles_.size());
    require(
        tnWater_GetBodyForces(water(), handles_.data(), int32_t(handles_.size()), forces_.data()),
        "forces could not be read");
    for (std::size_t k = 0; k < ids_.size(); ++k)
    {
        rigid_.push(ids_[k], forces_[k].force, forces_[k].torque);
    }
}

// Who leaves by a periodic edge comes in at the other one; who is out altogether goes back to
// where it began, or away.
void WaterRun::seeOff()
{
    const Rectangle area = description().area();
    const auto& edges = description().edges;
    const bool wrapsX = edges[tn_sideLeft].type == tn_waterPeriodic;
    const bool wrapsY = edges[tn_sideBottom].type == tn_waterPeriodic;
    for (std::size_t k = 0; k < bodies_.size(); ++k)
    {
        const RunBody& body = bodies_[k];
        const BodyDescription& kind = kindOf(body);
        if (!body.isThere() || kind.isFixed || kind.isLed())
        {
            continue;
        }
        RigidMotion motion = rigid_.motion(body.rigid);
        const double margin = double(body.scale) * reachOf(kind);
        const double x = double(motion.position.x);
        const double y = double(motion.position.y);
        const double overX = x < area.left ? x - area.left : std::max(0.0, x - area.right);
        const double overY = y < area.bottom ? y - area.bottom : std::max(0.0, y - area.top);
        const auto wrapped = [](double place, double over, double size) {
            return asFloat(place - std::copysign(size, over));
        };
        if ((wrapsX && overX != 0.0) || (wrapsY && overY != 0.0))
        {
            motion.position.x = wrapsX && overX != 0.0 ? wrapped(x, overX, area.right - area.left)
                                                       : motion.position.x;
            motion.position.y = wrapsY && overY != 0.0 ? wrapped(y, overY, area.top - area.bottom)
                                                       : motion.position.y;
            rigid_.setMotion(body.rigid, motion);
        }
        else if (std::max(std::abs(overX), std::abs(overY)) > margin)
        {
            if (kind.returns)
            {
                rigid_.setMotion(body.rigid, body.start);
            }
            else
            {
                removeBody(k);
            }
        }
    }
}

} // namespace tarn::scene
