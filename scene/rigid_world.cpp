// Bullet behind RigidWorld.
//
// Bullet's bits depend on more than where bodies are: on the contacts it remembers, which are saved
// with the bodies; on the order of pairs, which follows handles that are dealt anew when a body
// leaves; on pairs themselves, which come from a broad phase that knows where bodies are and not
// where they were; and on the machine's vectors, instead of which the solver runs its plain code.
#include "scene/rigid_world.h"

#include "scene/bytes.h"
#include "scene/defaults.h"
#include "scene/rigid_contacts.h"
#include "scene/rigid_shapes.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace tarn::scene
{
namespace
{

tnVec3 fromBullet(const btVector3& v)
{
    return {v.x(), v.y(), v.z()};
}

struct Grab
{
    btVector3 point;  // in the body's axes
    btVector3 target; // in the world's
};

struct Body
{
    RigidDef def;
    btMatrix3x3 principal; // from Bullet's axes to the body's own
    std::unique_ptr<btCollisionShape> shape;
    std::unique_ptr<btRigidBody> solid;
    std::optional<Grab> grab;
    btVector3 lastForce = {0, 0, 0}; // that it fell asleep with
    btVector3 lastTorque = {0, 0, 0};

    btTransform transformOf(const RigidMotion& motion) const
    {
        btQuaternion rotation(motion.rotation.x, motion.rotation.y, motion.rotation.z,
                              motion.rotation.w);
        rotation.safeNormalize();
        return btTransform(btMatrix3x3(rotation) * principal, asBullet(motion.position));
    }
};

// What Bullet has of a body between steps, as save() writes it.
struct RigidState
{
    float basis[9];
    float position[3];
    float velocity[3];
    float spin[3];
    float deactivationTime;
    std::int32_t activation;
    float lastForce[3];
    float lastTorque[3];
    std::int32_t isGrabbed;
    float grabPoint[3];
    float grabTarget[3];
};

void put(const btVector3& v, float (&out)[3])
{
    std::copy(&v.m_floats[0], &v.m_floats[0] + 3, out);
}

btVector3 vectorOf(const float (&numbers)[3])
{
    return {numbers[0], numbers[1], numbers[2]};
}

} // namespace

struct RigidWorld::Engine
{
    Engine()
    {
        solver.setConstraintRowSolverGeneric(solver.getScalarConstraintRowSolverGeneric());
        solver.setConstraintRowSolverLowerLimit(solver.getScalarConstraintRowSolverLowerLimit());
        world.getSolverInfo().m_numIterations = kRigidIterations;
        world.getDispatchInfo().m_deterministicOverlappingPairs = true;
        makeBroadphase();
    }

    ~Engine()
    {
        for (auto& [id, body] : bodies)
        {
            world.removeRigidBody(body.solid.get());
        }
        for (const Static& thing : statics)
        {
            world.removeRigidBody(thing.solid.get());
        }
    }
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    enum class Family
    {
        ground,
        walls
    };

    struct Static
    {
        GroundShape form;
        std::unique_ptr<btRigidBody> solid;
        Family family = Family::ground;
    };

    static btScalar bodyReach(const Body& body)
    {
        btVector3 middle;
        btScalar radius = 0;
        body.shape->getBoundingSphere(middle, radius);
        return radius;
    }

    void dropStatics(Family family)
    {
        for (auto thing = statics.begin(); thing != statics.end();)
        {
            if (thing->family == family)
            {
                world.removeRigidBody(thing->solid.get());
                thing = statics.erase(thing);
            }
            else
            {
                ++thing;
            }
        }
    }

    void addStatic(Family family, GroundShape form)
    {
        const auto place = std::upper_bound(
            statics.begin(), statics.end(), family,
            [](Family wanted, const Static& other) { return wanted < other.family; });
        Static& thing = *statics.emplace(place);
        thing.family = family;
        thing.form = std::move(form);
        btRigidBody::btRigidBodyConstructionInfo info(0, nullptr, thing.form.shape.get());
        info.m_startWorldTransform.setOrigin(thing.form.middle);
        info.m_friction = btScalar(kGroundFriction);
        info.m_rollingFriction = btScalar(kRollingFriction);
        info.m_restitution = 1; // what a body has counts: Bullet takes the product
        thing.solid = std::make_unique<btRigidBody>(info);
        world.addRigidBody(thing.solid.get());
    }

    void addHalfSpace(Family family, const btVector3& normal, double distance)
    {
        addStatic(family, {{}, makeHalfSpace(normal, btScalar(distance)), btVector3(0, 0, 0)});
    }

    Body& put(RigidId id, const RigidDef& def)
    {
        if (bodies.size() + statics.size() + 2 >= handles)
        {
            dealHandles();
        }
        Body& body = bodies[id];
        const Inertia inertia(def.inertia);
        body.def = def;
        body.principal = def.shape == RigidShape::hull ? inertia.axes : btMatrix3x3::getIdentity();
        body.shape = makeShape(def, body.principal);
        const bool isFree = def.kind == RigidKind::free;
        btRigidBody::btRigidBodyConstructionInfo info(isFree ? def.mass : 0, nullptr,
                                                      body.shape.get(), inertia.moments);
        info.m_startWorldTransform = body.transformOf(def.motion);
        info.m_friction = def.friction;
        info.m_restitution = def.restitution;
        info.m_rollingFriction = btScalar(kRollingFriction);
        info.m_spinningFriction = btScalar(kRollingFriction);
        info.m_linearSleepingThreshold = btScalar(kSleepSpeed);
        info.m_angularSleepingThreshold = btScalar(kSleepSpin);
        body.solid = std::make_unique<btRigidBody>(info);
        body.solid->setUserIndex(static_cast<int>(id));
        if (isFree)
        {
            body.solid->setLinearVelocity(asBullet(def.motion.velocity));
            body.solid->setAngularVelocity(asBullet(def.motion.spin));
        }
        if (def.kind == RigidKind::led)
        {
            body.solid->setCollisionFlags(body.solid->getCollisionFlags() |
                                          btCollisionObject::CF_KINEMATIC_OBJECT);
            body.solid->setActivationState(DISABLE_DEACTIVATION);
        }
        world.addRigidBody(body.solid.get());
        return body;
    }

    // What the ground would bury when it changes goes along with it.
    void lift(const Heights& now)
    {
        for (auto& [id, body] : bodies)
        {
            btTransform pose = body.solid->getWorldTransform();
            const btVector3& place = pose.getOrigin();
            const float ground = now.at(place.x(), place.y());
            if (body.def.kind == RigidKind::free && !heights.numbers.empty() && place.z() < ground)
            {
                const float rise = ground - heights.at(place.x(), place.y());
                pose.getOrigin()[2] += std::max(rise, ground - place.z());
                body.solid->setCenterOfMassTransform(pose);
            }
        }
    }

    // What was thrown through the ground comes back to it.
    void raise()
    {
        for (auto& [id, body] : bodies)
        {
            const btVector3& place = body.solid->getCenterOfMassPosition();
            const float ground = heights.at(place.x(), place.y());
            if (body.def.kind != RigidKind::free ||
                place.z() > ground - btScalar(kBuriedPart) * bodyReach(body))
            {
                continue;
            }
            btTransform pose = body.solid->getWorldTransform();
            pose.getOrigin()[2] = ground + bodyReach(body);
            body.solid->setCenterOfMassTransform(pose);
            body.solid->setLinearVelocity(btVector3(0, 0, 0));
            body.solid->setAngularVelocity(btVector3(0, 0, 0));
            body.solid->activate(true);
        }
    }

    // A spring that is as stiff for a crate as for a ship, without swinging.
    void pull(Body& body)
    {
        if (!body.grab || body.def.kind != RigidKind::free)
        {
            return;
        }
        body.solid->activate(true);
        const btVector3 arm = body.solid->getWorldTransform().getBasis() * body.grab->point;
        const btVector3 point = body.solid->getCenterOfMassPosition() + arm;
        const auto rate = btScalar(kGrabRate);
        const btVector3 force =
            body.def.mass * (rate * rate * (body.grab->target - point) -
                             2 * rate * body.solid->getVelocityInLocalPoint(arm));
        body.solid->applyForce(force, arm);
        body.solid->setAngularVelocity(body.solid->getAngularVelocity() * btScalar(kGrabSpinLeft));
    }

    // What lies on a body that goes away must not hang in the air.
    void wakeAround(const btRigidBody& solid)
    {
        btVector3 low;
        btVector3 high;
        solid.getAabb(low, high);
        const auto reach = btScalar(kWakeReach);
        const btVector3 more(reach, reach, reach);
        for (auto& [id, body] : bodies)
        {
            btVector3 otherLow;
            btVector3 otherHigh;
            body.solid->getAabb(otherLow, otherHigh);
            if (TestAabbAgainstAabb2(low - more, high + more, otherLow, otherHigh))
            {
                body.solid->activate(true);
            }
        }
    }

    // The order in which Bullet works is that of its handles, which it gives out again when a body
    // has left. Dealt anew, they follow ids, as in a world that was restored.
    void dealHandles()
    {
        for (auto& [id, body] : bodies)
        {
            world.removeRigidBody(body.solid.get());
        }
        for (const Static& thing : statics)
        {
            world.removeRigidBody(thing.solid.get());
        }
        makeBroadphase();
        int index = 0; // bodies count up from 1, ground and walls down from -1
        for (const Family family : {Family::walls, Family::ground}) // whichever was put up last
        {
            for (const Static& thing : statics)
            {
                if (thing.family == family)
                {
                    thing.solid->setUserIndex(--index);
                    world.addRigidBody(thing.solid.get());
                }
            }
        }
        for (auto& [id, body] : bodies)
        {
            const int activation = body.solid->getActivationState();
            world.addRigidBody(body.solid.get());
            body.solid->forceActivationState(activation);
        }
    }

    // With room for as many things again as there are.
    void makeBroadphase()
    {
        const auto reach = btScalar(kRigidReach);
        const btVector3 corner(reach, reach, reach);
        handles = std::max(kLeastHandles, 2 * (bodies.size() + statics.size()));
        broadphase = std::make_unique<bt32BitAxisSweep3>(
            -corner, corner, static_cast<unsigned int>(handles), nullptr, true);
        world.setBroadphase(broadphase.get());
    }

    static void saveDef(const RigidDef& def, ByteWriter& out)
    {
        out.put(def.shape);
        out.put(def.kind);
        out.put(def.radius);
        out.put(def.halfSize);
        out.put(def.halfLength);
        out.putAll(std::span<const tnVec3>(def.vertices));
        out.put(def.mass);
        out.put(def.inertia);
        out.put(def.friction);
        out.put(def.restitution);
        out.put(def.motion);
    }

    static RigidDef readDef(ByteReader& in)
    {
        RigidDef def;
        def.shape = in.get<RigidShape>();
        def.kind = in.get<RigidKind>();
        def.radius = in.get<float>();
        def.halfSize = in.get<tnVec3>();
        def.halfLength = in.get<float>();
        def.vertices = in.getAll<tnVec3>();
        def.mass = in.get<float>();
        def.inertia = in.get<std::array<std::array<float, 3>, 3>>();
        def.friction = in.get<float>();
        def.restitution = in.get<float>();
        def.motion = in.get<RigidMotion>();
        return def;
    }

    static RigidState stateOf(const Body& body)
    {
        RigidState state = {};
        const btTransform& pose = body.solid->getWorldTransform();
        for (int k = 0; k < 9; ++k)
        {
            state.basis[k] = pose.getBasis()[k / 3][k % 3];
        }
        scene::put(pose.getOrigin(), state.position);
        scene::put(body.solid->getLinearVelocity(), state.velocity);
        scene::put(body.solid->getAngularVelocity(), state.spin);
        state.deactivationTime = body.solid->getDeactivationTime();
        state.activation = body.solid->getActivationState();
        scene::put(body.lastForce, state.lastForce);
        scene::put(body.lastTorque, state.lastTorque);
        if (body.grab)
        {
            state.isGrabbed = 1;
            scene::put(body.grab->point, state.grabPoint);
            scene::put(body.grab->target, state.grabTarget);
        }
        return state;
    }

    static void setState(Body& body, const RigidState& state)
    {
        const float* b = state.basis;
        btTransform pose;
        pose.setBasis(btMatrix3x3(b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8]));
        pose.setOrigin(vectorOf(state.position));
        body.solid->setCenterOfMassTransform(pose);
        body.solid->setLinearVelocity(vectorOf(state.velocity));
        body.solid->setAngularVelocity(vectorOf(state.spin));
        body.lastForce = vectorOf(state.lastForce);
        body.lastTorque = vectorOf(state.lastTorque);
        if (state.isGrabbed != 0)
        {
            body.grab = Grab{vectorOf(state.grabPoint), vectorOf(state.grabTarget)};
        }
    }

    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world{&dispatcher, nullptr, &solver, &configuration};
    std::unique_ptr<bt32BitAxisSweep3> broadphase;
    std::size_t handles = 0;        // that it has
    std::vector<Static> statics;    // the ground first
    Heights heights;                // of the ground
    std::map<RigidId, Body> bodies; // in the order in which they were added
    RigidId lastId = 0;
};

