// The local surface around a body: a plane through the water as far as kAroundSizes times its size.
// What is in the middle counts most.
//
// The water is looked at in a few places only: in the middle of the body's box, and evenly from
// there to both sides. A distance across and a distance up make four places, side by side in a
// Float4: lower left, upper right, lower right, upper left. Mirrors exchange the first two and the
// last two, or those with these, and that is how Sum4::all adds them up: mirror images of waters
// have planes that are mirror images.
#include "backend/water/body_grid.h"

#include <algorithm>

namespace tarn
{

namespace
{

// It is looked at so many cells around the body at least; in about so many places to each side.
constexpr int32_t kLeastAround = 3;
constexpr int32_t kMostLooks = 6;
constexpr double kSteepest = 1.0;       // of it, a cell up for each across
constexpr double kLeastSpread = 1.0e-3; // places in a line tell no slope

enum class Axis
{
    across,
    up
};

// Two places along an axis, as far to one side as to the other.
struct Look
{
    int32_t low; // cells of the grid
    int32_t high;
    Float4 away; // from the body's middle, in cells
    Float4 near; // weights
};

// All of them, but those that count nothing.
class Looks
{
  public:
    // Around `count` cells from `first` on, of an axis of n. The body is `rest` beyond the middle
    // of cell `middle`.
    Looks(Axis axis, int32_t first, int32_t count, int32_t middle, float rest, int32_t n,
          bool wraps)
        : low_(first + (count - 1) / 2), high_(first + count / 2)
    {
        const int32_t reach = count / 2 + std::max(kAroundSizes * count, kLeastAround);
        const int32_t stride = std::max(reach / kMostLooks, 1);
        const int32_t steps = (reach + stride - 1) / stride;
        const float per = 1.0f / static_cast<float>((steps + 1) * stride);
        for (int32_t k = 0; k <= steps; ++k)
        {
            const int32_t cells[2] = {low_ - k * stride, high_ + k * stride};
            const float share = cells[0] == cells[1] ? 0.5f : 1.0f; // one cell, there twice
            float away[2];
            float near[2];
            for (int side = 0; side < 2; ++side)
            {
                away[side] = static_cast<float>(cells[side] - middle) - rest;
                const float part = away[side] * per;
                const bool isThere = wraps || (cells[side] >= 0 && cells[side] < n);
                near[side] = isThere ? share * std::max(1.0f - part * part, 0.0f) : 0.0f;
            }
            if (near[0] > 0.0f || near[1] > 0.0f)
            {
                Look& look = looks_[count_++];
                look = {cellOnAxis(cells[0], n, wraps), cellOnAxis(cells[1], n, wraps),
                        lanes(axis, away), lanes(axis, near)};
                const Float4 moment = look.near * look.away;
                weight_ = weight_ + look.near;
                moment_ = moment_ + moment;
                square_ = square_ + moment * look.away;
            }
        }
        low_ = cellOnAxis(low_, n, wraps);
        high_ = cellOnAxis(high_, n, wraps);
    }

    const Look* begin() const { return looks_; }
    const Look* end() const { return looks_ + count_; }

    int32_t low() const { return low_; } // the middle of the box: two cells, or one
    int32_t high() const { return high_; }

    // Sums of weights, and of weights times distances and their squares.
    double weight() const { return both(weight_); }
    double moment() const { return both(moment_); }
    double square() const { return both(square_); }

  private:
    static Float4 lanes(Axis axis, const float (&v)[2])
    {
        return axis == Axis::across ? Float4{v[0], v[1], v[1], v[0]}
                                    : Float4{v[0], v[1], v[0], v[1]};
    }

    static double both(Float4 sums) { return wide(sums[0]) + wide(sums[1]); }

