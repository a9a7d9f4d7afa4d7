// Water under a surface that is given: no waves, but bodies displace, float and push as ever.
//
// The surface stays where it is while bodies move about below it: what they displace comes off the
// depth. Whatever then changes momentum in a step, strokes as well as drag and lift of bodies, is
// known by comparing it with what it was, and handed to the one who makes the surface.
#include "backend/water/body_grid.h"
#include "core/wide.h"

#include <algorithm>
#include <cmath>

namespace tarn
{

namespace
{

// Ground that comes nearer to the level than this part of a cell counts as so deep where pushes
// become velocities: a body aground must not drive a film of water to any speed.
constexpr float kLeastDeep = 1.0f;

// Heights that are nearer to the limit than this came from so far that it no longer matters.
constexpr float kMostBent = 0.999f;

// Two nodes along an axis and how much the higher counts.
struct NodePair
{
    int32_t low, high;
    float part;

    NodePair(double place, int32_t n, bool wraps)
    {
        if (wraps)
        {
            const double around = place - n * std::floor(place / n);
            low = std::min(static_cast<int32_t>(around), n - 1);
            high = low + 1 < n ? low + 1 : 0;
            part = static_cast<float>(around - low);
            return;
        }
        const double inside = std::clamp(place, 0.0, n - 1.0);
        low = std::min(static_cast<int32_t>(inside), std::max(n - 2, 0));
        high = std::min(low + 1, n - 1);
        part = static_cast<float>(inside - low);
    }
};

// Numbers of a view at the cells of the water's grid, linear between its nodes.
class ViewSampler
{
  public:
    // Of a view of faces along a periodic axis the last column or row repeats the first.
    ViewSampler(const tnFieldView& view, int32_t columns, int32_t rows, const GivenSurface& from)
        : view_(view), columns_(columns), rows_(rows), wrapX_(from.wrapX), wrapY_(from.wrapY)
    {
    }

    float at(double x, double y) const
    {
        const double spacing = wide(view_.spacing);
        const NodePair across((x - wide(view_.origin.x)) / spacing, columns_, wrapX_);
        const NodePair up((y - wide(view_.origin.y)) / spacing, rows_, wrapY_);
        const float* low = view_.data + int64_t{up.low} * view_.stride;
        const float* high = view_.data + int64_t{up.high} * view_.stride;
        const auto along = [&](const float* row) {
            return row[across.low] + across.part * (row[across.high] - row[across.low]);
        };
        const float below = along(low);
        return below + up.part * (along(high) - below);
    }

