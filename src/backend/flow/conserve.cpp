// Advection by fluxes: what leaves a cell enters its neighbour, so the total is kept to rounding.
//
// Each substep sweeps once along x and once along y (the other way round every second time). Fluxes
// are those of a limited linear profile in the cell upstream (van Leer), exact for the part of it
// that is swept over a face. A sweep along one axis alone is compressed where the flow converges
// along it; the volume that a cell has in between is followed, so that a uniform dye stays uniform.
// In the end it is the cell's own again, but beside solids that have moved since the velocity was
// projected: there the flow is not free of divergence, and what a cell holds is spread over the
// volume that is left, so that dye neither piles up in front of a solid nor is lost behind it.
//
// Faces of dye cells within a velocity cell get what lies between its two faces, which is free of
// divergence where the velocity is. Where solids cut finer dye cells this would not be so: there
// the dye within a velocity cell is mixed after each substep, so that it does not matter where in
// the cell a flux ends. What a solid cuts off from the rest of its cell takes no part.
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

// The part of its volume that a cell loses at least where that is not what a projection left. The
// same in flow_sweep.comp.
constexpr float kLeastLoss = 1e-3f;

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
        const int32_t within = i % scale_;
        const float low = coarseX(q, row);
        if (within == 0)
        {
            const bool cut = isMixed(q - 1, row) || isMixed(q, row);
            return factor_ * (cut ? shareX(i, j) * low : low);
        }
        const float part = static_cast<float>(within) / static_cast<float>(scale_);
        return isMixed(q, row) ? 0.0f : factor_ * (low + part * (coarseX(q + 1, row) - low));
    }

    float y(int32_t i, int32_t j) const
    {
        const int32_t column = i / scale_;
        const int32_t q = j / scale_;
        const int32_t within = j % scale_;
        const float low = coarseY(column, q);
        if (within == 0)
        {
            const bool cut = isMixed(column, q - 1) || isMixed(column, q);
            return factor_ * (cut ? shareY(i, j) * low : low);
        }
        const float part = static_cast<float>(within) / static_cast<float>(scale_);
        return isMixed(column, q) ? 0.0f : factor_ * (low + part * (coarseY(column, q + 1) - low));
    }

    // The parts of their volume that the dye cells of a velocity cell lose in both sweeps. Where it
    // is divided, those that are not cut off lose `body` each, and the others what their own faces
    // let through.
    struct Loss
    {
        float cell = 0.0f; // of the velocity cell: of each dye cell where it is not divided
        bool divided = false;
        float body = 0.0f;

        // As a projection leaves it.
        bool isNone() const { return std::fabs(cell) <= kLeastLoss; }
    };

    Loss lossOf(int32_t q, int32_t row) const
    {
        const float sum =
            (coarseX(q + 1, row) - coarseX(q, row)) + (coarseY(q, row + 1) - coarseY(q, row));
        Loss loss;
        loss.cell = factor_ / static_cast<float>(scale_) * sum;
        if (!loss.isNone() && mixes() && (flow_.links_.row(row)[q] & kLinkTouched) != 0)
        {
            int32_t count = 0;
            float out = 0.0f;
            forBody(q, row, [&](int32_t i, int32_t j) {
                out += lostBy(i, j);
                ++count;
            });
            loss.divided = count < scale_ * scale_;
            loss.body = count > 0 ? out / static_cast<float>(count) : 0.0f;
        }
        return loss;
    }

    // Of one of its dye cells.
    float lost(const Loss& loss, int32_t i, int32_t j) const
    {
        if (loss.divided)
        {
            return isCutOff(i, j) ? lostBy(i, j) : loss.body;
        }
        return loss.cell;
    }

    // Losses along a row of dye cells.
    class AlongRow
    {
      public:
        AlongRow(const SweptFaces& faces, int32_t j) : faces_(faces), j_(j) {}

        float lost(int32_t i)
        {
            look(i);
            return faces_.lost(loss_, i, j_);
        }
        // What is left of the volume: 1 where the flow is free of divergence.
        float volumeLeft(int32_t i)
        {
            look(i);
            return loss_.isNone() ? 1.0f : 1.0f - faces_.lost(loss_, i, j_);
        }

      private:
        void look(int32_t i)
        {
            const int32_t q = i / faces_.scale_;
            if (q != at_)
            {
                at_ = q;
                loss_ = faces_.lossOf(q, j_ / faces_.scale_);
            }
        }

        const SweptFaces& faces_;
        int32_t j_;
        int32_t at_ = -1;
        Loss loss_;
    };

    // Whether any cells are mixed at all.
    bool mixes() const { return scale_ > 1 && flow_.anySolids_; }

    // Marks the part of each cut velocity cell that its flow passes through.
    void findMainParts(int32_t row) const
    {
        for (int32_t q = 0; q < flow_.shape_.nx; ++q)
        {
            if ((flow_.links_.row(row)[q] & kLinkTouched) != 0)
            {
                findMainPart(q, row);
            }
        }
    }

    // Gives all dye cells of the mixed velocity cells in a row their mean; solid ones too, so that
    // fluxes find it there. `before` is what they had when they were mixed last, and what came to
    // solid ones since then belongs to the others; null when there was no last time.
    void mix(const Field& field, const Field* before, int32_t row) const
    {
        for (int32_t q = 0; q < flow_.shape_.nx; ++q)
        {
            if (!isMixed(q, row) || isStill(q, row))
            {
                continue;
            }
            double mass = 0.0;
            int32_t open = 0;
            int32_t all = 0;
            forBody(q, row, [&](int32_t i, int32_t j) {
                const bool solid = (flow_.dyeLinks_.row(j)[i] & kLinkBlocked) != 0;
                const double value = wide(field.row(j)[i]);
                const double had = before != nullptr ? wide(before->row(j)[i]) : value;
                mass += solid ? value - had : value;
                open += solid ? 0 : 1;
                ++all;
            });
            if (open == 0 && all > 0)
            {
                forBody(q, row, [&](int32_t i, int32_t j) { mass += wide(field.row(j)[i]); });
                open = all;
            }
            const auto mean = static_cast<float>(open > 0 ? mass / open : 0.0);
            forBody(q, row, [&](int32_t i, int32_t j) { field.row(j)[i] = mean; });
        }
    }

  private:
    // Of a velocity cell, which may be one beyond an edge: it or a neighbour is cut, so that its
    // faces may be open to some of its dye cells only.
    bool isMixed(int32_t q, int32_t row) const
    {
        if (!mixes())
        {
            return false;
        }
        const uint8_t* here = flow_.links_.row(row) + q;
        const int32_t stride = flow_.links_.stride;
        return ((here[0] | here[-1] | here[1] | here[-stride] | here[stride]) & kLinkTouched) != 0;
    }

    bool isStill(int32_t q, int32_t row) const
    {
        return coarseX(q, row) == 0.0f && coarseX(q + 1, row) == 0.0f && coarseY(q, row) == 0.0f &&
               coarseY(q, row + 1) == 0.0f;
    }

    // What a dye cell loses by its own faces.
    float lostBy(int32_t i, int32_t j) const
    {
        return (x(i + 1, j) - x(i, j)) + (y(i, j + 1) - y(i, j));
    }

    // Whether a dye cell, which may lie beyond an edge, is cut off from the rest of its velocity
    // cell.
    bool isCutOff(int32_t i, int32_t j) const
    {
        const FlowShape& shape = flow_.shape_;
        const int32_t columns = shape.dyeColumns(), rows = shape.dyeRows();
        const int32_t x = shape.wrapX ? wrapped(i, columns) : std::clamp(i, 0, columns - 1);
        const int32_t y = shape.wrapY ? wrapped(j, rows) : std::clamp(j, 0, rows - 1);
        const bool cut = (flow_.links_.row(y / scale_)[x / scale_] & kLinkTouched) != 0;
        return cut && (flow_.dyeLinks_.row(y)[x] & (kLinkBlocked | kLinkMainPart)) == 0;
    }

    template <class Visit>
    void forBody(int32_t q, int32_t row, Visit&& visit) const
    {
        for (int32_t j = row * scale_; j < (row + 1) * scale_; ++j)
        {
            for (int32_t i = q * scale_; i < (q + 1) * scale_; ++i)
            {
                if (!isCutOff(i, j))
                {
                    visit(i, j);
                }
            }
        }
    }

    // What the dye face gets of the flux through its velocity face, as part of an even share:
    // nothing where it leads to what is cut off.
    float shareX(int32_t i, int32_t j) const
    {
        return share(j, [&](int32_t at) { return !isCutOff(i - 1, at) && !isCutOff(i, at); });
    }
    float shareY(int32_t i, int32_t j) const
    {
        return share(i, [&](int32_t at) { return !isCutOff(at, j - 1) && !isCutOff(at, j); });
    }
    template <class Counts>
    float share(int32_t at, const Counts& counts) const
    {
        const int32_t first = at / scale_ * scale_;
        int32_t sharing = 0;
        for (int32_t k = 0; k < scale_; ++k)
        {
            sharing += counts(first + k) ? 1 : 0;
        }
        if (sharing == 0)
        {
            return 1.0f;
        }
        return counts(at) ? static_cast<float>(scale_) / static_cast<float>(sharing) : 0.0f;
    }

    // How open a dye cell is, through those of its faces that are part of open velocity faces.
    float openOutwards(int32_t q, int32_t row, int32_t cell) const
    {
        const int32_t i = q * scale_ + cell % scale_;
        const int32_t j = row * scale_ + cell / scale_;
        const auto open = [](const Field& fine, int32_t x, int32_t y, float coarse) {
            return coarse > 0.0f ? fine.row(y)[x] : 0.0f;
        };
        const float* openX = flow_.openX_.row(row) + q;
        float sum = 0.0f;
        sum += cell % scale_ == 0 ? open(flow_.dyeOpenX_, i, j, openX[0]) : 0.0f;
        sum += cell % scale_ == scale_ - 1 ? open(flow_.dyeOpenX_, i + 1, j, openX[1]) : 0.0f;
        sum += cell / scale_ == 0 ? open(flow_.dyeOpenY_, i, j, flow_.openY_.row(row)[q]) : 0.0f;
        sum += cell / scale_ == scale_ - 1
                   ? open(flow_.dyeOpenY_, i, j + 1, flow_.openY_.row(row + 1)[q])
                   : 0.0f;
        return sum;
    }

    void findMainPart(int32_t q, int32_t row) const
    {
        constexpr int32_t kMost = 64; // dye cells in a velocity cell
        const int32_t left = q * scale_, bottom = row * scale_;
        const auto link = [&](int32_t cell) -> uint8_t& {
            return flow_.dyeLinks_.row(bottom + cell / scale_)[left + cell % scale_];
        };
        const int32_t cells = scale_ * scale_;
        int32_t part[kMost]; // the lowest cell that each is joined to
        for (int32_t cell = 0; cell < cells; ++cell)
        {
            part[cell] = cell;
        }
        const auto join = [&](int32_t a, int32_t b) {
            const int32_t from = std::max(part[a], part[b]);
            std::replace(part, part + cells, from, std::min(part[a], part[b]));
        };
        for (int32_t cell = 0; cell < cells; ++cell)
        {
            if (cell % scale_ > 0 && (link(cell) & kLinkLeft) != 0)
            {
                join(cell, cell - 1);
            }
            if (cell >= scale_ && (link(cell) & kLinkBelow) != 0)
            {
                join(cell, cell - scale_);
            }
        }
        // A solid that passes beside the middle of a velocity cell shuts the faces behind it. So
        // the part that counts is the one with most open faces; of two alike, the larger.
        int32_t main = -1;
        double most = 0.0;
        for (int32_t first = 0; first < cells; ++first)
        {
            double weight = 0.0;
            for (int32_t cell = first; cell < cells; ++cell)
            {
                const bool counts = part[cell] == first && (link(cell) & kLinkBlocked) == 0;
                const double size = 1.0 / kMost;
                weight += counts ? size + wide(openOutwards(q, row, cell)) : 0.0;
            }
            if (weight > most)
            {
                most = weight;
                main = first;
            }
        }
        for (int32_t cell = 0; cell < cells; ++cell)
        {
            const bool isPart = part[cell] == main;
            link(cell) =
                static_cast<uint8_t>((link(cell) & ~kLinkMainPart) | (isPart ? kLinkMainPart : 0));
        }
    }

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
    SweptFaces::AlongRow losses(faces, j);
    float sweptLow = faces.x(0, j);
    float here = volume(0);
    float low = fluxAt(0, sweptLow, volume(-1), here);
    for (int32_t i = 0; i < columns; ++i)
    {
        const float sweptHigh = faces.x(i + 1, j);
        const float next = volume(i + 1);
        const float high = fluxAt(i + 1, sweptHigh, here, next);
        const double mass = wide(here) * wide(q[i]) - (wide(high) - wide(low));
        const float left = first ? 1.0f - (sweptHigh - sweptLow) : losses.volumeLeft(i);
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
    SweptFaces::AlongRow losses(faces, j);
    for (int32_t i = 0; i < columns; ++i)
    {
        const float values[5] = {q[0][i], q[1][i], q[2][i], q[3][i], q[4][i]};
        const float sweptLow = faces.y(i, j);
        const float sweptHigh = faces.y(i, j + 1);
        const float here = volume(i, j);
        const float low = passed(sweptLow, values, volume(i, j - 1), here);
        const float high = passed(sweptHigh, values + 1, here, volume(i, j + 1));
        const double mass = wide(here) * wide(values[2]) - (wide(high) - wide(low));
        const float left = first ? 1.0f - (sweptHigh - sweptLow) : losses.volumeLeft(i);
        out[i] = static_cast<float>(mass / wide(left));
    }
}

