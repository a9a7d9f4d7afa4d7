// Advection by fluxes: what leaves a cell enters its neighbour, so the total is kept to rounding.
//
// Each substep sweeps once along x and once along y (the other way round every second time). Fluxes
// are those of a limited linear profile in the cell upstream (van Leer), exact for the part of it
// that is swept over a face. A sweep along one axis alone is compressed where the flow converges
// along it; the volume that a cell has in between is followed, so that a uniform dye stays uniform.
//
// Faces of dye cells within a velocity cell get what lies between its two faces, which is free of
// divergence where the velocity is.
#include "backend/flow/host_flow.h"
#include "backend/flow/sample.h"
#include "core/wide.h"

#include <algorithm>
#include <cmath>

namespace tarn
{

namespace
{

// More substeps than this, and the flow is taken to be slower.
constexpr int32_t kMostSubsteps = 64;

float limitedSlope(float before, float here, float after)
{
    const float low = here - before;
    const float high = after - here;
    if (!(low * high > 0.0f))
    {
        return 0.0f;
    }
    const float most = 2.0f * std::min(std::fabs(low), std::fabs(high));
    const float mean = 0.5f * std::fabs(low + high);
    return std::copysign(std::min(most, mean), low);
}

// What a face lets through in a substep: the volume `swept` of the upstream cell's profile. Values
// are those of the two cells before the face and the two after it, with their volumes.
float passed(float swept, const float q[4], float volumeBefore, float volumeAfter)
{
    if (swept >= 0.0f)
    {
        const float slope = limitedSlope(q[0], q[1], q[2]);
        return swept * (q[1] + 0.5f * (1.0f - swept / volumeBefore) * slope);
    }
    const float slope = limitedSlope(q[1], q[2], q[3]);
    return swept * (q[2] - 0.5f * (1.0f + swept / volumeAfter) * slope);
}

} // namespace

// Volumes, in dye cells, that the faces of the dye cells sweep in a substep.
class HostFlow::SweptFaces
{
  public:
    SweptFaces(const HostFlow& flow, int32_t scale, float perVelocity)
        : flow_(flow), scale_(scale), factor_(perVelocity)
    {
    }

    float x(int32_t i, int32_t j) const
    {
        const int32_t q = i / scale_;
        const int32_t row = j / scale_;
        const float part = static_cast<float>(i % scale_) / static_cast<float>(scale_);
        const float low = coarseX(q, row);
        const float value = part > 0.0f ? low + part * (coarseX(q + 1, row) - low) : low;
        return isOpen(flow_.dyeOpenX_, flow_.openX_, i, j) ? factor_ * value : 0.0f;
    }

    float y(int32_t i, int32_t j) const
    {
        const int32_t column = i / scale_;
        const int32_t q = j / scale_;
        const float part = static_cast<float>(j % scale_) / static_cast<float>(scale_);
        const float low = coarseY(column, q);
        const float value = part > 0.0f ? low + part * (coarseY(column, q + 1) - low) : low;
        return isOpen(flow_.dyeOpenY_, flow_.openY_, i, j) ? factor_ * value : 0.0f;
    }

  private:
    float coarseX(int32_t i, int32_t j) const
    {
        const float u = flow_.u_.now.row(j)[i];
        return flow_.anySolids_ ? flow_.openX_.row(j)[i] * u : u;
    }
    float coarseY(int32_t i, int32_t j) const
    {
        const float v = flow_.v_.now.row(j)[i];
        return flow_.anySolids_ ? flow_.openY_.row(j)[i] * v : v;
    }
    bool isOpen(const Field& dye, const Field& own, int32_t i, int32_t j) const
    {
        return !flow_.anySolids_ || (scale_ > 1 ? dye : own).row(j)[i] > 0.0f;
    }

