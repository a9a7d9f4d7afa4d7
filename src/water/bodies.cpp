#include "water/bodies.h"

#include "water/defaults.h"

#include <algorithm>
#include <cmath>

namespace tarn
{

namespace
{

// Pieces of one block, first counted, then taken.
struct Block
{
    std::byte* memory = nullptr;
    size_t used = 0;

    template <class T>
    T* take(size_t count)
    {
        T* piece = memory != nullptr ? reinterpret_cast<T*>(memory + used) : nullptr;
        used += arenaBytes(count, sizeof(T));
        return piece;
    }
};

// The least power of two that is not below a number, which is positive and fits 32 bits.
float powerOfTwoAbove(float value)
{
    int exponent = 0;
    const float part = std::frexp(value, &exponent); // from 0.5 to 1
    return std::ldexp(part > 0.5f ? 1.0f : 0.5f, exponent);
}

struct BodyPieces
{
    tnVec3* vertices;
    int32_t* triangles;
    BodyFace* faces;

    BodyPieces(Block& block, const BodyMeshSize& size)
        : vertices(block.take<tnVec3>(static_cast<size_t>(size.vertices))),
          triangles(block.take<int32_t>(3 * static_cast<size_t>(size.triangles))),
          faces(block.take<BodyFace>(static_cast<size_t>(size.triangles)))
    {
    }
};

void takeWorkingSpace(Block& block, const WaterGrid& grid, WaterBody& body)
{
    const auto vertices = static_cast<size_t>(body.hull.vertexCount);
    body.arms = block.take<tnVec3>(vertices);
    body.water = block.take<BodyWater>(vertices);
    body.points = block.take<WetPoint>(vertices);
    body.parts = block.take<DisplacedPart>(static_cast<size_t>(body.hull.pieceCount));
    body.patch = block.take<float>(mostCells(body.hull.reach, grid));
    body.humps = block.take<Whole4>(mostCells(body.hull.reach, grid));
}

// See BodyFrame. Rotations round: arms may be a little longer than the reach.
float roundingOf(const BodyHull& hull, const WaterGrid& grid)
{
    constexpr float kLonger = 1.001f;
    return 3.0f * powerOfTwoAbove(std::max(kLonger * hull.reach / grid.cellSize, 1.0f));
}

// Units of humps that are summed up in 32 bits. What goes to a cell, from a piece of the hull or
// all of it, is no more than a column of the body's size over the part of the cell that it takes
// up; the rest is room for what faces that look down have too much, and faces that look up take off
// again.
float humpUnit(const BodyHull& hull, const WaterGrid& grid)
{
    constexpr float kRoom = 16.0f;
    constexpr float kUnits = 2147483648.0f;
    const float shadow = std::min(4.0f * hull.reach * hull.reach, grid.cellArea());
    const float part = std::max(shadow, hull.largestPiece) / grid.cellArea();
    return powerOfTwoAbove(kRoom * hull.reach * part) / kUnits;
}

// Meshes that are made are symmetric, but sums over them are not to the last bit. What must be 0 is
// made so: it would have the same sign in the mirror.
BodyMass massOfBody(const tnBodyDef& def, const tnBodyMesh& mesh)
{
    BodyMass mass = massOf(mesh);
    if (def.shape != tn_bodyMesh)
    {
        mass.centre = {};
        for (int row = 0; row < 3; ++row)
        {
            for (int column = 0; column < 3; ++column)
            {
                mass.inertia[row][column] *= row == column ? 1.0 : 0.0;
            }
        }
    }
    return mass;
}

float dragOf(const tnBodyDef& def)
{
    return def.drag >= 0.0f ? def.drag : defaults::kDrag[def.shape];
}

BodyMotion motionOf(const tnBodyDef& def)
{
    return {def.position, rotationOf(def.rotation), def.velocity, def.spin};
}

} // namespace

// The hull says how much working space it takes, so the block is made in two rounds: meshes first,
// into a block of their own that is freed again.
tnResult makeBody(const tnBodyDef& def, const WaterGrid& grid, BodyState* out)
{
    const float cellSize = grid.cellSize;
    BodyState state = {};
    state.def = def;
    const BodyMeshSize size = bodyMeshSize(def, cellSize);
    const auto build = [&](Block& block) {
        const BodyPieces pieces(block, size);
        if (block.memory == nullptr)
        {
            return;
        }
        const std::span<tnVec3> vertices(pieces.vertices, static_cast<size_t>(size.vertices));
        const std::span<int32_t> triangles(pieces.triangles,
                                           3 * static_cast<size_t>(size.triangles));
        makeBodyMesh(def, cellSize, vertices, triangles);
        state.mesh = {pieces.vertices, size.vertices, pieces.triangles, size.triangles};
        state.mass = massOfBody(def, state.mesh);
        state.body.hull = makeHull(def, state.mesh, state.mass, cellSize,
                                   {pieces.faces, static_cast<size_t>(size.triangles)});
    };
    Block count;
    build(count);
    Block meshes = {static_cast<std::byte*>(allocate(count.used, kAlignment)), 0};
    if (meshes.memory == nullptr)
    {
        return tn_errorOutOfMemory;
    }
    build(meshes);
    takeWorkingSpace(count, grid, state.body);
    deallocate(meshes.memory, meshes.used);
    state.memoryBytes = count.used;
    state.memory = allocate(state.memoryBytes, kAlignment);
    if (state.memory == nullptr)
    {
        return tn_errorOutOfMemory;
    }
    Block block = {static_cast<std::byte*>(state.memory), 0};
    build(block);
    takeWorkingSpace(block, grid, state.body);

    state.def.vertices = nullptr;
    state.def.triangles = nullptr;
    const double ofDensity = state.mass.volume * static_cast<double>(def.density);
    state.def.mass = def.mass > 0.0f ? def.mass : static_cast<float>(ofDensity);
    state.def.density = static_cast<float>(static_cast<double>(state.def.mass) / state.mass.volume);
    state.body.traits = {state.def.mass, dragOf(def), def.lift, def.effectiveArea, def.addedMass};
    state.body.motion = motionOf(def);
    state.body.presence = 0.0f;
    state.body.rounding = roundingOf(state.body.hull, grid);
    state.body.humpUnit = humpUnit(state.body.hull, grid);
    *out = state;
    return tn_success;
}

void freeBody(BodyState& state)
{
    deallocate(state.memory, state.memoryBytes);
    state.memory = nullptr;
}

void setMotion(BodyState& state, const tnBodyMotion& motion)
{
    tnBodyDef& def = state.def;
    const tnVec3 way = motion.position - def.position;
    const float speed = std::max(length(motion.velocity), length(def.velocity));
    // Farther than its size, and than the longest step explains.
    const float expected = state.body.hull.reach + defaults::kLongestMove * speed;
    state.jumped = state.jumped || dot(way, way) > expected * expected;
    def.position = motion.position;
    def.rotation = motion.rotation;
    def.velocity = motion.velocity;
    def.spin = motion.spin;
    state.body.motion = motionOf(def);
}

} // namespace tarn
