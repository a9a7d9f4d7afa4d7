// Memory, rows and sums of the solver on the device; sweeps are in gl_sweeps.cpp.
#include "backend/gl/gl_backend.h"

#include "backend/gl/gl_level_params.h"
#include "backend/gl/gl_limits.h"
#include "backend/strip.h"
#include "core/log.h"
#include "core/wide.h"

#include <algorithm>
#include <cstring>
#include <memory>

namespace tarn
{

namespace
{

int32_t longestSide(std::span<const FieldSpec> specs)
{
    int32_t most = 1;
    for (const FieldSpec& spec : specs)
    {
        most = std::max({most, spec.columns(), spec.rows()});
    }
    return most;
}

// Work groups of the operations that sum, at most, over fields like this one.
size_t mostGroups(const FieldSpec& spec)
{
    using namespace gl_limits;
    constexpr int32_t kWritten = kTileSide - 2 * (kMostHalves + 1);
    const size_t tiles = size_t{glGroupsFor(spec.nx, kWritten)} * glGroupsFor(spec.ny, kWritten);
    const size_t blocks =
        size_t{glGroupsFor(spec.nx, kGroupColumns)} * glGroupsFor(spec.ny, kSumRows);
    return std::max(tiles, blocks);
}

constexpr size_t kTripleBytes = 3 * sizeof(double);

GlGroups groupsOverCells(int32_t columns, int32_t rows)
{
    return {glGroupsFor(columns, gl_limits::kGroupColumns),
            glGroupsFor(rows, gl_limits::kGroupRows)};
}

GlGroups groupsThatSum(const Level& level)
{
    return {glGroupsFor(level.shape.x.cells, gl_limits::kGroupColumns),
            glGroupsFor(level.shape.y.cells, gl_limits::kSumRows)};
}

} // namespace

// ---- Life

tnResult createGlBackend(GlDevice& device, Backend** out)
{
    *out = nullptr;
    const GlScope scope(device);
    GlBackend* backend = makeObject<GlBackend>(device);
    if (backend == nullptr)
    {
        return tn_errorOutOfMemory;
    }
    GlProblem problem;
    if (!backend->programs_.create(device, &problem))
    {
        logMessage(tn_logError, tn_logGl, "the solver on the GPU: %s", problem.text);
        backend->destroy();
        return tn_errorUnsupported;
    }
    *out = backend;
    return tn_success;
}

GlBackend::GlBackend(GlDevice& device) noexcept : device_(device)
{
    device.addUser();
}

GlBackend::~GlBackend()
{
    const GlScope scope(device_);
    for (int32_t k = 0; k < fieldCount_; ++k)
    {
        deallocate(fields_[k].host, fields_[k].now.buffer.bytes);
        destroyGlField(device_, &fields_[k].now);
        destroyGlField(device_, &fields_[k].other);
    }
    deallocate(fields_, static_cast<size_t>(fieldCount_) * sizeof(Field));
    deallocate(lent_, lentBytes_);
    for (GlBuffer* buffer : {&partials_, &totals_, &stripWork_, &smallLevels_, &smallCoefficients_,
                             &modes_, &modeLines_})
    {
        device_.destroyBuffer(buffer);
    }
    device_.removeUser();
}

void GlBackend::destroy() noexcept
{
    destroyObject(this);
}

void GlBackend::enter() noexcept
{
    device_.enter();
}

void GlBackend::leave() noexcept
{
    device_.leave();
}

bool GlBackend::isLost()
{
    return lacksMemory_ || device_.isLost();
}

// ---- Memory

size_t GlBackend::fieldBytes(std::span<const FieldSpec> specs) const
{
    size_t bytes = 0;
    for (const FieldSpec& spec : specs)
    {
        bytes = addSizes(bytes, glFieldBytes(spec.columns(), spec.rows()));
    }
    return bytes;
}

tnResult GlBackend::createFields(std::span<const FieldSpec> specs, size_t spareBytes, FieldId* out)
{
    const int32_t longest = longestSide(specs);
    const size_t bytes = specs.size() * sizeof(Field);
    fields_ = static_cast<Field*>(allocate(bytes, alignof(Field)));
    if (fields_ == nullptr || !rows_.create(longest) ||
        !rowMemory_.create(glFieldBytes(longest, 1)))
    {
        deallocate(fields_, fields_ != nullptr ? bytes : 0);
        fields_ = nullptr;
        return tn_errorOutOfMemory;
    }
    row_ = rowMemory_.take<float>(static_cast<size_t>(glStride(longest)));
    fieldCount_ = static_cast<int32_t>(specs.size());
    spareBytes_ = spareBytes / kAlignment * kAlignment;
    std::uninitialized_default_construct_n(fields_, specs.size());
    for (int32_t k = 0; k < fieldCount_; ++k)
    {
        const FieldSpec& spec = specs[static_cast<size_t>(k)];
        const bool made =
            createGlField(device_, spec.columns(), spec.rows(), &fields_[k].now) &&
            (!spec.swept || createGlField(device_, spec.columns(), spec.rows(), &fields_[k].other));
        if (!made)
        {
            return tn_errorOutOfMemory;
        }
        out[k].index = k;
    }
    return createBuffers(specs) ? tn_success : tn_errorOutOfMemory;
}

bool GlBackend::createBuffers(std::span<const FieldSpec> specs)
{
    using namespace gl_limits;
    size_t groups = 1;
    size_t smallBytes = sizeof(float); // never empty
    for (const FieldSpec& spec : specs)
    {
        groups = std::max(groups, mostGroups(spec));
        const bool small = int64_t{spec.nx} * spec.ny <= programs_.smallCapacity();
        smallBytes += small ? glFieldBytes(spec.columns(), spec.rows()) : 0;
    }
    const size_t strip =
        stripDoubles(static_cast<size_t>(std::min(longestSide(specs), kLongestStrip)));
    return device_.createBuffer(groups * kTripleBytes, &partials_) &&
           device_.createBuffer(kTripleBytes, &totals_) &&
           device_.createBuffer(strip * sizeof(double), &stripWork_) &&
           device_.createBuffer(kMostSmallLevels * sizeof(gl_params::SmallLevel), &smallLevels_) &&
           device_.createBuffer(smallBytes, &smallCoefficients_) &&
           takeModesMemory(longestSide(specs));
}

size_t GlBackend::deviceBytes() const
{
    size_t bytes = 0;
    for (const GlBuffer* buffer : {&partials_, &totals_, &stripWork_, &smallLevels_,
                                   &smallCoefficients_, &modes_, &modeLines_})
    {
        bytes += buffer->bytes;
    }
    for (int32_t k = 0; k < fieldCount_; ++k)
    {
        bytes += fields_[k].now.buffer.bytes + fields_[k].other.buffer.bytes;
    }
    return bytes;
}

size_t GlBackend::bytesFrom(int32_t first) const
{
    size_t bytes = spareBytes_;
    for (int32_t k = first; k < fieldCount_; ++k)
    {
        bytes += fields_[k].now.buffer.bytes;
    }
    return bytes;
}

std::span<std::byte> GlBackend::lend(FieldId first)
{
    const size_t bytes = bytesFrom(first.index);
    if (lentBytes_ < bytes)
    {
        deallocate(lent_, lentBytes_);
        lent_ = static_cast<std::byte*>(allocate(bytes, kAlignment));
        lentBytes_ = lent_ != nullptr ? bytes : 0;
    }
    return {lent_, std::min(bytes, lentBytes_)};
}

void GlBackend::reclaim(FieldId first)
{
    for (int32_t k = first.index; k < fieldCount_; ++k)
    {
        const GlBuffer& buffer = fields_[k].now.buffer;
        device_.fill(buffer, 0, buffer.bytes, 0);
    }
    coefficientsMoved_ = true;
}

void GlBackend::swap(FieldId id)
{
    std::swap(fields_[id.index].now, fields_[id.index].other);
}

// ---- Rows

void GlBackend::writeRows(FieldId id, RowFill fill)
{
    rows_.write(device_, field(id), fill);
}

Moments GlBackend::writeCells(FieldId id, RowFill fill)
{
    Moments all;
    const GlField& to = field(id);
    rows_.write(device_, to, [&](int32_t j, float* values) {
        fill(j, values);
        Moments row;
        for (int32_t i = 0; i < to.columns; ++i)
        {
            const double value = wide(values[i]);
            row.sum += value;
            row.squares += value * value;
        }
        all.sum += row.sum;
        all.squares += row.squares;
    });
    return all;
}

void GlBackend::readRows(FieldId id, RowVisit visit)
{
    rows_.read(device_, field(id), visit);
}

void GlBackend::addRows(FieldId id, RowFill fill)
{
    const GlField& to = field(id);
    rows_.update(device_, to, [&](int32_t j, float* values) {
        fill(j, row_);
        for (int32_t i = 0; i < to.columns; ++i)
        {
            values[i] += row_[i];
        }
    });
}

// Memory for what is fetched, of its own for each field; null: there is none.
float* GlBackend::hostMemory(Field& field)
{
    if (field.host == nullptr)
    {
        field.host = static_cast<float*>(allocate(field.now.buffer.bytes, kAlignment));
    }
    if (field.host == nullptr && !lacksMemory_)
    {
        lacksMemory_ = true;
        logMessage(tn_logError, tn_logOutOfMemory,
                   "the solver on the GPU: no memory to bring %d x %d numbers to the host",
                   field.now.columns, field.now.rows);
    }
    return field.host;
}

void GlBackend::fetch(FieldId id)
{
    Field& from = fields_[id.index];
    float* host = hostMemory(from);
    if (host != nullptr)
    {
        device_.read(from.now.buffer, 0,
                     {reinterpret_cast<std::byte*>(host), from.now.buffer.bytes});
    }
}

void GlBackend::readRow(FieldId id, int32_t row, float* values)
{
    const Field& from = fields_[id.index];
    if (from.host != nullptr)
    {
        const size_t stride = static_cast<size_t>(from.now.stride);
        std::copy_n(from.host + static_cast<size_t>(row) * stride, from.now.columns, values);
    }
}

void GlBackend::readScaledRow(FieldId id, int32_t row, float scale, float shift, float* values)
{
    readRow(id, row, values);
    std::transform(values, values + fields_[id.index].now.columns, values,
                   [=](float value) { return scale * value - shift; });
}

// ---- Sums

// Of what the last dispatch left in partials_.
GlBackend::Triple GlBackend::totals(uint32_t groups)
{
    gl_params::Sum params = {};
    params.count = static_cast<int32_t>(groups);
    device_.run(programs_.get(GlKernel::sum), params, {glRead(partials_), glWrite(totals_)}, {});
    Triple all;
    if (device_.isEs())
    {
        float narrow[3] = {};
        device_.read(totals_, 0, std::as_writable_bytes(std::span(narrow)));
        std::copy(std::begin(narrow), std::end(narrow), all.values);
    }
    else
    {
        device_.read(totals_, 0, std::as_writable_bytes(std::span(all.values)));
    }
    return all;
}

GlBackend::Triple GlBackend::residualSums(const Level& level)
{
    const GlGroups groups = groupsThatSum(level);
    device_.run(programs_.get(GlKernel::residualSum, level.isEven),
                levelParams<gl_params::Cells>(*this, level),
                {coefficient(level, level.cx),
                 coefficient(level, level.cy),
                 coefficient(level, level.a),
                 reads(level.r),
                 reads(level.x),
                 {},
                 glWrite(partials_)},
                groups);
    return totals(groups.x * groups.y);
}

double GlBackend::residualNorm2(const Level& level)
{
    return residualSums(level).values[0];
}

Measured GlBackend::measure(const Level& level)
{
    const Triple all = residualSums(level);
    return {all.values[0], {all.values[1], all.values[2]}};
}

// To where sweeps would write x next.
const GlField& GlBackend::storeResidual(const Level& level)
{
    const GlField& out = fields_[level.x.index].other;
    device_.run(programs_.get(GlKernel::residualStore, level.isEven),
                levelParams<gl_params::Cells>(*this, level),
                {coefficient(level, level.cx), coefficient(level, level.cy),
                 coefficient(level, level.a), reads(level.r), reads(level.x), glWrite(out.buffer)},
                groupsOverCells(level.shape.x.cells, level.shape.y.cells));
    return out;
}

void GlBackend::setAside(const Level& level)
{
    storeResidual(level);
    std::swap(fields_[level.r.index].now, fields_[level.x.index].other);
    std::swap(fields_[level.x.index].now, fields_[level.p.index].now);
}

void GlBackend::visitResidual(const Level& level, RowPairVisit visit)
{
    const GlField& out = storeResidual(level);
    rows_.read(device_, out, [&](int32_t j, const float* values) {
        if (j % 2 == 1)
        {
            visit(j / 2, row_, values);
        }
        else if (j + 1 < out.rows)
        {
            std::copy_n(values, out.columns, row_);
        }
        else
        {
            visit(j / 2, values, nullptr);
        }
    });
}

double GlBackend::applied(GlKernel kernel, const Level& level, FieldId f, FieldId g, double factor,
                          bool both)
{
    auto params = levelParams<gl_params::Cells>(*this, level);
    params.both = both ? 1 : 0;
    uint32_t words[2] = {};
    const auto narrow = static_cast<float>(factor);
    std::memcpy(words, &factor, sizeof factor);
    if (device_.isEs())
    {
        std::memcpy(words, &narrow, sizeof narrow);
    }
    params.factorLow = words[0];
    params.factorHigh = words[1];
    const GlGroups groups = groupsThatSum(level);
    const GlBinding changed = kernel == GlKernel::subtract ? writes(level.r) : GlBinding{};
    device_.run(programs_.get(kernel, level.isEven && kernel != GlKernel::dot), params,
                {coefficient(level, level.cx), coefficient(level, level.cy),
                 coefficient(level, level.a), changed, reads(f), reads(g), glWrite(partials_)},
                groups);
    return skips_ ? 0.0 : totals(groups.x * groups.y).values[0];
}

double GlBackend::subtractApplied(const Level& level, FieldId f, double factor)
{
    return applied(GlKernel::subtract, level, f, f, factor, false);
}

double GlBackend::subtractAppliedSum(const Level& level, FieldId f, FieldId g)
{
    return applied(GlKernel::subtract, level, f, g, 1.0, true);
}

double GlBackend::dotApplied(const Level& level, FieldId f, FieldId g)
{
    return applied(GlKernel::dotApplied, level, f, g, 1.0, false);
}

double GlBackend::dot(const Level& level, FieldId f, FieldId g)
{
    return applied(GlKernel::dot, level, f, g, 1.0, false);
}

void GlBackend::combine(const Level& level, FieldId f, float alpha, FieldId g, float beta)
{
    gl_params::Combine params = {};
    params.nx = level.shape.x.cells;
    params.ny = level.shape.y.cells;
    params.stride = field(f).stride;
    params.alpha = alpha;
    params.beta = beta;
    device_.run(programs_.get(GlKernel::combine), params, {writes(f), reads(g)},
                groupsOverCells(params.nx, params.ny));
}

} // namespace tarn
