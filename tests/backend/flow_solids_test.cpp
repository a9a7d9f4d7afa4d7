// Solids on the grid of a flow: open parts against known lengths and areas, walls that let nothing
// through however thin, periodic copies, cells that come free, and the force on solids.
#include "backend/flow/flow_backend.h"
#include "backend/flow/solid_block.h"
#include "core/wide.h"
#include "support/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <numbers>
#include <vector>

namespace tarn
{
namespace
{

constexpr float kPi = std::numbers::pi_v<float>;

FlowShape shapeOf(int32_t nx, int32_t ny, float cellSize = 1.0f)
{
    FlowShape shape;
    shape.nx = nx;
    shape.ny = ny;
    shape.cellSize = cellSize;
    shape.solidCapacity = 64;
    return shape;
}

FlowSolid solidOf(const Shape& shape, Pose pose, int32_t slot = 0, Motion motion = {})
{
    FlowSolid solid;
    solid.shape = place(shape, pose);
    solid.pose = pose;
    solid.motion = motion;
    solid.slot = slot;
    return solid;
}

// A backend on one or more threads, and short ways to ask it.
class SolidsOnGrid
{
  public:
    explicit SolidsOnGrid(const FlowShape& shape, int32_t threads = 1)
    {
        EXPECT_EQ(tasks_.init({}, threads), tn_success);
        flow_.reset(createFlowBackend(shape, tn_backendReference, tasks_));
        EXPECT_NE(flow_, nullptr);
        FlowEdges edges;
        for (FlowEdge& edge : edges.sides)
        {
            edge.normal = edge.tangential = edge.temperature = zeros_;
            std::fill_n(edge.dye, TN_MAX_DYES, zeros_);
        }
        if (shape.wrapX)
        {
            edges.sides[tn_sideLeft].type = edges.sides[tn_sideRight].type = tn_flowPeriodic;
        }
        if (shape.wrapY)
        {
            edges.sides[tn_sideBottom].type = edges.sides[tn_sideTop].type = tn_flowPeriodic;
        }
        flow_->setEdges(edges);
    }

    FlowBackend& operator*() { return *flow_; }
    FlowBackend* operator->() { return flow_.get(); }

    bool set(const std::vector<FlowSolid>& bodies, const uint8_t* mask = nullptr)
    {
        bodies_ = bodies;
        return flow_->setSolids({bodies_, mask});
    }

    float at(tnFlowField field, int32_t i, int32_t j)
    {
        const tnFieldView view = flow_->view(field, 0.0f);
        return view.data[j * view.stride + i];
    }
    float openX(int32_t i, int32_t j) { return at(tn_flowOpenX, i, j); }
    float openY(int32_t i, int32_t j) { return at(tn_flowOpenY, i, j); }
    float covered(int32_t i, int32_t j) { return at(tn_flowSolidCells, i, j); }

    std::vector<float> all(tnFlowField field)
    {
        const tnFieldView view = flow_->view(field, 0.0f);
        std::vector<float> values;
        for (int32_t j = 0; j < view.rows; ++j)
        {
            values.insert(values.end(), view.data + j * view.stride,
                          view.data + j * view.stride + view.columns);
        }
        return values;
    }

    // Cells that can be reached from one through open faces.
    std::vector<bool> reachedFrom(int32_t i0, int32_t j0)
    {
        const FlowShape& shape = flow_->shape();
        std::vector<bool> reached(static_cast<size_t>(shape.nx * shape.ny), false);
        std::vector<std::pair<int32_t, int32_t>> next = {{i0, j0}};
        while (!next.empty())
        {
            const auto [i, j] = next.back();
            next.pop_back();
            if (i < 0 || i >= shape.nx || j < 0 || j >= shape.ny ||
                reached[static_cast<size_t>(j * shape.nx + i)])
            {
                continue;
            }
            reached[static_cast<size_t>(j * shape.nx + i)] = true;
            const auto go = [&](float open, int32_t x, int32_t y) {
                if (open > 0.0f)
                {
                    next.emplace_back(x, y);
                }
            };
            go(openX(i, j), i - 1, j);
            go(openX(i + 1, j), i + 1, j);
            go(openY(i, j), i, j - 1);
            go(openY(i, j + 1), i, j + 1);
        }
        return reached;
    }

    tnSolidForce force(int32_t slot, float density, float dt, float viscosity,
                       tnSolidForce* mask = nullptr)
    {
        std::vector<tnSolidForce> forces(64);
        tnSolidForce own = {};
        tnSolidForce* const onMask = mask != nullptr ? mask : &own;
        flow_->measureDrag(viscosity, bodies_, forces.data(), onMask);
        flow_->measurePressure(density, dt, bodies_, forces.data(), onMask);
        return forces[static_cast<size_t>(slot)];
    }

