// Strokes and forces on the device; see forces.cpp for the host's.
#include "backend/gl/gl_flow.h"

#include "backend/flow/stroke_turns.h"

#include <algorithm>
#include <utility>

namespace tarn
{

namespace
{

constexpr int32_t kRowsOfStroke = 4; // of a thread in flow_stroke.comp

// Whether both touch a node of the same field.
bool meet(const gl_params::FlowStrokeNodes& a, const gl_params::FlowStrokeNodes& b)
{
    const auto apart = [](int32_t first, int32_t count, int32_t other, int32_t otherCount) {
        return first + count <= other || other + otherCount <= first;
    };
    const auto isOfB = [&b](int32_t field) {
        return std::find(b.field, b.field + b.fields, field) != b.field + b.fields;
    };
    return a.target == b.target &&
           !apart(a.firstColumn, a.columnCount, b.firstColumn, b.columnCount) &&
           !apart(a.firstRow, a.rowCount, b.firstRow, b.rowCount) &&
           std::any_of(a.field, a.field + a.fields, isOfB);
}

} // namespace

// Strokes in their order, none that meet in one dispatch. A dispatch has velocity and one kind of
// carried cells.
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
        forStrokeTurns(stroke, flow_.shape_, nodes.scale, nodes.phaseX, nodes.phaseY,
                       {0, nodes.columns}, {0, nodes.rows}, [&](const StrokeTurn& turn) {
                           gl_params::FlowStrokeNodes words = {};
                           words.target = nodes.target;
                           words.firstColumn = turn.columns.begin;
                           words.firstRow = turn.rows.begin;
                           words.columnCount = turn.columns.count();
                           words.rowCount = turn.rows.count();
                           words.holds = stroke.holds ? 1 : 0;
                           words.fields = nodes.fields;
                           words.x = turn.x;
                           words.y = turn.yOf(turn.rows.begin);
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
        const CarriedCells* cells = nullptr; // null: it strokes none
        int32_t first = 0;
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
        const auto fits = [&nodes](const Batch& batch) {
            return nodes.cells == nullptr || batch.cells == nullptr || batch.cells == nodes.cells;
        };
        if (batches_ == 0 || !fits(last()) ||
            std::any_of(begin, flow_.strokeWords_ + count_, meets))
        {
            all_[batches_++] = {nullptr, count_, 0, 0, 0};
        }
        flow_.strokeWords_[count_++] = words;
        Batch& batch = last();
        batch.cells = nodes.cells != nullptr ? nodes.cells : batch.cells;
        ++batch.count;
        batch.columns = std::max(batch.columns, words.columnCount);
        batch.rows = std::max(batch.rows, words.rowCount);
    }

    Batch& last() { return all_[batches_ - 1]; }

    void run()
    {
        const std::span words(flow_.strokeWords_, static_cast<size_t>(count_));
        const GlBinding staged =
            count_ > 0 ? flow_.device_.stage(std::as_bytes(words)) : GlBinding{};
        for (int32_t k = 0; k < batches_; ++k)
        {
            const Batch& batch = all_[k];
            const bool any = batch.cells != nullptr;
            gl_params::Flow p = any ? flow_.paramsFor(*batch.cells) : flow_.params();
            p.stroke = batch.first;
            GlGroups groups =
                groupsFor(batch.columns, (batch.rows + kRowsOfStroke - 1) / kRowsOfStroke);
            groups.z = static_cast<uint32_t>(batch.count);
            flow_.run(kStroke, p,
                      {glWrite(flow_.velocityNow_), staged, glRead(flow_.edgeValues_),
                       glWrite(flow_.cut_), glRead(flow_.faces_),
                       glWrite(any ? batch.cells->now : flow_.none_)},
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
    for (const FlowStroke& stroke : strokes)
    {
        for (const bool isX : {true, false})
        {
            const float amount = isX ? stroke.velocity.x : stroke.velocity.y;
            if (does(stroke, stroke.velocityToo, amount))
            {
                needDevice(kVelocity);
                StrokedNodes nodes;
                nodes.target = isX ? 0 : 1;
                nodes.phaseX = isX ? 0.0 : 0.5;
                nodes.phaseY = isX ? 0.5 : 0.0;
                nodes.columns = isX ? shape_.nx + 1 : shape_.nx;
                nodes.rows = isX ? shape_.ny : shape_.ny + 1;
                nodes.most = maxSpeed;
                nodes.add(0, amount);
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
                nodes.target = 2;
                nodes.cells = &carried;
                nodes.scale = static_cast<double>(carried.scale);
                nodes.phaseX = 0.5;
                nodes.phaseY = 0.5;
                nodes.columns = carried.hosts[0]->columns;
                nodes.rows = carried.hosts[0]->rows;
                nodes.most = most;
                batches.add(stroke, nodes);
                wroteDevice(group);
            }
        }
    };
    strokeCells(kDyes, dyeCells_,
                [](const FlowStroke& stroke) { return std::pair(stroke.dyeToo, &stroke.dye[0]); });
    strokeCells(kTemperature, temperatureCells_, [](const FlowStroke& stroke) {
        return std::pair(stroke.temperatureToo, &stroke.temperature);
    });
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
    pull.confinement = forces.confinement.strength;
    pull.calm = forces.confinement.calm;
    pull.steepest = forces.confinement.steepest;
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
    pull.varies = forces.confinement.strength > 0.0f || lifts || weighs ? 1 : 0;
    // Faces inside solids, which strokes may have touched, get their velocities back on the way.
    const bool pulls = anySolids_ || pull.varies != 0 || forces.acceleration.x != 0.0f ||
                       forces.acceleration.y != 0.0f || forces.keepVelocity != 1.0f;
    const bool cools = shape_.temperature && forces.keepTemperature != 1.0f;
    const bool any = pulls || decays || cools;
    const GlBinding told = any ? device_.stage(std::as_bytes(std::span(&pull, 1))) : GlBinding{};
    if (pulls)
    {
        needDevice(kVelocity | (lifts ? kTemperature : 0u) | (weighs ? kDyes : 0u));
        gl_params::Flow p = shape_.dyeChannels > 0 ? paramsFor(dyeCells_) : params();
        p.count = weighs ? p.count : 0;
        run(kPull, p,
            {glRead(velocityNow_), glWrite(velocityNext_),
             glRead(lifts ? temperatureCells_.now : none_), glRead(weighs ? dyeCells_.now : none_),
             glRead(edgeValues_), told, glRead(faces_), glWrite(cut_)},
            groupsFor(shape_.nx + 1, shape_.ny + 1));
        std::swap(velocityNow_, velocityNext_);
        wroteDevice(kVelocity);
    }
    const auto decay = [&](bool does, Group group, const CarriedCells& cells) {
        if (does)
        {
            needDevice(group);
            const gl_params::Flow p = paramsFor(cells);
            run(kDecay, p, {glWrite(cells.now), told, glRead(edgeValues_)},
                groupsFor(p.columns, p.rows));
            wroteDevice(group);
        }
    };
    decay(decays, kDyes, dyeCells_);
    decay(cools, kTemperature, temperatureCells_);
    return false; // the report tells
}

} // namespace tarn