RigidWorld::RigidWorld() : engine_(std::make_unique<Engine>()) {}
RigidWorld::~RigidWorld() = default;

void RigidWorld::setGravity(float gravity)
{
    const btVector3 now(0, 0, -gravity);
    if (now != engine_->world.getGravity())
    {
        wakeAll(); // Bullet leaves those that sleep as they are
        engine_->world.setGravity(now);
    }
}

void RigidWorld::setGround(std::span<const float> heights, int columns, int rows, float spacing,
                           tnVec2 first)
{
    Heights now{{heights.begin(), heights.end()}, columns, rows, spacing, first};
    engine_->lift(now);
    if (now.fitsShapeOf(engine_->heights))
    {
        scene::setGround(engine_->statics.front().form, now);
        engine_->heights = std::move(now);
        wakeAll();
        return;
    }
    engine_->dropStatics(Engine::Family::ground);
    engine_->addStatic(Engine::Family::ground, makeGround(now));
    // What is pressed through the ground does not fall forever.
    engine_->addHalfSpace(Engine::Family::ground, {0, 0, 1},
                          double(now.span().first) - kSlabThickness);
    engine_->heights = std::move(now);
    engine_->dealHandles();
    wakeAll();
}

void RigidWorld::setWalls(const Rectangle& area, const std::array<bool, 4>& isWall)
{
    engine_->dropStatics(Engine::Family::walls);
    const auto add = [&](tnSide side, const btVector3& inwards, double place) {
        if (isWall[std::size_t(side)])
        {
            engine_->addHalfSpace(Engine::Family::walls, inwards, place);
        }
    };
    add(tn_sideLeft, {1, 0, 0}, area.left);
    add(tn_sideRight, {-1, 0, 0}, -area.right);
    add(tn_sideBottom, {0, 1, 0}, area.bottom);
    add(tn_sideTop, {0, -1, 0}, -area.top);
    engine_->dealHandles();
}