  private:
    struct Destroy
    {
        void operator()(FlowBackend* flow) const { flow->destroy(); }
    };
    static constexpr float zeros_[4096] = {};
    Tasks tasks_;
    std::unique_ptr<FlowBackend, Destroy> flow_;
    std::vector<FlowSolid> bodies_;
};

// ---- Open parts

TEST(FlowSolids, WithoutAnyEverythingIsOpen)
{
    SolidsOnGrid grid(shapeOf(19, 7));
    EXPECT_FALSE(grid.set({}));
    EXPECT_FALSE(grid->hasSolids());
    for (const tnFlowField field : {tn_flowOpenX, tn_flowOpenY})
    {
        for (const float open : grid.all(field))
        {
            EXPECT_EQ(open, 1.0f);
        }
    }
}

TEST(FlowSolids, ACirclesCoveredFacesAndCellsGiveItsArea)
{
    SolidsOnGrid grid(shapeOf(64, 48, 0.25f));
    const float radius = 3.1f;
    EXPECT_TRUE(grid.set({solidOf(circleShape(radius), {7.3f, 5.9f, 0.0f})}));
    EXPECT_TRUE(grid->hasSolids());
    double cells = 0.0;
    double acrossX = 0.0; // chords of vertical lines, times their distance
    double acrossY = 0.0;
    for (const float part : grid.all(tn_flowSolidCells))
    {
        cells += wide(part);
    }
    for (const float part : grid.all(tn_flowOpenX))
    {
        acrossX += 1.0 - wide(part);
    }
    for (const float part : grid.all(tn_flowOpenY))
    {
        acrossY += 1.0 - wide(part);
    }
    const double exact = std::numbers::pi * wide(radius) * wide(radius) / 0.0625;
    EXPECT_NEAR(cells, exact, 1e-4 * exact);
    // Chords are counted 12 to a radius, and end with a square root.
    EXPECT_NEAR(acrossX, exact, 0.01 * exact);
    EXPECT_NEAR(acrossY, exact, 0.01 * exact);
}

// div(1, 0) over a cell that a solid cuts: what enters through faces leaves through the surface, so
// that the surface's normals around a closed solid sum to zero.
TEST(FlowSolids, CoveredFacesCloseAroundEverySolid)
{
    SolidsOnGrid grid(shapeOf(40, 40));
    const ShapeVertex notched[] = {{-6, -5}, {6, -5}, {6, 5}, {0, -2}, {-6, 5}};
    grid.set({solidOf(polygonShape(notched, 5), {20.3f, 19.6f, 0.4f})});
    double sumX = 0.0;
    double sumY = 0.0;
    for (int32_t j = 0; j < 40; ++j)
    {
        for (int32_t i = 0; i < 40; ++i)
        {
            sumX += wide(grid.openX(i + 1, j)) - wide(grid.openX(i, j));
            sumY += wide(grid.openY(i, j + 1)) - wide(grid.openY(i, j));
        }
    }
    EXPECT_NEAR(sumX, 0.0, 1e-5);
    EXPECT_NEAR(sumY, 0.0, 1e-5);
}

TEST(FlowSolids, ABoxOnGridLinesShutsTheFacesOnItsSides)
{
    SolidsOnGrid grid(shapeOf(20, 20, 0.1f));
    grid.set({solidOf(boxShape(0.3f, 0.2f), {1.0f, 1.0f, 0.0f})});
    for (int32_t j = 0; j < 20; ++j)
    {
        for (int32_t i = 0; i < 20; ++i)
        {
            const bool inside = i >= 7 && i < 13 && j >= 8 && j < 12;
            EXPECT_EQ(grid.covered(i, j), inside ? 1.0f : 0.0f) << i << ", " << j;
            EXPECT_EQ(grid.openX(i, j), i >= 7 && i <= 13 && j >= 8 && j < 12 ? 0.0f : 1.0f);
            EXPECT_EQ(grid.openY(i, j), i >= 7 && i < 13 && j >= 8 && j <= 12 ? 0.0f : 1.0f);
        }
    }
}

TEST(FlowSolids, AMovingCircleChangesItsFacesSmoothly)
{
    SolidsOnGrid grid(shapeOf(48, 48));
    std::vector<float> last;
    const float step = 0.01f;
    for (int32_t k = 0; k < 150; ++k)
    {
        const float x = 20.0f + step * static_cast<float>(k);
        grid.set({solidOf(circleShape(6.4f), {x, 24.2f + 0.37f * (x - 20.0f), 0.0f})});
        std::vector<float> now = grid.all(tn_flowOpenX);
        const std::vector<float> other = grid.all(tn_flowOpenY);
        now.insert(now.end(), other.begin(), other.end());
        for (size_t n = 0; n < last.size(); ++n)
        {
            // A face that the circle only just touches changes with the square root of the way:
            // 2 sqrt(2 * 6.4 * 0.01) = 0.7 of it; all others by less than a few steps.
            const float change = std::fabs(now[n] - last[n]);
            EXPECT_LE(change, 0.75f);
        }
        double sum = 0.0;
        double before = 0.0;
        for (size_t n = 0; n < last.size(); ++n)
        {
            sum += wide(now[n]);
            before += wide(last[n]);
        }
        EXPECT_LT(std::fabs(sum - before), 1.0) << "step " << k;
        last = now;
    }
}

// A cell is solid to the pressure when nothing leads into it, and so it must be to the rest.
TEST(FlowSolids, NoFaceIsASliverAndOpenCellsAreThoseWithAnOpenFace)
{
    test::Random random(5);
    SolidsOnGrid grid(shapeOf(32, 32));
    for (int32_t round = 0; round < 50; ++round)
    {
        grid.set({solidOf(circleShape(random.between(0.3f, 9.0f)),
                          {random.between(4.0f, 28.0f), random.between(4.0f, 28.0f), 0.0f}),
                  solidOf(boxShape(random.between(0.1f, 9.0f), random.between(0.1f, 4.0f)),
                          {random.between(4.0f, 28.0f), random.between(4.0f, 28.0f),
                           random.between(-kPi, kPi)},
                          1)});
        for (const tnFlowField field : {tn_flowOpenX, tn_flowOpenY})
        {
            for (const float open : grid.all(field))
            {
                EXPECT_TRUE(open == 0.0f || (open >= 0.01f && open <= 1.0f)) << open;
            }
        }
        int64_t open = 0;
        for (int32_t j = 0; j < 32; ++j)
        {
            for (int32_t i = 0; i < 32; ++i)
            {
                open += grid.openX(i, j) > 0.0f || grid.openX(i + 1, j) > 0.0f ||
                                grid.openY(i, j) > 0.0f || grid.openY(i, j + 1) > 0.0f
                            ? 1
                            : 0;
            }
        }
        EXPECT_EQ(grid->openCells(), open);
    }
}

// ---- Nothing leaks

TEST(FlowSolids, AWallOfOneCellOfTheMaskPartsTheGrid)
{
    SolidsOnGrid grid(shapeOf(21, 18));
    std::vector<uint8_t> mask(21 * 18, 0);
    for (size_t j = 0; j < 18; ++j)
    {
        mask[j * 21 + 9] = 255;
    }
    EXPECT_TRUE(grid.set({}, mask.data()));
    const std::vector<bool> reached = grid.reachedFrom(0, 0);
    for (size_t j = 0; j < 18; ++j)
    {
        for (size_t i = 0; i < 21; ++i)
        {
            EXPECT_EQ(reached[j * 21 + i], i < 9);
        }
    }
    EXPECT_EQ(grid.covered(9, 4), 1.0f);
    EXPECT_EQ(grid.covered(8, 4), 0.0f);
}

TEST(FlowSolids, ADiagonalOfSingleCellsPartsTheGrid)
{
    SolidsOnGrid grid(shapeOf(24, 24));
    std::vector<uint8_t> mask(24 * 24, 0);
    for (size_t k = 0; k < 24; ++k)
    {
        mask[k * 24 + k] = 1;
    }
    grid.set({}, mask.data());
    const std::vector<bool> reached = grid.reachedFrom(23, 0);
    for (size_t j = 0; j < 24; ++j)
    {
        for (size_t i = 0; i < 24; ++i)
        {
            EXPECT_EQ(reached[j * 24 + i], i > j) << i << ", " << j;
        }
    }
}

// Whatever way it is turned, wherever it lies; also right through the middles of cells.
TEST(FlowSolids, APlateThinnerThanACellPartsTheGrid)
{
    test::Random random(11);
    SolidsOnGrid grid(shapeOf(40, 40));
    for (int32_t round = 0; round < 300; ++round)
    {
        const bool aligned = round % 4 == 0;
        const float thickness = random.magnitude(0.002f, 1.5f);
        const float angle =
            aligned ? 0.25f * kPi * static_cast<float>(random.below(4)) : random.between(-kPi, kPi);
        const float x = aligned ? 20.0f + 0.5f * static_cast<float>(random.below(2))
                                : random.between(18.0f, 22.0f);
        const float y = aligned ? 20.0f + 0.5f * static_cast<float>(random.below(2))
                                : random.between(18.0f, 22.0f);
        const Shape shape = random.chance(0.5f) ? capsuleShape(60.0f, 0.5f * thickness)
                                                : boxShape(60.0f, 0.5f * thickness);
        const FlowSolid plate = solidOf(shape, {x, y, angle});
        grid.set({plate});
        // The side of the plate that a cell's middle is on; 0 inside.
        const auto side = [&](int32_t i, int32_t j) {
            const double dx = i + 0.5 - wide(x);
            const double dy = j + 0.5 - wide(y);
            const double away = std::cos(wide(angle)) * dy - std::sin(wide(angle)) * dx;
            return std::fabs(away) <= 0.5 * wide(thickness) + 1e-6 ? 0 : (away > 0.0 ? 1 : -1);
        };
        int32_t i0 = 0;
        while (side(i0, 0) == 0)
        {
            ++i0;
        }
        const std::vector<bool> reached = grid.reachedFrom(i0, 0);
        int32_t lost = 0;
        for (int32_t j = 0; j < 40; ++j)
        {
            for (int32_t i = 0; i < 40; ++i)
            {
                const bool here = reached[static_cast<size_t>(j * 40 + i)];
                if (here)
                {
                    EXPECT_NE(side(i, j), -side(i0, 0))
                        << "leak at " << i << ", " << j << " in round " << round;
                }
                lost += !here && side(i, j) == side(i0, 0) ? 1 : 0;
            }
        }
        // And it shuts off nothing else, but for corners of the grid that it cuts away.
        EXPECT_LE(lost, 3) << "round " << round << " thickness " << thickness;
    }
}

TEST(FlowSolids, AClosedPolygonOfPlatesHoldsItsInside)
{
    test::Random random(3);
    SolidsOnGrid grid(shapeOf(48, 48));
    for (int32_t round = 0; round < 60; ++round)
    {
        const float radius = random.between(8.0f, 18.0f);
        const int32_t corners = random.between(3, 9);
        const float turned = random.between(0.0f, kPi);
        std::vector<FlowSolid> plates;
        for (int32_t k = 0; k < corners; ++k)
        {
            const float a =
                turned + 2.0f * kPi * static_cast<float>(k) / static_cast<float>(corners);
            const float b =
                turned + 2.0f * kPi * static_cast<float>(k + 1) / static_cast<float>(corners);
            const float ax = 24.0f + radius * std::cos(a), ay = 24.0f + radius * std::sin(a);
            const float bx = 24.0f + radius * std::cos(b), by = 24.0f + radius * std::sin(b);
            plates.push_back(
                solidOf(capsuleShape(0.5f * std::hypot(bx - ax, by - ay), 0.1f),
                        {0.5f * (ax + bx), 0.5f * (ay + by), std::atan2(by - ay, bx - ax)}, k));
        }
        grid.set(plates);
        const std::vector<bool> inside = grid.reachedFrom(24, 24);
        EXPECT_FALSE(inside[0]) << "round " << round;
        EXPECT_GT(std::count(inside.begin(), inside.end(), true), 60);
    }
}

// Dye has a grid of its own, and walls there.
TEST(FlowSolids, DyeOnAFinerGridDoesNotLeakThroughAThinPlate)
{
    FlowShape shape = shapeOf(32, 32);
    shape.dyeChannels = 1;
    test::Random random(29);
    for (const int32_t scale : {1, 2, 3})
    {
        shape.dyeScale = scale;
        SolidsOnGrid grid(shape);
        const float cell = 1.0f / static_cast<float>(scale);
        for (int32_t round = 0; round < 20; ++round)
        {
            const Pose pose = {random.between(14.0f, 18.0f), random.between(14.0f, 18.0f),
                               random.between(-kPi, kPi)};
            const FlowSolid plate = solidOf(capsuleShape(50.0f, 0.1f), pose);
            grid.set({plate});
            const auto side = [&](int32_t i, int32_t j) {
                const float dx = (static_cast<float>(i) + 0.5f) * cell - pose.x;
                const float dy = (static_cast<float>(j) + 0.5f) * cell - pose.y;
                const float away = std::cos(pose.angle) * dy - std::sin(pose.angle) * dx;
                return std::fabs(away) <= 0.1001f ? 0 : (away > 0.0f ? 1 : -1);
            };
            const Rows dye = grid->rows(tn_flowDye0);
            for (int32_t j = 0; j < 32 * scale; ++j)
            {
                for (int32_t i = 0; i < 32 * scale; ++i)
                {
                    dye.row(j)[i] = side(i, j) > 0 ? 1.0f : 0.0f;
                }
            }
            for (const tnFlowField field : {tn_flowVelocityX, tn_flowVelocityY})
            {
                const Rows velocity = grid->rows(field);
                const float value = random.between(-4.0f, 4.0f);
                for (int32_t j = 0; j < 32; ++j)
                {
                    std::fill_n(velocity.row(j), 32, value);
                }
            }
            grid->finishVelocity();
            grid->finishScalars();
            bool cut = false;
            grid->advectScalars(1.0f, tn_advectionSemiLagrangian, tn_advectionSemiLagrangian, &cut);
            const Rows moved = grid->rows(tn_flowDye0);
            for (int32_t j = 0; j < 32 * scale; ++j)
            {
                for (int32_t i = 0; i < 32 * scale; ++i)
                {
                    if (side(i, j) < 0)
                    {
                        ASSERT_EQ(moved.row(j)[i], 0.0f) << i << ", " << j << " round " << round;
                    }
                }
            }
        }
    }
}

// Two boxes that nearly touch leave a narrow way, which stays open.
TEST(FlowSolids, ANarrowWayBetweenTwoSolidsStaysOpen)
{
    SolidsOnGrid grid(shapeOf(30, 20));
    grid.set({solidOf(boxShape(10.0f, 4.9f), {15.0f, 4.9f, 0.0f}, 0),
              solidOf(boxShape(10.0f, 4.8f), {15.0f, 15.2f, 0.0f}, 1)});
    EXPECT_TRUE(grid.reachedFrom(0, 10)[10 * 30 + 29]);
    EXPECT_NEAR(grid.openX(15, 9), 0.2f, 1e-4f);
    EXPECT_NEAR(grid.openX(15, 10), 0.4f, 1e-4f);
    EXPECT_EQ(grid.openY(15, 10), 1.0f);
}

// ---- Periodic edges

TEST(FlowSolids, OverAPeriodicEdgeASolidComesBackOnTheOtherSide)
{
    FlowShape shape = shapeOf(35, 28, 0.5f);
    shape.wrapX = shape.wrapY = true;
    SolidsOnGrid middle(shape);
    SolidsOnGrid corner(shape);
    const ShapeVertex vertices[] = {{-2, -2}, {3, -1}, {1, 2.5f}};
    const Shape triangle = polygonShape(vertices, 3);
    // By 17 and 14 cells, which 32 bits hold exactly.
    middle.set({solidOf(triangle, {8.5f, 7.0f, 0.3f})});
    for (const float around : {0.0f, 1.0f, -4.0f})
    {
        corner.set({solidOf(triangle, {17.5f * around, -14.0f * around, 0.3f})});
        for (int32_t j = 0; j <= 28; ++j)
        {
            for (int32_t i = 0; i <= 35; ++i)
            {
                const int32_t x = (i + 17) % 35;
                const int32_t y = (j + 14) % 28;
                if (j < 28)
                {
                    EXPECT_NEAR(corner.openX(i, j), middle.openX(x, y), 1e-5f) << i << ", " << j;
                }
                if (i < 35)
                {
                    EXPECT_NEAR(corner.openY(i, j), middle.openY(x, y), 1e-5f) << i << ", " << j;
                }
                if (i < 35 && j < 28)
                {
                    EXPECT_NEAR(corner.covered(i, j), middle.covered(x, y), 1e-5f);
                }
            }
        }
        for (int32_t j = 0; j < 28; ++j)
        {
            EXPECT_EQ(corner.openX(35, j), corner.openX(0, j));
        }
        for (int32_t i = 0; i < 35; ++i)
        {
            EXPECT_EQ(corner.openY(i, 28), corner.openY(i, 0));
        }
    }
}

// ---- What changes from step to step

TEST(FlowSolids, OnlyWhatChangesIsReported)
{
    SolidsOnGrid grid(shapeOf(64, 64));
    const FlowSolid still = solidOf(circleShape(5.0f), {20.0f, 20.0f, 0.0f}, 0);
    FlowSolid moving = solidOf(circleShape(5.0f), {45.0f, 45.0f, 0.0f}, 1);
    EXPECT_TRUE(grid.set({still, moving}));
    EXPECT_FALSE(grid.set({still, moving}));
    moving.motion = {1.0f, 0.0f, 0.0f};
    EXPECT_FALSE(grid.set({still, moving})) << "the velocity alone opens nothing";
    moving = solidOf(circleShape(5.0f), {45.2f, 45.0f, 0.0f}, 1);
    EXPECT_TRUE(grid.set({still, moving}));
    EXPECT_TRUE(grid.set({}));
    EXPECT_FALSE(grid->hasSolids());
    EXPECT_FALSE(grid.set({}));
}

TEST(FlowSolids, ManyStepsLeaveWhatOneWouldMake)
{
    test::Random random(8);
    FlowShape shape = shapeOf(50, 37);
    shape.wrapX = true;
    SolidsOnGrid moved(shape);
    std::vector<uint8_t> mask(50 * 37, 0);
    std::vector<FlowSolid> bodies;
    for (int32_t step = 0; step < 12; ++step)
    {
        bodies.clear();
        for (int32_t k = 0; k < 6; ++k)
        {
            bodies.push_back(solidOf(k % 2 == 0 ? circleShape(3.0f) : boxShape(4.0f, 0.4f),
                                     {random.between(-5.0f, 55.0f), random.between(-5.0f, 42.0f),
                                      random.between(-kPi, kPi)},
                                     k));
        }
        mask[static_cast<size_t>(random.below(50 * 37))] ^= 1;
        moved.set(bodies, mask.data());
    }
    SolidsOnGrid fresh(shape);
    fresh.set(bodies, mask.data());
    for (const tnFlowField field : {tn_flowOpenX, tn_flowOpenY, tn_flowSolidCells})
    {
        EXPECT_EQ(moved.all(field), fresh.all(field));
    }
}

TEST(FlowSolids, CellsThatComeFreeTakeTheMeanOfTheFreeOnesBeside)
{
    FlowShape shape = shapeOf(40, 20);
    shape.temperature = true;
    shape.dyeChannels = 1;
    shape.dyeScale = 2;
    SolidsOnGrid grid(shape);
    const auto fill = [&](tnFlowField field, int32_t columns, int32_t rows, float per) {
        const Rows values = grid->rows(field);
        for (int32_t j = 0; j < rows; ++j)
        {
            for (int32_t i = 0; i < columns; ++i)
            {
                values.row(j)[i] = per * static_cast<float>(i);
            }
        }
    };
    fill(tn_flowTemperature, 40, 20, 1.0f);
    fill(tn_flowDye0, 80, 40, 0.5f);
    grid.set({solidOf(boxShape(4.0f, 5.0f), {16.0f, 10.0f, 0.0f})});
    const auto spoil = [&](tnFlowField field, int32_t scale) {
        const Rows values = grid->rows(field);
        for (int32_t j = 5 * scale; j < 15 * scale; ++j)
        {
            std::fill_n(values.row(j) + 12 * scale, 8 * scale, 1.0e6f);
        }
    };
    spoil(tn_flowTemperature, 1);
    spoil(tn_flowDye0, 2);
    grid.set({solidOf(boxShape(4.0f, 5.0f), {17.0f, 10.0f, 0.0f})});
    EXPECT_EQ(grid.at(tn_flowTemperature, 12, 10), 11.0f) << "of the only free neighbour";
    EXPECT_EQ(grid.at(tn_flowTemperature, 12, 5), 0.5f * (11.0f + 12.0f));
    EXPECT_EQ(grid.at(tn_flowTemperature, 13, 10), 1.0e6f) << "still covered: kept";
    EXPECT_EQ(grid.at(tn_flowDye0, 24, 20), 11.5f);
    EXPECT_EQ(grid.at(tn_flowDye0, 25, 20), 11.5f) << "the second layer takes the first's";
    grid.set({});
    for (const float value : grid.all(tn_flowTemperature))
    {
        EXPECT_LT(value, 40.0f);
    }
}

TEST(FlowSolids, ShutFacesMoveWithTheirSolidAndKeepItsVelocityWhenItLeaves)
{
    SolidsOnGrid grid(shapeOf(30, 30, 0.5f));
    const Motion motion = {0.25f, -1.0f, 2.0f};
    const Pose pose = {7.5f, 7.5f, 0.0f};
    grid.set({solidOf(circleShape(3.0f), pose, 0, motion)});
    grid->finishVelocity();
    // u = vx - spin (y - y0), v = vy + spin (x - x0)
    EXPECT_NEAR(grid.at(tn_flowVelocityX, 15, 16), 0.25f - 2.0f * 0.75f, 1e-6f);
    EXPECT_NEAR(grid.at(tn_flowVelocityY, 17, 15), -1.0f + 2.0f * 1.25f, 1e-6f);
    EXPECT_EQ(grid.at(tn_flowVelocityX, 3, 3), 0.0f);
    grid.set({});
    EXPECT_NEAR(grid.at(tn_flowVelocityX, 15, 16), 0.25f - 2.0f * 0.75f, 1e-6f);
}

TEST(FlowSolids, AreTheSameForAnyNumberOfThreads)
{
    FlowShape shape = shapeOf(117, 83);
    shape.dyeChannels = 1;
    shape.dyeScale = 2;
    shape.temperature = true;
    shape.wrapY = true;
    SolidsOnGrid one(shape, 1);
    SolidsOnGrid three(shape, 3);
    test::Random random(17);
    for (int32_t step = 0; step < 5; ++step)
    {
        std::vector<FlowSolid> bodies;
        for (int32_t k = 0; k < 30; ++k)
        {
            bodies.push_back(solidOf(k % 3 == 0 ? circleShape(random.between(0.2f, 9.0f))
                                                : capsuleShape(random.between(1.0f, 20.0f), 0.2f),
                                     {random.between(0.0f, 117.0f), random.between(0.0f, 83.0f),
                                      random.between(-kPi, kPi)},
                                     k, {random.unit(), random.unit(), random.unit()}));
        }
        for (SolidsOnGrid* grid : {&one, &three})
        {
            grid->set(bodies);
            (*grid)->finishVelocity();
            const Rows potential = (*grid)->pressed();
            test::Random values(23);
            for (int32_t j = 0; j < 83; ++j)
            {
                std::generate_n(potential.row(j), 117, [&] { return values.unit(); });
            }
        }
        for (const tnFlowField field :
             {tn_flowOpenX, tn_flowOpenY, tn_flowSolidCells, tn_flowSolidDyes, tn_flowVelocityX,
              tn_flowVelocityY, tn_flowTemperature, tn_flowDye0})
        {
            EXPECT_EQ(one.all(field), three.all(field)) << "field " << field;
        }
        for (int32_t slot = 0; slot < 30; ++slot)
        {
            const tnSolidForce a = one.force(slot, 1.0f, 0.1f, 0.3f);
            const tnSolidForce b = three.force(slot, 1.0f, 0.1f, 0.3f);
            EXPECT_EQ(std::memcmp(&a, &b, sizeof a), 0);
        }
    }
}

// ---- Forces

constexpr float kDensity = 1000.0f;
constexpr float kGravity = 9.81f;

// Pressure = density * g * (top - y), as the potential of a step of dt.
void makeHydrostatic(SolidsOnGrid& grid, float dt)
{
    const FlowShape& shape = grid->shape();
    const float h = shape.cellSize;
    const Rows potential = grid->pressed();
    for (int32_t j = 0; j < shape.ny; ++j)
    {
        const float depth = h * (static_cast<float>(shape.ny - j) - 0.5f);
        std::fill_n(potential.row(j), shape.nx, kGravity * depth * dt / h);
    }
}

TEST(FlowSolids, AFluidAtRestLiftsThemByTheWeightTheyDisplace)
{
    const float dt = 0.02f;
    SolidsOnGrid grid(shapeOf(80, 60, 0.05f));
    const ShapeVertex notched[] = {
        {-0.6f, -0.5f}, {0.6f, -0.5f}, {0.6f, 0.5f}, {0, -0.2f}, {-0.6f, 0.5f}};
    const Shape shapes[] = {circleShape(0.52f), boxShape(0.61f, 0.33f), boxShape(0.5f, 0.3f, 0.1f),
                            capsuleShape(0.4f, 0.31f), polygonShape(notched, 5)};
    for (const Shape& shape : shapes)
    {
        for (const float angle : {0.0f, 0.37f, 1.9f})
        {
            const FlowSolid body = solidOf(shape, {1.93f, 1.47f, angle});
            grid.set({body});
            makeHydrostatic(grid, dt);
            const tnSolidForce force = grid.force(0, kDensity, dt, 0.0f);
            const auto weight = static_cast<float>(area(body.shape)) * kDensity * kGravity;
            EXPECT_NEAR(force.pressure.y, weight, 1e-3f * weight);
            EXPECT_NEAR(force.pressure.x, 0.0f, 1e-6f * weight);
            EXPECT_EQ(force.viscous.x, 0.0f);
        }
    }
}

// Lift acts at the middle of what is displaced.
TEST(FlowSolids, LiftBesideThePositionTurnsThem)
{
    const float dt = 0.02f;
    SolidsOnGrid grid(shapeOf(80, 60, 0.05f));
    const ShapeVertex aside[] = {{0.2f, -0.4f}, {1.2f, -0.4f}, {1.2f, 0.4f}, {0.2f, 0.4f}};
    grid.set({solidOf(polygonShape(aside, 4), {1.5f, 1.47f, 0.0f})});
    makeHydrostatic(grid, dt);
    const tnSolidForce force = grid.force(0, kDensity, dt, 0.0f);
    const float torque = 0.7f * 0.8f * kDensity * kGravity;
    EXPECT_NEAR(force.pressureTorque, torque, 0.01f * torque);
}

TEST(FlowSolids, TheMaskIsLiftedToo)
{
    const float dt = 0.02f;
    SolidsOnGrid grid(shapeOf(40, 40, 0.1f));
    std::vector<uint8_t> mask(1600, 0);
    for (size_t j = 10; j < 15; ++j)
    {
        std::fill_n(mask.begin() + static_cast<ptrdiff_t>(j * 40 + 18), 7, uint8_t{1});
    }
    grid.set({}, mask.data());
    makeHydrostatic(grid, dt);
    tnSolidForce force = {};
    grid.force(0, kDensity, dt, 0.0f, &force);
    const float weight = 0.35f * kDensity * kGravity;
    EXPECT_NEAR(force.pressure.y, weight, 1e-4f * weight);
    // About the origin, which is 2.15 m to the left.
    EXPECT_NEAR(force.pressureTorque, 2.15f * weight, 1e-3f * 2.15f * weight);
}

TEST(FlowSolids, AcrossAPeriodicEdgeForceAndTorqueAreThoseOfTheMiddle)
{
    FlowShape shape = shapeOf(40, 40, 0.1f);
    shape.wrapX = true;
    SolidsOnGrid grid(shape);
    const float dt = 0.02f;
    const ShapeVertex vertices[] = {{-0.5f, -0.4f}, {0.9f, -0.2f}, {0.1f, 0.7f}};
    tnSolidForce forces[2];
    int32_t k = 0;
    for (const float x : {2.0f, 4.0f})
    {
        grid.set({solidOf(polygonShape(vertices, 3), {x, 2.0f, 0.2f})});
        makeHydrostatic(grid, dt);
        forces[k++] = grid.force(0, kDensity, dt, 0.0f);
    }
    EXPECT_NEAR(forces[1].pressure.y, forces[0].pressure.y, 1e-4f * forces[0].pressure.y);
    EXPECT_NEAR(forces[1].pressureTorque, forces[0].pressureTorque, 1e-3f * forces[0].pressure.y);
}

// Between a box that lies anywhere between grid lines and fluid that shears above it.
TEST(FlowSolids, ShearDragsAPlateByViscosityTimesShear)
{
    FlowShape shape = shapeOf(32, 32, 0.1f);
    shape.wrapX = true;
    SolidsOnGrid grid(shape);
    const float shear = 3.0f;
    const float viscosity = 0.7f;
    for (const float top : {1.0f, 1.013f, 1.04f, 1.05f, 1.06f, 1.09f})
    {
        for (const bool isMask : {false, true})
        {
            std::vector<uint8_t> mask(32 * 32, 0);
            std::fill_n(mask.begin(), 32 * 10, uint8_t{1});
            const float surface = isMask ? 1.0f : top;
            grid.set(isMask ? std::vector<FlowSolid>{}
                            : std::vector<FlowSolid>{solidOf(boxShape(1.6f, 0.5f * top),
                                                             {1.6f, 0.5f * top, 0.0f}, 0,
                                                             {0.5f, 0.0f, 0.0f})},
                     isMask ? mask.data() : nullptr);
            grid->finishVelocity();
            const float still = isMask ? 0.0f : 0.5f;
            const Rows u = grid->rows(tn_flowVelocityX);
            for (int32_t j = 0; j < 32; ++j)
            {
                const float y = 0.1f * (static_cast<float>(j) + 0.5f);
                for (int32_t i = 0; i <= 32; ++i)
                {
                    u.row(j)[i] = y > surface ? still + shear * (y - surface) : u.row(j)[i];
                }
            }
            tnSolidForce onMask = {};
            const tnSolidForce onBox = grid.force(0, 1.0f, 0.1f, viscosity, &onMask);
            const tnSolidForce& force = isMask ? onMask : onBox;
            const float exact = viscosity * shear * 3.2f;
            EXPECT_NEAR(force.viscous.x, exact, 1e-3f * exact) << top;
            EXPECT_NEAR(force.viscous.y, 0.0f, 1e-6f);
        }
    }
}

// Around a disc of radius R that turns at `own`, the fluid turns at own + beyond (1 - (R / r)^2).
void makeWhirl(SolidsOnGrid& grid, Pose pose, double radius, double own, double beyond)
{
    const FlowShape& shape = grid->shape();
    const double h = wide(shape.cellSize);
    const Rows u = grid->rows(tn_flowVelocityX);
    const Rows v = grid->rows(tn_flowVelocityY);
    const auto spinAt = [&](double x, double y) {
        return own + beyond * (1.0 - radius * radius / (x * x + y * y));
    };
    for (int32_t j = 0; j <= shape.ny; ++j)
    {
        for (int32_t i = 0; i <= shape.nx; ++i)
        {
            const double x = h * i - wide(pose.x);
            const double y = h * j - wide(pose.y);
            if (j < shape.ny && grid.openX(i, j) > 0.0f)
            {
                u.row(j)[i] = static_cast<float>(-spinAt(x, y + 0.5 * h) * (y + 0.5 * h));
            }
            if (i < shape.nx && grid.openY(i, j) > 0.0f)
            {
                v.row(j)[i] = static_cast<float>(spinAt(x + 0.5 * h, y) * (x + 0.5 * h));
            }
        }
    }
}

TEST(FlowSolids, FluidThatTurnsWithADiscDoesNotDragIt)
{
    SolidsOnGrid grid(shapeOf(64, 64, 0.1f));
    const Pose pose = {3.21f, 3.17f, 0.0f};
    grid.set({solidOf(circleShape(1.0f), pose, 0, {0.0f, 0.0f, 2.0f})});
    grid->finishVelocity();
    makeWhirl(grid, pose, 1.0, 2.0, 0.0);
    const tnSolidForce force = grid.force(0, 1.0f, 0.1f, 1.0f);
    EXPECT_NEAR(force.viscousTorque, 0.0f, 1e-4f);
    EXPECT_NEAR(force.viscous.x, 0.0f, 1e-4f);
    EXPECT_NEAR(force.viscous.y, 0.0f, 1e-4f);
}

// Shear at the surface is 2 beyond; times area and radius, the torque is 4 pi viscosity beyond R^2.
TEST(FlowSolids, AWhirlTurnsADiscByItsShear)
{
    SolidsOnGrid grid(shapeOf(128, 128, 0.05f));
    const float viscosity = 0.5f;
    const Pose pose = {3.21f, 3.17f, 0.0f};
    for (const float own : {0.0f, 2.0f})
    {
        grid.set({solidOf(circleShape(1.0f), pose, 0, {0.0f, 0.0f, own})});
        grid->finishVelocity();
        makeWhirl(grid, pose, 1.0, wide(own), 3.0);
        const tnSolidForce force = grid.force(0, 1.0f, 0.1f, viscosity);
        const float exact = 4.0f * kPi * viscosity * 3.0f;
        EXPECT_NEAR(force.viscousTorque, exact, 0.05f * exact);
        EXPECT_NEAR(force.viscous.x, 0.0f, 0.01f * exact);
        EXPECT_NEAR(force.viscous.y, 0.0f, 0.01f * exact);
    }
}

TEST(FlowSolids, WhatSlipsIsNotDragged)
{
    FlowShape shape = shapeOf(32, 32, 0.1f);
    shape.wrapX = true;
    SolidsOnGrid grid(shape);
    FlowSolid body = solidOf(boxShape(1.6f, 0.5f), {1.6f, 0.5f, 0.0f});
    body.noSlip = false;
    grid.set({body});
    const Rows u = grid->rows(tn_flowVelocityX);
    for (int32_t j = 10; j < 32; ++j)
    {
        std::fill_n(u.row(j), 33, 5.0f);
    }
    EXPECT_EQ(grid.force(0, 1.0f, 0.1f, 1.0f).viscous.x, 0.0f);
}

// ---- Openings of a cell

TEST(CellGaps, AreWhatIsNotCovered)
{
    IntervalUnion covered;
    covered.add({2.25, 2.5});
    covered.add({2.75, 4.0});
    const FaceGaps gaps = gapsOf(covered, {2.0, 3.0});
    ASSERT_EQ(gaps.count, 2);
    EXPECT_EQ(gaps.from[0], 0.0f);
    EXPECT_EQ(gaps.to[0], 0.25f);
    EXPECT_EQ(gaps.from[1], 0.5f);
    EXPECT_EQ(gaps.to[1], 0.75f);
    EXPECT_EQ(gapsOf(covered, {3.0, 4.0}).count, 0);
    EXPECT_TRUE(gapsOf(covered, {4.0, 5.0}).isWhole());
}

TEST(CellGaps, OfManyTheWidestCount)
{
    IntervalUnion covered;
    for (const double at : {0.1, 0.3, 0.35, 0.8})
    {
        covered.add({at, at + 0.01});
    }
    const FaceGaps gaps = gapsOf(covered, {0.0, 1.0});
    ASSERT_EQ(gaps.count, kMostGaps);
    EXPECT_FLOAT_EQ(gaps.from[0], 0.11f);
    EXPECT_FLOAT_EQ(gaps.from[1], 0.36f);
    EXPECT_FLOAT_EQ(gaps.from[2], 0.81f);
}

TEST(CellGaps, OpeningsGoAroundCorners)
{
    const FaceGaps whole = kWholeFace;
    const FaceGaps none = {};
    const FaceGaps start = {1, {0.0f}, {0.25f}};
    const FaceGaps ends = {2, {0.0f, 0.75f}, {0.25f, 1.0f}};

    EXPECT_EQ(openingsOf({{&whole, &whole, &whole, &whole}}).count, 1);
    EXPECT_EQ(openingsOf({{&none, &none, &none, &none}}).count, 0);
    EXPECT_EQ(openingsOf({{&whole, &none, &whole, &none}}).count, 2);
    EXPECT_EQ(openingsOf({{&start, &none, &none, &start}}).count, 1) << "around the first corner";
    EXPECT_EQ(openingsOf({{&start, &start, &none, &none}}).count, 2);
    // A plate through the middle: one opening above it, one below.
    const Openings plate = openingsOf({{&whole, &ends, &whole, &ends}});
    ASSERT_EQ(plate.count, 2);
    EXPECT_FLOAT_EQ(plate.width[0], 1.5f);
    EXPECT_FLOAT_EQ(plate.width[1], 1.5f);
    EXPECT_EQ(widestOf(plate), 0);
    EXPECT_EQ(plate.gaps[0] & plate.gaps[1], 0);
    EXPECT_EQ(gapsOnSide(plate.gaps[0], kCellBottom), 1u);
    EXPECT_EQ(gapsOnSide(plate.gaps[0], kCellRight), 1u);
    EXPECT_EQ(gapsOnSide(plate.gaps[0], kCellLeft), 1u);
    EXPECT_EQ(gapsOnSide(plate.gaps[1], kCellRight), 2u);
}

TEST(CellRuns, ReachOneCellBeyondABlock)
{
    const CellRuns inner = runsAround(16, 16, 64, true);
    ASSERT_EQ(inner.count, 1);
    EXPECT_EQ(inner.runs[0].begin, 15);
    EXPECT_EQ(inner.runs[0].end, 33);
    const CellRuns first = runsAround(0, 16, 64, true);
    ASSERT_EQ(first.count, 2);
    EXPECT_EQ(first.runs[1].begin, 63);
    EXPECT_EQ(runsAround(0, 16, 64, false).runs[0].begin, 0);
    EXPECT_EQ(runsAround(48, 16, 64, false).runs[0].end, 64);
    EXPECT_EQ(runsAround(0, 16, 12, true).runs[0].end, 12);
}

} // namespace
} // namespace tarn
