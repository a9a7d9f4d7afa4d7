// Strokes and forces on the device; see forces.cpp for the host's.
#include "backend/gl/gl_flow.h"

#include "backend/flow/stroke_turns.h"

#include <algorithm>
#include <utility>

namespace tarn
{

namespace
{

// Whether both touch a node of the same field.
bool meet(const gl_params::FlowStrokeNodes& a, const gl_params::FlowStrokeNodes& b)
{
    const auto apart = [](int32_t first, int32_t count, int32_t other, int32_t otherCount) {
        return first + count <= other || other + otherCount <= first;
    };
    const auto isOfB = [&b](int32_t field) {
        return std::find(b.field, b.field + b.fields, field) != b.field + b.fields;
    };
    return !apart(a.firstColumn, a.columnCount, b.firstColumn, b.columnCount) &&
           !apart(a.firstRow, a.rowCount, b.firstRow, b.rowCount) &&
           std::any_of(a.field, a.field + a.fields, isOfB);
}

} // namespace

// Strokes of the same nodes, one after the other, none that meet in one dispatch.
class GlFlow::StrokeBatches
{
  public:
    explicit StrokeBatches(GlFlow& flow) : flow_(flow) {}
    ~StrokeBatches() { run(); }
    StrokeBatches(const StrokeBatches&) = delete;
    StrokeBatches& operator=(const StrokeBatches&) = delete;

    // Once for each period that the stroke reaches into.
    void add(const FlowStroke& stroke, const StrokedNodes& nodes)
    {
        forStrokeTurns(stroke, flow_.shape_, nodes.scale, nodes.phaseX, nodes.phaseY, nodes.columns,
                       nodes.rows, [&](const StrokeTurn& turn) {
                           gl_params::FlowStrokeNodes words = {};
                           words.firstColumn = turn.columns.begin;
                           words.firstRow = turn.rows.begin;
                           words.columnCount = turn.columns.count();
                           words.rowCount = turn.rows.count();
                           words.holds = stroke.holds ? 1 : 0;
                           words.fields = nodes.fields;
                           words.x = turn.x;
                           words.y = turn.yOf(0);
                           words.perNode = turn.perNode;
                           words.alongX = turn.alongX;
                           words.alongY = turn.alongY;
                           words.perLength2 = turn.perLength2;
                           words.holdDt = stroke.holdDt;
                           words.most = nodes.most;
                           std::copy_n(nodes.field, nodes.fields, words.field);
                           std::copy_n(nodes.amount, nodes.fields, words.amount);
                           add(words, nodes);
                       });
    }

  private:
    struct Batch
    {
        Program program = kStrokeCells;
        const GlBuffer* buffer = nullptr;
        gl_params::Flow params = {};
        int32_t count = 0;
        int32_t columns = 0; // of the widest and the highest stroke
        int32_t rows = 0;
    };

    void add(const gl_params::FlowStrokeNodes& words, const StrokedNodes& nodes)
    {
        if (count_ == kMostStrokes)
        {
            run();
        }
        const auto begin = flow_.strokeWords_ + count_ - (batches_ > 0 ? last().count : 0);
        const auto meets = [&](const gl_params::FlowStrokeNodes& other) {
            return meet(other, words);
        };
        if (batches_ == 0 || last().buffer != nodes.buffer ||
            std::any_of(begin, flow_.strokeWords_ + count_, meets))
        {
            Batch& batch = all_[batches_++];
            batch = {nodes.program, nodes.buffer, nodes.params, 0, 0, 0};
            batch.params.stroke = count_;
        }
        flow_.strokeWords_[count_++] = words;
        Batch& batch = last();
        ++batch.count;
        batch.columns = std::max(batch.columns, words.columnCount);
        batch.rows = std::max(batch.rows, words.rowCount);
    }

    Batch& last() { return all_[batches_ - 1]; }

    void run()
    {
        const std::span words(flow_.strokeWords_, static_cast<size_t>(count_));
        if (count_ > 0)
        {
            flow_.device_.write(flow_.strokes_, 0, std::as_bytes(words));
        }
        for (int32_t k = 0; k < batches_; ++k)
        {
            const Batch& batch = all_[k];
            GlGroups groups = groupsFor(batch.columns, batch.rows);
            groups.z = static_cast<uint32_t>(batch.count);
            flow_.run(batch.program, batch.params,
                      {glWrite(*batch.buffer), glRead(flow_.strokes_), glRead(flow_.edgeValues_),
                       glWrite(flow_.forces_), glRead(flow_.faces_)},
                      groups);
        }
        count_ = 0;
        batches_ = 0;
    }

