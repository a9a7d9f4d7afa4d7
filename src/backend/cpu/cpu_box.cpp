// Boxes on the cpu backend: rows to waves, columns of waves, and rows back; see box_transform.h.
#include "backend/box_kernels.h"
#include "backend/cpu/cpu_backend.h"

namespace tarn
{

namespace
{

// Columns that are solved together: their waves stay in the second-level cache from the way up to
// the way down.
constexpr int32_t kColumnsOfTask = 32;

} // namespace

// A task's room: the elements of rows that are transformed together, and these rows themselves; or,
// later, the pivots of some columns.
size_t CpuBackend::boxRoom(const GridShape& shape)
{
    const size_t rows = kBoxRows * static_cast<size_t>(shape.x.cells);
    return std::max(2 * rows, static_cast<size_t>(kColumnsOfTask) *
                                  static_cast<size_t>(roundUp(shape.y.cells, kLanes)));
}

// Rooms are in the spare memory of the fields, which only graphs use and boxes have none; or, in
// small grids without, beside it. There may be fewer than tasks would be best.
bool CpuBackend::createBox(const GridShape& shape)
{
    if (!BoxTransform::fits(shape.x.cells))
    {
        return true;
    }
    boxRoom_ = boxRoom(shape);
    const size_t most = 2 * static_cast<size_t>(tasks_.threadCount());
    const size_t bytes = boxRoom_ * sizeof(float);
    boxTasks_ = std::min(spareBytes_ / bytes, most);
    boxRooms_ = reinterpret_cast<float*>(end_ - spareBytes_);
    if (boxTasks_ == 0)
    {
        boxTasks_ = 1;
        boxRooms_ = boxArena_.create(arenaBytes(boxRoom_, sizeof(float)))
                        ? boxArena_.take<float>(boxRoom_)
                        : nullptr;
    }
    return boxRooms_ != nullptr && box_.create(shape.x.cells);
}

bool CpuBackend::prepareBox(const Level& level)
{
    if (!level.isEven || boxRooms_ == nullptr || !isBox(level.shape, level.even))
    {
        return false;
    }
    box_.prepare(boxEnds(level.shape, level.even));
    return true;
}

// The rows that are transformed together with row `begin`.
struct CpuBackend::BoxGroup
{
    int32_t begin = 0;
    int32_t end = 0;
    float* room = nullptr;
    float* own[kBoxRows] = {};   // in the room; those that the grid lacks are 0
    float* waves[kBoxRows] = {}; // in the array, or in the room in place of those that it lacks
};

// body(group) for all of them, at the same time.
template <class Body>
void CpuBackend::forBoxGroups(int32_t rows, Rows waves, Body&& body)
{
    const int32_t groups = (rows + kBoxRows - 1) / kBoxRows;
    const int32_t tasks =
        worthTasks(rows, box_.cells()) ? std::min(groups, static_cast<int32_t>(boxTasks_)) : 1;
    const auto cells = static_cast<size_t>(box_.cells());
    tasks_.parallelFor(tasks, [&](int32_t task) {
        BoxGroup group;
        group.room = boxRooms_ + static_cast<size_t>(task) * boxRoom_;
        const auto end = static_cast<int32_t>(int64_t{groups} * (task + 1) / tasks);
        for (auto g = static_cast<int32_t>(int64_t{groups} * task / tasks); g < end; ++g)
        {
            group.begin = g * kBoxRows;
            group.end = std::min(group.begin + kBoxRows, rows);
            for (int32_t k = 0; k < kBoxRows; ++k)
            {
                float* own = group.room + (kBoxRows + static_cast<size_t>(k)) * cells;
                const bool lacks = group.begin + k >= group.end;
                std::fill_n(own, lacks ? cells : 0, 0.0f);
                group.own[k] = own;
                group.waves[k] = lacks ? own : waves.row(group.begin + k);
            }
            body(group);
        }
    });
}

void CpuBackend::solveColumns(const BoxSystem& system, int32_t rows, Rows waves)
{
    const BoxKernels& kernels = vectorBoxKernels();
    const int32_t pieces = (box_.cells() + kColumnsOfTask - 1) / kColumnsOfTask;
    const int32_t tasks =
        worthTasks(rows, box_.cells()) ? std::min(pieces, static_cast<int32_t>(boxTasks_)) : 1;
    tasks_.parallelFor(tasks, [&](int32_t task) {
        for (int32_t piece = task; piece < pieces; piece += tasks)
        {
            const int32_t begin = piece * kColumnsOfTask;
            BoxColumns columns;
            columns.waves = waves.first + begin;
            columns.stride = waves.stride;
            columns.pivots = boxRooms_ + static_cast<size_t>(task) * boxRoom_;
            columns.count = rows;
            columns.columns = std::min(kColumnsOfTask, box_.cells() - begin);
            columns.bends = box_.bends() + begin;
            kernels.solve(system, columns);
            if (system.isClosed && piece == 0)
            {
                centre(waves.first, waves.stride, rows);
            }
        }
    });
}

Moments CpuBackend::writeWaves(const Level& level, RowFill r, Rows waves)
{
    const BoxKernels& kernels = vectorBoxKernels();
    const float scale = boxSystem(level.shape, level.even, level.hasA).right;
    const int32_t rows = level.shape.y.cells;
    forBoxGroups(rows, waves, [&](const BoxGroup& group) {
        for (int32_t j = group.begin; j < group.end; ++j)
        {
            float* row = group.own[j - group.begin];
            r(j, row);
            rowMoments_[j] = kernels.moments(row, box_.cells());
        }
        kernels.forward(box_, group.own, scale, group.room, group.waves);
    });
    return sumOfMoments(rows);
}

void CpuBackend::solveWaves(const Level& level, Rows waves, float scale)
{
    const BoxKernels& kernels = vectorBoxKernels();
    const int32_t rows = level.shape.y.cells;
    solveColumns(boxSystem(level.shape, level.even, level.hasA), rows, waves);
    forBoxGroups(rows, waves, [&](const BoxGroup& group) {
        kernels.inverse(box_, group.waves, scale, group.room, group.waves);
    });
}

Moments CpuBackend::solveBox(const Level& level)
{
    const LevelView v = view(level);
    const BoxKernels& kernels = vectorBoxKernels();
    const TransferKernels& transfer = transferKernels();
    const SumKernels& sums = sumKernels();
    const BoxSystem system = boxSystem(level.shape, level.even, level.hasA);
    const SplitField& p = field(level.p);
    const Rows waves = {p.row(0), 2 * static_cast<size_t>(v.half)};
    forBoxGroups(v.ny, waves, [&](const BoxGroup& group) {
        for (int32_t j = group.begin; j < group.end; ++j)
        {
            transfer.join(v.r.row(j), v.half, v.nx, group.own[j - group.begin]);
        }
        kernels.forward(box_, group.own, system.right, group.room, group.waves);
    });
    solveColumns(system, v.ny, waves);
    forBoxGroups(v.ny, waves, [&](const BoxGroup& group) {
        kernels.inverse(box_, group.waves, 1.0f, group.room, group.own);
        for (int32_t j = group.begin; j < group.end; ++j)
        {
            putRow(transfer, v.x, j, group.own[j - group.begin]);
            rowMoments_[j] = sums.moments(v.x, j);
            std::fill_n(p.row(j), waves.stride, 0.0f); // its padding, above all
        }
    });
    return sumOfMoments(v.ny);
}

} // namespace tarn