RigidId RigidWorld::add(const RigidDef& def)
{
    const RigidId id = ++engine_->lastId;
    engine_->put(id, def);
    return id;
}

void RigidWorld::remove(RigidId id)
{
    btRigidBody& solid = *engine_->bodies.at(id).solid;
    engine_->wakeAround(solid);
    engine_->world.removeRigidBody(&solid);
    engine_->bodies.erase(id);
    engine_->dealHandles();
}

bool RigidWorld::has(RigidId id) const
{
    return engine_->bodies.count(id) != 0;
}

void RigidWorld::reshape(RigidId id, const RigidDef& def)
{
    std::optional<Grab> grab = engine_->bodies.at(id).grab;
    engine_->wakeAround(*engine_->bodies.at(id).solid);
    engine_->world.removeRigidBody(engine_->bodies.at(id).solid.get());
    engine_->bodies.erase(id);
    engine_->put(id, def).grab = grab;
    engine_->dealHandles();
}

RigidMotion RigidWorld::motion(RigidId id) const
{
    const Body& body = engine_->bodies.at(id);
    const btTransform& pose = body.solid->getWorldTransform();
    btQuaternion rotation;
    (pose.getBasis() * body.principal.transpose()).getRotation(rotation);
    return {fromBullet(pose.getOrigin()),
            {rotation.x(), rotation.y(), rotation.z(), rotation.w()},
            fromBullet(body.solid->getLinearVelocity()),
            fromBullet(body.solid->getAngularVelocity())};
}

