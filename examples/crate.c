/* A crate falls into a pool and floats: your physics engine moves it, the water tells the forces.
 *
 * The engine here is move(): semi-implicit Euler for a box. A real one takes its place; the three
 * calls of a frame in main() stay. */
#include <math.h>
#include <stdio.h>
#include <tarn/tarn.h>

static const float kStep = 1.0f / 60.0f;
static const float kGravity = 9.81f;

/* mass * acceleration = force + weight, and the same for turning; a box whose three moments of
 * inertia are close enough to one. */
static void move(tnBodyMotion* m, const tnBodyForce* f, float mass, float inertia)
{
    m->velocity.x += kStep * f->force.x / mass;
    m->velocity.y += kStep * f->force.y / mass;
    m->velocity.z += kStep * (f->force.z / mass - kGravity);
    m->position.x += kStep * m->velocity.x;
    m->position.y += kStep * m->velocity.y;
    m->position.z += kStep * m->velocity.z;
    m->spin.x += kStep * f->torque.x / inertia;
    m->spin.y += kStep * f->torque.y / inertia;
    m->spin.z += kStep * f->torque.z / inertia;
    const float h = 0.5f * kStep;
    const tnVec3 w = m->spin;
    const tnQuat q = m->rotation;
    m->rotation.x += h * (w.x * q.w + w.y * q.z - w.z * q.y);
    m->rotation.y += h * (w.y * q.w + w.z * q.x - w.x * q.z);
    m->rotation.z += h * (w.z * q.w + w.x * q.y - w.y * q.x);
    m->rotation.w -= h * (w.x * q.x + w.y * q.y + w.z * q.z); /* its length does not matter */
}

/* How far its lid leans away from straight up, in degrees. */
static float lean(tnQuat q)
{
    const float length2 = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    const float up = 1.0f - 2.0f * (q.x * q.x + q.y * q.y) / length2;
    return 57.29578f * acosf(fmaxf(-1.0f, fminf(up, 1.0f)));
}

int main(void)
{
    tnWaterDef def = tnDefaultWaterDef(); /* a pool of 12.8 m, a metre deep */
    tnWater water;
    if (tnCreateWater(&def, &water) != tn_success)
    {
        return 1; /* the log has said why */
    }
    tnBodyDef crate = tnDefaultBodyDef();
    crate.shape = tn_bodyBox;
    crate.halfSize = (tnVec3){0.5f, 0.4f, 0.25f};
    crate.density = 400.0f;
    crate.position = (tnVec3){6.4f, 6.4f, 2.0f};
    crate.rotation = (tnQuat){0.2f, 0.1f, 0.0f, 1.0f};
    tnBody body;
    tnMassProperties properties;
    if (tnWater_AddBody(water, &crate, &body) != tn_success ||
        tnWater_GetMassProperties(water, body, &properties) != tn_success)
    {
        return 1;
    }
    const float inertia = (properties.inertia[0][0] + properties.inertia[1][1]) / 2.0f;
    tnBodyMotion motion = {body, crate.position, crate.rotation, crate.velocity, crate.spin};

    for (int frame = 1; frame <= 600; ++frame)
    {
        tnBodyForce force;
        tnWater_SetBodyMotions(water, &motion, 1);
        tnWater_Step(water, kStep);
        tnWater_GetBodyForces(water, &body, 1, &force);
        move(&motion, &force, properties.mass, inertia);
        if (frame % 60 == 0)
        {
            printf("%2d s: height %.2f m, leans %2.0f degrees, %.0f %% under water\n", frame / 60,
                   (double)motion.position.z, (double)lean(motion.rotation),
                   100.0 * (double)force.submergedVolume / (double)properties.volume);
        }
    }
    tnDestroyWater(water);
    return 0;
}
