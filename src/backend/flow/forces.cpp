// Forces: strokes of brushes, buoyancy, body force, decay and vorticity confinement.
#include "backend/flow/host_flow.h"
#include "core/exponential.h"
#include "core/wide.h"

#include <algorithm>
#include <cmath>

namespace tarn
{

namespace
{

// Beyond this many radii a brush weighs less than 1e-6.
constexpr double kBrushReach = 3.75;

// A stroke on the nodes of one field.
struct StrokeOnNodes
{
    double fromX, fromY, toX, toY, radius; // in nodes
    double alongX, alongY, perLength2;

    StrokeOnNodes(const FlowStroke& s, double scale, double phaseX, double phaseY)
        : fromX(scale * s.fromX - phaseX), fromY(scale * s.fromY - phaseY),
          toX(scale * s.toX - phaseX), toY(scale * s.toY - phaseY), radius(scale * s.radius),
          alongX(toX - fromX), alongY(toY - fromY)
    {
        const double length2 = alongX * alongX + alongY * alongY;
        perLength2 = length2 > 0.0 ? 1.0 / length2 : 0.0;
    }

    double weight(int32_t i, int32_t j) const
    {
        const double x = static_cast<double>(i) - fromX;
        const double y = static_cast<double>(j) - fromY;
        const double part = std::clamp((x * alongX + y * alongY) * perLength2, 0.0, 1.0);
        const double dx = (x - part * alongX) / radius;
        const double dy = (y - part * alongY) / radius;
        const double distance2 = dx * dx + dy * dy;
        return distance2 < kBrushReach * kBrushReach ? exponential(-distance2) : 0.0;
    }
};

struct NodeRange
{
    int32_t begin, end;
};

NodeRange reachOf(double a, double b, double reach, int32_t count)
{
    const double most = static_cast<double>(count);
    const double low = std::clamp(std::ceil(std::min(a, b) - reach), 0.0, most);
    const double high = std::clamp(std::floor(std::max(a, b) + reach) + 1.0, 0.0, most);
    return {static_cast<int32_t>(low), static_cast<int32_t>(std::max(low, high))};
}

} // namespace

void HostFlow::strokeField(const Field& field, const FlowStroke& stroke, double scale,
                           double phaseX, double phaseY, float amount)
{
    // Around a periodic edge the stroke is done once more, one period away.
    const int32_t aroundX = shape_.wrapX ? 1 : 0;
    const int32_t aroundY = shape_.wrapY ? 1 : 0;
    for (int32_t turn = 0; turn < (2 * aroundX + 1) * (2 * aroundY + 1); ++turn)
    {
        FlowStroke moved = stroke;
        const double shiftX = static_cast<double>((turn % (2 * aroundX + 1) - aroundX) * shape_.nx);
        const double shiftY = static_cast<double>((turn / (2 * aroundX + 1) - aroundY) * shape_.ny);
        moved.fromX += shiftX;
        moved.toX += shiftX;
        moved.fromY += shiftY;
        moved.toY += shiftY;
        const StrokeOnNodes on(moved, scale, phaseX, phaseY);
        const double reach = kBrushReach * on.radius;
        const NodeRange columns = reachOf(on.fromX, on.toX, reach, field.columns);
        const NodeRange rows = reachOf(on.fromY, on.toY, reach, field.rows);
        forRows(rows.end - rows.begin, [&](int32_t k) {
            const int32_t j = rows.begin + k;
            float* row = field.row(j);
            for (int32_t i = columns.begin; i < columns.end; ++i)
            {
                const double weight = on.weight(i, j);
                const double part =
                    stroke.holds ? (1.0 - exponential(-weight * wide(stroke.holdDt))) : weight;
                const double added = stroke.holds ? wide(amount) - wide(row[i]) : wide(amount);
                row[i] = static_cast<float>(wide(row[i]) + part * added);
            }
        });
    }
}

void HostFlow::applyStrokes(std::span<const FlowStroke> strokes)
{
    const double scale = static_cast<double>(shape_.dyeScale);
    for (const FlowStroke& stroke : strokes)
    {
        const auto does = [&stroke](bool too, float amount) {
            return too && (stroke.holds || amount != 0.0f);
        };
        if (does(stroke.velocityToo, stroke.velocity.x))
        {
            strokeField(u_.now, stroke, 1.0, 0.0, 0.5, stroke.velocity.x);
        }
        if (does(stroke.velocityToo, stroke.velocity.y))
        {
            strokeField(v_.now, stroke, 1.0, 0.5, 0.0, stroke.velocity.y);
        }
        if (shape_.temperature && does(stroke.temperatureToo, stroke.temperature))
        {
            strokeField(temperature_.now, stroke, 1.0, 0.5, 0.5, stroke.temperature);
        }
        for (int32_t c = 0; c < shape_.dyeChannels; ++c)
        {
            if (does(stroke.dyeToo, stroke.dye[c]))
            {
                strokeField(dyes_[c].now, stroke, scale, 0.5, 0.5, stroke.dye[c]);
            }
        }
    }
}

// How much each cell of a row is pulled along an axis: body force, warmth and weight (m/s^2).
void HostFlow::pullRow(const FlowForces& forces, int32_t j, float acceleration, float lift,
                       const float* weight, float* pull) const
{
    const int32_t nx = shape_.nx;
    std::fill_n(pull, nx, acceleration);
    if (shape_.temperature && lift != 0.0f)
    {
        const float* warmth = temperature_.now.row(j);
        for (int32_t i = 0; i < nx; ++i)
        {
            pull[i] += lift * (warmth[i] - forces.ambient);
        }
    }
    const int32_t scale = shape_.dyeScale;
    const float part = 1.0f / static_cast<float>(scale * scale);
    for (int32_t c = 0; forces.weighs && c < shape_.dyeChannels; ++c)
    {
        if (weight[c] == 0.0f)
        {
            continue;
        }
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
                pull[i] += weight[c] * (part * sum);
            }
        }
    }
}

