// Box2D and Flow push each other: a disc is carried off by a jet, a box thrown into still water is
// stopped by it and stirs it.
//
// A frame: the fluid steps with the solids where Box2D has them; its forces go to the bodies; Box2D
// steps; the solids follow. Solids should weigh more than the fluid they displace: forces are those
// of the frame before, and what is lighter would shake.
#include <box2d/box2d.h>
#include <cmath>
#include <cstdio>
#include <tarn/tarn.hpp>

namespace
{

constexpr float kStep = 1.0f / 60.0f;
constexpr float kDensity = 3000.0f; // kg/m^2, the plane being a metre deep; water has 1000

// A body of Box2D and the solid it is in the fluid.
struct Twin
{
    b2Body* body;
    tnSolid solid;

    // The fluid's force, from its last step.
    void push(const tarn::Flow& flow) const
    {
        const tnSolidForce f = flow.solidForce(solid);
        body->ApplyForceToCenter({f.pressure.x + f.viscous.x, f.pressure.y + f.viscous.y}, true);
        body->ApplyTorque(f.pressureTorque + f.viscousTorque, true);
    }

    // Where Box2D has put it.
    void follow(tarn::Flow& flow) const
    {
        const b2Vec2 p = body->GetPosition();
        const b2Vec2 v = body->GetLinearVelocity();
        tarn::orThrow(flow.setSolidMotion(solid, {p.x, p.y}, body->GetAngle(), {v.x, v.y},
                                          body->GetAngularVelocity()));
    }
};

Twin addTwin(b2World& world, tarn::Flow& flow, const b2Shape& shape, tnSolidDef def)
{
    b2BodyDef bodyDef;
    bodyDef.type = b2_dynamicBody;
    bodyDef.position.Set(def.position.x, def.position.y);
    bodyDef.linearVelocity.Set(def.velocity.x, def.velocity.y);
    b2Body* body = world.CreateBody(&bodyDef);
    body->CreateFixture(&shape, kDensity);
    return {body, flow.addSolid(def).orThrow()};
}

// Box2D needs walls of its own, where the fluid's are.
void addWalls(b2World& world, float width, float height)
{
    const b2Vec2 corners[] = {{0.0f, 0.0f}, {width, 0.0f}, {width, height}, {0.0f, height}};
    b2ChainShape walls;
    walls.CreateLoop(corners, 4);
    const b2BodyDef still;
    world.CreateBody(&still)->CreateFixture(&walls, 0.0f);
}

} // namespace

int main()
{
    tnFlowDef def = tnDefaultFlowDef();
    def.nx = 128;
    def.ny = 64;
    def.cellSize = 1.0f / 64.0f; // 2 m x 1 m
    def.settings.density = 1000.0f;
    tarn::Flow flow = tarn::Flow::create(def).orThrow();

    tnFlowBrush jet = tnDefaultFlowBrush();
    jet.mode = tn_brushHold;
    jet.from = jet.to = {0.15f, 0.25f};
    jet.radius = 0.08f;
    jet.velocity = {1.0f, 0.0f};
    tarn::orThrow(flow.addEmitter(jet).code());

    b2World world({0.0f, 0.0f});
    addWalls(world, 2.0f, 1.0f);

    tnSolidDef discDef = tnDefaultSolidDef();
    discDef.radius = 0.08f;
    discDef.position = {0.4f, 0.25f};
    b2CircleShape circle;
    circle.m_radius = discDef.radius;
    const Twin disc = addTwin(world, flow, circle, discDef);

    tnSolidDef boxDef = tnDefaultSolidDef();
    boxDef.type = tn_shapeBox;
    boxDef.radius = 0.0f;
    boxDef.halfSize = {0.1f, 0.06f};
    boxDef.position = {1.7f, 0.75f};
    boxDef.velocity = {-1.0f, 0.0f};
    b2PolygonShape rectangle;
    rectangle.SetAsBox(boxDef.halfSize.x, boxDef.halfSize.y);
    const Twin box = addTwin(world, flow, rectangle, boxDef);

    for (int frame = 1; frame <= 120; ++frame)
    {
        flow.step(kStep);
        for (const Twin& twin : {disc, box})
        {
            twin.push(flow);
        }
        world.Step(kStep, 8, 3);
        for (const Twin& twin : {disc, box})
        {
            twin.follow(flow);
        }
        if (frame % 30 == 0)
        {
            std::printf("%.1f s: disc at %.2f m, %.2f m/s; box at %.2f m, %.2f m/s; fluid %.1f J\n",
                        flow.stats().time, static_cast<double>(disc.body->GetPosition().x),
                        static_cast<double>(disc.body->GetLinearVelocity().x),
                        static_cast<double>(box.body->GetPosition().x),
                        static_cast<double>(box.body->GetLinearVelocity().x),
                        flow.totals().kineticEnergy);
        }
    }
    return 0;
}
