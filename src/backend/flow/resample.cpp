// The fluid of one flow at another resolution.
#include "backend/flow/host_flow.h"
#include "core/wide.h"

#include <algorithm>
#include <cmath>

namespace tarn
{

namespace
{

// The nodes of an old axis that a new node takes, each with its weight: those within one new cell
// where the new grid is coarser (a tent, whose weights keep totals), else the two on either side.
class Weights
{
  public:
    // Node k of an axis of `count` cells lies at k + phase.
    Weights(int32_t node, double phase, double oldPerNew, int32_t nodes)
        : centre_((static_cast<double>(node) + phase) * oldPerNew - phase),
          width_(std::max(oldPerNew, 1.0)), last_(nodes - 1)
    {
        begin_ = static_cast<int32_t>(std::ceil(centre_ - width_));
        end_ = static_cast<int32_t>(std::floor(centre_ + width_));
        for (int32_t k = begin_; k <= end_; ++k)
        {
            sum_ += raw(k);
        }
    }

    int32_t begin() const { return begin_; }
    int32_t end() const { return end_; }
    double at(int32_t k) const { return raw(k) / sum_; }
    int32_t inside(int32_t k) const { return std::clamp(k, 0, last_); }

  private:
    double raw(int32_t k) const
    {
        return std::max(0.0, 1.0 - std::fabs(static_cast<double>(k) - centre_) / width_);
    }

    double centre_;
    double width_;
    int32_t last_;
    int32_t begin_ = 0;
    int32_t end_ = 0;
    double sum_ = 0.0;
};

} // namespace

// `nodesX`: the field has a node on each face between columns, else one in each cell.
void HostFlow::copyField(const Field& to, Rows from, int32_t columns, int32_t rows, bool nodesX,
                         bool nodesY)
{
    if (columns == to.columns && rows == to.rows)
    {
        forRows(rows, [&](int32_t j) { std::copy_n(from.row(j), columns, to.row(j)); });
        return;
    }
    const double phaseX = nodesX ? 0.0 : 0.5;
    const double phaseY = nodesY ? 0.0 : 0.5;
    const int32_t cellsX = nodesX ? 1 : 0;
    const int32_t cellsY = nodesY ? 1 : 0;
    const double perX =
        static_cast<double>(columns - cellsX) / static_cast<double>(to.columns - cellsX);
    const double perY = static_cast<double>(rows - cellsY) / static_cast<double>(to.rows - cellsY);
    forRows(to.rows, [&](int32_t j) {
        const Weights wy(j, phaseY, perY, rows);
        float* out = to.row(j);
        for (int32_t i = 0; i < to.columns; ++i)
        {
            const Weights wx(i, phaseX, perX, columns);
            double sum = 0.0;
            for (int32_t y = wy.begin(); y <= wy.end(); ++y)
            {
                const float* row = from.row(wy.inside(y));
                for (int32_t x = wx.begin(); x <= wx.end(); ++x)
                {
                    sum += wy.at(y) * wx.at(x) * wide(row[wx.inside(x)]);
                }
            }
            out[i] = static_cast<float>(sum);
        }
    });
}

void HostFlow::copyFluid(FlowBackend& from)
{
    const FlowShape& old = from.shape();
    const auto cells = [&](const Field& to, Rows rows) {
        copyField(to, rows, old.nx, old.ny, false, false);
    };
    copyField(u_.now, from.rows(tn_flowVelocityX), old.nx + 1, old.ny, true, false);
    copyField(v_.now, from.rows(tn_flowVelocityY), old.nx, old.ny + 1, false, true);
    cells(pressed_, from.pressed());
    if (shape_.temperature && old.temperature)
    {
        cells(temperature_.now, from.rows(tn_flowTemperature));
    }
    for (int32_t k = 0; shape_.texture && old.texture && k < 4; ++k)
    {
        cells(texture_[k], from.rows(static_cast<tnFlowField>(tn_flowTextureX0 + k)));
    }
    for (int32_t c = 0; c < std::min(shape_.dyeChannels, old.dyeChannels); ++c)
    {
        copyField(dyes_[c].now, from.rows(static_cast<tnFlowField>(tn_flowDye0 + c)),
                  old.dyeColumns(), old.dyeRows(), false, false);
    }
    const std::span<const tnVec2> tracers = from.tracers();
    tracerCount_ = std::min(static_cast<int32_t>(tracers.size()), shape_.tracerCapacity);
    std::copy_n(tracers.data(), tracerCount_, tracers_);
}

} // namespace tarn
