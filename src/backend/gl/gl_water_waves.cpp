// The waves of GlWater: a step of them without an answer from the device.
//
// How long a substep may be is decided on the device, by the waves as they are then
// (water_plan.comp), with the same arithmetic as on the host. The host only has to ask for enough
// substeps; those that are not needed do nothing. It goes by the report of the step before the last
// one, which has been there for long, and by what it put into the water itself since, with a
// margin. It never looks at a newer one, so that results do not depend on when reports arrive.
// Where it asked for too few, the rest of the step is made up for in the next one; where no more
// are allowed, it is lost (tn_stepSlow), and told when the report is here.
#include "backend/gl/gl_water.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace tarn
{

namespace
{

constexpr uint64_t kLag = 2; // steps from a report to the step that goes by it

// Waves may get so much faster in the meantime, as a rule; water that was just let loose runs into
// the dry at twice the speed of its waves.
constexpr double kMargin = 1.15;
constexpr double kLetLoose = 2.0;

// Water of so many cells is copied in every step for when the context is lost; larger ones less
// often, since that costs as much as a step.
constexpr int64_t kCopiedAtOnce = 512 * 512;
constexpr uint64_t kStepsPerCopy = 16;

float floatAt(const std::byte* words, int32_t word)
{
    float value;
    std::memcpy(&value, words + static_cast<size_t>(word) * sizeof value, sizeof value);
    return value;
}

int32_t countAt(const std::byte* words, int32_t word)
{
    int32_t value;
    std::memcpy(&value, words + static_cast<size_t>(word) * sizeof value, sizeof value);
    return value;
}

} // namespace

// ---- What is known

// As water_tiles.glsl has the head.
void GlWater::takeReport(uint64_t number)
{
    reports_.take(number, [&](const std::byte* words) {
        double carry = static_cast<double>(floatAt(words, 6));
        if (!device_.isEs())
        {
            std::memcpy(&carry, words + 6 * sizeof(uint32_t), sizeof carry);
        }
        report_ = {countAt(words, 3),  carry,
                   floatAt(words, 8),  floatAt(words, 9),
                   floatAt(words, 10), floatAt(words, 11),
                   floatAt(words, 12), countAt(words, 13),
                   countAt(words, 14)};
        late_ += static_cast<double>(report_.entered);
        lost_ += static_cast<double>(report_.lost);
    });
    taken_ = number;
}

double GlWater::takeLate()
{
    while (isOnDevice() && taken_ < reports_.lastSent())
    {
        takeReport(taken_ + 1);
    }
    const double late = late_;
    late_ = 0.0;
    return late;
}

WaterExtremes GlWater::extremes(float gravity)
{
    if (!isOnDevice() || isHostAhead_)
    {
        return HostWater::extremes(gravity);
    }
    const bool isYoung = taken_ <= touchedAt_;
    return {std::max(report_.fastest, isYoung ? touched_.fastest : 0.0f),
            std::max(report_.deepest, isYoung ? touched_.deepest : 0.0f)};
}

float GlWater::fastestWater()
{
    return !isOnDevice() || isHostAhead_ ? HostWater::fastestWater() : std::sqrt(report_.swiftest2);
}

// Nothing moved two steps ago, and nobody has touched it since.
bool GlWater::sleepsThrough(const WavePlan& plan) const
{
    return plan.sleeps && taken_ > askedAt_ && report_.stirred == 0;
}

int32_t GlWater::substepsFor(const WavePlan& plan) const
{
    double fastest = kMargin * static_cast<double>(report_.fastest);
    if (taken_ <= touchedAt_)
    {
        const double loose = isLoose_ ? kLetLoose : kMargin;
        fastest = std::max(fastest, loose * static_cast<double>(touched_.fastest));
    }
    fastest = std::min(fastest, 2.0 * static_cast<double>(plan.settings.maxSpeed));
    const double time = static_cast<double>(plan.dt) + report_.carry;
    const double needed = std::ceil(time * fastest / plan.reach);
    return static_cast<int32_t>(std::clamp(needed, 1.0, static_cast<double>(plan.maxSubsteps)));
}

// ---- A step

void GlWater::beginStep()
{
    if (!isOnDevice() || isHostAhead_)
    {
        HostWater::beginStep();
        return;
    }
    finishForces();
    const auto count = tiles_.count();
    std::copy_n(tiles_.foamy, count, tileWasFoamy_);
    carries_[0] = std::any_of(tiles_.foamy, tiles_.foamy + count, [](uint8_t f) { return f != 0; });
}

void GlWater::decayDye(const float keep[TN_MAX_WATER_DYES])
{
    if (!isOnDevice() || isHostAhead_)
    {
        HostWater::decayDye(keep);
        return;
    }
    const WaterGrid& grid = shape_.grid;
    for (int32_t k = 0; k < shape_.dyeChannels; ++k)
    {
        if (!carries_[1 + k] || keep[k] >= 1.0f)
        {
            continue;
        }
        const int32_t first = (1 + k) * grid.ny;
        for (const GlField& carried : carried_) // of tiles that sleep both count
        {
            device_.run(programs_.decay,
                        gl_params::WaterDecay{grid.nx, first, first + grid.ny, carried.stride,
                                              keep[k], kUnseen},
                        {glWrite(carried.buffer)},
                        {glGroupsFor(grid.nx, 32), glGroupsFor(grid.ny, 4)});
        }
        for (int32_t tile = 0; tile < tiles_.count(); ++tile)
        {
            fresh_[tile] &= static_cast<uint8_t>(~kCarriedThings);
        }
    }
}

// Eight numbers for each side; see water_edges.glsl.
void GlWater::sendEdges()
{
    float numbers[4][8] = {};
    for (int32_t side = 0; side < 4; ++side)
    {
        const tnWaterEdge& edge = edges_.sides[side];
        numbers[side][0] = static_cast<float>(edge.type);
        numbers[side][1] = edge.level;
        numbers[side][2] = edge.discharge;
        std::copy_n(edge.dye, TN_MAX_WATER_DYES, numbers[side] + 3);
    }
    device_.write(edgeNumbers_, 0, std::as_bytes(std::span(&numbers[0][0], 32)));
}

// Whether water may come or go over any edge.
bool GlWater::anyPasses() const
{
    return std::any_of(edges_.sides, edges_.sides + 4, [](const tnWaterEdge& edge) {
        return edge.type != tn_waterWall && edge.type != tn_waterPeriodic;
    });
}

gl_params::WaterWaves GlWater::waveParams(const WaveSettings& s) const
{
    const WaterGrid& grid = shape_.grid;
    gl_params::WaterWaves p = {};
    p.nx = grid.nx;
    p.ny = grid.ny;
    p.stride = state_[0].stride;
    p.tileColumns = tiles_.columns;
    p.tileCount = tiles_.count();
    p.carried = 1 + shape_.dyeChannels;
    for (int32_t k = 0; k < p.carried; ++k)
    {
        p.carries |= carries_[k] ? 1 << k : 0;
    }
    p.passes = anyPasses() ? 1 : 0;
    const bool isRough = s.manning > 0.0f || s.yield > 0.0f || s.isWindy();
    p.slows = isRough ? 2 : (s.viscosity > 0.0f ? 1 : 0);
    p.windy = s.isWindy() ? 1 : 0;
    p.gravity = s.gravity;
    p.thinDepth = kThinDepth;
    p.dryWaves = kDryWaves;
    p.dryDepth = kDryDepth;
    p.maxSpeed = s.maxSpeed;
    p.yieldRise = s.gravity > 0.0f ? s.yield * grid.cellSize / s.gravity : 0.0f;
    p.stillSpeed2 = s.isWindy() ? 0.0f : kStillSpeed2 * s.gravity;
    p.levelRounding = kLevelRounding;
    p.mostGiven = kMostGiven;
    p.manning = s.manning;
    p.laminar = 3.0f * s.viscosity;
    p.yield = s.yield;
    p.windX = s.wind.x;
    p.windY = s.wind.y;
    return p;
}

void GlWater::planSubstep(const WavePlan& plan, int32_t phase, int32_t launched)
{
    const WaterGrid& grid = shape_.grid;
    gl_params::WaterPlan p = {};
    p.tileColumns = tiles_.columns;
    p.tileRows = tiles_.rows;
    p.wrapX = grid.wrapX ? 1 : 0;
    p.wrapY = grid.wrapY ? 1 : 0;
    p.sleeps = plan.sleeps ? 1 : 0;
    p.phase = phase;
    const uint32_t rim =
        2 * (glGroupsFor(grid.nx, kGroupColumns) + glGroupsFor(grid.ny, groupRows()));
    p.edges = anyPasses() ? static_cast<int32_t>(rim) : 0;
    p.launched = launched;
    p.most = plan.maxSubsteps;
    p.dt = plan.dt;
    p.reach = static_cast<float>(plan.reach);
    p.fastestCounted = 2.0f * plan.settings.maxSpeed;
    p.cellSize = grid.cellSize;
    device_.run(programs_.plan, p, {glWrite(plan_)}, {});
}

// What it makes is what is now.
void GlWater::launchSubstep(const gl_params::WaterWaves& params, bool extras)
{
    const bool flowsIn = std::any_of(edges_.sides, edges_.sides + 4, [](const tnWaterEdge& edge) {
        return edge.type == tn_waterInflow;
    });
    const GlGroups groups = {glGroupsFor(params.nx, kGroupColumns),
                             glGroupsFor(params.ny, groupRows())};
    const GlBuffer& from = state_[0].buffer;
    const GlBuffer& to = state_[1].buffer;
    if (flowsIn)
    {
        device_.run(programs_.inflow,
                    gl_params::WaterInflow{params.nx, params.ny, params.stride, params.gravity,
                                           params.dryDepth},
                    {glRead(from), glRead(deviceBed_.buffer), glWrite(edgeNumbers_)}, {4});
    }
    if (extras)
    {
        device_.run(programs_.waves[1], params,
                    {glRead(from), glWrite(to), glRead(deviceBed_.buffer), glWrite(plan_),
                     glRead(edgeNumbers_), glWrite(pushes_.buffer), glRead(carried_[0].buffer),
                     glWrite(carried_[1].buffer)},
                    groups);
        std::swap(carried_[0], carried_[1]);
    }
    else
    {
        device_.run(programs_.waves[0], params,
                    {glRead(from), glWrite(to), glRead(deviceBed_.buffer), glWrite(plan_),
                     glRead(edgeNumbers_)},
                    groups);
    }
    std::swap(state_[0], state_[1]);
}

WaveOutcome GlWater::runWaves(const WavePlan& plan)
{
    if (!isOnDevice())
    {
        return HostWater::runWaves(plan);
    }
    while (taken_ + kLag <= reports_.lastSent())
    {
        takeReport(taken_ + 1);
    }
    goOut(plan.settings.gravity);
    sendAsked(plan.settings.gravity);
    ++steps_;
    WaveOutcome outcome;
    if (!sleepsThrough(plan))
    {
        const gl_params::WaterWaves params = waveParams(plan.settings);
        beginCarrying();
        const bool extras = params.carries != 0 || hasBodiesNear_;
        const int32_t launched = substepsFor(plan);
        for (int32_t k = 0; k < launched; ++k)
        {
            planSubstep(plan, k == 0 ? 0 : 1, launched);
            launchSubstep(params, extras);
        }
        planSubstep(plan, 2, launched);
        reports_.send({{plan_, 0, kPlanWords * sizeof(uint32_t)}});
        std::fill_n(fresh_, tiles_.count(), uint8_t{0});
        hasPushes_ = true;
        keepCopy();
        outcome.substeps = report_.substeps;
        outcome.tilesAwake = report_.awake;
        outcome.deviceBytes = bytesOf(report_);
    }
    outcome.added = plan.added + late_;
    outcome.lost = lost_;
    outcome.fastest = extremes(plan.settings.gravity).fastest;
    late_ = 0.0;
    lost_ = 0.0;
    return outcome;
}

// What substeps read and write of cells that work: depth, momentum and bed, then depth and
// momentum; likewise what is carried.
int64_t GlWater::bytesOf(const Report& report) const
{
    constexpr int64_t kFloats = 4 + 3;
    constexpr int64_t kFloatsCarried = 1 + 1;
    const int64_t carried = std::count(carries_, carries_ + kCarried, true);
    const int64_t cells = std::min(int64_t{report.awake} * kTileColumns * kTileRows,
                                   int64_t{shape_.grid.nx} * shape_.grid.ny);
    return report.substeps * cells * (kFloats + carried * kFloatsCarried) *
           static_cast<int64_t>(sizeof(float));
}

// What is not carried is the same on both sides of a substep: none, or it begins.
void GlWater::beginCarrying()
{
    if (!std::equal(carries_, carries_ + kCarried, carriedBefore_))
    {
        std::copy_n(carries_, kCarried, carriedBefore_);
        device_.copy(carried_[0].buffer, 0, carried_[1].buffer, 0, carried_[0].buffer.bytes);
    }
}

// ---- Copies for when the context is lost

// One at a time: the last is taken home once it is there, then the next is sent.
void GlWater::keepCopy()
{
    if (!options_.goesToHost)
    {
        return;
    }
    if (copyStep_ > keptStep_)
    {
        takeCopy();
    }
    const int64_t cells = int64_t{shape_.grid.nx} * shape_.grid.ny;
    const uint64_t every = cells <= kCopiedAtOnce ? 1 : kStepsPerCopy;
    if (copyStep_ <= keptStep_ && steps_ >= keptStep_ + every)
    {
        copies_.send({{state_[0].buffer, 0, state_[0].buffer.bytes},
                      {carried_[0].buffer, 0, carried_[0].buffer.bytes}});
        copyStep_ = steps_;
    }
}

void GlWater::takeCopy()
{
    if (!copies_.hasArrived(copies_.lastSent()))
    {
        return;
    }
    copies_.take(copies_.lastSent(), [&](const std::byte* bytes) {
        const auto take = [&](Rows to) {
            for (int32_t j = 0; j < shape_.grid.ny; ++j)
            {
                std::memcpy(to.row(j), bytes, static_cast<size_t>(shape_.grid.nx) * sizeof(float));
                bytes += state_[0].rowBytes();
            }
        };
        take(next_.depth);
        take(next_.momentumX);
        take(next_.momentumY);
        for (int32_t k = 0; k < 1 + shape_.dyeChannels; ++k)
        {
            take(next_.carried[k]);
        }
        keptStep_ = copyStep_;
    });
}

bool GlWater::skipsSpray()
{
    return isOnDevice() && !carries_[0];
}

} // namespace tarn
