// Saved flows: one archive that counts, writes, reads and hashes, so that the four cannot differ.
//
//     "TARNFLOW"  version  byte order  size  hash of the rest  |  def  state  slots  fields
//
// Numbers are little-endian and have no gaps; fields are rows without ghosts. Reading trusts
// nothing: the hash, every size, every number and every def is checked before anything changes.
#include "core/hash.h"
#include "flow/defaults.h"
#include "flow/flow.h"

#include <cmath>
#include <cstring>
#include <type_traits>

namespace tarn
{

namespace
{

constexpr char kMagic[8] = {'T', 'A', 'R', 'N', 'F', 'L', 'O', 'W'};
constexpr uint32_t kVersion = 1;
constexpr uint32_t kByteOrder = 0x01020304u;
constexpr double kFarthestSolid = 1.0e30; // m; it may have moved far by itself
constexpr size_t kHeaderBytes = sizeof kMagic + 2 * sizeof(uint32_t) + 2 * sizeof(uint64_t);

// What goes out: numbers as bytes, one after another, to a sink.
template <class Sink>
class Outgoing : public Sink
{
  public:
    static constexpr bool kReads = false;

    using Sink::Sink;

    template <class T>
    void number(T& value)
    {
        this->bytes(&value, sizeof value);
    }
    void flag(bool& value)
    {
        uint8_t byte = value ? 1 : 0;
        this->bytes(&byte, 1);
    }
    void floats(float* values, size_t count, float = 0.0f)
    {
        this->bytes(values, count * sizeof *values);
    }
    void require(bool) {}
    bool isGood() const { return true; }
};

// Memory; where there is none, the bytes are only counted.
class MemorySink
{
  public:
    explicit MemorySink(std::span<std::byte> room = {}) : room_(room) {}

    void bytes(const void* data, size_t size)
    {
        if (!room_.empty())
        {
            std::memcpy(room_.data() + used_, data, size);
        }
        used_ += size;
    }
    size_t used() const { return used_; }

  private:
    std::span<std::byte> room_;
    size_t used_ = 0;
};

class HashSink
{
  public:
    void bytes(const void* data, size_t size) { hash_ = hashBytes(data, size, hash_); }
    uint64_t value() const { return hash_; }

  private:
    uint64_t hash_ = 0;
};

using Writer = Outgoing<MemorySink>;
using Hasher = Outgoing<HashSink>;

// Reads; after the first thing that is wrong, nothing more.
class Reader
{
  public:
    static constexpr bool kReads = true;

    Reader(std::span<const std::byte> from, const RestoreChecks& checks)
        : from_(from), checks_(checks)
    {
    }

    void bytes(void* data, size_t size)
    {
        if (!good_ || size > from_.size() - used_)
        {
            good_ = false;
            std::memset(data, 0, size);
            return;
        }
        std::memcpy(data, from_.data() + used_, size);
        used_ += size;
    }
    template <class T>
    void number(T& value)
    {
        bytes(&value, sizeof value);
        if constexpr (std::is_floating_point_v<T>)
        {
            good_ = good_ && std::isfinite(value);
        }
    }
    void flag(bool& value)
    {
        uint8_t byte = 0;
        bytes(&byte, 1);
        good_ = good_ && byte <= 1;
        value = byte != 0;
    }
    // None of them beyond `most`.
    void floats(float* values, size_t count, float most = defaults::kMostSaved)
    {
        bytes(values, count * sizeof *values);
        for (size_t k = 0; k < count && good_; ++k)
        {
            good_ = std::fabs(values[k]) <= most;
        }
    }
    void require(bool condition) { good_ = good_ && condition; }
    const RestoreChecks& checks() const { return checks_; }
    bool isGood() const { return good_; }
    size_t left() const { return from_.size() - used_; }

  private:
    std::span<const std::byte> from_;
    const RestoreChecks& checks_;
    size_t used_ = 0;
    bool good_ = true;
};

// ---- What each thing is made of

template <class Archive, class Enum>
void choice(Archive& archive, Enum& value)
{
    auto number = static_cast<int32_t>(value);
    archive.number(number);
    value = static_cast<Enum>(number);
}

template <class Archive>
void vector(Archive& archive, tnVec2& value)
{
    archive.number(value.x);
    archive.number(value.y);
}

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

template <class Archive, class T, class Handle>
void visit(Archive& archive, Slots<T, Handle>& slots)
{
    for (Slot<T>& slot : slots)
    {
        archive.flag(slot.used);
        archive.number(slot.generation);
        archive.require(!slot.used || slot.generation != 0);
        if (slot.used && archive.isGood())
        {
            visit(archive, slot.value);
        }
    }
    slots.recount();
}

template <class Archive>
void visitRows(Archive& archive, Rows rows, int32_t columns, int32_t count,
               float most = defaults::kMostSaved)
{
    for (int32_t j = 0; j < count; ++j)
    {
        archive.floats(rows.row(j), static_cast<size_t>(columns), most);
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
    visit(archive, solids_);
    visit(archive, emitters_);
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
    bringUpToDate();
    Learnt learnt[kDiffusions + 1];
    Writer counter;
    visit(counter, def_);
    visitAll(counter, learnt);
    return kHeaderBytes + counter.used();
}

size_t Flow::save(std::span<std::byte> bytes)
{
    const size_t size = saveSize();
    if (size > bytes.size())
    {
        return 0;
    }
    const std::span<std::byte> content = bytes.subspan(kHeaderBytes, size - kHeaderBytes);
    Learnt learnt[kDiffusions + 1];
    recall(learnt);
    Writer body(content);
    visit(body, def_);
    visitAll(body, learnt);
    Writer header(bytes.first(kHeaderBytes));
    header.bytes(kMagic, sizeof kMagic);
    uint32_t version = kVersion;
    uint32_t order = kByteOrder;
    uint64_t whole = size;
    uint64_t hash = hashBytes(content.data(), content.size(), 0);
    header.number(version);
    header.number(order);
    header.number(whole);
    header.number(hash);
    return size;
}

tnResult Flow::restore(std::span<const std::byte> bytes, const RestoreChecks& checks,
                       const char** problem)
{
    const auto wrong = [problem](const char* what) {
        *problem = what;
        return tn_errorInvalidArgument;
    };
    if (bytes.size() < kHeaderBytes || std::memcmp(bytes.data(), kMagic, sizeof kMagic) != 0)
    {
        return wrong("they do not begin like a saved flow");
    }
    Reader header(bytes.subspan(sizeof kMagic), checks);
    uint32_t version = 0;
    uint32_t order = 0;
    uint64_t whole = 0;
    uint64_t hash = 0;
    header.number(version);
    header.number(order);
    header.number(whole);
    header.number(hash);
    if (order != kByteOrder)
    {
        return wrong("they were saved on a machine with another byte order");
    }
    if (version != kVersion)
    {
        return wrong("they were saved by another version of Tarn");
    }
    if (whole != bytes.size())
    {
        return wrong("they are cut off, or more than were saved");
    }
    const std::span<const std::byte> content = bytes.subspan(kHeaderBytes);
    if (hash != hashBytes(content.data(), content.size(), 0))
    {
        return wrong("they have changed since they were saved");
    }
    Reader reader(content, checks);
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
    *this = std::move(*fresh);
    return tn_success;
}

uint64_t Flow::hash()
{
    bringUpToDate();
    Hasher hasher;
    visit(hasher, def_);
    visitState(hasher);
    visitFields(hasher);
    return hasher.value();
}

} // namespace tarn