void RigidWorld::setMotion(RigidId id, const RigidMotion& motion)
{
    Body& body = engine_->bodies.at(id);
    engine_->wakeAround(*body.solid);
    body.solid->setCenterOfMassTransform(body.transformOf(motion));
    body.solid->setLinearVelocity(asBullet(motion.velocity));
    body.solid->setAngularVelocity(asBullet(motion.spin));
    body.solid->activate(true);
}

// Bullet takes a led body's speed from the two poses.
void RigidWorld::lead(RigidId id, const RigidMotion& from, const RigidMotion& to)
{
    Body& body = engine_->bodies.at(id);
    body.solid->setInterpolationWorldTransform(body.transformOf(from));
    body.solid->setWorldTransform(body.transformOf(to));
}

void RigidWorld::push(RigidId id, tnVec3 force, tnVec3 torque)
{
    Body& body = engine_->bodies.at(id);
    const btVector3 f = asBullet(force);
    const btVector3 m = asBullet(torque);
    if (!body.solid->isActive())
    {
        const btScalar weight = body.def.mass * engine_->world.getGravity().length();
        const btScalar reach = engine_->bodyReach(body);
        const bool hasChanged =
            (f - body.lastForce).length() > btScalar(kRigidWakePart) * weight ||
            (m - body.lastTorque).length() > btScalar(kRigidWakePart) * weight * reach;
        if (!hasChanged)
        {
            return;
        }
        body.solid->activate(true);
    }
    body.lastForce = f;
    body.lastTorque = m;
    body.solid->applyCentralForce(f);
    body.solid->applyTorque(m);
}

