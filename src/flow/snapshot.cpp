// Saved flows: def, state, slots and fields, in the form of core/archive.h. Fields are rows without
// ghosts.
#include "core/archive.h"
#include "flow/defaults.h"
#include "flow/flow.h"

#include <cmath>

namespace tarn
{

namespace
{

constexpr SnapshotKind kKind = {{'T', 'A', 'R', 'N', 'F', 'L', 'O', 'W'}, 2};
constexpr double kFarthestSolid = 1.0e30; // m; it may have moved far by itself

// ---- What each thing is made of

template <class Archive>
void visit(Archive& archive, tnFlowEdge& edge)
{
    choice(archive, edge.type);
    archive.flag(edge.noSlip);
    archive.number(edge.normalSpeed);
    archive.number(edge.tangentialSpeed);
    archive.floats(edge.dye, TN_MAX_DYES);
    archive.flag(edge.fixedTemperature);
    archive.number(edge.temperature);
}

template <class Archive>
void visit(Archive& archive, tnFlowSettings& s)
{
    archive.number(s.density);
    archive.number(s.viscosity);
    vector(archive, s.acceleration);
    vector(archive, s.gravity);
    archive.number(s.thermalExpansion);
    archive.number(s.ambientTemperature);
    archive.number(s.thermalDiffusivity);
    archive.number(s.cooling);
    archive.floats(s.dyeWeight, TN_MAX_DYES);
    archive.floats(s.dyeDiffusivity, TN_MAX_DYES);
    archive.floats(s.dyeDissipation, TN_MAX_DYES);
    archive.number(s.velocityDissipation);
    archive.number(s.confinement);
    choice(archive, s.velocityAdvection);
    choice(archive, s.dyeAdvection);
    choice(archive, s.temperatureAdvection);
    archive.number(s.tolerance);
    archive.number(s.maxIterations);
    archive.number(s.texturePeriod);
}

// Without backend and threads, which are the host's.
template <class Archive>
void visit(Archive& archive, tnFlowDef& def)
{
    archive.number(def.nx);
    archive.number(def.ny);
    archive.number(def.cellSize);
    vector(archive, def.origin);
    archive.number(def.dyeChannels);
    archive.number(def.dyeScale);
    archive.flag(def.temperature);
    archive.flag(def.texture);
    archive.number(def.tracerCapacity);
    archive.number(def.solidCapacity);
    archive.number(def.emitterCapacity);
    archive.number(def.brushCapacity);
    visit(archive, def.left);
    visit(archive, def.right);
    visit(archive, def.bottom);
    visit(archive, def.top);
    visit(archive, def.settings);
}

template <class Archive>
void visit(Archive& archive, tnFlowBrush& brush)
{
    choice(archive, brush.mode);
    vector(archive, brush.from);
    vector(archive, brush.to);
    archive.number(brush.radius);
    vector(archive, brush.velocity);
    archive.floats(brush.dye, TN_MAX_DYES);
    archive.number(brush.temperature);
    archive.number(brush.holdRate);
    archive.flag(brush.holdVelocity);
    archive.flag(brush.holdDye);
    archive.flag(brush.holdTemperature);
    if constexpr (Archive::kReads)
    {
        archive.require(archive.isGood() && archive.checks().brush(brush));
    }
}

template <class Archive>
void visit(Archive& archive, tnSolidForce& force)
{
    vector(archive, force.pressure);
    vector(archive, force.viscous);
    archive.number(force.pressureTorque);
    archive.number(force.viscousTorque);
}

template <class Archive>
void visit(Archive& archive, SolidState& solid)
{
    Shape& shape = solid.shape;
    choice(archive, shape.kind);
    archive.number(shape.radius);
    archive.number(shape.halfWidth);
    archive.number(shape.halfHeight);
    archive.number(shape.vertexCount);
    const bool many = shape.vertexCount < 0 || shape.vertexCount > kMaxShapeVertices;
    const bool known = shape.kind >= ShapeKind::circle && shape.kind <= ShapeKind::polygon;
    archive.require(!many && known);
    if (!archive.isGood())
    {
        return;
    }
    for (int32_t k = 0; k < shape.vertexCount; ++k)
    {
        archive.number(shape.vertices[k].x);
        archive.number(shape.vertices[k].y);
    }
    archive.number(solid.x);
    archive.number(solid.y);
    archive.number(solid.angle);
    archive.number(solid.motion.vx);
    archive.number(solid.motion.vy);
    archive.number(solid.motion.spin);
    archive.flag(solid.noSlip);
    archive.flag(solid.fixedTemperature);
    archive.number(solid.temperature);
    visit(archive, solid.force);
    if constexpr (Archive::kReads)
    {
        const auto fast = [](float speed, float most) { return std::fabs(speed) > most; };
        archive.require(archive.isGood() && problemOf(shape).fault == ShapeFault::none);
        archive.require(std::fabs(solid.x) <= kFarthestSolid &&
                        std::fabs(solid.y) <= kFarthestSolid);
        archive.require(!fast(solid.motion.vx, defaults::kMostSpeed) &&
                        !fast(solid.motion.vy, defaults::kMostSpeed) &&
                        !fast(solid.motion.spin, defaults::kMostSpin));
        archive.require(std::fabs(solid.temperature) <= defaults::kMostAmount);
    }
}

} // namespace

template <class Archive>
void Flow::visitState(Archive& archive)
{
    archive.number(stats_.time);
    archive.number(stats_.steps);
    archive.number(stats_.divergenceBefore);
    archive.number(stats_.maxSpeed);
    archive.number(texturePhase_);
    archive.number(lastDt_);
    archive.flag(reflects_);
    archive.flag(startled_);
    archive.flag(velocityGiven_);
    archive.number(pendingFlags_);
    archive.require(stats_.time >= 0.0 && stats_.steps >= 0 && texturePhase_ >= 0.0 &&
                    texturePhase_ < 1.0 && stats_.divergenceBefore >= 0.0f &&
                    stats_.maxSpeed >= 0.0f);
    archive.require(lastDt_ == 0.0f ||
                    (lastDt_ >= defaults::kShortestStep && lastDt_ <= defaults::kLongestStep));
    archive.require((pendingFlags_ & ~uint32_t{tn_stepCapacity}) == 0);
    visit(archive, maskForce_);
    for (int32_t side = 0; side < 4; ++side)
    {
        for (int32_t quantity = 0; quantity < kEdgeQuantities; ++quantity)
        {
            archive.flag(edgeProfiled_[side][quantity]);
            if (edgeProfiled_[side][quantity])
            {
                archive.floats(edgeValues_[side][quantity],
                               static_cast<size_t>(cellsAlong(static_cast<tnSide>(side))));
            }
        }
    }
    visitSlots(archive, solids_, [&](SolidState& solid) { visit(archive, solid); });
    visitSlots(archive, emitters_, [&](tnFlowBrush& brush) { visit(archive, brush); });
    archive.number(brushCount_);
    archive.require(brushCount_ >= 0 && brushCount_ <= def_.brushCapacity);
    for (int32_t k = 0; archive.isGood() && k < brushCount_; ++k)
    {
        visit(archive, brushes_[k]);
    }
    archive.flag(masked_);
    if (masked_)
    {
        archive.bytes(mask_, static_cast<size_t>(def_.nx) * static_cast<size_t>(def_.ny));
    }
}

template <class Archive>
void Flow::visitFields(Archive& archive)
{
    const auto field = [&](tnFlowField which, int32_t columns, int32_t rows) {
        visitRows(archive, backend_->rows(which), columns, rows);
    };
    const int32_t nx = def_.nx;
    const int32_t ny = def_.ny;
    visitRows(archive, backend_->rows(tn_flowVelocityX), nx + 1, ny, defaults::kMostSavedSpeed);
    visitRows(archive, backend_->rows(tn_flowVelocityY), nx, ny + 1, defaults::kMostSavedSpeed);
    visitRows(archive, backend_->pressed(), nx, ny);
    if (def_.temperature)
    {
        field(tn_flowTemperature, nx, ny);
    }
    for (int32_t k = 0; def_.texture && k < 4; ++k)
    {
        field(static_cast<tnFlowField>(tn_flowTextureX0 + k), nx, ny);
    }
    for (int32_t c = 0; c < def_.dyeChannels; ++c)
    {
        field(static_cast<tnFlowField>(tn_flowDye0 + c), nx * def_.dyeScale, ny * def_.dyeScale);
    }
    auto count = static_cast<int32_t>(backend_->tracers().size());
    archive.number(count);
    if constexpr (Archive::kReads)
    {
        archive.require(backend_->setTracerCount(count));
    }
    for (tnVec2& tracer : backend_->tracers())
    {
        vector(archive, tracer);
    }
}

template <class Archive>
void Flow::visitAll(Archive& archive, Learnt (&learnt)[kDiffusions + 1])
{
    visitState(archive);
    for (Learnt& each : learnt)
    {
        archive.flag(each.current);
        archive.flag(each.stalls);
        archive.number(each.amount);
    }
    if (archive.isGood())
    {
        visitFields(archive);
    }
}

void Flow::recall(Learnt (&learnt)[kDiffusions + 1])
{
    for (int32_t k = 0; k <= kDiffusions; ++k)
    {
        const Implicit& implicit = k < kDiffusions ? diffusions_[k] : pressure_;
        Learnt& each = learnt[k];
        each.current = implicit.solver != nullptr && implicit.facesVersion == facesVersion_;
        each.stalls = each.current && implicit.solver->stalls();
        each.amount = each.current ? implicit.amount : 0.0f;
    }
}

void Flow::teach(const Learnt (&learnt)[kDiffusions + 1])
{
    for (int32_t k = 0; k <= kDiffusions; ++k)
    {
        Implicit& implicit = k < kDiffusions ? diffusions_[k] : pressure_;
        const Learnt& each = learnt[k];
        const bool possible = k == kDiffusions || each.amount >= defaults::kLeastDiffusion;
        if (!each.current || !possible || implicit.solver == nullptr)
        {
            continue;
        }
        const ImplicitSystem system =
            k < kDiffusions ? backend_->diffusionSystem(kWhat[k], 0, each.amount, true)
                            : backend_->pressureSystem();
        implicit.solver->setCoefficients({system.a, system.bx, system.by, system.aEverywhere});
        implicit.solver->setStalls(each.stalls);
        implicit.facesVersion = facesVersion_;
        implicit.amount = each.amount;
    }
}

size_t Flow::saveSize()
{
    bringForces();
    bringUpToDate();
    Learnt learnt[kDiffusions + 1];
    Writer counter;
    visit(counter, def_);
    visitAll(counter, learnt);
    return kSnapshotHeader + counter.used();
}

size_t Flow::save(std::span<std::byte> bytes)
{
    const size_t size = saveSize();
    if (size > bytes.size())
    {
        return 0;
    }
    const std::span<std::byte> content = bytes.subspan(kSnapshotHeader, size - kSnapshotHeader);
    Learnt learnt[kDiffusions + 1];
    recall(learnt);
    Writer body(content);
    visit(body, def_);
    visitAll(body, learnt);
    sealSnapshot(kKind, bytes.first(size));
    return size;
}

tnResult Flow::restore(std::span<const std::byte> bytes, const RestoreChecks& checks,
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
    const std::span<const std::byte> content = bytes.subspan(kSnapshotHeader);
    Reader<RestoreChecks> reader(content, checks);
    tnFlowDef def = {};
    visit(reader, def);
    if (!reader.isGood() || !checks.def(def))
    {
        return wrong("the flow they describe is not possible");
    }
    // Velocity, pressure and dyes alone take this much: a small file claims no large flow.
    const auto cells = static_cast<size_t>(def.nx) * static_cast<size_t>(def.ny);
    const auto dyes = static_cast<size_t>(def.dyeChannels * def.dyeScale * def.dyeScale);
    if (reader.left() / sizeof(float) / (3 + dyes) < cells)
    {
        return wrong("they are too few for the size they claim");
    }
    def.backend = def_.backend;
    def.gl = def_.gl;
    def.fallback = def_.fallback;
    def.threads = def_.threads;
    def.tasks = def_.tasks;
    Flow* fresh = nullptr;
    const tnResult made = createLike(def, &fresh);
    if (made != tn_success)
    {
        *problem = "the flow they describe cannot be made";
        return made;
    }
    const Owned<Flow> owner(fresh);
    Learnt learnt[kDiffusions + 1];
    fresh->visitAll(reader, learnt);
    if (!reader.isGood() || reader.left() != 0)
    {
        return wrong("a number in them is impossible");
    }
    for (int32_t side = 0; side < 4; ++side)
    {
        fresh->fillEdgeValues(static_cast<tnSide>(side));
    }
    const bool startled = fresh->startled_;
    fresh->bringUpToDate();
    fresh->startled_ = startled; // its edges are new to the backend alone
    fresh->teach(learnt);
    fresh->reads_.goOnFrom(reads_);
    *this = std::move(*fresh);
    return tn_success;
}

uint64_t Flow::hash()
{
    bringForces();
    bringUpToDate();
    Hasher hasher;
    visit(hasher, def_);
    visitState(hasher);
    visitFields(hasher);
    return hasher.value();
}

} // namespace tarn
