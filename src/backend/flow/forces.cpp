// Forces: strokes of brushes, vorticity confinement, buoyancy, body force and decay.
#include "backend/flow/host_flow.h"
#include "core/wide.h"
#include "field/rows_ahead.h"

#include <algorithm>
#include <cmath>

namespace tarn
{

// One stroke on some rows of nodes of some fields, `scale` times finer than the velocity's cells
// and `phase` from their corners. `room` is two rows that nobody else uses.
bool HostFlow::strokeNodes(const FlowStroke& stroke, double scale, double phaseX, double phaseY,
                           NodeRange rows, std::span<const StrokedField> fields, Rows room)
{
    if (fields.empty())
    {
        return false;
    }
    bool cut = false;
    const Field& first = fields[0].field;
    forStrokeTurns(
        stroke, shape_, scale, phaseX, phaseY, {0, first.columns},
        {std::min(rows.begin, first.rows), std::min(rows.end, first.rows)},
        [&](const StrokeTurn& turn) {
            const int32_t count = turn.columns.count();
            float* profile = room.row(0);
            float* weight = room.row(1);
            // A round brush is the product of what it is along both axes: one row of it
            // will do.
            rows_.brushWeights(turn.x, 0.0f, turn.perNode, 0.0f, 0.0f, 0.0f, profile,
                               turn.isRound() ? count : 0);
            for (int32_t j = turn.rows.begin; j < turn.rows.end; ++j)
            {
                const float y = turn.yOf(j);
                if (turn.isRound())
                {
                    rows_.roundWeights(profile, y, weight, count);
                }
                else
                {
                    rows_.brushWeights(turn.x, y, turn.perNode, turn.alongX, turn.alongY,
                                       turn.perLength2, weight, count);
                }
                if (stroke.holds)
                {
                    rows_.holdWeights(weight, stroke.holdDt, count);
                }
                for (const StrokedField& f : fields)
                {
                    const Rows part = {f.field.first + turn.columns.begin, f.field.stride};
                    askForRowsAhead(part, j, turn.rows.end, count);
                    cut =
                        rows_.stroke(part.row(j), weight, f.amount, stroke.holds, f.most, count) ||
                        cut;
                }
            }
        });
    return cut;
}

// One stroke on a band of rows. Returns whether a speed was cut.
bool HostFlow::strokeBand(const FlowStroke& stroke, NodeRange band, float maxSpeed, float most)
{
    const auto does = [&stroke](bool too, float amount) {
        return too && (stroke.holds || amount != 0.0f);
    };
    const Rows room = {push_.row(band.begin), push_.stride};
    bool cut = false;
    if (does(stroke.velocityToo, stroke.velocity.x))
    {
        const StrokedField u[] = {{u_.now, stroke.velocity.x, maxSpeed}};
        cut = strokeNodes(stroke, 1.0, 0.0, 0.5, band, u, room) || cut;
    }
    if (does(stroke.velocityToo, stroke.velocity.y))
    {
        const StrokedField v[] = {{v_.now, stroke.velocity.y, maxSpeed}};
        cut = strokeNodes(stroke, 1.0, 0.5, 0.0, band, v, room) || cut;
    }
    if (shape_.temperature && does(stroke.temperatureToo, stroke.temperature))
    {
        const StrokedField warm[] = {{temperature_.now, stroke.temperature, most}};
        strokeNodes(stroke, 1.0, 0.5, 0.5, band, warm, room);
    }
    StrokedField dyes[TN_MAX_DYES];
    size_t count = 0;
    for (int32_t c = 0; c < shape_.dyeChannels; ++c)
    {
        if (does(stroke.dyeToo, stroke.dye[c]))
        {
            dyes[count++] = {dyes_[c].now, stroke.dye[c], most};
        }
    }
    if (count > 0)
    {
        const int32_t scale = shape_.dyeScale;
        const Field& hat = dyes_[0].hat; // its rows are long enough
        strokeNodes(stroke, static_cast<double>(scale), 0.5, 0.5,
                    {band.begin * scale, band.end * scale}, {dyes, count},
                    {hat.row(band.begin * scale), hat.stride});
    }
    return cut;
}

// All strokes in one pass, so that each thread works on rows that it has in its caches.
bool HostFlow::applyStrokes(std::span<const FlowStroke> strokes, float maxSpeed, float most)
{
    if (strokes.empty())
    {
        return false;
    }
    const int32_t rows = shape_.ny + 1;
    std::fill_n(rowSums_, rows, 0.0);
    forBands(rows, [&](int32_t begin, int32_t end) {
        for (const FlowStroke& stroke : strokes)
        {
            if (strokeBand(stroke, {begin, end}, maxSpeed, most))
            {
                rowSums_[begin] = 1.0;
            }
        }
    });
    return summedRows(rows) > 0.0;
}

// What pulls along one axis.
struct HostFlow::Pull
{
    float acceleration = 0.0f;
    float lift = 0.0f;
    float weight[TN_MAX_DYES] = {};
    bool varies = false; // from cell to cell
};

// Adds to the pull on each cell of a row (m/s^2): warmth and weight along one axis.
void HostFlow::pullRow(const Pull& pull, float ambient, int32_t j, float* pulled) const
{
    const int32_t nx = shape_.nx;
    if (shape_.temperature && pull.lift != 0.0f)
    {
        rows_.pull(pulled, pull.lift, temperature_.now.row(j), ambient, nx);
    }
    const float* weight = pull.weight;
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

// Vorticity in the middle of the cells of row j, for confinement, to a row of some field.
void HostFlow::makeWhirl(int32_t j, const Field& field, int32_t row)
{
    const float perCell = 0.25f / shape_.cellSize;
    rows_.whirl(velocityRow(j), u_.now.row(j - 1), u_.now.row(j + 1), perCell, field.row(row),
                shape_.nx);
    finishScalarRow(field, copiedEdges(), 1, row);
}

// Rows of vorticity that are made before any velocity changes: those for which a band would have to
// look at faces of another, and those that are repeated beyond the edges.
bool HostFlow::isWhirledEarly(int32_t j) const
{
    const int32_t inBand = j % bandRows_;
    return j < 2 || j >= shape_.ny - 2 || inBand == 0 || inBand >= bandRows_ - 2;
}

void HostFlow::makeEarlyWhirls()
{
    forRows(shape_.ny, [&](int32_t j) {
        if (isWhirledEarly(j))
        {
            makeWhirl(j, scratch_, j);
        }
    });
    finishScalarBeyond(scratch_, copiedEdges(), 1);
}

// The others are made on the way, a row before they are needed, and kept for as long, at the
// beginning of the band.
const float* HostFlow::whirlRow(int32_t j, int32_t begin) const
{
    return isWhirledEarly(j) ? scratch_.row(j) : potential_.row(begin + (j & 3));
}

// The pull on the cells of row j (m/s^2).
void HostFlow::pullCells(const FlowForces& forces, const Pull& pullX, const Pull& pullY, int32_t j,
                         int32_t begin, float* x, float* y) const
{
    const int32_t nx = shape_.nx;
    if (forces.confinement.strength > 0.0f)
    {
        rows_.confine(whirlRow(j - 1, begin), whirlRow(j, begin), whirlRow(j + 1, begin),
                      forces.confinement, x, y, nx);
    }
    else
    {
        std::fill_n(x, nx, 0.0f);
        std::fill_n(y, nx, 0.0f);
    }
    pullRow(pullX, forces.ambient, j, x);
    x[-1] = shape_.wrapX ? x[nx - 1] : x[0];
    x[nx] = shape_.wrapX ? x[0] : x[nx - 1];
    pullRow(pullY, forces.ambient, j, y);
}

// Moves the faces of a band by the pull on cells, each half way between two, and by the body force,
// which is the same everywhere. The pull on the cells next to the band is made once more for it.
bool HostFlow::pullBand(const FlowForces& forces, const Pull& pullX, const Pull& pullY, float dt,
                        float maxSpeed, int32_t begin, int32_t end)
{
    const int32_t nx = shape_.nx;
    const int32_t ny = shape_.ny;
    const bool varies = pullX.varies || pullY.varies;
    float* x = right_.row(begin);
    // Beyond an edge the pull is that of the last cells, or of those across a periodic axis.
    const auto pulled = [&](int32_t j) {
        float* y = push_.row(begin + (j & 1));
        const int32_t inside = std::clamp(j, 0, ny - 1);
        pullCells(forces, pullX, pullY, shape_.wrapY ? (j + ny) % ny : inside, begin, x, y);
        return y;
    };
    const auto accelerate = [&](const Pull& pull, float* row, const float* a, const float* b,
                                int32_t count) {
        bool held = pull.varies && rows_.accelerate(row, 0.5f * dt, a, b, maxSpeed, count);
        if (pull.acceleration != 0.0f)
        {
            held = rows_.addEqual(row, dt * pull.acceleration, maxSpeed, count) || held;
        }
        if (forces.keepVelocity != 1.0f)
        {
            rows_.decay(row, forces.keepVelocity, 0.0f, count);
        }
        return held;
    };
    bool held = false;
    const float* below = varies ? pulled(begin - 1) : nullptr;
    for (int32_t j = begin; j < end; ++j)
    {
        askForFacesAhead(j);
        if (varies && shape_.dyeScale == 1 && shape_.dyeChannels > 0)
        {
            askForRowsAhead(dyes_[0].now, j, ny, nx);
        }
        if (forces.confinement.strength > 0.0f && !isWhirledEarly(j + 1))
        {
            makeWhirl(j + 1, potential_, begin + ((j + 1) & 3));
        }
        const float* here = varies ? pulled(j) : nullptr;
        held = accelerate(pullY, v_.now.row(j), below, here, nx) || held;
        if (j < ny)
        {
            held = accelerate(pullX, u_.now.row(j), x - 1, x, nx + 1) || held;
        }
        finishFaces(u_.now, v_.now, j);
        below = here;
    }
    return held;
}

bool HostFlow::applyForces(const FlowForces& forces, float dt, float maxSpeed)
{
    const bool confines = forces.confinement.strength > 0.0f;
    Pull pullX = {forces.acceleration.x, forces.lift.x, {}, confines};
    Pull pullY = {forces.acceleration.y, forces.lift.y, {}, confines};
    for (int32_t c = 0; c < shape_.dyeChannels; ++c)
    {
        pullX.weight[c] = forces.weight[c].x;
        pullY.weight[c] = forces.weight[c].y;
    }
    for (Pull* pull : {&pullX, &pullY})
    {
        pull->varies = confines || (shape_.temperature && pull->lift != 0.0f) ||
                       std::any_of(std::begin(pull->weight), std::end(pull->weight),
                                   [](float weight) { return weight != 0.0f; });
    }
    if (confines)
    {
        finishVelocity();
        makeEarlyWhirls();
    }
    std::fill_n(rowSums_, shape_.ny + 1, 0.0);
    forBands(shape_.ny + 1, [&](int32_t begin, int32_t end) {
        rowSums_[begin] = pullBand(forces, pullX, pullY, dt, maxSpeed, begin, end) ? 1.0 : 0.0;
    });
    finishBeyond(u_.now, v_.now);
    const bool held = summedRows(shape_.ny + 1) > 0.0;
    const auto decayField = [&](const Field& field, float keep, float base) {
        forRows(keep != 1.0f ? field.rows : 0,
                [&](int32_t j) { rows_.decay(field.row(j), keep, base, field.columns); });
    };
    for (int32_t c = 0; c < shape_.dyeChannels; ++c)
    {
        decayField(dyes_[c].now, forces.keepDye[c], 0.0f);
    }
    if (shape_.temperature)
    {
        decayField(temperature_.now, forces.keepTemperature, forces.ambient);
    }
    return held;
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