void RigidWorld::pushAt(RigidId id, tnVec3 force, tnVec3 point)
{
    btRigidBody& solid = *engine_->bodies.at(id).solid;
    solid.activate(true);
    solid.applyForce(asBullet(force), asBullet(point) - solid.getCenterOfMassPosition());
}

void RigidWorld::grab(RigidId id, tnVec3 point)
{
    Body& body = engine_->bodies.at(id);
    body.grab = Grab{body.solid->getWorldTransform().inverse() * asBullet(point), asBullet(point)};
}

void RigidWorld::drag(RigidId id, tnVec3 target)
{
    if (Body& body = engine_->bodies.at(id); body.grab)
    {
        body.grab->target = asBullet(target);
    }
}

void RigidWorld::release(RigidId id)
{
    engine_->bodies.at(id).grab.reset();
}

bool RigidWorld::isAsleep(RigidId id) const
{
    return !engine_->bodies.at(id).solid->isActive();
}

void RigidWorld::wakeAll()
{
    for (auto& [id, body] : engine_->bodies)
    {
        body.solid->activate(true);
    }
}

std::optional<RigidHit> RigidWorld::pick(tnVec3 from, tnVec3 to) const
{
    btCollisionWorld::AllHitsRayResultCallback hits(asBullet(from), asBullet(to));
    engine_->world.rayTest(hits.m_rayFromWorld, hits.m_rayToWorld, hits);
    // Walls and the ground let rays through.
    std::optional<RigidHit> nearest;
    btScalar least = 2.0F; // part of the way
    for (const auto& [id, body] : engine_->bodies)
    {
        for (int k = 0; k < hits.m_collisionObjects.size(); ++k)
        {
            if (hits.m_collisionObjects[k] == body.solid.get() && hits.m_hitFractions[k] < least)
            {
                least = hits.m_hitFractions[k];
                nearest = RigidHit{id, fromBullet(hits.m_hitPointWorld[k])};
            }
        }
    }
    return nearest;
}

void RigidWorld::step(float dt)
{
    for (auto& [id, body] : engine_->bodies)
    {
        engine_->pull(body);
    }
    engine_->world.stepSimulation(dt, 0);
    engine_->raise();
}

std::vector<std::uint8_t> RigidWorld::save() const
{
    ByteWriter out;
    out.put(engine_->lastId);
    out.put(static_cast<std::uint32_t>(engine_->bodies.size()));
    for (const auto& [id, body] : engine_->bodies)
    {
        out.put(id);
        engine_->saveDef(body.def, out);
        out.put(engine_->stateOf(body));
    }
    saveContacts(engine_->dispatcher, out);
    return out.bytes();
}

void RigidWorld::restore(std::span<const std::uint8_t> bytes)
{
    ByteReader in(bytes);
    const auto lastId = in.get<RigidId>();
    const auto count = in.get<std::uint32_t>();
    for (auto& [id, body] : engine_->bodies)
    {
        engine_->world.removeRigidBody(body.solid.get());
    }
    engine_->bodies.clear();
    engine_->lastId = lastId;
    std::vector<RigidState> states;
    for (std::uint32_t k = 0; k < count; ++k)
    {
        const auto id = in.get<RigidId>();
        Body& body = engine_->put(id, engine_->readDef(in));
        states.push_back(in.get<RigidState>());
        engine_->setState(body, states.back());
    }
    engine_->dealHandles();
    // All are awake now, so that Bullet looks at every pair that may have contacts.
    engine_->world.performDiscreteCollisionDetection();
    restoreContacts(engine_->dispatcher, in);
    auto state = states.begin();
    for (auto& [id, body] : engine_->bodies)
    {
        body.solid->forceActivationState(state->activation);
        body.solid->setDeactivationTime(state->deactivationTime);
        ++state;
    }
}

} // namespace tarn::scene
