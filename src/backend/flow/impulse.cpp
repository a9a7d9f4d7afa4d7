// Pushes at points, as bodies give them: each goes to the faces around it by how near they are, so
// that all of its momentum is in the fluid, however coarse the grid.
#include "backend/flow/host_flow.h"
#include "backend/flow/sample.h"

#include <algorithm>
#include <cmath>

namespace tarn
{

namespace
{

// The lower one of two nodes, and how far the point is from it. Nodes at whole numbers.
struct Between
{
    int32_t node;
    float part;

    explicit Between(double place)
        : node(static_cast<int32_t>(std::floor(place))),
          part(static_cast<float>(place - std::floor(place)))
    {
    }

    float weight(int32_t high) const { return high != 0 ? part : 1.0f - part; }
};

} // namespace

// Whether the fluid itself decides how fast it passes. Indices are within the grid.
bool HostFlow::isFreeFace(bool isX, int32_t i, int32_t j) const
{
    const auto isGiven = [this](tnSide side) {
        return edges_[side].type == tn_flowWall || edges_[side].type == tn_flowInflow;
    };
    const int32_t k = isX ? i : j;
    const int32_t last = isX ? shape_.nx : shape_.ny;
    const bool atLow = k == 0 && isGiven(isX ? tn_sideLeft : tn_sideBottom);
    const bool atHigh = k == last && isGiven(isX ? tn_sideRight : tn_sideTop);
    return !atLow && !atHigh && (isX ? openX_ : openY_).row(j)[i] > 0.0f;
}

// Adds to the four faces around a point, in faces of the component.
void HostFlow::shareFaces(bool isX, double x, double y, float amount)
{
    // Along the component there is a face more than there are cells, unless the last is the first.
    const int32_t columns = shape_.nx + (isX && !shape_.wrapX ? 1 : 0);
    const int32_t rows = shape_.ny + (!isX && !shape_.wrapY ? 1 : 0);
    const Between across(x);
    const Between up(y);
    float* face[4] = {};
    float weight[4] = {};
    float all = 0.0f;
    for (int32_t c = 0; c < 4; ++c)
    {
        const int32_t column = across.node + (c & 1);
        const int32_t row = up.node + (c >> 1);
        const int32_t i =
            shape_.wrapX ? wrapped(column, shape_.nx) : std::clamp(column, 0, columns - 1);
        const int32_t j = shape_.wrapY ? wrapped(row, shape_.ny) : std::clamp(row, 0, rows - 1);
        if (isFreeFace(isX, i, j))
        {
            face[c] = (isX ? u_ : v_).now.row(j) + i;
            weight[c] = across.weight(c & 1) * up.weight(c >> 1);
            all += weight[c];
        }
    }
    for (int32_t c = 0; c < 4 && all > 0.0f; ++c)
    {
        if (face[c] != nullptr)
        {
            *face[c] += amount * (weight[c] / all);
        }
    }
}

void HostFlow::addImpulse(const FlowImpulse& impulse)
{
    const double x =
        shape_.wrapX ? impulse.x : std::clamp(impulse.x, 0.0, static_cast<double>(shape_.nx));
    const double y =
        shape_.wrapY ? impulse.y : std::clamp(impulse.y, 0.0, static_cast<double>(shape_.ny));
    if (impulse.velocity.x != 0.0f)
    {
        shareFaces(true, x, y - 0.5, impulse.velocity.x);
    }
    if (impulse.velocity.y != 0.0f)
    {
        shareFaces(false, x - 0.5, y, impulse.velocity.y);
    }
    if (impulse.inward == 0.0f)
    {
        return;
    }
    const Between across(x - 0.5);
    const Between up(y - 0.5);
    for (int32_t c = 0; c < 4; ++c)
    {
        const int32_t column = across.node + (c & 1);
        const int32_t row = up.node + (c >> 1);
        const int32_t i =
            shape_.wrapX ? wrapped(column, shape_.nx) : std::clamp(column, 0, shape_.nx - 1);
        const int32_t j =
            shape_.wrapY ? wrapped(row, shape_.ny) : std::clamp(row, 0, shape_.ny - 1);
        const float amount = impulse.inward * (across.weight(c & 1) * up.weight(c >> 1));
        const auto push = [&](bool isX, int32_t faceI, int32_t faceJ, float by) {
            const int32_t atI = isX && shape_.wrapX ? wrapped(faceI, shape_.nx) : faceI;
            const int32_t atJ = !isX && shape_.wrapY ? wrapped(faceJ, shape_.ny) : faceJ;
            if (isFreeFace(isX, atI, atJ))
            {
                (isX ? u_ : v_).now.row(atJ)[atI] += by;
            }
        };
        push(true, i, j, amount);
        push(true, i + 1, j, -amount);
        push(false, i, j, amount);
        push(false, i, j + 1, -amount);
    }
}

bool HostFlow::limitVelocity(float maxSpeed)
{
    // Written so that what is not a number is cut too.
    const auto limit = [maxSpeed](float* row, int32_t count) {
        double cut = 0.0;
        for (int32_t i = 0; i < count; ++i)
        {
            if (!(std::fabs(row[i]) <= maxSpeed))
            {
                row[i] = row[i] > 0.0f ? maxSpeed : row[i] < 0.0f ? -maxSpeed : 0.0f;
                cut = 1.0;
            }
        }
        return cut;
    };
    const double cut = sumRows(shape_.ny + 1, [&](int32_t j) {
        const double x = j < shape_.ny ? limit(u_.now.row(j), shape_.nx + 1) : 0.0;
        return x + limit(v_.now.row(j), shape_.nx);
    });
    finishVelocity();
    return cut > 0.0;
}

} // namespace tarn
