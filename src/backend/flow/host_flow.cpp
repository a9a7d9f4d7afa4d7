// Memory of a flow on the host, and how its fields look from outside.
#include "backend/flow/host_flow.h"

#include <algorithm>

namespace tarn
{

namespace
{

constexpr size_t roundUp(size_t value, size_t multiple)
{
    return (value + multiple - 1) / multiple * multiple;
}

// Floats of a padded row. A vector may begin at the last column and may be as long as the ghosts.
constexpr size_t strideFor(int32_t columns)
{
    const size_t whole = roundUp(static_cast<size_t>(columns), kGhostColumns);
    return kGhostColumns + whole + kGhostColumns;
}

constexpr size_t fieldFloats(int32_t columns, int32_t rows)
{
    return strideFor(columns) * static_cast<size_t>(rows + 2 * kGhostRows);
}

constexpr size_t fieldBytes(int32_t columns, int32_t rows)
{
    return arenaBytes(fieldFloats(columns, rows), sizeof(float));
}

constexpr size_t linkBytes(int32_t nx, int32_t ny)
{
    const auto width = static_cast<size_t>(nx + 2 * kLinkBorder);
    return arenaBytes(width * static_cast<size_t>(ny + 2 * kLinkBorder), 1);
}

Links takeLinks(Arena& arena, int32_t nx, int32_t ny)
{
    Links links;
    links.nx = nx;
    links.ny = ny;
    links.stride = nx + 2 * kLinkBorder;
    const auto rows = static_cast<size_t>(ny + 2 * kLinkBorder);
    links.first = arena.take<uint8_t>(static_cast<size_t>(links.stride) * rows) +
                  static_cast<ptrdiff_t>(kLinkBorder) * links.stride + kLinkBorder;
    return links;
}

} // namespace

HostFlow::HostFlow(const FlowShape& shape, const AdvectKernels& kernels, const FlowRowKernels& rows,
                   Tasks& tasks) noexcept
    : shape_(shape), kernels_(kernels), rows_(rows), tasks_(tasks),
      bandRows_(bandRowsFor(shape.ny, tasks.threadCount()))
{
}

size_t HostFlow::nodeTableBytes(int32_t columns, int32_t rows) const noexcept
{
    const size_t width = roundUp(static_cast<size_t>(columns), kGhostColumns);
    return arenaBytes(width, sizeof(int32_t)) + arenaBytes(width, sizeof(float)) +
           arenaBytes(static_cast<size_t>(rows), sizeof(int32_t)) +
           arenaBytes(static_cast<size_t>(rows), sizeof(float));
}

size_t HostFlow::wantedBytes() const noexcept
{
    const int32_t nx = shape_.nx;
    const int32_t ny = shape_.ny;
    const int32_t dyeX = shape_.dyeColumns();
    const int32_t dyeY = shape_.dyeRows();
    const bool fine = shape_.dyeScale > 1 && shape_.dyeChannels > 0;
    const size_t cells = fieldBytes(nx, ny);
    const size_t facesX = fieldBytes(nx + 1, ny);
    const size_t facesY = fieldBytes(nx, ny + 1);
    size_t bytes = 4 * (facesX + facesY);            // velocity
    bytes += shape_.temperature ? 3 * cells : 0;     //
    bytes += shape_.texture ? 6 * cells : 0;         //
    bytes += 5 * cells + fieldBytes(nx + 1, ny + 1); // potential .. vorticity
    bytes += 2 * (facesX + facesY) + cells;          // solids
    bytes += 3 * fieldBytes(nx + 1, ny + 1);         // systems
    bytes += static_cast<size_t>(3 * shape_.dyeChannels) * fieldBytes(dyeX, dyeY);
    bytes +=
        fine ? fieldBytes(dyeX, dyeY) + fieldBytes(dyeX + 1, dyeY) + fieldBytes(dyeX, dyeY + 1) : 0;
    bytes += arenaBytes(static_cast<size_t>(nx + 1) * static_cast<size_t>(ny), sizeof(FaceOwner));
    bytes += arenaBytes(static_cast<size_t>(nx) * static_cast<size_t>(ny + 1), sizeof(FaceOwner));
    bytes += linkBytes(nx, ny) + (fine ? linkBytes(dyeX, dyeY) : 0);
    bytes += arenaBytes(static_cast<size_t>(blocksOf(nx)) * static_cast<size_t>(blocksOf(ny)), 1);
    bytes +=
        arenaBytes(static_cast<size_t>(kFirstSolid + shape_.solidCapacity), sizeof(OwnerTraits));
    bytes += arenaBytes(static_cast<size_t>(mostPlacements()), sizeof(Placement));
    bytes += arenaBytes(static_cast<size_t>(ny + 1), sizeof(ForceSums));
    bytes += solidTargetBytes(1) + (fine ? solidTargetBytes(shape_.dyeScale) : 0);
    bytes += arenaBytes(static_cast<size_t>(std::max(dyeY, ny + 1)), sizeof(double));
    bytes += arenaBytes(static_cast<size_t>(ny), sizeof(float));
    bytes += arenaBytes(static_cast<size_t>(ny), sizeof(int32_t));
    bytes += arenaBytes(static_cast<size_t>(std::max(dyeY, ny + 1)), sizeof(bool));
    bytes +=
        arenaBytes(static_cast<size_t>(tileCount(ny + 1, true)) * boundFloats(), sizeof(float));
    bytes += nodeTableBytes(nx, ny) + nodeTableBytes(nx + 1, ny) + nodeTableBytes(nx, ny + 1) +
             nodeTableBytes(dyeX, dyeY);
    bytes += 2 * arenaBytes(static_cast<size_t>(shape_.tracerCapacity), sizeof(tnVec2));
    return bytes;
}

size_t HostFlow::boundStride() const noexcept
{
    return roundUp(static_cast<size_t>(shape_.nx + 1), kGhostColumns);
}

// The least and the most of velocity, or of all scalars that move along its ways.
size_t HostFlow::boundFloats() const noexcept
{
    const int32_t scalars =
        (shape_.dyeScale == 1 ? shape_.dyeChannels : 0) + (shape_.temperature ? 1 : 0);
    return 2 * static_cast<size_t>(std::max(scalars, 2) * kBoundRows) * boundStride();
}

Field HostFlow::takeField(int32_t columns, int32_t rows) noexcept
{
    Field field;
    field.columns = columns;
    field.rows = rows;
    field.stride = strideFor(columns);
    field.first = arena_.take<float>(fieldFloats(columns, rows)) +
                  static_cast<size_t>(kGhostRows) * field.stride + kGhostColumns;
    return field;
}

HostFlow::NodeTables HostFlow::takeNodes(int32_t columns, int32_t rows, int32_t scale, float phaseX,
                                         float phaseY) noexcept
{
    const size_t width = roundUp(static_cast<size_t>(columns), kGhostColumns);
    NodeTables nodes;
    nodes.columns = columns;
    nodes.rows = rows;
    nodes.columnBase = arena_.take<int32_t>(width);
    nodes.columnPhase = arena_.take<float>(width);
    nodes.rowBase = arena_.take<int32_t>(static_cast<size_t>(rows));
    nodes.rowPhase = arena_.take<float>(static_cast<size_t>(rows));
    const auto phase = [scale](int32_t node, float own) {
        return scale == 1 ? own
                          : (static_cast<float>(node % scale) + own) / static_cast<float>(scale);
    };
    for (size_t i = 0; i < width; ++i)
    {
        const int32_t node = std::min(static_cast<int32_t>(i), columns - 1);
        nodes.columnBase[i] = node / scale;
        nodes.columnPhase[i] = phase(node, phaseX);
    }
    for (int32_t j = 0; j < rows; ++j)
    {
        nodes.rowBase[j] = j / scale;
        nodes.rowPhase[j] = phase(j, phaseY);
    }
    return nodes;
}

bool HostFlow::takeMemory() noexcept
{
    if (!arena_.create(wantedBytes()))
    {
        return false;
    }
    const int32_t nx = shape_.nx;
    const int32_t ny = shape_.ny;
    const int32_t dyeX = shape_.dyeColumns();
    const int32_t dyeY = shape_.dyeRows();
    const auto takeCarried = [this](int32_t columns, int32_t rows) {
        return Carried{takeField(columns, rows), takeField(columns, rows),
                       takeField(columns, rows)};
    };
    u_ = takeCarried(nx + 1, ny);
    v_ = takeCarried(nx, ny + 1);
    reflectedX_ = takeField(nx + 1, ny);
    reflectedY_ = takeField(nx, ny + 1);
    if (shape_.temperature)
    {
        temperature_ = takeCarried(nx, ny);
    }
    for (int32_t c = 0; c < shape_.dyeChannels; ++c)
    {
        dyes_[c] = takeCarried(dyeX, dyeY);
    }
    if (shape_.texture)
    {
        for (Field& field : texture_)
        {
            field = takeField(nx, ny);
        }
        for (Field& field : textureNext_)
        {
            field = takeField(nx, ny);
        }
    }
    potential_ = takeField(nx, ny);
    pressed_ = takeField(nx, ny);
    right_ = takeField(nx, ny);
    scratch_ = takeField(nx, ny);
    push_ = takeField(nx, ny);
    vorticity_ = takeField(nx + 1, ny + 1);
    openX_ = takeField(nx + 1, ny);
    openY_ = takeField(nx, ny + 1);
    wallX_ = takeField(nx + 1, ny);
    wallY_ = takeField(nx, ny + 1);
    solidCells_ = takeField(nx, ny);
    systemA_ = takeField(nx + 1, ny + 1);
    systemBx_ = takeField(nx + 1, ny + 1);
    systemBy_ = takeField(nx + 1, ny + 1);
    const auto asCells = [nx, ny](Field field) {
        field.columns = nx;
        field.rows = ny;
        return field;
    };
    wayX_[0] = asCells(systemA_);
    wayY_[0] = asCells(systemBx_);
    wayX_[1] = asCells(systemBy_);
    wayY_[1] = push_;
    ownerX_ = arena_.take<FaceOwner>(static_cast<size_t>(nx + 1) * static_cast<size_t>(ny));
    ownerY_ = arena_.take<FaceOwner>(static_cast<size_t>(nx) * static_cast<size_t>(ny + 1));
    links_ = takeLinks(arena_, nx, ny);
    if (shape_.dyeScale > 1 && shape_.dyeChannels > 0)
    {
        solidDyes_ = takeField(dyeX, dyeY);
        dyeOpenX_ = takeField(dyeX + 1, dyeY);
        dyeOpenY_ = takeField(dyeX, dyeY + 1);
        dyeLinks_ = takeLinks(arena_, dyeX, dyeY);
    }
    else
    {
        solidDyes_ = solidCells_;
        dyeOpenX_ = openX_;
        dyeOpenY_ = openY_;
        dyeLinks_ = links_;
    }
    const auto blocks = static_cast<size_t>(blocksOf(nx)) * static_cast<size_t>(blocksOf(ny));
    solidBlocks_ = arena_.take<uint8_t>(blocks);
    owners_ = arena_.take<OwnerTraits>(static_cast<size_t>(kFirstSolid + shape_.solidCapacity));
    placements_ = arena_.take<Placement>(static_cast<size_t>(mostPlacements()));
    rowForces_ = arena_.take<ForceSums>(static_cast<size_t>(ny + 1));
    velocitySolids_ = takeSolidTarget(1);
    if (shape_.dyeScale > 1 && shape_.dyeChannels > 0)
    {
        dyeSolids_ = takeSolidTarget(shape_.dyeScale);
    }
    openEverything();
    rowSums_ = arena_.take<double>(static_cast<size_t>(std::max(dyeY, ny + 1)));
    rowSpeeds_ = arena_.take<float>(static_cast<size_t>(ny));
    rowReach_ = arena_.take<int32_t>(static_cast<size_t>(ny));
    isLeft_ = arena_.take<bool>(static_cast<size_t>(std::max(dyeY, ny + 1)));
    bounds_ = arena_.take<float>(static_cast<size_t>(tileCount(ny + 1, true)) * boundFloats());
    cellNodes_ = takeNodes(nx, ny, 1, 0.5f, 0.5f);
    faceXNodes_ = takeNodes(nx + 1, ny, 1, 0.0f, 0.5f);
    faceYNodes_ = takeNodes(nx, ny + 1, 1, 0.5f, 0.0f);
    dyeNodes_ = takeNodes(dyeX, dyeY, shape_.dyeScale, 0.5f, 0.5f);
    if (shape_.tracerCapacity > 0)
    {
        tracers_ = arena_.take<tnVec2>(static_cast<size_t>(shape_.tracerCapacity));
        tracersMoved_ = arena_.take<tnVec2>(static_cast<size_t>(shape_.tracerCapacity));
    }
    return true;
}

void HostFlow::destroy() noexcept
{
    destroyObject(this);
}

LinkGrid HostFlow::linkGrid(const Links& links, bool dye) const
{
    const int32_t scale = dye ? shape_.dyeScale : 1;
    return {links.first,       links.stride, shape_.nx * scale,
            shape_.ny * scale, shape_.wrapX, shape_.wrapY};
}

bool HostFlow::isOpenEdge(tnSide side) const
{
    return edges_[side].type == tn_flowInflow || edges_[side].type == tn_flowOutflow;
}

FlowGrid HostFlow::grid(int32_t scale) const
{
    FlowGrid g;
    g.nx = shape_.nx;
    g.ny = shape_.ny;
    g.wrapX = shape_.wrapX;
    g.wrapY = shape_.wrapY;
    // Through an open edge, one node of the carried field further.
    const float out = 1.0f / static_cast<float>(scale);
    const auto low = [&](tnSide side) { return isOpenEdge(side) ? -out : 0.0f; };
    const auto high = [&](tnSide side, int32_t cells) {
        return static_cast<float>(cells) + (isOpenEdge(side) ? out : 0.0f);
    };
    g.lowX = low(tn_sideLeft);
    g.highX = high(tn_sideRight, shape_.nx);
    g.lowY = low(tn_sideBottom);
    g.highY = high(tn_sideTop, shape_.ny);
    g.u = u_.now;
    g.v = v_.now;
    g.links = linkGrid(links_, false);
    if (anySolids_)
    {
        g.solids = {solidBlocks_, blocksOf(shape_.nx), blocksOf(shape_.ny),
                    shape_.wrapX ? shape_.nx : 0, shape_.wrapY ? shape_.ny : 0};
    }
    return g;
}

Rows HostFlow::rows(tnFlowField field)
{
    switch (field)
    {
    case tn_flowVelocityX:
        return u_.now;
    case tn_flowVelocityY:
        return v_.now;
    case tn_flowTemperature:
        return temperature_.now;
    case tn_flowTextureX0:
    case tn_flowTextureY0:
    case tn_flowTextureX1:
    case tn_flowTextureY1:
        return texture_[field - tn_flowTextureX0];
    default:
        return field >= tn_flowDye0 ? Rows(dyes_[field - tn_flowDye0].now) : Rows{};
    }
}

tnFieldView HostFlow::frameOf(tnFlowField field) const
{
    const bool isDye = field >= tn_flowDye0 || field == tn_flowSolidDyes;
    const bool onFacesX = field == tn_flowVelocityX || field == tn_flowOpenX;
    const bool onFacesY = field == tn_flowVelocityY || field == tn_flowOpenY;
    const bool onCorners = field == tn_flowVorticity;
    const int32_t scale = isDye ? shape_.dyeScale : 1;
    const float spacing = shape_.cellSize / static_cast<float>(scale);
    const float phaseX = onFacesX || onCorners ? 0.0f : 0.5f;
    const float phaseY = onFacesY || onCorners ? 0.0f : 0.5f;
    return {nullptr,
            shape_.nx * scale + (onFacesX || onCorners ? 1 : 0),
            shape_.ny * scale + (onFacesY || onCorners ? 1 : 0),
            0,
            {shape_.origin.x + phaseX * spacing, shape_.origin.y + phaseY * spacing},
            spacing};
}

// A field, made of others where it is not kept.
const Field& HostFlow::madeField(tnFlowField field, float pressurePerPressed)
{
    switch (field)
    {
    case tn_flowVelocityX:
        return u_.now;
    case tn_flowVelocityY:
        return v_.now;
    case tn_flowPressure:
        forRows(shape_.ny, [&](int32_t j) {
            const float* from = pressed_.row(j);
            float* to = scratch_.row(j);
            for (int32_t i = 0; i < shape_.nx; ++i)
            {
                to[i] = pressurePerPressed * from[i];
            }
        });
        return scratch_;
    case tn_flowTemperature:
        return temperature_.now;
    case tn_flowDivergence:
        makeDivergence(right_, 1.0f / shape_.cellSize);
        return right_;
    case tn_flowVorticity:
        makeVorticity();
        return vorticity_;
    case tn_flowSolidCells:
        return solidCells_;
    case tn_flowOpenX:
        return openX_;
    case tn_flowOpenY:
        return openY_;
    case tn_flowTextureX0:
    case tn_flowTextureY0:
    case tn_flowTextureX1:
    case tn_flowTextureY1:
        return texture_[field - tn_flowTextureX0];
    case tn_flowSolidDyes:
        return solidDyes_;
    default:
        return dyes_[field - tn_flowDye0].now;
    }
}

tnFieldView HostFlow::view(tnFlowField field, float pressurePerPressed)
{
    const Field& made = madeField(field, pressurePerPressed);
    tnFieldView view = frameOf(field);
    view.data = made.first;
    view.stride = static_cast<int32_t>(made.stride);
    return view;
}

FlowBackend* createFlowBackend(const FlowShape& shape, tnBackend backend, Tasks& tasks)
{
    const bool plain = backend == tn_backendReference;
    auto* flow =
        makeObject<HostFlow>(shape, plain ? plainAdvectKernels() : vectorAdvectKernels(),
                             plain ? plainFlowRowKernels() : vectorFlowRowKernels(), tasks);
    if (flow != nullptr && !flow->takeMemory())
    {
        flow->destroy();
        flow = nullptr;
    }
    return flow;
}

} // namespace tarn
