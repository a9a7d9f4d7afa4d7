// GlWater: life, who is ahead, and what the twin does on whole fields.
#include "backend/gl/gl_water.h"

#include "core/log.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace tarn
{

namespace
{

constexpr int32_t kPiecesAtOnce = 4096; // fields of tiles on their way at once: 32 MiB
constexpr size_t kTileCells = static_cast<size_t>(kTileColumns) * static_cast<size_t>(kTileRows);

void explain(GlProblem* problem, const char* text)
{
    std::snprintf(problem->text, sizeof problem->text, "%s", text);
}

} // namespace

// ---- Life

GlWater::GlWater(const WaterShape& shape, Tasks& tasks, GlDevice& device,
                 const GlWaterOptions& options) noexcept
    : HostWater(shape, vectorWaveRowKernels(), tasks), device_(device), options_(options),
      reads_(device)
{
    device_.addUser();
}

GlWater* GlWater::create(const WaterShape& shape, Tasks& tasks, GlDevice& device,
                         const GlWaterOptions& options, GlProblem* problem)
{
    GlWater* water = makeObject<GlWater>(shape, tasks, device, options);
    if (water == nullptr || !water->takeMemory())
    {
        explain(problem, "the allocator returned null");
    }
    else if (water->takeDevice(problem))
    {
        return water;
    }
    if (water != nullptr)
    {
        water->destroy();
    }
    return nullptr;
}

void GlWater::destroy() noexcept
{
    GlDevice& device = device_;
    {
        const GlScope scope(device);
        dropDevice();
    }
    destroyObject(this);
    device.removeUser();
}

bool GlWater::takeDevice(GlProblem* problem)
{
    const auto tiles = static_cast<size_t>(tiles_.count());
    const auto bodies = static_cast<size_t>(options_.bodyCapacity);
    mostPieces_ = static_cast<int32_t>(
        std::min<size_t>(tiles * (kFirstCarriedField + kCarried), kPiecesAtOnce));
    const auto pieces = static_cast<size_t>(mostPieces_);
    const size_t bytes =
        3 * arenaBytes(tiles, 1) + arenaBytes(tiles * kTileWords + kPlanWords, sizeof(uint32_t)) +
        arenaBytes(pieces, sizeof(Piece)) + arenaBytes(pieces * kTileCells, sizeof(float)) +
        arenaBytes(bodies, sizeof(Waiting)) + arenaBytes(bodies, sizeof(WaterBody*));
    if (!glArena_.create(bytes) || !rows_.create(shape_.grid.nx))
    {
        explain(problem, "the allocator returned null");
        return false;
    }
    fresh_ = glArena_.take<uint8_t>(tiles);
    marks_ = glArena_.take<uint8_t>(tiles);
    asked_ = glArena_.take<uint8_t>(tiles);
    words_ = glArena_.take<uint32_t>(tiles * kTileWords + kPlanWords);
    pieces_ = glArena_.take<Piece>(pieces);
    packing_ = glArena_.take<float>(pieces * kTileCells);
    waiting_ = glArena_.take<Waiting>(bodies);
    waitingBodies_ = glArena_.take<WaterBody*>(bodies);
    isAway_ = makePrograms(problem) && makeBuffers(problem);
    return isAway_;
}

std::span<const GlWater::ProgramText> GlWater::programTexts()
{
    static constexpr ProgramText kTexts[] = {
        {"water_waves", "#define EXTRAS 0\n"},
        {"water_waves", "#define EXTRAS 1\n"},
        {"water_plan", ""},
        {"water_measure", ""},
        {"water_inflow", ""},
        {"water_exchange", ""},
        {"water_decay", ""},
    };
    return kTexts;
}

bool GlWater::makePrograms(GlProblem* problem)
{
    GlProgram* const programs[] = {&programs_.waves[0], &programs_.waves[1], &programs_.plan,
                                   &programs_.measure,  &programs_.inflow,   &programs_.exchange,
                                   &programs_.decay};
    GlProgram* const* program = programs;
    for (const ProgramText& text : programTexts())
    {
        **program = device_.program(text.name, text.defines, problem);
        if ((*program++)->name == 0)
        {
            return false;
        }
    }
    return true;
}

// Of a group of water_waves.comp.
int32_t GlWater::groupRows() const
{
    return device_.isEs() ? 4 : 8;
}

int32_t GlWater::longestEdge() const
{
    return std::max(shape_.grid.nx, shape_.grid.ny);
}

bool GlWater::makeBuffers(GlProblem* problem)
{
    const int32_t nx = shape_.grid.nx;
    const int32_t ny = shape_.grid.ny;
    const auto tiles = static_cast<size_t>(tiles_.count());
    const size_t pieces = static_cast<size_t>(mostPieces_);
    const size_t stateBytes = glFieldBytes(nx, 3 * ny);
    const size_t carriedBytes = glFieldBytes(nx, (1 + shape_.dyeChannels) * ny);
    const size_t rim =
        2 * static_cast<size_t>(glGroupsFor(nx, kGroupColumns) + glGroupsFor(ny, groupRows()));
    const size_t copies = options_.goesToHost ? stateBytes + carriedBytes : GlDevice::kOffsetStep;
    bool good = true;
    for (int32_t k = 0; k < 2; ++k)
    {
        good = good && createGlField(device_, nx, 3 * ny, &state_[k]);
        good = good && createGlField(device_, nx, (1 + shape_.dyeChannels) * ny, &carried_[k]);
    }
    good = good && createGlField(device_, nx, ny, &deviceBed_);
    good = good && createGlField(device_, nx, options_.bodyCapacity > 0 ? 3 * ny : 1, &pushes_);
    good = good && device_.createBuffer(
                       (kPlanWords + tiles * (kTileWords + 1) + rim) * sizeof(uint32_t), &plan_);
    good =
        good && device_.createBuffer((32 + 4 * static_cast<size_t>(longestEdge())) * sizeof(float),
                                     &edgeNumbers_);
    good = good && device_.createBuffer(pieces * kTileCells * sizeof(float), &packed_);
    good = good && exchanges_.create(device_, pieces * kTileCells * sizeof(float), 2);
    good = good && reports_.create(device_, kPlanWords * sizeof(uint32_t));
    good = good && copies_.create(device_, copies, 1);
    if (!good)
    {
        std::snprintf(problem->text, sizeof problem->text,
                      "%.60s has no memory for a water of %d x %d cells, or no buffer so large "
                      "(%zu bytes); use a smaller grid",
                      device_.info().renderer, nx, ny, stateBytes);
    }
    return good;
}

void GlWater::dropDevice() noexcept
{
    for (GlField* field :
         {&state_[0], &state_[1], &carried_[0], &carried_[1], &deviceBed_, &pushes_})
    {
        destroyGlField(device_, field);
    }
    for (GlBuffer* buffer : {&plan_, &edgeNumbers_, &packed_})
    {
        device_.destroyBuffer(buffer);
    }
    for (GlField& field : made_)
    {
        destroyGlField(device_, &field);
    }
    exchanges_.destroy();
    reports_.destroy();
    copies_.destroy();
    reads_.destroy();
}

void GlWater::enter()
{
    device_.enter();
}

void GlWater::leave()
{
    device_.leave();
}

// ---- Whether there still is a device

bool GlWater::isOnDevice()
{
    if (isAway_ && device_.isLost() && options_.goesToHost)
    {
        moveToHost();
    }
    return isAway_;
}

bool GlWater::isLost()
{
    return isOnDevice() && device_.isLost();
}

void GlWater::copyState(const State& from, const State& to) const
{
    for (int32_t j = 0; j < shape_.grid.ny; ++j)
    {
        const auto put = [&](Rows source, Rows target) {
            std::copy_n(source.row(j), shape_.grid.nx, target.row(j));
        };
        put(from.depth, to.depth);
        put(from.momentumX, to.momentumX);
        put(from.momentumY, to.momentumY);
        for (int32_t k = 0; k < 1 + shape_.dyeChannels; ++k)
        {
            put(from.carried[k], to.carried[k]);
        }
    }
}

// The twin goes on from the last copy it has.
void GlWater::moveToHost()
{
    isAway_ = false;
    waitingCount_ = 0;
    const uint64_t behind = isHostAhead_ ? 0 : steps_ - keptStep_;
    const auto count = tiles_.count();
    std::fill_n(tiles_.awake, count, uint8_t{1}); // those that sleep are put to sleep anew
    if (!isHostAhead_)
    {
        copyState(next_, now_);
        findCarried();
        std::fill_n(tiles_.foamy, count, static_cast<uint8_t>(carries_[0] ? 1 : 0));
        tiles_.wakeAll();
    }
    logMessage(tn_logWarning, tn_logGl,
               "a water's context is lost: it goes on on the CPU, from %llu steps before",
               static_cast<unsigned long long>(behind));
}

// ---- What the twin does on whole fields

// The twin has all, and may have changed any of it.
void GlWater::changedOnHost()
{
    isHostAhead_ = isAway_;
    isGroundStale_ = true;
    isShown_ = false;
}

tnFieldView GlWater::view(tnWaterField field)
{
    bringHome();
    return HostWater::view(field);
}

void GlWater::fill(tnWaterField field, float value)
{
    bringHome();
    changedOnHost();
    HostWater::fill(field, value);
}

void GlWater::load(tnWaterField field, const float* values)
{
    bringHome();
    changedOnHost();
    HostWater::load(field, values);
}

WaterFields& GlWater::fields()
{
    bringHome();
    changedOnHost();
    return HostWater::fields();
}

void GlWater::finishFields()
{
    changedOnHost();
    HostWater::finishFields();
}

void GlWater::visitState(FunctionRef<void(Rows)> visit)
{
    bringHome();
    HostWater::visitState(visit);
}

void GlWater::finishRestore()
{
    changedOnHost();
    HostWater::finishRestore();
}

WaterTiles& GlWater::tiles()
{
    bringHome();
    changedOnHost();
    return HostWater::tiles();
}

void GlWater::setEdges(const WaterEdges& edges)
{
    bringHome();
    changedOnHost();
    HostWater::setEdges(edges);
}

// The whole step on a given surface is the twin's.
void GlWater::beginGiven()
{
    bringHome();
    changedOnHost();
    HostWater::beginGiven();
}

ViscousSystem GlWater::viscousSystem(float amount)
{
    bringHome();
    changedOnHost();
    return HostWater::viscousSystem(amount);
}

void GlWater::sample(std::span<const tnVec2> points, float gravity, tnWaterSample* out)
{
    bringHome();
    HostWater::sample(points, gravity, out);
}

tnWaterTotals GlWater::totals(float density, float gravity)
{
    bringHome();
    return HostWater::totals(density, gravity);
}

} // namespace tarn