    const HostFlow& flow_;
    int32_t scale_;
    float factor_;
};

// One sweep along x of a row: q is mass over volume before and after it. Masses are in 64 bits: in
// 32, rounding leans to one side, and a thousand steps would show it. `first` says that it is
// the first of the two, and starts from volume 1; else from what the sweep along y left.
void HostFlow::sweepRowX(const SweptFaces& faces, const Field& from, const Field& to, int32_t j,
                         bool first) const
{
    const float* q = from.row(j);
    float* out = to.row(j);
    const int32_t columns = from.columns;
    const auto volume = [&](int32_t node) {
        const int32_t i = shape_.wrapX ? wrapped(node, columns) : node;
        if (first || i < 0 || i >= columns)
        {
            return 1.0f;
        }
        return 1.0f - (faces.y(i, j + 1) - faces.y(i, j));
    };
    const auto fluxAt = [&](int32_t i, float swept, float before, float after) {
        return passed(swept, q + i - 2, before, after);
    };
    float sweptLow = faces.x(0, j);
    float here = volume(0);
    float low = fluxAt(0, sweptLow, volume(-1), here);
    for (int32_t i = 0; i < columns; ++i)
    {
        const float sweptHigh = faces.x(i + 1, j);
        const float next = volume(i + 1);
        const float high = fluxAt(i + 1, sweptHigh, here, next);
        const double mass = wide(here) * wide(q[i]) - (wide(high) - wide(low));
        const float left = first ? 1.0f - (sweptHigh - sweptLow) : 1.0f;
        out[i] = static_cast<float>(mass / wide(left));
        sweptLow = sweptHigh;
        low = high;
        here = next;
    }
}

void HostFlow::sweepRowY(const SweptFaces& faces, const Field& from, const Field& to, int32_t j,
                         bool first) const
{
    const int32_t columns = from.columns;
    const int32_t rows = from.rows;
    const float* q[5];
    for (int32_t k = 0; k < 5; ++k)
    {
        q[k] = from.row(j - 2 + k);
    }
    float* out = to.row(j);
    const auto volume = [&](int32_t i, int32_t node) {
        const int32_t row = shape_.wrapY ? wrapped(node, rows) : node;
        if (first || row < 0 || row >= rows)
        {
            return 1.0f;
        }
        return 1.0f - (faces.x(i + 1, row) - faces.x(i, row));
    };
    for (int32_t i = 0; i < columns; ++i)
    {
        const float values[5] = {q[0][i], q[1][i], q[2][i], q[3][i], q[4][i]};
        const float sweptLow = faces.y(i, j);
        const float sweptHigh = faces.y(i, j + 1);
        const float here = volume(i, j);
        const float low = passed(sweptLow, values, volume(i, j - 1), here);
        const float high = passed(sweptHigh, values + 1, here, volume(i, j + 1));
        const double mass = wide(here) * wide(values[2]) - (wide(high) - wide(low));
        const float left = first ? 1.0f - (sweptHigh - sweptLow) : 1.0f;
        out[i] = static_cast<float>(mass / wide(left));
    }
}

// The most of its volume that a dye cell gives or takes along an axis in the whole step.
float HostFlow::mostSwept(const SweptFaces& faces, int32_t columns, int32_t rows)
{
    forRows(rows, [&](int32_t j) {
        float most = 0.0f;
        for (int32_t i = 0; i < columns; ++i)
        {
            const float left = faces.x(i, j), right = faces.x(i + 1, j);
            const float low = faces.y(i, j), high = faces.y(i, j + 1);
            const auto more = [&most](float a, float b) {
                most = std::max(most, std::max(a, 0.0f) + std::max(b, 0.0f));
            };
            more(right, -left);
            more(left, -right);
            more(high, -low);
            more(low, -high);
        }
        rowSums_[j] = static_cast<double>(most);
    });
    return static_cast<float>(*std::max_element(rowSums_, rowSums_ + rows));
}

int32_t HostFlow::carryByFluxes(std::span<const CarriedScalar> scalars, int32_t scale, float rate,
                                bool* cut)
{
    const int32_t columns = shape_.nx * scale;
    const int32_t rows = shape_.ny * scale;
    const float whole = rate * static_cast<float>(scale);
    const float most = mostSwept(SweptFaces(*this, scale, whole), columns, rows);
    // A little less than all of a cell, so that what is left of it never vanishes.
    constexpr float kMostOfCell = 0.9f;
    const float wanted = std::ceil(most / kMostOfCell);
    const bool tooMany = wanted > static_cast<float>(kMostSubsteps);
    *cut = *cut || tooMany;
    const int32_t substeps =
        static_cast<int32_t>(std::clamp(wanted, 1.0f, static_cast<float>(kMostSubsteps)));
    const float slower = tooMany ? static_cast<float>(kMostSubsteps) / wanted : 1.0f;
    const SweptFaces faces(*this, scale, slower * (whole / static_cast<float>(substeps)));
    for (int32_t substep = 0; substep < substeps; ++substep)
    {
        const bool xFirst = substep % 2 == 0;
        for (const CarriedScalar& scalar : scalars)
        {
            Carried& field = *scalar.field;
            const auto sweep = [&](bool alongX, const Field& from, const Field& to, bool first) {
                forRows(rows, [&](int32_t j) {
                    alongX ? sweepRowX(faces, from, to, j, first)
                           : sweepRowY(faces, from, to, j, first);
                });
                finishScalar(to, scalar.edges, scale);
            };
            sweep(xFirst, field.now, field.hat, true);
            sweep(!xFirst, field.hat, field.next, false);
            field.advance();
        }
    }
    return substeps;
}

} // namespace tarn
