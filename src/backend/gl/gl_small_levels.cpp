// The end of a V-cycle: small levels in one dispatch, by small.comp; of even ones the first that is
// small enough in two, by its modes (axis_modes.h, modes.comp), and none below it.
#include "backend/gl/axis_modes.h"
#include "backend/gl/gl_backend.h"
#include "backend/gl/gl_level_params.h"
#include "backend/gl/gl_limits.h"

#include <algorithm>

namespace tarn
{

namespace
{

constexpr int32_t kBlock = 4; // cells of a vector

int32_t blocksOf(const AxisShape& axis)
{
    return (axis.cells + kBlock - 1) / kBlock;
}

// Where in the buffer, in vectors, the modes of an axis lie, from its first on.
struct ModePlaces
{
    int32_t back, numbers, end;

    explicit ModePlaces(int32_t blocks)
        : back(kBlock * blocks * blocks), numbers(2 * back), end(numbers + blocks)
    {
    }
};

} // namespace

// ---- Which levels

bool GlBackend::hasModes(const Level& level) const
{
    const AxisShape& x = level.shape.x;
    const AxisShape& y = level.shape.y;
    return level.isEven && std::max(x.cells, y.cells) <= longestModes_;
}

int32_t GlBackend::smallLevels(std::span<const Level> levels) const
{
    const auto first = std::find_if(levels.begin(), levels.end(),
                                    [this](const Level& level) { return hasModes(level); });
    if (first != levels.end())
    {
        return static_cast<int32_t>(levels.end() - first);
    }
    if (levels.empty() || levels.back().isEven)
    {
        return 0;
    }
    const GridShape& last = levels.back().shape;
    if (last.isStrip() && std::max(last.x.cells, last.y.cells) > gl_limits::kSmallStrip)
    {
        return 0;
    }
    int32_t count = 0;
    int64_t cells = 0;
    for (size_t k = levels.size(); k-- > 0 && count < gl_limits::kMostSmallLevels; ++count)
    {
        cells += int64_t{levels[k].shape.x.cells} * levels[k].shape.y.cells;
        if (cells > programs_.smallCapacity())
        {
            break;
        }
    }
    return count;
}

void GlBackend::cycleSmall(std::span<const Level> levels, const CycleSweeps& sweeps)
{
    const Level& first = levels.front();
    if (hasModes(first))
    {
        solveByModes(first);
        return;
    }
    if (coefficientsMoved_)
    {
        describeSmall(levels);
        coefficientsMoved_ = false;
    }
    gl_params::Small params = {};
    params.levels = static_cast<int32_t>(levels.size());
    params.down = sweeps.down;
    params.up = sweeps.up;
    params.last = sweeps.last;
    params.stride = field(first.x).stride;
    device_.run(programs_.get(GlKernel::small), params,
                {glRead(smallLevels_), glRead(smallCoefficients_), reads(first.r), writes(first.x)},
                {});
}

// ---- Small levels

// Writes down what they are like, and gathers their coefficients.
void GlBackend::describeSmall(std::span<const Level> levels)
{
    gl_params::SmallLevel all[gl_limits::kMostSmallLevels] = {};
    int32_t at = 0;
    size_t bytes = 0;
    const auto gather = [&](FieldId id) {
        const GlBuffer& from = field(id).buffer;
        const size_t place = bytes;
        device_.copy(from, 0, smallCoefficients_, place, from.bytes);
        bytes += from.bytes;
        return static_cast<int32_t>(place / sizeof(float));
    };
    for (size_t k = 0; k < levels.size(); ++k)
    {
        const Level& level = levels[k];
        describeLevel(*this, level, &all[k]);
        all[k].omega = level.omega;
        all[k].at = at;
        at += level.shape.x.cells * level.shape.y.cells;
        all[k].cxAt = gather(level.cx);
        all[k].cyAt = gather(level.cy);
        all[k].aAt = level.hasA ? gather(level.a) : 0;
    }
    device_.write(smallLevels_, 0, std::as_bytes(std::span(all)));
}

// ---- Modes

size_t GlBackend::modesFloats() const
{
    const int32_t blocks = (longestModes_ + kBlock - 1) / kBlock;
    return 2 * static_cast<size_t>(ModePlaces(blocks).end) * kBlock;
}

bool GlBackend::takeModesMemory(int32_t longestSide)
{
    longestModes_ = std::min((longestSide + 1) / 2, gl_limits::kMostModes); // none of the finest
    const size_t doubles = modesWork(static_cast<size_t>(longestModes_));
    const bool made = modesArena_.create(arenaBytes(doubles, sizeof(double)) +
                                         arenaBytes(modesFloats(), sizeof(float)));
    modesWork_ = made ? modesArena_.take<double>(doubles) : nullptr;
    modesValues_ = made ? modesArena_.take<float>(modesFloats()) : nullptr;
    return made && device_.createBuffer(modesFloats() * sizeof(float), &modes_) &&
           device_.createBuffer(glFieldBytes(longestModes_, longestModes_ + kBlock), &modeLines_);
}

// The modes of both axes on the device, where they are not there yet: they stay the same while
// coefficients change in size only, as with every time step.
void GlBackend::findModesOf(const Level& level)
{
    const AxisPattern patterns[2] = {patternOf(level.even.x, level.shape.x),
                                     patternOf(level.even.y, level.shape.y)};
    if (std::equal(std::begin(patterns), std::end(patterns), std::begin(patterns_)))
    {
        return;
    }
    std::copy_n(patterns, 2, patterns_);
    std::fill_n(modesValues_, modesFloats(), 0.0f);
    float* values = modesValues_;
    for (const AxisPattern& pattern : patterns)
    {
        const int32_t blocks = (pattern.cells + kBlock - 1) / kBlock;
        const ModePlaces places(blocks);
        const auto n = static_cast<size_t>(pattern.cells);
        const auto stride = static_cast<size_t>(blocks) * kBlock;
        findModes(pattern, modesWork_, values, stride,
                  values + static_cast<size_t>(places.numbers) * kBlock);
        float* back = values + static_cast<size_t>(places.back) * kBlock;
        for (size_t i = 0; i < n; ++i)
        {
            for (size_t k = 0; k < n; ++k)
            {
                back[k * stride + i] = values[i * stride + k];
            }
        }
        values += static_cast<size_t>(places.end) * kBlock;
    }
    const std::span<const float> all(modesValues_, values);
    device_.write(modes_, 0, std::as_bytes(all));
}

void GlBackend::solveByModes(const Level& level)
{
    if (coefficientsMoved_)
    {
        findModesOf(level);
        coefficientsMoved_ = false;
    }
    const int32_t nx = level.shape.x.cells;
    const int32_t ny = level.shape.y.cells;
    const EvenAxis& x = level.even.x;
    const EvenAxis& y = level.even.y;
    const float widthX = widthUnit(x, nx);
    const float widthY = widthUnit(y, ny);
    const ModePlaces placesX(blocksOf(level.shape.x));
    const ModePlaces placesY(blocksOf(level.shape.y));
    gl_params::Modes params = {};
    params.nx = nx;
    params.ny = ny;
    params.blocksX = blocksOf(level.shape.x);
    params.blocksY = blocksOf(level.shape.y);
    params.stride = field(level.x).stride;
    params.backX = placesX.back;
    params.numbersX = placesX.numbers;
    params.atY = placesX.end;
    params.backY = params.atY + placesY.back;
    params.numbersY = params.atY + placesY.numbers;
    params.rateX = faceUnit(x, nx) * widthY;
    params.rateY = faceUnit(y, ny) * widthX;
    params.rateA = level.hasA ? level.even.a * widthX * widthY : 0.0f;
    device_.run(programs_.get(GlKernel::modes), params,
                {glRead(modes_), reads(level.r), glWrite(modeLines_), glRead(modes_)},
                {static_cast<uint32_t>(params.blocksY)});
    device_.run(programs_.get(GlKernel::modesBack), params,
                {glRead(modes_), glRead(modeLines_), writes(level.x)},
                {glGroupsFor(nx, 32), static_cast<uint32_t>(params.blocksY)});
}

} // namespace tarn
