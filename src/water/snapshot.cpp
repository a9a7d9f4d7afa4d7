// Saved waters: def, state, springs, bodies, fields and particles, in the form of core/archive.h.
// Fields are rows without ghosts. Meshes of bodies are saved as they are, and made into hulls anew.
#include "core/archive.h"
#include "water/defaults.h"
#include "water/water.h"

#include <algorithm>

namespace tarn
{

namespace
{

constexpr SnapshotKind kKind = {{'T', 'A', 'R', 'N', 'W', 'A', 'T', 'E'}, 1};

constexpr float kMostSavedDepth = 1.0e9f; // m; and of momentum, in m^2/s, its square fits

template <class Archive>
void visit(Archive& archive, tnQuat& value)
{
    archive.number(value.x);
    archive.number(value.y);
    archive.number(value.z);
    archive.number(value.w);
}

template <class Archive>
void visit(Archive& archive, tnWaterEdge& edge)
{
    choice(archive, edge.type);
    archive.number(edge.level);
    archive.number(edge.discharge);
    archive.floats(edge.dye, TN_MAX_WATER_DYES);
}

template <class Archive>
void visit(Archive& archive, tnWaterSettings& s)
{
    archive.number(s.liquid.density);
    archive.number(s.liquid.viscosity);
    archive.number(s.liquid.roughness);
    archive.number(s.liquid.yieldStress);
    archive.number(s.gravity);
    archive.number(s.maxSubsteps);
    archive.number(s.rain);
    archive.number(s.rainHeight);
    archive.number(s.dropVolume);
    archive.number(s.spray);
    archive.number(s.foamLife);
    archive.floats(s.dyeDissipation, TN_MAX_WATER_DYES);
    vector(archive, s.wind);
    archive.flag(s.sleep);
}

// Without backend and threads, which are the host's.
template <class Archive>
void visit(Archive& archive, tnWaterDef& def)
{
    archive.number(def.nx);
    archive.number(def.ny);
    archive.number(def.cellSize);
    vector(archive, def.origin);
    archive.number(def.level);
    archive.number(def.dyeChannels);
    archive.number(def.bodyCapacity);
    archive.number(def.springCapacity);
    archive.number(def.brushCapacity);
    archive.number(def.particleCapacity);
    visit(archive, def.left);
    visit(archive, def.right);
    visit(archive, def.bottom);
    visit(archive, def.top);
    visit(archive, def.settings);
}

template <class Archive>
void visit(Archive& archive, tnWaterBrush& brush)
{
    choice(archive, brush.mode);
    vector(archive, brush.from);
    vector(archive, brush.to);
    archive.number(brush.radius);
    vector(archive, brush.velocity);
    archive.number(brush.water);
    archive.number(brush.splash);
    archive.number(brush.terrain);
    archive.number(brush.foam);
    archive.floats(brush.dye, TN_MAX_WATER_DYES);
    if constexpr (Archive::kReads)
    {
        archive.require(archive.isGood() && archive.checks().brush(brush));
    }
}

template <class Archive>
void visit(Archive& archive, tnSpringDef& spring)
{
    vector(archive, spring.position);
    archive.number(spring.radius);
    archive.number(spring.discharge);
    vector(archive, spring.velocity);
    archive.floats(spring.dye, TN_MAX_WATER_DYES);
    if constexpr (Archive::kReads)
    {
        archive.require(archive.isGood() && archive.checks().spring(spring));
    }
}

// A def without its mesh.
template <class Archive>
void visit(Archive& archive, tnBodyDef& def)
{
    choice(archive, def.shape);
    archive.number(def.radius);
    vector(archive, def.halfSize);
    archive.number(def.halfLength);
    archive.number(def.vertexCount);
    archive.number(def.triangleCount);
    archive.number(def.facets);
    archive.number(def.mass);
    archive.number(def.density);
    vector(archive, def.position);
    visit(archive, def.rotation);
    vector(archive, def.velocity);
    vector(archive, def.spin);
    archive.number(def.drag);
    archive.number(def.lift);
    archive.number(def.effectiveArea);
    archive.number(def.addedMass);
}

template <class Archive>
void visit(Archive& archive, tnBodyForce& force)
{
    vector(archive, force.force);
    vector(archive, force.torque);
    archive.number(force.submergedVolume);
    vector(archive, force.centreOfBuoyancy);
    archive.number(force.waterplaneArea);
    archive.number(force.wettedArea);
}

template <class Archive>
void visit(Archive& archive, tnWaterParticle& particle)
{
    vector(archive, particle.position);
    vector(archive, particle.velocity);
    archive.number(particle.volume);
    archive.number(particle.age);
    choice(archive, particle.kind);
}

// The vertices and triangles of a user's mesh.
template <class Archive>
void visitMesh(Archive& archive, tnVec3* vertices, int32_t vertexCount, int32_t* triangles,
               int32_t triangleCount)
{
    for (int32_t k = 0; k < vertexCount && archive.isGood(); ++k)
    {
        vector(archive, vertices[k]);
    }
    for (int32_t k = 0; k < 3 * triangleCount && archive.isGood(); ++k)
    {
        archive.number(triangles[k]);
    }
}

} // namespace

// What a body is like beside its def. Its patch is what it displaced last: a body that leaves right
// after being restored leaves that behind.
template <class Archive>
void Water::visitBody(Archive& archive, BodyState& state)
{
    archive.number(state.body.presence);
    archive.flag(state.jumped);
    visit(archive, state.body.forces.host);
    BodyBox& box = state.body.box;
    archive.number(box.column);
    archive.number(box.row);
    archive.number(box.columns);
    archive.number(box.rows);
    const size_t most = mostCells(state.body.hull.reach, backend_->shape().grid);
    archive.require(box.columns >= 0 && box.rows >= 0 && box.columns <= def_.nx &&
                    box.rows <= def_.ny &&
                    static_cast<size_t>(box.columns) * static_cast<size_t>(box.rows) <= most);
    archive.require(state.body.presence >= 0.0f && state.body.presence <= 1.0f);
    if (archive.isGood())
    {
        archive.floats(state.body.patch,
                       static_cast<size_t>(box.columns) * static_cast<size_t>(box.rows));
    }
}

template <class Archive>
void Water::visitBodies(Archive& archive)
{
    for (Slot<BodyState>& slot : bodies_)
    {
        archive.flag(slot.used);
        archive.number(slot.generation);
        archive.require(!slot.used || slot.generation != 0);
        if (!slot.used || !archive.isGood())
        {
            continue;
        }
        if constexpr (Archive::kReads)
        {
            slot.used = readBody(archive, slot.value);
        }
        else
        {
            const tnBodyMesh& mesh = slot.value.mesh;
            visit(archive, slot.value.def);
            if (slot.value.def.shape == tn_bodyMesh)
            {
                visitMesh(archive, const_cast<tnVec3*>(mesh.vertices), mesh.vertexCount,
                          const_cast<int32_t*>(mesh.triangles), mesh.triangleCount);
            }
        }
        if (slot.used)
        {
            visitBody(archive, slot.value);
        }
    }
    bodies_.recount();
}

// False: it is not possible, or there is no memory, and the archive is no longer good.
template <class Archive>
bool Water::readBody(Archive& archive, BodyState& state)
{
    tnBodyDef def = {};
    visit(archive, def);
    Arena mesh;
    if (archive.isGood() && def.shape == tn_bodyMesh)
    {
        const bool fits =
            def.vertexCount > 0 && def.triangleCount > 0 &&
            static_cast<size_t>(def.vertexCount) <= archive.left() / sizeof(tnVec3) &&
            static_cast<size_t>(def.triangleCount) <= archive.left() / (3 * sizeof(int32_t));
        archive.require(fits);
        if (fits)
        {
            const auto vertices = static_cast<size_t>(def.vertexCount);
            const auto corners = 3 * static_cast<size_t>(def.triangleCount);
            lacksMemory_ = !mesh.create(arenaBytes(vertices, sizeof(tnVec3)) +
                                        arenaBytes(corners, sizeof(int32_t)));
            archive.require(!lacksMemory_);
            auto* points = mesh.take<tnVec3>(vertices);
            auto* indices = mesh.take<int32_t>(corners);
            if (archive.isGood())
            {
                visitMesh(archive, points, def.vertexCount, indices, def.triangleCount);
            }
            def.vertices = points;
            def.triangles = indices;
        }
    }
    tnResult result = archive.isGood() ? archive.checks().body(def) : tn_errorInvalidArgument;
    result = result == tn_success ? makeBody(def, backend_->shape().grid, &state) : result;
    lacksMemory_ = lacksMemory_ || result == tn_errorOutOfMemory;
    archive.require(result == tn_success);
    return archive.isGood();
}

template <class Archive>
void Water::visitState(Archive& archive)
{
    archive.number(stats_.time);
    archive.number(stats_.lostTime);
    archive.number(stats_.steps);
    archive.number(added_);
    archive.number(lastDt_);
    archive.number(pendingFlags_);
    archive.require((pendingFlags_ & ~uint32_t{tn_stepCapacity}) == 0);
    archive.require(stats_.time >= 0.0 && stats_.lostTime >= 0.0 && stats_.steps >= 0);
    visitSlots(archive, springs_, [&](tnSpringDef& spring) { visit(archive, spring); });
    archive.number(brushCount_);
    archive.require(brushCount_ >= 0 && brushCount_ <= def_.brushCapacity);
    for (int32_t k = 0; archive.isGood() && k < brushCount_; ++k)
    {
        visit(archive, brushes_[k]);
    }
    visitBodies(archive);
}

template <class Archive>
void Water::visitFields(Archive& archive)
{
    backend_->visitState([&](Rows rows) {
        if (archive.isGood())
        {
            visitRows(archive, rows, def_.nx, def_.ny, kMostSavedDepth);
        }
    });
    const WaterTiles& tiles = backend_->tiles();
    const auto count = static_cast<size_t>(tiles.count());
    for (uint8_t* marks : {tiles.stirred, tiles.foamy, tiles.measured})
    {
        archive.bytes(marks, count);
        archive.require(std::all_of(marks, marks + count, [](uint8_t m) { return m <= 1; }));
    }
    archive.floats(tiles.fastest, count, kMostSavedDepth);
    archive.floats(tiles.deepest, count, kMostSavedDepth);
}

template <class Archive>
void Water::visitSpray(Archive& archive)
{
    SprayState state = spray_.state();
    archive.number(state.ledger->rests.volume);
    for (double& dye : state.ledger->rests.dye)
    {
        archive.number(dye);
    }
    archive.number(state.ledger->rainDue);
    archive.number(state.ledger->steps);
    archive.number(state.count);
    archive.require(state.count >= 0 && state.count <= state.capacity);
    for (int32_t k = 0; archive.isGood() && k < state.count; ++k)
    {
        visit(archive, state.particles[k]);
        archive.bytes(&state.traits[k], sizeof state.traits[k]);
        archive.floats(state.dyes + static_cast<ptrdiff_t>(k) * state.dyeChannels,
                       static_cast<size_t>(state.dyeChannels));
        archive.require(isSound(state.particles[k], state.traits[k]));
    }
    if constexpr (Archive::kReads)
    {
        if (archive.isGood())
        {
            spray_.restored(state.count);
        }
    }
}

template <class Archive>
void Water::visitAll(Archive& archive)
{
    visitState(archive);
    if (archive.isGood())
    {
        visitFields(archive);
    }
    if (archive.isGood())
    {
        visitSpray(archive);
    }
}

size_t Water::saveSize()
{
    const WaterScope scope(*backend_);
    Writer counter;
    visit(counter, def_);
    visitAll(counter);
    return kSnapshotHeader + counter.used();
}

size_t Water::save(std::span<std::byte> bytes)
{
    const WaterScope scope(*backend_);
    added_ += backend_->takeLate();
    const size_t size = saveSize();
    if (size > bytes.size())
    {
        return 0;
    }
    Writer body(bytes.subspan(kSnapshotHeader, size - kSnapshotHeader));
    visit(body, def_);
    visitAll(body);
    sealSnapshot(kKind, bytes.first(size));
    return size;
}

tnResult Water::restore(std::span<const std::byte> bytes, const WaterChecks& checks,
                        const char** problem)
{
    const auto wrong = [problem](const char* what) {
        *problem = what;
        return tn_errorInvalidArgument;
    };
    if (const char* what = problemOfSnapshot(kKind, bytes))
    {
        return wrong(what);
    }
    Reader<WaterChecks> reader(bytes.subspan(kSnapshotHeader), checks);
    tnWaterDef def = {};
    visit(reader, def);
    if (!reader.isGood() || !checks.def(def))
    {
        return wrong("the water they describe is not possible");
    }
    // Depth and momentum alone take this much: a small file claims no large water.
    const auto cells = static_cast<size_t>(def.nx) * static_cast<size_t>(def.ny);
    if (reader.left() / (3 * sizeof(float)) < cells)
    {
        return wrong("they are too few for the size they claim");
    }
    def.backend = def_.backend;
    def.gl = def_.gl;
    def.fallback = def_.fallback;
    def.sameStep = def_.sameStep;
    def.threads = def_.threads;
    def.tasks = def_.tasks;
    Water* fresh = nullptr;
    const tnResult made = create(def, device_, &fresh);
    if (made != tn_success)
    {
        *problem = "the water they describe cannot be made";
        return made;
    }
    const Owned<Water> owner(fresh);
    const WaterScope scope(*fresh->backend_);
    fresh->visitAll(reader);
    if (fresh->lacksMemory_)
    {
        *problem = "there is no memory for a body";
        return tn_errorOutOfMemory;
    }
    if (!reader.isGood() || reader.left() != 0)
    {
        return wrong("a number in them is impossible");
    }
    fresh->backend_->finishRestore();
    fresh->reads_.goOnFrom(reads_);
    swap(*fresh);
    return tn_success;
}

uint64_t Water::hash()
{
    const WaterScope scope(*backend_);
    added_ += backend_->takeLate();
    Hasher hasher;
    visit(hasher, def_);
    visitAll(hasher);
    return hasher.value();
}

} // namespace tarn
