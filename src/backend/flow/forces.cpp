// Forces: strokes of brushes, vorticity confinement, buoyancy, body force and decay.
#include "backend/flow/host_flow.h"
#include "core/wide.h"

#include <algorithm>
#include <cmath>

namespace tarn
{

namespace
{

struct NodeRange
{
    int32_t begin, end;
};

// How often a stroke is seen along a periodic axis, on either side of itself.
int32_t turnsAround(bool wraps, double along, double radius, int32_t cells)
{
    constexpr double kMostTurns = 8.0; // a brush that wide is all but uniform
    const double reach = std::fabs(along) + wide(kBrushReach) * radius;
    const double turns = std::ceil(reach / static_cast<double>(cells));
    return wraps ? static_cast<int32_t>(std::min(turns, kMostTurns)) : 0;
}

// The whole periods that lie before a place.
double periodsBefore(bool wraps, double at, int32_t cells)
{
    return wraps ? std::floor(at / static_cast<double>(cells)) : 0.0;
}

NodeRange reachOf(double a, double b, double reach, int32_t count)
{
    const double most = static_cast<double>(count);
    const double low = std::clamp(std::ceil(std::min(a, b) - reach), 0.0, most);
    const double high = std::clamp(std::floor(std::max(a, b) + reach) + 1.0, 0.0, most);
    return {static_cast<int32_t>(low), static_cast<int32_t>(std::max(low, high))};
}

} // namespace

// One stroke on the nodes of some fields, `scale` times finer than the velocity's cells and `phase`
// from their corners. `weights` has room for a row of them.
bool HostFlow::strokeNodes(const FlowStroke& stroke, double scale, double phaseX, double phaseY,
                           std::span<const StrokedField> fields, const Field& weights)
{
    if (fields.empty())
    {
        return false;
    }
    double held = 0.0;
    const int32_t columnCount = fields[0].field.columns;
    const int32_t rowCount = fields[0].field.rows;
    // Around periodic edges the stroke is done once more for each period that it reaches into.
    const double awayX = periodsBefore(shape_.wrapX, stroke.fromX, shape_.nx);
    const double awayY = periodsBefore(shape_.wrapY, stroke.fromY, shape_.ny);
    const int32_t turnsX =
        1 + 2 * turnsAround(shape_.wrapX, stroke.toX - stroke.fromX, stroke.radius, shape_.nx);
    const int32_t turnsY =
        1 + 2 * turnsAround(shape_.wrapY, stroke.toY - stroke.fromY, stroke.radius, shape_.ny);
    for (int32_t turn = 0; turn < turnsX * turnsY; ++turn)
    {
        const double shiftX = (static_cast<double>(turn % turnsX - turnsX / 2) - awayX) *
                              static_cast<double>(shape_.nx);
        const double shiftY = (static_cast<double>(turn / turnsX - turnsY / 2) - awayY) *
                              static_cast<double>(shape_.ny);
        const double fromX = scale * (stroke.fromX + shiftX) - phaseX;
        const double fromY = scale * (stroke.fromY + shiftY) - phaseY;
        const double alongX = scale * (stroke.toX - stroke.fromX);
        const double alongY = scale * (stroke.toY - stroke.fromY);
        const double radius = scale * stroke.radius;
        const double reach = wide(kBrushReach) * radius;
        const NodeRange columns = reachOf(fromX, fromX + alongX, reach, columnCount);
        const NodeRange rows = reachOf(fromY, fromY + alongY, reach, rowCount);
        const int32_t count = columns.end - columns.begin;
        const double length2 = (alongX * alongX + alongY * alongY) / (radius * radius);
        const auto perLength2 = static_cast<float>(length2 > 0.0 ? 1.0 / length2 : 0.0);
        const auto over = [radius](double nodes) { return static_cast<float>(nodes / radius); };
        held += sumRows(count > 0 ? rows.end - rows.begin : 0, [&](int32_t k) {
            const int32_t j = rows.begin + k;
            float* weight = weights.row(j);
            rows_.brushWeights(over(static_cast<double>(columns.begin) - fromX),
                               over(static_cast<double>(j) - fromY), over(1.0), over(alongX),
                               over(alongY), perLength2, weight, count);
            if (stroke.holds)
            {
                rows_.holdWeights(weight, stroke.holdDt, count);
            }
            double cut = 0.0;
            for (const StrokedField& f : fields)
            {
                cut += rows_.stroke(f.field.row(j) + columns.begin, weight, f.amount, stroke.holds,
                                    f.most, count)
                           ? 1.0
                           : 0.0;
            }
            return cut;
        });
    }
    return held > 0.0;
}

bool HostFlow::applyStrokes(std::span<const FlowStroke> strokes, float maxSpeed, float most)
{
    bool cut = false;
    for (const FlowStroke& stroke : strokes)
    {
        const auto does = [&stroke](bool too, float amount) {
            return too && (stroke.holds || amount != 0.0f);
        };
        const auto one = [](const Field& field, float amount, float limit) {
            return StrokedField{field, amount, limit};
        };
        if (does(stroke.velocityToo, stroke.velocity.x))
        {
            const StrokedField u[] = {one(u_.now, stroke.velocity.x, maxSpeed)};
            cut = strokeNodes(stroke, 1.0, 0.0, 0.5, u, push_) || cut;
        }
        if (does(stroke.velocityToo, stroke.velocity.y))
        {
            const StrokedField v[] = {one(v_.now, stroke.velocity.y, maxSpeed)};
            cut = strokeNodes(stroke, 1.0, 0.5, 0.0, v, push_) || cut;
        }
        if (shape_.temperature && does(stroke.temperatureToo, stroke.temperature))
        {
            const StrokedField warm[] = {one(temperature_.now, stroke.temperature, most)};
            strokeNodes(stroke, 1.0, 0.5, 0.5, warm, push_);
        }
        StrokedField dyes[TN_MAX_DYES];
        size_t count = 0;
        for (int32_t c = 0; c < shape_.dyeChannels; ++c)
        {
            if (does(stroke.dyeToo, stroke.dye[c]))
            {
                dyes[count++] = one(dyes_[c].now, stroke.dye[c], most);
            }
        }
        strokeNodes(stroke, static_cast<double>(shape_.dyeScale), 0.5, 0.5, {dyes, count},
                    dyes_[0].hat);
    }
    return cut;
}

// Adds to the pull on each cell of a row (m/s^2): warmth and weight along one axis.
void HostFlow::pullRow(const FlowForces& forces, int32_t j, float lift, const float* weight,
                       float* pulled) const
{
    const int32_t nx = shape_.nx;
    if (shape_.temperature && lift != 0.0f)
    {
        rows_.pull(pulled, lift, temperature_.now.row(j), forces.ambient, nx);
    }
    const int32_t scale = shape_.dyeScale;
    for (int32_t c = 0; c < shape_.dyeChannels; ++c)
    {
        if (weight[c] == 0.0f)
        {
            continue;
        }
        if (scale == 1)
        {
            rows_.pull(pulled, weight[c], dyes_[c].now.row(j), 0.0f, nx);
            continue;
        }
        const float part = weight[c] / static_cast<float>(scale * scale);
        for (int32_t s = 0; s < scale; ++s)
        {
            const float* dye = dyes_[c].now.row(j * scale + s);
            for (int32_t i = 0; i < nx; ++i)
            {
                float sum = 0.0f;
                for (int32_t t = 0; t < scale; ++t)
                {
                    sum += dye[i * scale + t];
                }
                pulled[i] += part * sum;
            }
        }
    }
}

// Vorticity confinement (Fedkiw, Stam, Jensen 2001) gives whirls a push around their middle,
// strength * cellSize * (N x vorticity), where N points up the slope of |vorticity|.
bool HostFlow::applyForces(const FlowForces& forces, float dt, float maxSpeed)
{
    const int32_t nx = shape_.nx;
    const int32_t ny = shape_.ny;
    float weightX[TN_MAX_DYES];
    float weightY[TN_MAX_DYES];
    for (int32_t c = 0; c < TN_MAX_DYES; ++c)
    {
        weightX[c] = forces.weight[c].x;
        weightY[c] = forces.weight[c].y;
    }
    const bool confines = forces.confinement > 0.0f;
    const auto pulls = [&](float acceleration, float lift, const float* weight) {
        return confines || acceleration != 0.0f || (shape_.temperature && lift != 0.0f) ||
               std::any_of(weight, weight + shape_.dyeChannels, [](float w) { return w != 0.0f; });
    };
    const bool pullsX = pulls(forces.acceleration.x, forces.lift.x, weightX);
    const bool pullsY = pulls(forces.acceleration.y, forces.lift.y, weightY);
    const Field& whirl = scratch_;
    const Field& pullX = right_; // of the pressure's system; free until projection
    const Field& pullY = push_;
    if (confines)
    {
        finishVelocity();
        const float perCell = 0.25f / shape_.cellSize;
        forRows(ny, [&](int32_t j) {
            rows_.whirl(velocityRow(j), u_.now.row(j - 1), u_.now.row(j + 1), perCell, whirl.row(j),
                        nx);
        });
        finishScalar(whirl, copiedEdges(), 1);
    }
    // The pull on cells
    forRows(pullsX || pullsY ? ny : 0, [&](int32_t j) {
        float* x = pullX.row(j);
        float* y = pullY.row(j);
        if (confines)
        {
            rows_.confine(whirl.row(j - 1), whirl.row(j), whirl.row(j + 1),
                          forces.confinement * shape_.cellSize, x, y, nx);
        }
        else
        {
            std::fill_n(x, pullsX ? nx : 0, 0.0f);
            std::fill_n(y, pullsY ? nx : 0, 0.0f);
        }
        if (pullsX)
        {
            pullRow(forces, j, forces.lift.x, weightX, x);
            x[-1] = shape_.wrapX ? x[nx - 1] : x[0];
            x[nx] = shape_.wrapX ? x[0] : x[nx - 1];
        }
        if (pullsY)
        {
            pullRow(forces, j, forces.lift.y, weightY, y);
        }
    });
    // and from there on faces, each half way between two; the body force is the same everywhere.
    const auto accelerates = [&](bool any, float* row, const float* a, const float* b, float force,
                                 int32_t count) {
        bool held = any && rows_.accelerate(row, 0.5f * dt, a, b, maxSpeed, count);
        if (force != 0.0f)
        {
            held = rows_.addEqual(row, dt * force, maxSpeed, count) || held;
        }
        return held ? 1.0 : 0.0;
    };
    const double held = sumRows(pullsX || pullsY ? ny + 1 : 0, [&](int32_t j) {
        const int32_t below = j > 0 ? j - 1 : (shape_.wrapY ? ny - 1 : 0);
        const int32_t above = j < ny ? j : (shape_.wrapY ? 0 : ny - 1);
        double sum = accelerates(pullsY, v_.now.row(j), pullY.row(below), pullY.row(above),
                                 forces.acceleration.y, nx);
        if (j < ny)
        {
            sum += accelerates(pullsX, u_.now.row(j), pullX.row(j) - 1, pullX.row(j),
                               forces.acceleration.x, nx + 1);
        }
        return sum;
    });
    const auto decayField = [&](const Field& field, float keep, float base) {
        forRows(keep != 1.0f ? field.rows : 0,
                [&](int32_t j) { rows_.decay(field.row(j), keep, base, field.columns); });
    };
    decayField(u_.now, forces.keepVelocity, 0.0f);
    decayField(v_.now, forces.keepVelocity, 0.0f);
    for (int32_t c = 0; c < shape_.dyeChannels; ++c)
    {
        decayField(dyes_[c].now, forces.keepDye[c], 0.0f);
    }
    if (shape_.temperature)
    {
        decayField(temperature_.now, forces.keepTemperature, forces.ambient);
    }
    finishVelocity();
    return held > 0.0;
}

void HostFlow::makeVorticity()
{
    const float perCell = 1.0f / shape_.cellSize;
    forRows(shape_.ny + 1, [&](int32_t j) {
        const float* high = u_.now.row(j);
        const float* low = u_.now.row(j - 1);
        const float* v = v_.now.row(j);
        float* row = vorticity_.row(j);
        for (int32_t i = 0; i <= shape_.nx; ++i)
        {
            row[i] = perCell * ((v[i] - v[i - 1]) - (high[i] - low[i]));
        }
    });
}

} // namespace tarn
