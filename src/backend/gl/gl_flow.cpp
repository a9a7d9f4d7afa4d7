// A flow on the device: memory, programs, and fields on their way between device and host.
#include "backend/gl/gl_flow.h"

#include "backend/gl/gl_field.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <iterator>

namespace tarn
{

std::span<std::byte> GlFlow::bytesOf(const Field& field)
{
    const auto ghosts = static_cast<ptrdiff_t>(field.stride) * kGhostRows + kGhostColumns;
    const size_t floats = field.stride * static_cast<size_t>(field.rows + 2 * kGhostRows);
    return {reinterpret_cast<std::byte*>(field.first - ghosts), floats * sizeof(float)};
}

std::span<std::byte> GlFlow::bytesOf(const Links& links)
{
    const auto border = static_cast<ptrdiff_t>(links.stride) * kLinkBorder + kLinkBorder;
    const auto rows = static_cast<size_t>(links.ny + 2 * kLinkBorder);
    return {reinterpret_cast<std::byte*>(links.first - border),
            static_cast<size_t>(links.stride) * rows};
}

// ---- Life

GlFlow::GlFlow(const FlowShape& shape, GlDevice& device, Tasks& tasks) noexcept
    : HostFlow(shape, vectorAdvectKernels(), vectorFlowRowKernels(), tasks), device_(device),
      reads_(device)
{
    device_.addUser();
}

GlFlow::~GlFlow()
{
    const GlScope scope(device_);
    for (GlBuffer* buffer : {&velocityNow_,
                             &velocityHat_,
                             &velocityNext_,
                             &velocityReflected_,
                             &pressedNow_,
                             &pressedNext_,
                             &ways_,
                             &edgeValues_,
                             &before_,
                             &later_,
                             &faces_,
                             &linkBytes_,
                             &cut_,
                             &report_,
                             &none_,
                             &forceNodes_,
                             &forceOwners_,
                             &forceSums_,
                             &dyeCells_.now,
                             &dyeCells_.hat,
                             &dyeCells_.next,
                             &temperatureCells_.now,
                             &temperatureCells_.hat,
                             &temperatureCells_.next,
                             &textureCells_.now,
                             &textureCells_.next,
                             &tracerPoints_})
    {
        device_.destroyBuffer(buffer);
    }
    for (GivenNodes& given : given_)
    {
        device_.destroyBuffer(&given.buffer);
    }
    for (GlField& field : made_)
    {
        destroyGlField(device_, &field);
    }
    reads_.destroy();
    reports_.destroy();
    device_.removeUser();
}

void GlFlow::destroy() noexcept
{
    destroyObject(this);
}

tnResult GlFlow::takeDevice(GlProblem* problem)
{
    const GlScope scope(device_);
    const tnResult compiled = compile(problem);
    if (compiled != tn_success)
    {
        return compiled;
    }
    if (!takeBuffers())
    {
        std::snprintf(problem->text, sizeof problem->text,
                      "%.100s has no memory for the fields of a flow of %d x %d cells with %d dyes "
                      "(at most %lld MiB in one); make it smaller, or let it fall back to the CPU",
                      device_.info().renderer, shape_.nx, shape_.ny, shape_.dyeChannels,
                      static_cast<long long>(device_.info().largestBuffer >> 20));
        return tn_errorOutOfMemory;
    }
    return tn_success;
}

bool GlFlow::visitPrograms(bool rings, VisitProgram visit)
{
    struct Wanted
    {
        Program program;
        const char* name;
        const char* defines;
        bool among; // solids it is another
        bool carries;
    };
    constexpr Wanted kWanted[] = {
        {kTrace, "flow_trace", "", true, false},
        {kMove, "flow_move", "", true, false},
        {kMoveCorrect, "flow_move", "#define CORRECT\n", true, false},
        {kCarry, "flow_carry", "", true, true},
        {kCarryCorrect, "flow_carry", "#define CORRECT\n", true, true},
        {kCarryBoth, "flow_carry", "#define BOTH\n", false, true},
        {kCarryFine, "flow_carry", "#define FINE\n", true, true},
        {kCarryFineCorrect, "flow_carry", "#define FINE\n#define CORRECT\n", true, true},
        {kMostSwept, "flow_most_swept", "", true, false},
        {kSweep, "flow_sweep", "", true, false},
        {kCarryTexture, "flow_carry", "#define TEXTURE\n#define WIDTH 4\n", true, false},
        {kTracers, "flow_tracers", "", true, false},
        {kReflect, "flow_reflect", "", true, false},
        {kDivergence, "flow_divergence", "", true, false},
        {kSubtract, "flow_subtract", "", true, false},
        {kSubtractRefined, "flow_subtract", "#define REFINED\n", true, false},
        {kReport, "flow_report", "", false, false},
        {kStroke, "flow_stroke", "", true, false},
        {kPull, "flow_pull", "", true, false},
        {kDecay, "flow_decay", "", false, false},
        {kRefill, "flow_refill", "", false, false},
        {kConduct, "flow_conduct", "", false, false},
        {kForce, "flow_force", "", false, false},
        {kChange, "flow_change", "", true, false},
        {kChanged, "flow_changed", "", true, false},
        {kToPlanes, "flow_planes", "#define TO_PLANES\n", false, false},
        {kFromPlanes, "flow_planes", "", false, false}};
    for (const Wanted& wanted : kWanted)
    {
        for (int32_t shift = 0; shift < (wanted.carries ? kWidths : 1); ++shift)
        {
            for (const bool among : {false, true})
            {
                const int32_t width = 1 << shift;
                char defines[128];
                std::snprintf(defines, sizeof defines, "%s%s%s", rings ? "" : "#define NO_RING\n",
                              wanted.defines, among && wanted.among ? "#define SOLIDS\n" : "");
                if (wanted.carries)
                {
                    const size_t length = std::strlen(defines);
                    std::snprintf(defines + length, sizeof defines - length, "#define WIDTH %d\n",
                                  width);
                }
                if (!visit(
                        {wanted.program, among, wanted.carries ? width : 0, wanted.name, defines}))
                {
                    return false;
                }
            }
        }
    }
    return true;
}

namespace
{

// How many of so many fields lie side by side: a shader's vector is as wide.
int32_t widthFor(int32_t fields)
{
    return fields > 2 ? 4 : std::max(fields, 1);
}

// The place of a width among those that there are programs for.
size_t shiftOf(int32_t width)
{
    return static_cast<size_t>(width / 2);
}

} // namespace

bool GlFlow::needsWidth(int32_t width) const
{
    return width == 0 || (shape_.temperature && width == 1) ||
           (shape_.dyeChannels > 0 && width == widthFor(shape_.dyeChannels));
}

tnResult GlFlow::compile(GlProblem* problem)
{
    const bool rings = shape_.wrapX || shape_.wrapY;
    const bool good = visitPrograms(rings, [&](const ProgramText& text) {
        if (!needsWidth(text.width))
        {
            return true;
        }
        const GlProgram made = device_.program(text.name, text.defines, problem);
        GlProgram(&programs)[kWidths] = programs_[text.among ? 1 : 0][text.number];
        if (text.width == 0)
        {
            std::fill(std::begin(programs), std::end(programs), made);
        }
        else
        {
            programs[shiftOf(text.width)] = made;
        }
        return made.name != 0;
    });
    return good ? tn_success : tn_errorUnsupported;
}

bool GlFlow::takeBuffers()
{
    bool good = true;
    const auto take = [&](GlBuffer& buffer, size_t bytes) {
        good = good && device_.createBuffer(bytes, &buffer);
    };
    const size_t tileBytes = size_t{tiles().x} * tiles().y * 4 * sizeof(float);
    for (GlBuffer* buffer : {&velocityNow_, &velocityHat_, &velocityNext_, &velocityReflected_})
    {
        take(*buffer, offsetV() + bytesOf(v_.now).size());
    }
    for (GlBuffer* buffer : {&pressedNow_, &pressedNext_})
    {
        take(*buffer, bytesOf(pressed_).size() + tileBytes);
    }
    const auto cells = static_cast<size_t>(shape_.nx) * static_cast<size_t>(shape_.ny);
    take(ways_, 4 * cells * sizeof(float));
    take(edgeValues_, 4 * kEdgeRows * edgeStride() * sizeof(float));
    take(before_, tileBytes);
    take(later_, tileBytes);
    take(faces_, 2 * (offsetV() + bytesOf(v_.now).size()));
    take(linkBytes_, (dyeLinksAt() + bytesOf(dyeLinks_).size() + 3) / 4 * 4);
    take(cut_, sizeof(uint32_t));
    take(report_, kReportBytes);
    take(none_, 16);
    const auto takeCells = [&](CarriedCells& carried) {
        carried.fieldBytes = bytesOf(*carried.hosts[0]).size();
        const size_t bytes =
            carried.groups() * static_cast<size_t>(carried.width) * carried.fieldBytes;
        take(carried.now, bytes);
        take(carried.next, bytes);
        if (carried.quantity >= 0) // what has no edges is not corrected either
        {
            take(carried.hat, bytes);
        }
    };
    if (shape_.dyeChannels > 0)
    {
        dyeCells_.count = shape_.dyeChannels;
        dyeCells_.width = widthFor(shape_.dyeChannels);
        dyeCells_.scale = shape_.dyeScale;
        dyeCells_.quantity = kDyeRow;
        for (int32_t c = 0; c < shape_.dyeChannels; ++c)
        {
            dyeCells_.hosts[c] = &dyes_[c].now;
        }
        takeCells(dyeCells_);
    }
    if (shape_.temperature)
    {
        temperatureCells_.count = 1;
        temperatureCells_.quantity = kTemperatureRow;
        temperatureCells_.hosts[0] = &temperature_.now;
        takeCells(temperatureCells_);
    }
    if (shape_.texture)
    {
        textureCells_.count = static_cast<int32_t>(std::size(texture_));
        textureCells_.width = widthFor(textureCells_.count);
        textureCells_.quantity = -1;
        for (int32_t k = 0; k < textureCells_.count; ++k)
        {
            textureCells_.hosts[k] = &texture_[k];
        }
        takeCells(textureCells_);
    }
    if (shape_.tracerCapacity > 0)
    {
        take(tracerPoints_, static_cast<size_t>(shape_.tracerCapacity) * sizeof(tnVec2));
    }
    return good && reports_.create(device_, kReportBytes);
}

void GlFlow::enter()
{
    device_.enter();
}

void GlFlow::leave()
{
    device_.leave();
}

// A program that is another among solids, in which case it gets faces, links or both behind its
// other buffers, as its shader says.
void GlFlow::run(Program program, const gl_params::Flow& p,
                 std::initializer_list<GlBinding> buffers, GlGroups groups)
{
    if (anySolids_)
    {
        uploadSolids();
    }
    device_.dispatch(programs_[anySolids_ ? 1 : 0][program][shiftOf(p.width)], &p, sizeof p,
                     {buffers.begin(), buffers.size()}, groups);
}

void GlFlow::leaveDevice()
{
    left_ = true;
    tracersOnDevice_ = false;
    onHost_ = kAll;
    onDevice_ = 0;
    movedOnDevice_ = false;
    HostFlow::finishVelocity();
    HostFlow::finishScalars();
}

// ---- Which side is fresh

void GlFlow::transferField(const GlBuffer& buffer, size_t offset, const Field& field, bool toDevice)
{
    const std::span<std::byte> bytes = bytesOf(field);
    if (toDevice)
    {
        device_.write(buffer, offset, bytes);
    }
    else
    {
        device_.read(buffer, offset, bytes);
    }
}

// Fields that lie side by side on the device go through a buffer where they do not.
void GlFlow::transferCells(const CarriedCells& cells, bool toDevice)
{
    if (cells.count == 0)
    {
        return;
    }
    if (cells.count == 0)
    {
        return;
    }
    const bool side = cells.width > 1;
    const GlBuffer& planes = side ? cells.next : cells.now;
    const gl_params::Flow p = paramsFor(cells);
    const GlGroups groups = groupsFor(p.stride, p.rows + 2 * kGhostRows);
    if (side && !toDevice)
    {
        run(kToPlanes, p, {glRead(cells.now), glWrite(planes)}, groups);
    }
    for (int32_t f = 0; f < cells.count; ++f)
    {
        transferField(planes, static_cast<size_t>(f) * cells.fieldBytes, *cells.hosts[f], toDevice);
    }
    if (side && toDevice)
    {
        run(kFromPlanes, p, {glRead(planes), glWrite(cells.now)}, groups);
    }
}

void GlFlow::transfer(uint32_t group, bool toDevice)
{
    const GlScope scope(device_);
    switch (group)
    {
    case kVelocity:
        transferField(velocityNow_, 0, u_.now, toDevice);
        transferField(velocityNow_, offsetV(), v_.now, toDevice);
        break;
    case kPressed:
        transferField(pressedNow_, 0, pressed_, toDevice);
        if (toDevice)
        {
            device_.fill(report_, 0, kReportBytes, 0); // it was about others
        }
        else if (isClosed())
        {
            centrePressed();
        }
        break;
    case kDyes:
        transferCells(dyeCells_, toDevice);
        break;
    case kTexture:
        for (int32_t k = 0; k < textureCells_.count && toDevice; ++k)
        {
            finishScalar(texture_[k], copiedEdges(), 1);
        }
        transferCells(textureCells_, toDevice);
        break;
    default:
        transferCells(temperatureCells_, toDevice);
        break;
    }
}

void GlFlow::needHost(uint32_t groups)
{
    for (uint32_t missing = groups & ~onHost_; missing != 0; missing &= missing - 1)
    {
        transfer(missing & (~missing + 1), false);
    }
    onHost_ |= groups;
}

void GlFlow::needDevice(uint32_t groups)
{
    for (uint32_t missing = groups & ~onDevice_; missing != 0; missing &= missing - 1)
    {
        transfer(missing & (~missing + 1), true);
    }
    onDevice_ |= groups;
}

void GlFlow::wroteHost(uint32_t groups)
{
    onHost_ |= groups;
    onDevice_ &= ~groups;
}

void GlFlow::wroteDevice(uint32_t groups)
{
    onDevice_ |= groups;
    onHost_ &= ~groups;
}

// ---- What shaders are told

namespace
{

// See flow_grid.glsl.
int32_t wordOf(const FlowEdge& edge)
{
    constexpr int32_t kCopy = 0, kValue = 1, kMirrored = 2;
    const bool wall = edge.type == tn_flowWall;
    const int32_t tangential = edge.type == tn_flowInflow ? kValue
                               : wall && edge.noSlip      ? kMirrored
                                                          : kCopy;
    const int32_t temperature = !wall ? kValue : edge.fixedTemperature ? kMirrored : kCopy;
    const int32_t dye = wall ? kCopy : kValue;
    return static_cast<int32_t>(edge.type) | tangential << 2 | temperature << 4 | dye << 6;
}

} // namespace

size_t GlFlow::edgeStride() const
{
    return static_cast<size_t>(std::max(shape_.nx, shape_.ny));
}

void GlFlow::uploadEdges()
{
    const GlScope scope(device_);
    for (size_t side = 0; side < 4; ++side)
    {
        const FlowEdge& edge = edges_.sides[side];
        const bool upright = side < 2;
        const auto count = static_cast<size_t>(upright ? shape_.ny : shape_.nx);
        const float* rows[kEdgeRows] = {edge.normal, edge.tangential, edge.temperature};
        std::copy(std::begin(edge.dye), std::end(edge.dye), rows + kDyeRow);
        for (size_t row = 0; row < kEdgeRows; ++row)
        {
            const size_t offset = (side * kEdgeRows + row) * edgeStride() * sizeof(float);
            if (rows[row] != nullptr)
            {
                device_.write(edgeValues_, offset, std::as_bytes(std::span(rows[row], count)));
            }
            else
            {
                device_.fill(edgeValues_, offset, count * sizeof(float), 0);
            }
        }
    }
}

gl_params::Flow GlFlow::params() const
{
    const FlowGrid g = grid(1);
    const AdvectJob job = jobFor(AdvectJob::At::cells, 0.0f);
    gl_params::Flow p = {};
    p.nx = shape_.nx;
    p.ny = shape_.ny;
    p.strideU = static_cast<int32_t>(u_.now.stride);
    p.strideV = static_cast<int32_t>(v_.now.stride);
    p.offsetV = static_cast<int32_t>(offsetV() / sizeof(float));
    p.strideC = static_cast<int32_t>(pressed_.stride);
    p.wrapX = shape_.wrapX ? 1 : 0;
    p.wrapY = shape_.wrapY ? 1 : 0;
    p.left = wordOf(edges_[tn_sideLeft]);
    p.right = wordOf(edges_[tn_sideRight]);
    p.bottom = wordOf(edges_[tn_sideBottom]);
    p.top = wordOf(edges_[tn_sideTop]);
    p.edgeStride = static_cast<int32_t>(edgeStride());
    p.lowX = g.lowX;
    p.highX = g.highX;
    p.lowY = g.lowY;
    p.highY = g.highY;
    p.trustLowX = job.trustLowX;
    p.trustHighX = job.trustHighX;
    p.trustLowY = job.trustLowY;
    p.trustHighY = job.trustHighY;
    p.fine = 1;
    p.width = 1;
    p.blocks = static_cast<int32_t>(blocksAt());
    p.dyeLinks = static_cast<int32_t>(dyeLinksAt());
    p.walls = static_cast<int32_t>((offsetV() + bytesOf(v_.now).size()) / sizeof(float));
    p.sums = static_cast<int32_t>(bytesOf(pressed_).size() / sizeof(float));
    return p;
}

gl_params::Flow GlFlow::paramsFor(const CarriedCells& cells) const
{
    gl_params::Flow p = params();
    const Field& field = *cells.hosts[0];
    p.columns = field.columns;
    p.rows = field.rows;
    p.stride = static_cast<int32_t>(field.stride);
    p.plane = static_cast<int32_t>(cells.fieldBytes / sizeof(float));
    p.width = cells.width;
    p.fine = cells.scale;
    p.count = cells.count;
    p.quantity = cells.quantity;
    const FlowGrid g = grid(cells.scale);
    p.lowX = g.lowX;
    p.highX = g.highX;
    p.lowY = g.lowY;
    p.highY = g.highY;
    return p;
}

GlGroups GlFlow::groupsFor(int32_t columns, int32_t rows)
{
    return {glGroupsFor(columns, 32), glGroupsFor(rows, 8), 1};
}

size_t GlFlow::offsetV() const
{
    return bytesOf(u_.now).size();
}

size_t GlFlow::blocksAt() const
{
    return bytesOf(links_).size();
}

size_t GlFlow::blocks() const
{
    return static_cast<size_t>(blocksOf(shape_.nx)) * static_cast<size_t>(blocksOf(shape_.ny));
}

size_t GlFlow::dyeLinksAt() const
{
    return blocksAt() + blocks();
}

// Of faces and cells both.
GlGroups GlFlow::tiles() const
{
    return {glGroupsFor(shape_.nx + 1, 32), glGroupsFor(shape_.ny + 1, 64), 1};
}

FlowBackend* createGlFlow(const FlowShape& shape, GlDevice& device, Tasks& tasks, tnResult* result,
                          GlProblem* problem)
{
    auto* flow = makeObject<GlFlow>(shape, device, tasks);
    *result = flow != nullptr && flow->takeMemory() ? tn_success : tn_errorOutOfMemory;
    if (*result == tn_success)
    {
        *result = flow->takeDevice(problem);
    }
    if (*result != tn_success && flow != nullptr)
    {
        flow->destroy();
        flow = nullptr;
    }
    return flow;
}

} // namespace tarn