bool HostFlow::applyForces(const FlowForces& forces, float dt, float maxSpeed)
{
    const int32_t nx = shape_.nx;
    const int32_t ny = shape_.ny;
    if (forces.confinement > 0.0f)
    {
        confine(forces.confinement, dt);
    }
    float weightX[TN_MAX_DYES];
    float weightY[TN_MAX_DYES];
    for (int32_t c = 0; c < TN_MAX_DYES; ++c)
    {
        weightX[c] = forces.weight[c].x;
        weightY[c] = forces.weight[c].y;
    }
    const auto pulls = [&](float acceleration, float lift, const float* weight) {
        return acceleration != 0.0f || (shape_.temperature && lift != 0.0f) ||
               std::any_of(weight, weight + shape_.dyeChannels, [](float w) { return w != 0.0f; });
    };
    const bool pullsX = pulls(forces.acceleration.x, forces.lift.x, weightX);
    const bool pullsY = pulls(forces.acceleration.y, forces.lift.y, weightY);
    if (pullsX)
    {
        forRows(ny, [&](int32_t j) {
            float* pull = scratch_.row(j);
            pullRow(forces, j, forces.acceleration.x, forces.lift.x, weightX, pull);
            pull[-1] = shape_.wrapX ? pull[nx - 1] : pull[0];
            pull[nx] = shape_.wrapX ? pull[0] : pull[nx - 1];
            float* u = u_.now.row(j);
            for (int32_t i = 0; i <= nx; ++i)
            {
                u[i] += dt * (0.5f * (pull[i - 1] + pull[i]));
            }
        });
    }
    if (pullsY)
    {
        forRows(ny, [&](int32_t j) {
            pullRow(forces, j, forces.acceleration.y, forces.lift.y, weightY, scratch_.row(j));
        });
        forRows(ny + 1, [&](int32_t j) {
            const int32_t below = j > 0 ? j - 1 : (shape_.wrapY ? ny - 1 : 0);
            const int32_t above = j < ny ? j : (shape_.wrapY ? 0 : ny - 1);
            const float* low = scratch_.row(below);
            const float* high = scratch_.row(above);
            float* v = v_.now.row(j);
            for (int32_t i = 0; i < nx; ++i)
            {
                v[i] += dt * (0.5f * (low[i] + high[i]));
            }
        });
    }
    const auto decay = [&](const Field& field, float keep) {
        forRows(keep != 1.0f ? field.rows : 0, [&](int32_t j) {
            float* row = field.row(j);
            for (int32_t i = 0; i < field.columns; ++i)
            {
                row[i] *= keep;
            }
        });
    };
    for (int32_t c = 0; c < shape_.dyeChannels; ++c)
    {
        decay(dyes_[c].now, forces.keepDye[c]);
    }
    if (shape_.temperature && forces.keepTemperature != 1.0f)
    {
        forRows(ny, [&](int32_t j) {
            float* row = temperature_.now.row(j);
            for (int32_t i = 0; i < nx; ++i)
            {
                row[i] = forces.ambient + forces.keepTemperature * (row[i] - forces.ambient);
            }
        });
    }
    return holdSpeed(forces.keepVelocity, maxSpeed);
}