  private:
    tnFieldView view_;
    int32_t columns_;
    int32_t rows_;
    bool wrapX_;
    bool wrapY_;
};

// Bends off towards `most`.
float bent(float height, float most)
{
    const float part = height / most;
    const float result = height / std::sqrt(1.0f + part * part);
    return std::fabs(part) < 1.0e18f ? result : std::copysign(most, height);
}

// What was bent to this. A stroke may have gone beyond.
float unbent(float height, float most)
{
    const float part = std::clamp(height / most, -kMostBent, kMostBent);
    return part * most / std::sqrt(1.0f - part * part);
}

} // namespace

// The sum over cells of what body(i, j) returns: over rows of tiles first, then those in order.
template <class Body>
double HostWater::sumCells(Body&& body)
{
    double* sums = chunkEntered_; // while no substep needs it
    tasks_.parallelFor(tiles_.rows, [&](int32_t row) {
        double sum = 0.0;
        for (int32_t j = row * kTileRows; j < tileRowEnd(row); ++j)
        {
            for (int32_t i = 0; i < shape_.grid.nx; ++i)
            {
                sum += body(i, j);
            }
        }
        sums[row] = sum;
    });
    double all = 0.0;
    for (int32_t row = 0; row < tiles_.rows; ++row)
    {
        all += sums[row];
    }
    return all;
}

// What the cell carries keeps its concentration. Returns by how much the depth grew.
double HostWater::setDepth(int32_t i, int32_t j, float to)
{
    float& depth = now_.depth.row(j)[i];
    const float before = depth;
    depth = std::max(to, 0.0f);
    const float kept = before > 0.0f ? depth / before : 0.0f;
    for (int32_t k = 0; k < 1 + shape_.dyeChannels; ++k)
    {
        now_.carried[k].row(j)[i] *= carries_[k] ? kept : 1.0f;
    }
    return wide(depth) - wide(before);
}

// Momentum as it was, in memory that substeps of waves write to; `shape` wakes all tiles, so that
// none relies on what was there.
void HostWater::beginGiven()
{
    tasks_.parallelFor(tiles_.rows, [&](int32_t row) {
        for (int32_t j = row * kTileRows; j < tileRowEnd(row); ++j)
        {
            std::copy_n(now_.momentumX.row(j), shape_.grid.nx, next_.momentumX.row(j));
            std::copy_n(now_.momentumY.row(j), shape_.grid.nx, next_.momentumY.row(j));
        }
    });
}

double HostWater::displaceBelow(std::span<WaterBody* const> bodies, float keepFading)
{
    const Rows surface = spare_;
    sumCells([&](int32_t i, int32_t j) {
        surface.row(j)[i] = fields_.surface(i, j);
        return 0.0;
    });
    displace(bodies, keepFading);
    const double grown = sumCells([&](int32_t i, int32_t j) {
        // Where nothing moved, nothing changes, to the last bit.
        const float bed = fields_.bed.row(j)[i];
        const float depth = now_.depth.row(j)[i];
        const bool moved = depth > 0.0f && bed + depth != surface.row(j)[i];
        const double more = moved ? setDepth(i, j, surface.row(j)[i] - bed) : 0.0;
        meanSurface_.row(j)[i] = bed + now_.depth.row(j)[i]; // no waves will change it
        return more;
    });
    return grown * wide(shape_.grid.cellArea());
}

void HostWater::visitPushes(std::span<WaterBody* const> bodies, const GivenSurface& surface,
                            float gravity, FunctionRef<void(const WaterPush&)> visit)
{
    const WaterGrid& grid = shape_.grid;
    const double h = wide(grid.cellSize);
    const auto place = [&](int32_t i, int32_t j) {
        WaterPush push;
        push.x = grid.originX + (i + 0.5) * h;
        push.y = grid.originY + (j + 0.5) * h;
        return push;
    };
    for (int32_t j = 0; j < grid.ny; ++j)
    {
        const float* x = now_.momentumX.row(j);
        const float* y = now_.momentumY.row(j);
        const float* firstX = next_.momentumX.row(j);
        const float* firstY = next_.momentumY.row(j);
        for (int32_t i = 0; i < grid.nx; ++i)
        {
            if (x[i] == firstX[i] && y[i] == firstY[i])
            {
                continue;
            }
            const float deep =
                std::max(surface.level - fields_.ground.row(j)[i], kLeastDeep * grid.cellSize);
            const float per = grid.cellArea() / deep;
            WaterPush push = place(i, j);
            push.flow = {(x[i] - firstX[i]) * per, (y[i] - firstY[i]) * per};
            visit(push);
        }
    }
    for (const WaterBody* body : bodies)
    {
        const size_t cells =
            static_cast<size_t>(body->box.columns) * static_cast<size_t>(body->box.rows);
        const float most = cells > 0 ? *std::max_element(body->patch, body->patch + cells) : 0.0f;
        const float up = body->motion.velocity.z;
        if (!(most > 0.0f) || up == 0.0f || !(gravity > 0.0f))
        {
            continue;
        }
        const float speed2 = -0.5f * up * std::min(std::fabs(up), kFastestBody);
        const float height = std::clamp(speed2 / gravity, -surface.most, surface.most);
        const float* patch = body->patch;
        forBox(body->box, 0, [&](int32_t i, int32_t j, int32_t, int32_t) {
            const float part = std::max(*patch++, 0.0f) / most;
            if (part > 0.0f)
            {
                WaterPush push = place(i, j);
                push.head = height * part * grid.cellArea();
                visit(push);
            }
        });
    }
}

double HostWater::shape(const GivenSurface& s, double displaced)
{
    const WaterGrid& grid = shape_.grid;
    const double h = wide(grid.cellSize);
    const auto x = [&](int32_t i) { return grid.originX + (i + 0.5) * h; };
    const auto y = [&](int32_t j) { return grid.originY + (j + 0.5) * h; };
    const int32_t lastX = s.wrapX ? 1 : 0; // the column of faces that repeats the first
    const int32_t lastY = s.wrapY ? 1 : 0;
    const ViewSampler heights(s.field, s.field.columns, s.field.rows, s);
    const ViewSampler across(s.velocityX, s.velocityX.columns - lastX, s.velocityX.rows, s);
    const ViewSampler up(s.velocityY, s.velocityY.columns, s.velocityY.rows - lastY, s);

    const auto isBasin = [&](int32_t i, int32_t j) { return fields_.ground.row(j)[i] < s.level; };
    const double basin = sumCells([&](int32_t i, int32_t j) { return isBasin(i, j) ? 1.0 : 0.0; });
    const double area = wide(grid.cellArea());
    const double risen = s.closed && basin > 0.0 ? displaced / (area * basin) : 0.0;
    const auto raised = static_cast<float>(wide(s.level) + risen);

    // The surface lags behind heights that are not bent yet: a spike of pressure that is over at
    // once leaves its mark in full. Heights first, for their mean over what lies below the level.
    const Rows height = spare_;
    const double sum = sumCells([&](int32_t i, int32_t j) {
        const float depth = now_.depth.row(j)[i];
        const float to = s.scale * heights.at(x(i), y(j));
        const float from =
            depth > kDryDepth ? unbent((fields_.bed.row(j)[i] + depth) - raised, s.most) : to;
        height.row(j)[i] = bent(s.keep > 0.0f ? to + s.keep * (from - to) : to, s.most);
        return isBasin(i, j) ? wide(height.row(j)[i]) : 0.0;
    });
    const double mean = s.closed && basin > 0.0 ? sum / basin : 0.0;
    const auto level = static_cast<float>(wide(raised) - mean);

    const double grown = sumCells([&](int32_t i, int32_t j) {
        const double more = setDepth(i, j, (level + height.row(j)[i]) - fields_.bed.row(j)[i]);
        const float depth = now_.depth.row(j)[i];
        now_.momentumX.row(j)[i] = depth * across.at(x(i), y(j));
        now_.momentumY.row(j)[i] = depth * up.at(x(i), y(j));
        return more;
    });
    tiles_.wakeAll();
    return grown * area;
}

} // namespace tarn