// The most of its volume that a dye cell gives or takes along an axis in the whole step, or loses.
float HostFlow::mostSwept(const SweptFaces& faces, int32_t columns, int32_t rows)
{
    forRows(rows, [&](int32_t j) {
        float most = 0.0f;
        SweptFaces::AlongRow losses(faces, j);
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
            most = std::max(most, losses.lost(i));
        }
        rowSums_[j] = static_cast<double>(most);
    });
    return static_cast<float>(*std::max_element(rowSums_, rowSums_ + rows));
}

HostFlow::SubstepPlan HostFlow::substepsFor(float mostSwept)
{
    // A little less than all of a cell, so that what is left of it never vanishes.
    constexpr float kMostOfCell = 0.9f;
    constexpr auto kMost = static_cast<float>(kMostSubsteps);
    const float wanted = std::ceil(mostSwept / kMostOfCell);
    const bool tooMany = wanted > kMost;
    return {static_cast<int32_t>(std::clamp(wanted, 1.0f, kMost)), tooMany ? kMost / wanted : 1.0f,
            tooMany};
}

int32_t HostFlow::carryByFluxes(std::span<const CarriedScalar> scalars, int32_t scale, float rate,
                                bool* cut)
{
    const int32_t columns = shape_.nx * scale;
    const int32_t rows = shape_.ny * scale;
    const float whole = rate * static_cast<float>(scale);
    const SweptFaces inOneStep(*this, scale, whole);
    if (inOneStep.mixes())
    {
        forRows(shape_.ny, [&](int32_t row) { inOneStep.findMainParts(row); });
    }
    const SubstepPlan plan = substepsFor(mostSwept(inOneStep, columns, rows));
    *cut = *cut || plan.cut;
    const SweptFaces faces(*this, scale, plan.slower * (whole / static_cast<float>(plan.count)));
    const auto mix = [&](const CarriedScalar& scalar, const Field* before) {
        if (faces.mixes())
        {
            const Field& field = scalar.field->now;
            forRows(shape_.ny, [&](int32_t row) { faces.mix(field, before, row); });
            finishScalar(field, scalar.edges, scale);
        }
    };
    for (const CarriedScalar& scalar : scalars)
    {
        mix(scalar, nullptr);
    }
    for (int32_t substep = 0; substep < plan.count; ++substep)
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
            mix(scalar, &field.next);
        }
    }
    return plan.count;
}

} // namespace tarn
