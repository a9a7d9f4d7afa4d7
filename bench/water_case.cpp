// Makes the ponds, and keeps them busy. All that is random comes from one seed.
#include "bench/water_case.h"

#include "bench/stirring.h"
#include "bench/thesis_table.h"
#include "tarn/tarn.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::bench
{
namespace
{

constexpr float kCellSize = 0.25f; // (unit: m)
constexpr float kDepth = 1.0f;     // (unit: m)
constexpr int32_t kMiddling = 128; // cells along an edge from which on it is no more the thesis's
constexpr int32_t kLarge = 512;    // and from which on there are more cells than bodies matter
constexpr uint64_t kSeed = 4;

constexpr float kLeastHalf = 0.2f; // half the width of a body (unit: m)
constexpr float kMostHalf = 0.25f;
constexpr int32_t kRoundFacets = 72; // as many triangles as a game would spend on a ball,
constexpr int32_t kBoxFacets = 24;   // on a box, four on each face
constexpr float kDensities[] = {150.0f, 400.0f, 600.0f, 900.0f, 1500.0f}; // cork to brick

constexpr int32_t kStepsPerStone = 10;
constexpr float kStoneRadius = 0.5f; // (unit: m)
constexpr float kStoneDent = 0.1f;   // (unit: m)

constexpr float kDropVolume = 1e-6f; // (unit: m^3)
constexpr float kDropRise = 6.0f;    // the fastest leave the water with that (unit: m/s)
constexpr int32_t kParticleRoom = 2; // there is room for flecks of foam beside the drops

// Four waves of unlike lengths and directions, together at most 0.1 m high.
struct Swell
{
    double perMetreX, perMetreY;
    double height; // (unit: m)
};
constexpr Swell kSwell[] = {
    {0.11, 0.03, 0.04}, {-0.07, 0.19, 0.03}, {0.31, 0.23, 0.02}, {0.29, -0.41, 0.01}};

tnBodyShape shapeOf(int32_t body, bool mixed)
{
    constexpr tnBodyShape kShapes[] = {tn_bodySphere, tn_bodyBox, tn_bodyCylinder, tn_bodyCapsule};
    return kShapes[body % (mixed ? 4 : 2)];
}

tnBodyDef bodyDef(tnBodyShape shape, Dice& dice)
{
    tnBodyDef def = tnDefaultBodyDef();
    def.shape = shape;
    def.radius = dice.between(kLeastHalf, kMostHalf);
    def.halfLength = def.radius;
    def.halfSize = {def.radius, dice.between(kLeastHalf, kMostHalf),
                    dice.between(kLeastHalf, kMostHalf)};
    def.facets = shape == tn_bodyBox ? kBoxFacets : kRoundFacets;
    def.density = kDensities[dice.next() % std::size(kDensities)];
    def.rotation = {dice.between(-1.0f, 1.0f), dice.between(-1.0f, 1.0f), dice.between(-1.0f, 1.0f),
                    1.0f};
    return def;
}

} // namespace

std::vector<WaterCase> waterCases(int32_t n)
{
    std::vector<WaterCase> cases;
    if (n < kMiddling)
    {
        for (const int32_t bodies : kThesisBodies)
        {
            cases.push_back({"thesis", bodies, 0, false, true});
        }
    }
    else if (n < kLarge)
    {
        cases.push_back({"spray", 100, 20000, true, true});
        cases.push_back({"crowd", 1000, 0, true, true});
    }
    else
    {
        cases.push_back({"lake", 40, 0, true, true});
        cases.push_back({"active", 0, 0, false, true});
        cases.push_back({"still", 0, 0, false, false});
    }
    return cases;
}

Pond::Pond(const WaterCase& waterCase, int32_t n, int32_t threads, tnBackend backend, tnGl gl)
    : case_(waterCase), edge_(kCellSize * static_cast<float>(n)), bodies_(edge_), dice_(kSeed)
{
    tnWaterDef def = tnDefaultWaterDef();
    def.nx = n;
    def.ny = n;
    def.cellSize = kCellSize;
    def.level = kDepth;
    def.bodyCapacity = case_.bodies;
    def.particleCapacity =
        std::max(backend == tn_backendGL ? 0 : def.particleCapacity, kParticleRoom * case_.drops);
    def.threads = threads;
    def.backend = backend;
    def.gl = gl;
    orThrow(tnCreateWater(&def, &water_));
    try
    {
        if (case_.waves)
        {
            makeWaves(n);
        }
        addBodies();
    }
    catch (...)
    {
        tnDestroyWater(water_);
        throw;
    }
}

Pond::~Pond()
{
    tnDestroyWater(water_);
}

void Pond::makeWaves(int32_t n)
{
    std::vector<float> surface;
    for (int32_t j = 0; j < n; ++j)
    {
        for (int32_t i = 0; i < n; ++i)
        {
            const double x = double(kCellSize) * (i + 0.5);
            const double y = double(kCellSize) * (j + 0.5);
            double height = double(kDepth);
            for (const Swell& swell : kSwell)
            {
                height += swell.height * wave(swell.perMetreX * x + swell.perMetreY * y);
            }
            surface.push_back(static_cast<float>(height));
        }
    }
    orThrow(tnWater_SetField(water_, tn_waterSurface, surface.data(),
                             static_cast<int64_t>(surface.size())));
}

// On a lattice over the whole pond, a hand's breadth above the water.
void Pond::addBodies()
{
    const auto perSide = static_cast<int32_t>(std::ceil(std::sqrt(double(case_.bodies))));
    for (int32_t body = 0; body < case_.bodies; ++body)
    {
        tnBodyDef def = bodyDef(shapeOf(body, case_.mixed), dice_);
        const float spacing = edge_ / static_cast<float>(perSide);
        def.position = {spacing * (static_cast<float>(body % perSide) + 0.5f),
                        spacing * (static_cast<float>(body / perSide) + 0.5f),
                        kDepth + 0.1f + kMostHalf};
        bodies_.add(water_, def);
    }
}

void Pond::throwStone()
{
    tnWaterBrush stone = tnDefaultWaterBrush();
    stone.from = {dice_.between(0.0f, edge_), dice_.between(0.0f, edge_)};
    stone.to = stone.from;
    stone.radius = kStoneRadius;
    stone.splash = kStoneDent;
    orThrow(tnWater_Brush(water_, &stone));
}

void Pond::throwDrop()
{
    const tnVec3 from = {dice_.between(0.0f, edge_), dice_.between(0.0f, edge_),
                         kDepth + dice_.between(0.5f, 1.5f)};
    const tnVec3 velocity = {dice_.between(-1.0f, 1.0f), dice_.between(-1.0f, 1.0f),
                             dice_.between(0.0f, kDropRise)};
    orThrow(tnWater_AddSpray(water_, from, velocity, kDropVolume, true));
}

void Pond::disturb()
{
    if (case_.waves && steps_ % kStepsPerStone == 0)
    {
        throwStone();
    }
    ++steps_;
    // The first fill the air at once; later ones follow those that have landed.
    const tnWaterStats now = stats();
    for (airborne_ = now.spray + now.rain; airborne_ < case_.drops; ++airborne_)
    {
        throwDrop();
    }
}

uint32_t Pond::step()
{
    if (bodies_.count() > 0)
    {
        orThrow(tnWater_SetBodyMotions(water_, bodies_.motions(), bodies_.count()));
    }
    const uint32_t flags = tnWater_Step(water_, kWaterDt);
    if (bodies_.count() > 0)
    {
        orThrow(tnWater_GetBodyForces(water_, bodies_.bodies(), bodies_.count(), bodies_.forces()));
    }
    return flags;
}

tnWaterStats Pond::stats() const
{
    tnWaterStats stats = {};
    orThrow(tnWater_GetStats(water_, &stats));
    return stats;
}

int32_t Pond::triangles() const
{
    int32_t sum = 0;
    for (int32_t body = 0; body < bodies_.count(); ++body)
    {
        tnBodyMesh mesh = {};
        orThrow(tnWater_GetBodyMesh(water_, bodies_.bodies()[body], &mesh));
        sum += mesh.triangleCount;
    }
    return sum;
}

double Pond::ownVolume() const
{
    tnWaterTotals totals = {};
    orThrow(tnWater_GetTotals(water_, &totals));
    return totals.volume - totals.added;
}

uint64_t Pond::hash() const
{
    return tnWater_Hash(water_);
}

} // namespace tarn::bench