    // Up to 2 kMostLooks - 1 steps: a reach just too short for a stride of two.
    Look looks_[2 * kMostLooks];
    int32_t count_ = 0;
    int32_t low_;
    int32_t high_;
    Float4 weight_{}; // of both sides apart
    Float4 moment_{};
    Float4 square_{};
};

// body(column, row, depth, height of the bed) for all places, four at a time.
template <class Body>
TN_INLINE void forPlaces(const Looks& across, const Looks& up, Rows depth, Rows bed, Body&& body)
{
    for (const Look& row : up)
    {
        const float* lowDepth = depth.row(row.low);
        const float* highDepth = depth.row(row.high);
        const float* lowBed = bed.row(row.low);
        const float* highBed = bed.row(row.high);
        for (const Look& column : across)
        {
            body(column, row,
                 Float4{lowDepth[column.low], highDepth[column.high], lowDepth[column.high],
                        highDepth[column.low]},
                 Float4{lowBed[column.low], highBed[column.high], lowBed[column.high],
                        highBed[column.low]});
        }
    }
}

// A place's weight where it is wet.
TN_INLINE Float4 weightOf(const Look& column, const Look& row, Float4 depth)
{
    const Float4 dry{kDryDepth, kDryDepth, kDryDepth, kDryDepth};
    return wherePositive(depth - dry, column.near * row.near);
}

// Sums over wet places of their weights, times where they are.
struct Spread
{
    double w, x, y, xx, xy, yy;
};

Spread spreadOfAll(const Looks& across, const Looks& up)
{
    return {across.weight() * up.weight(), across.moment() * up.weight(),
            across.weight() * up.moment(), across.square() * up.weight(),
            across.moment() * up.moment(), across.weight() * up.square()};
}

Spread spreadOfWet(const Looks& across, const Looks& up, Rows depth, Rows bed)
{
    Sum4 w, x, y, xx, xy, yy;
    forPlaces(across, up, depth, bed,
              [&](const Look& column, const Look& row, Float4 deep, Float4) {
                  const Float4 weight = weightOf(column, row, deep);
                  const Float4 weightX = weight * column.away;
                  const Float4 weightY = weight * row.away;
                  w.add(weight);
                  x.add(weightX);
                  y.add(weightY);
                  xx.add(weightX * column.away);
                  xy.add(weight * (column.away * row.away));
                  yy.add(weightY * row.away);
              });
    return {w.all(), x.all(), y.all(), xx.all(), xy.all(), yy.all()};
}

} // namespace

void HostWater::lookAround(WaterBody& body) const
{
    body.isNearWater = false;
    body.slope = {};
    const BodyBox& box = body.box;
    if (box.rows == 0)
    {
        return;
    }
    const WaterGrid& grid = shape_.grid;
    const BodyFrame frame(grid, body);
    const Looks across(Axis::across, box.column, box.columns, frame.i, frame.restX, grid.nx,
                       grid.wrapX);
    const Looks up(Axis::up, box.row, box.rows, frame.j, frame.restY, grid.ny, grid.wrapY);

    // Heights are taken from the middle of the box on, so that where water is level nothing is left
    // to be rounded. Of its cells the lowest: ground beside the water is higher.
    const auto surface = [this](int32_t i, int32_t j) { return fields_.surface(i, j); };
    const float base =
        std::min({surface(across.low(), up.low()), surface(across.high(), up.high()),
                  surface(across.high(), up.low()), surface(across.low(), up.high())});
    const Float4 bases{base, base, base, base};
    Float4 shallowest{INFINITY, INFINITY, INFINITY, INFINITY};
    Sum4 sumH, sumXH, sumYH;
    forPlaces(across, up, now_.depth, fields_.bed,
              [&](const Look& column, const Look& row, Float4 depth, Float4 bed) {
                  const Float4 height = weightOf(column, row, depth) * ((bed + depth) - bases);
                  sumH.add(height);
                  sumXH.add(height * column.away);
                  sumYH.add(height * row.away);
                  shallowest = lesser(depth, shallowest);
              });
    const double h = sumH.all(), xh = sumXH.all(), yh = sumYH.all();
    const bool allWet =
        std::min({shallowest[0], shallowest[1], shallowest[2], shallowest[3]}) > kDryDepth;
    const Spread s =
        allWet ? spreadOfAll(across, up) : spreadOfWet(across, up, now_.depth, fields_.bed);
    body.isNearWater = s.w > 0.0;
    if (!body.isNearWater)
    {
        return;
    }
    // About the mean, so that the two equations for the slope stand alone.
    const double mx = s.x / s.w, my = s.y / s.w, mh = h / s.w;
    const double sxx = s.xx - mx * s.x, sxy = s.xy - s.x * s.y / s.w, syy = s.yy - my * s.y;
    const double sxh = xh - mx * h, syh = yh - my * h;
    const double det = sxx * syy - sxy * sxy;
    double slopeX = 0.0, slopeY = 0.0;
    if (det > kLeastSpread * s.w * s.w)
    {
        slopeX = std::clamp((sxh * syy - syh * sxy) / det, -kSteepest, kSteepest);
        slopeY = std::clamp((syh * sxx - sxh * sxy) / det, -kSteepest, kSteepest);
    }
    body.level = base + static_cast<float>(mh - (slopeX * mx + slopeY * my));
    const double perCell = static_cast<double>(frame.perCell);
    body.slope = {static_cast<float>(slopeX * perCell), static_cast<float>(slopeY * perCell)};
}

} // namespace tarn