    GlFlow& flow_;
    Batch all_[kMostStrokes];
    int32_t batches_ = 0;
    int32_t count_ = 0;
};

bool GlFlow::applyStrokes(std::span<const FlowStroke> strokes, float maxSpeed, float most)
{
    if (!isHot())
    {
        needHost(kVelocity | kScalars);
        const bool cut = HostFlow::applyStrokes(strokes, maxSpeed, most);
        wroteHost(strokes.empty() ? 0u : kVelocity | kScalars);
        return cut;
    }
    const GlScope scope(device_);
    StrokeBatches batches(*this);
    const auto does = [](const FlowStroke& stroke, bool too, float amount) {
        return too && (stroke.holds || amount != 0.0f);
    };
    const gl_params::Flow shared = params();
    for (const FlowStroke& stroke : strokes)
    {
        for (const bool isX : {true, false})
        {
            const float amount = isX ? stroke.velocity.x : stroke.velocity.y;
            if (does(stroke, stroke.velocityToo, amount))
            {
                needDevice(kVelocity);
                StrokedNodes nodes;
                nodes.program = kStrokeVelocity;
                nodes.buffer = &velocityNow_;
                nodes.params = shared;
                nodes.phaseX = isX ? 0.0 : 0.5;
                nodes.phaseY = isX ? 0.5 : 0.0;
                nodes.columns = isX ? shape_.nx + 1 : shape_.nx;
                nodes.rows = isX ? shape_.ny : shape_.ny + 1;
                nodes.most = maxSpeed;
                nodes.add(isX ? 0 : 1, amount);
                batches.add(stroke, nodes);
                wroteDevice(kVelocity);
            }
        }
    }
    const auto strokeCells = [&](Group group, const CarriedCells& carried, auto&& amountsOf) {
        for (const FlowStroke& stroke : strokes)
        {
            StrokedNodes nodes;
            const auto [too, amounts] = amountsOf(stroke);
            for (int32_t f = 0; f < carried.count; ++f)
            {
                if (does(stroke, too, amounts[f]))
                {
                    nodes.add(f, amounts[f]);
                }
            }
            if (nodes.fields > 0)
            {
                needDevice(group);
                nodes.program = kStrokeCells;
                nodes.buffer = &carried.now;
                nodes.params = paramsFor(carried);
                nodes.scale = static_cast<double>(carried.scale);
                nodes.phaseX = 0.5;
                nodes.phaseY = 0.5;
                nodes.columns = nodes.params.columns;
                nodes.rows = nodes.params.rows;
                nodes.most = most;
                batches.add(stroke, nodes);
                wroteDevice(group);
            }
        }
    };
    strokeCells(kTemperature, temperatureCells_, [](const FlowStroke& stroke) {
        return std::pair(stroke.temperatureToo, &stroke.temperature);
    });
    strokeCells(kDyes, dyeCells_,
                [](const FlowStroke& stroke) { return std::pair(stroke.dyeToo, &stroke.dye[0]); });
    return false; // the report tells
}

bool GlFlow::applyForces(const FlowForces& forces, float dt, float maxSpeed)
{
    if (!isHot())
    {
        needHost(kVelocity | kScalars);
        const bool cut = HostFlow::applyForces(forces, dt, maxSpeed);
        wroteHost(kVelocity | kScalars);
        return cut;
    }
    const GlScope scope(device_);
    gl_params::FlowPull pull = {};
    pull.dt = dt;
    pull.maxSpeed = maxSpeed;
    pull.whirl = 0.25f / shape_.cellSize;
    pull.confinement = forces.confinement * shape_.cellSize;
    pull.accelerationX = forces.acceleration.x;
    pull.accelerationY = forces.acceleration.y;
    pull.liftX = shape_.temperature ? forces.lift.x : 0.0f;
    pull.liftY = shape_.temperature ? forces.lift.y : 0.0f;
    pull.ambient = forces.ambient;
    pull.keepVelocity = forces.keepVelocity;
    pull.keepTemperature = forces.keepTemperature;
    bool weighs = false;
    bool decays = false;
    for (int32_t c = 0; c < shape_.dyeChannels; ++c)
    {
        pull.weightX[c] = forces.weight[c].x;
        pull.weightY[c] = forces.weight[c].y;
        pull.keepDye[c] = forces.keepDye[c];
        weighs = weighs || forces.weight[c].x != 0.0f || forces.weight[c].y != 0.0f;
        decays = decays || forces.keepDye[c] != 1.0f;
    }
    const bool lifts = pull.liftX != 0.0f || pull.liftY != 0.0f;
    pull.varies = forces.confinement > 0.0f || lifts || weighs ? 1 : 0;
    // Faces inside solids, which strokes may have touched, get their velocities back on the way.
    const bool pulls = anySolids_ || pull.varies != 0 || forces.acceleration.x != 0.0f ||
                       forces.acceleration.y != 0.0f || forces.keepVelocity != 1.0f;
    const bool cools = shape_.temperature && forces.keepTemperature != 1.0f;
    if (pulls || decays || cools)
    {
        device_.write(forces_, 0, std::as_bytes(std::span(&pull, 1)));
    }
    if (pulls)
    {
        needDevice(kVelocity | (lifts ? kTemperature : 0u) | (weighs ? kDyes : 0u));
        gl_params::Flow p = shape_.dyeChannels > 0 ? paramsFor(dyeCells_) : params();
        p.count = weighs ? p.count : 0;
        run(kPull, p,
            {glRead(velocityNow_), glWrite(velocityNext_),
             glRead(lifts ? temperatureCells_.now : none_), glRead(weighs ? dyeCells_.now : none_),
             glRead(edgeValues_), glWrite(forces_), glRead(faces_)},
            groupsFor(shape_.nx + 1, shape_.ny + 1));
        std::swap(velocityNow_, velocityNext_);
        wroteDevice(kVelocity);
    }
    const auto decay = [&](bool does, Group group, const CarriedCells& cells) {
        if (does)
        {
            needDevice(group);
            const gl_params::Flow p = paramsFor(cells);
            run(kDecay, p, {glWrite(cells.now), glRead(forces_), glRead(edgeValues_)},
                groupsFor(p.columns, p.rows));
            wroteDevice(group);
        }
    };
    decay(decays, kDyes, dyeCells_);
    decay(cools, kTemperature, temperatureCells_);
    return false; // the report tells
}

} // namespace tarn