// Slows the velocity down and keeps it within the limit; what no longer is a number becomes 0.
bool HostFlow::holdSpeed(float keep, float maxSpeed)
{
    const auto holdRow = [keep, maxSpeed](float* row, int32_t count) {
        float most = 0.0f;
        for (int32_t i = 0; i < count; ++i)
        {
            const float value = keep * row[i];
            most = std::max(most, std::fabs(value));
            row[i] = std::min(std::max(value, -maxSpeed), maxSpeed);
        }
        return most > maxSpeed ? 1.0 : 0.0;
    };
    const double cut = sumRows(shape_.ny + 1, [&](int32_t j) {
        const double across = holdRow(v_.now.row(j), v_.now.columns);
        return across + (j < shape_.ny ? holdRow(u_.now.row(j), u_.now.columns) : 0.0);
    });
    finishVelocity();
    return cut > 0.0;
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

// Vorticity confinement (Fedkiw, Stam, Jensen 2001): whirls are given a push around their middle,
// strength * cellSize * (N x vorticity), where N points up the slope of |vorticity|.
void HostFlow::confine(float strength, float dt)
{
    const int32_t nx = shape_.nx;
    const int32_t ny = shape_.ny;
    makeVorticity();
    const Field& whirl = scratch_; // vorticity of cells
    forRows(ny, [&](int32_t j) {
        const float* low = vorticity_.row(j);
        const float* high = vorticity_.row(j + 1);
        float* row = whirl.row(j);
        for (int32_t i = 0; i < nx; ++i)
        {
            row[i] = 0.25f * ((low[i] + low[i + 1]) + (high[i] + high[i + 1]));
        }
    });
    finishScalar(whirl, copiedEdges(), 1);
    const Field& pushX = right_; // of the pressure's system; free until projection
    const Field& pushY = push_;
    const float amount = dt * strength * shape_.cellSize;
    forRows(ny, [&](int32_t j) {
        const float* low = whirl.row(j - 1);
        const float* here = whirl.row(j);
        const float* high = whirl.row(j + 1);
        float* x = pushX.row(j);
        float* y = pushY.row(j);
        for (int32_t i = 0; i < nx; ++i)
        {
            const float slopeX = std::fabs(here[i + 1]) - std::fabs(here[i - 1]);
            const float slopeY = std::fabs(high[i]) - std::fabs(low[i]);
            const float steep = std::sqrt(slopeX * slopeX + slopeY * slopeY) + 1e-20f;
            x[i] = amount * (slopeY / steep) * here[i];
            y[i] = -(amount * (slopeX / steep) * here[i]);
        }
        x[-1] = shape_.wrapX ? x[nx - 1] : x[0];
        x[nx] = shape_.wrapX ? x[0] : x[nx - 1];
    });
    forRows(ny + 1, [&](int32_t j) {
        const int32_t below = j > 0 ? j - 1 : (shape_.wrapY ? ny - 1 : 0);
        const int32_t above = j < ny ? j : (shape_.wrapY ? 0 : ny - 1);
        const float* low = pushY.row(below);
        const float* high = pushY.row(above);
        float* v = v_.now.row(j);
        for (int32_t i = 0; i < nx; ++i)
        {
            v[i] += 0.5f * (low[i] + high[i]);
        }
        if (j < ny)
        {
            const float* x = pushX.row(j);
            float* u = u_.now.row(j);
            for (int32_t i = 0; i <= nx; ++i)
            {
                u[i] += 0.5f * (x[i - 1] + x[i]);
            }
        }
    });
}

} // namespace tarn
