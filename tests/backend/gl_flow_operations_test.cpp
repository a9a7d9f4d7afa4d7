// Each operation of Flow's table on a GPU against the reference, on odd sizes, all kinds of edges
// and among solids: within 1e-5 of what the field holds.
#include "backend/gl/gl_flow.h"
#include "core/owned.h"
#include "solve/solver.h"
#include "support/gl_device.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

namespace tarn
{
namespace
{

constexpr double kAlike = 1e-5;

enum class Kind
{
    walls,
    periodic,
    tunnel, // inflow left, outflow right, walls that drag, one of them warm
};

struct Case
{
    std::string name;
    FlowShape shape;
    Kind kind = Kind::walls;
    bool solids = false;
};

// The same flow twice: in memory of the host by plain loops, and on the device.
class Twins
{
  public:
    Twins(const Case& made, GlDevice& device) : shape_(made.shape)
    {
        EXPECT_EQ(tasks_.init({}, 1), tn_success);
        host_.reset(createFlowBackend(shape_, tn_backendReference, tasks_));
        tnResult result = tn_success;
        GlProblem problem;
        gpu_.reset(createGlFlow(shape_, device, tasks_, &result, &problem));
        EXPECT_EQ(result, tn_success) << problem.text;
        setEdges(made.kind);
        setSolids(made.solids, 0.0f);
        fill();
    }

    FlowBackend& host() { return *host_; }
    FlowBackend& gpu() { return *gpu_; }

    // Does the same to both.
    template <class Work>
    void both(Work&& work)
    {
        for (FlowBackend* flow : {host_.get(), gpu_.get()})
        {
            const FlowScope scope(*flow);
            work(*flow);
        }
    }

    void setSolids(bool any, float shift)
    {
        solids_.clear();
        if (any)
        {
            const auto add = [this](float x, float y, float radius, bool noSlip, Motion motion) {
                FlowSolid solid;
                solid.pose = {x, y, 0.0f};
                solid.shape = place(circleShape(radius), solid.pose);
                solid.motion = motion;
                solid.slot = static_cast<int32_t>(solids_.size());
                solid.noSlip = noSlip;
                solid.fixedTemperature = noSlip;
                solid.temperature = 2.0f;
                solids_.push_back(solid);
            };
            const float wide = shape_.cellSize * static_cast<float>(shape_.nx);
            const float high = shape_.cellSize * static_cast<float>(shape_.ny);
            add(0.3f * wide + shift, 0.4f * high, 0.13f * high, true, {0.2f, 0.1f, 0.3f});
            add(0.7f * wide, 0.6f * high + shift, 0.11f * high, false, {});
        }
        both([this](FlowBackend& flow) {
            flow.setSolids({solids_, nullptr});
            flow.finishVelocity();
            flow.finishScalars();
        });
    }
    std::span<const FlowSolid> solids() const { return solids_; }

    void expectAlike(const std::string& what, double tolerance = kAlike)
    {
        expectAlike(what, tn_flowVelocityX, tolerance);
        expectAlike(what, tn_flowVelocityY, tolerance);
        if (shape_.temperature)
        {
            expectAlike(what, tn_flowTemperature, tolerance);
        }
        for (int32_t c = 0; c < shape_.dyeChannels; ++c)
        {
            expectAlike(what, static_cast<tnFlowField>(tn_flowDye0 + c), tolerance);
        }
    }

    void expectAlike(const std::string& what, tnFlowField field, double tolerance)
    {
        const tnFieldView a = host_->view(field, 1.0f);
        const tnFieldView b = gpu_->view(field, 1.0f);
        double different = 0.0;
        double all = 0.0;
        for (int32_t j = 0; j < a.rows; ++j)
        {
            for (int32_t i = 0; i < a.columns; ++i)
            {
                const double here = double(a.data[ptrdiff_t{j} * a.stride + i]);
                const double there = double(b.data[ptrdiff_t{j} * b.stride + i]);
                different += (here - there) * (here - there);
                all += here * here;
            }
        }
        EXPECT_GT(all, 0.0) << what << ", field " << field << " is empty";
        EXPECT_LE(std::sqrt(different / all), tolerance) << what << ", field " << field;
    }

  private:
    void setEdges(Kind kind)
    {
        const auto longest = static_cast<size_t>(std::max(shape_.nx, shape_.ny));
        FlowEdges edges;
        for (int32_t side = 0; side < 4; ++side)
        {
            FlowEdge& edge = edges.sides[side];
            const bool along = side < 2;
            edge.type = kind == Kind::periodic              ? tn_flowPeriodic
                        : kind == Kind::tunnel && side == 0 ? tn_flowInflow
                        : kind == Kind::tunnel && along     ? tn_flowOutflow
                                                            : tn_flowWall;
            edge.noSlip = kind == Kind::tunnel && !along;
            edge.fixedTemperature = kind == Kind::tunnel && side == 3;
            values_.emplace_back(longest, 0.3f);
            edge.normal = values_.back().data();
            values_.emplace_back(longest, 0.1f);
            edge.tangential = values_.back().data();
            values_.emplace_back(longest, 1.5f);
            edge.temperature = values_.back().data();
            for (int32_t c = 0; c < shape_.dyeChannels; ++c)
            {
                values_.emplace_back(longest, 0.2f * static_cast<float>(c + 1));
                edge.dye[c] = values_.back().data();
            }
        }
        both([&](FlowBackend& flow) { flow.setEdges(edges); });
    }

    void fill()
    {
        const auto wave = [](float x, float y, float more) {
            return std::sin(x + more) * std::cos(1.3f * y - more) + 0.3f * std::sin(2.1f * x - y);
        };
        both([&](FlowBackend& flow) {
            const auto put = [&](tnFlowField field, int32_t columns, int32_t rows, float scale,
                                 float base, float more) {
                const Rows to = flow.rows(field);
                for (int32_t j = 0; j < rows; ++j)
                {
                    for (int32_t i = 0; i < columns; ++i)
                    {
                        to.row(j)[i] = base + scale * wave(9.0f * float(i) / float(columns),
                                                           7.0f * float(j) / float(rows), more);
                    }
                }
            };
            put(tn_flowVelocityX, shape_.nx + 1, shape_.ny, 0.4f, 0.1f, 0.3f);
            put(tn_flowVelocityY, shape_.nx, shape_.ny + 1, 0.4f, 0.0f, 1.1f);
            if (shape_.temperature)
            {
                put(tn_flowTemperature, shape_.nx, shape_.ny, 1.0f, 1.0f, 0.7f);
            }
            for (int32_t c = 0; c < shape_.dyeChannels; ++c)
            {
                put(static_cast<tnFlowField>(tn_flowDye0 + c), shape_.dyeColumns(),
                    shape_.dyeRows(), 0.5f, 0.6f, 0.5f * float(c));
            }
            const Rows pressed = flow.pressed();
            for (int32_t j = 0; j < shape_.ny; ++j)
            {
                for (int32_t i = 0; i < shape_.nx; ++i)
                {
                    pressed.row(j)[i] = 0.1f * wave(0.2f * float(i), 0.15f * float(j), 2.0f);
                }
            }
            flow.finishVelocity();
            flow.finishScalars();
        });
    }

    FlowShape shape_;
    Tasks tasks_;
    Owned<FlowBackend> host_;
    Owned<FlowBackend> gpu_;
    std::vector<FlowSolid> solids_;
    std::vector<std::vector<float>> values_; // along edges
};

FlowShape shapeOf(int32_t nx, int32_t ny, int32_t dyes, int32_t dyeScale, Kind kind)
{
    FlowShape shape;
    shape.nx = nx;
    shape.ny = ny;
    shape.cellSize = 1.0f / static_cast<float>(nx);
    shape.dyeChannels = dyes;
    shape.dyeScale = dyeScale;
    shape.temperature = true;
    shape.texture = true;
    shape.tracerCapacity = 200;
    shape.solidCapacity = 4;
    shape.wrapX = kind == Kind::periodic;
    shape.wrapY = kind == Kind::periodic;
    return shape;
}

std::vector<Case> cases()
{
    std::vector<Case> all;
    const auto add = [&](const char* name, Kind kind, bool solids, int32_t nx, int32_t ny,
                         int32_t dyes, int32_t dyeScale) {
        all.push_back({name, shapeOf(nx, ny, dyes, dyeScale, kind), kind, solids});
    };
    add("walls", Kind::walls, false, 37, 53, 4, 1);
    add("walls, one dye", Kind::walls, false, 40, 33, 1, 1);
    add("periodic", Kind::periodic, false, 45, 31, 2, 1);
    add("tunnel", Kind::tunnel, false, 51, 35, 3, 1);
    add("fine dye", Kind::tunnel, false, 31, 35, 6, 2);
    add("solids", Kind::walls, true, 47, 41, 4, 1);
    add("solids in a tunnel, fine dye", Kind::tunnel, true, 43, 49, 5, 2);
    add("solids, periodic", Kind::periodic, true, 48, 34, 1, 1);
    return all;
}

class GlFlowOperations : public testing::Test
{
  protected:
    static void SetUpTestSuite()
    {
        if (!test::mayLackGl())
        {
            gl_ = std::make_unique<test::OwnedGl>();
        }
    }
    static void TearDownTestSuite() { gl_.reset(); }
    void SetUp() override { TARN_SKIP_WITHOUT_GL(); }

    static GlDevice& device() { return *findGlDevice(gl_->handle(), "a test"); }

    static float rateOf(const FlowShape& shape) { return 0.07f / shape.cellSize; } // some cells far

  private:
    static inline std::unique_ptr<test::OwnedGl> gl_;
};

TEST_F(GlFlowOperations, AdvectionAsTheReference)
{
    for (const Case& made : cases())
    {
        for (const tnAdvection scheme : {tn_advectionSemiLagrangian, tn_advectionMacCormack})
        {
            for (const float reflection : {0.0f, 0.7f})
            {
                Twins twins(made, device());
                twins.both([&](FlowBackend& flow) {
                    bool cut = false;
                    flow.advectVelocity(rateOf(made.shape), scheme, reflection, true);
                    flow.advectScalars(rateOf(made.shape), scheme, scheme, &cut);
                    flow.acceptVelocity();
                });
                twins.expectAlike(made.name +
                                  (scheme == tn_advectionMacCormack ? ", corrected" : ""));
            }
        }
    }
}

TEST_F(GlFlowOperations, ConservingAdvectionAsTheReference)
{
    for (const Case& made : cases())
    {
        Twins twins(made, device());
        int32_t substeps[2] = {};
        size_t which = 0;
        twins.both([&](FlowBackend& flow) {
            bool cut = false;
            flow.advectVelocity(rateOf(made.shape), tn_advectionSemiLagrangian, 0.0f, false);
            substeps[which++] = flow.advectScalars(rateOf(made.shape), tn_advectionConserving,
                                                   tn_advectionConserving, &cut);
            EXPECT_FALSE(cut);
            flow.acceptVelocity();
        });
        EXPECT_GT(substeps[0], 1);
        twins.expectAlike(made.name);
    }
}

TEST_F(GlFlowOperations, SolidsThatMoveAsTheReference)
{
    for (const Case& made : cases())
    {
        if (!made.solids)
        {
            continue;
        }
        Twins twins(made, device());
        const auto move = [&](FlowBackend& flow) {
            bool cut = false;
            flow.advectVelocity(rateOf(made.shape), tn_advectionSemiLagrangian, 0.2f, false);
            flow.advectScalars(rateOf(made.shape), tn_advectionSemiLagrangian,
                               tn_advectionSemiLagrangian, &cut);
            const bool renew[2] = {false, false};
            flow.advectTexture(rateOf(made.shape), renew);
            flow.acceptVelocity();
        };
        twins.both(move); // now all is on the device
        for (int32_t step = 1; step <= 3; ++step)
        {
            twins.setSolids(step < 3, 0.06f * static_cast<float>(step));
            twins.both(move);
        }
        twins.expectAlike(made.name);
        twins.expectAlike(made.name, tn_flowTextureX0, kAlike);
    }
}

TEST_F(GlFlowOperations, TextureAndTracersAsTheReference)
{
    for (const Case& made : cases())
    {
        Twins twins(made, device());
        const float wide = made.shape.cellSize * static_cast<float>(made.shape.nx);
        const float high = made.shape.cellSize * static_cast<float>(made.shape.ny);
        std::vector<tnVec2> points;
        for (int32_t k = 0; k < 150; ++k)
        {
            points.push_back({wide * std::fmod(0.618f * float(k), 1.0f),
                              high * std::fmod(0.3f + 0.414f * float(k), 1.0f)});
        }
        twins.both([&](FlowBackend& flow) {
            flow.addTracers(std::span(points).first(100));
            for (int32_t step = 0; step < 3; ++step)
            {
                const bool renew[2] = {false, step == 1};
                flow.advectVelocity(rateOf(made.shape), tn_advectionSemiLagrangian, 0.0f, false);
                flow.advectTexture(rateOf(made.shape), renew);
                flow.acceptVelocity();
                flow.advectTracers(rateOf(made.shape));
                flow.addTracers(
                    std::span(points).subspan(static_cast<size_t>(100 + 10 * step), 10));
            }
        });
        for (int32_t k = 0; k < 4; ++k)
        {
            twins.expectAlike(made.name, static_cast<tnFlowField>(tn_flowTextureX0 + k), kAlike);
        }
        const std::span<const tnVec2> host = twins.host().tracers();
        const std::span<const tnVec2> gpu = twins.gpu().tracers();
        ASSERT_EQ(host.size(), gpu.size()) << made.name;
        for (size_t k = 0; k < host.size(); ++k)
        {
            EXPECT_NEAR(double(host[k].x), double(gpu[k].x), kAlike) << made.name;
            EXPECT_NEAR(double(host[k].y), double(gpu[k].y), kAlike) << made.name;
        }
    }
}

TEST_F(GlFlowOperations, ForcesOnSolidsAsTheReference)
{
    for (const Case& made : cases())
    {
        if (!made.solids)
        {
            continue;
        }
        Twins twins(made, device());
        tnSolidForce forces[2][4] = {};
        tnSolidForce masks[2] = {};
        size_t which = 0;
        twins.both([&](FlowBackend& flow) {
            flow.measureDrag(0.3f, twins.solids(), forces[which], &masks[which]);
            flow.measurePressure(1.2f, 0.02f, twins.solids(), forces[which], &masks[which]);
            flow.bringForces(twins.solids(), forces[which], &masks[which]);
            ++which;
        });
        const auto near = [&](float a, float b, float size) {
            EXPECT_GT(size, 0.0f) << made.name;
            EXPECT_NEAR(double(a), double(b), kAlike * double(size)) << made.name;
        };
        for (size_t k = 0; k < twins.solids().size(); ++k)
        {
            const tnSolidForce& host = forces[0][k];
            const tnSolidForce& gpu = forces[1][k];
            const float push = std::hypot(host.pressure.x, host.pressure.y);
            near(gpu.pressure.x, host.pressure.x, push);
            near(gpu.pressure.y, host.pressure.y, push);
            near(gpu.pressureTorque, host.pressureTorque, push); // arms are shorter than 1 m
            if (twins.solids()[k].noSlip)
            {
                const float drag = std::hypot(host.viscous.x, host.viscous.y);
                near(gpu.viscous.x, host.viscous.x, drag);
                near(gpu.viscous.y, host.viscous.y, drag);
                near(gpu.viscousTorque, host.viscousTorque, drag);
            }
        }
    }
}

// A solver for a flow's system, there or here.
Owned<Solver> solverFor(const ImplicitSystem& system, GlDevice* device)
{
    tnSolverDef def = tnDefaultSolverDef();
    def.nx = system.nx;
    def.ny = system.ny;
    def.left = system.left;
    def.right = system.right;
    def.bottom = system.bottom;
    def.top = system.top;
    def.threads = 1;
    def.backend = device != nullptr ? tn_backendGL : tn_backendReference;
    Solver* solver = nullptr;
    EXPECT_EQ(Solver::create(def, &solver, device), tn_success);
    return Owned<Solver>(solver);
}

void diffuseOnHost(FlowBackend& flow, Diffused what, int32_t channel, float amount)
{
    const ImplicitSystem system = flow.diffusionSystem(what, channel, amount, true);
    const Owned<Solver> solver = solverFor(system, nullptr);
    solver->setCoefficients({system.a, system.bx, system.by, system.aEverywhere});
    tnSolveParams params = tnDefaultSolveParams();
    params.tolerance = 1e-7f;
    params.warmStart = !system.changes;
    tnSolveResult result = {};
    flow.beginChange(what, channel);
    if (system.changes)
    {
        const auto row = [&](int32_t j, float factor, float* to) { flow.changeRow(j, factor, to); };
        const auto tolerance = [](double) { return 1e-7f; };
        solver->solveRows(row, {system.r, system.change}, params, tolerance, false, &result);
        flow.addChange([&](int32_t j, float* buffer) { return solver->solutionRow(j, buffer); });
    }
    else
    {
        solver->solve(system.r, system.x, {}, params, &result);
    }
    flow.acceptDiffused(what, channel);
}

void diffuseOnDevice(FlowBackend& flow, GlDevice& device, Diffused what, int32_t channel,
                     float amount)
{
    const ImplicitSystem system = flow.diffusionSystem(what, channel, amount, true);
    const Owned<Solver> solver = solverFor(system, &device);
    solver->setCoefficients({system.a, system.bx, system.by, system.aEverywhere});
    flow.beginChange(what, channel);
    flow.changeTo(solver->backend(), solver->finest(), system.aEverywhere,
                  static_cast<float>(solver->rightScale()));
    if (flow.hasSolids())
    {
        solver->subtractFields();
    }
    solver->cycleFields(10);
    flow.addField(solver->backend(), solver->finest().x);
    flow.acceptDiffused(what, channel);
}

TEST_F(GlFlowOperations, ViscosityAndDiffusionAsTheReference)
{
    for (const Case& made : cases())
    {
        if (made.name == "walls, one dye" || made.name == "fine dye")
        {
            continue; // solvers take time to make, and others have the same
        }
        Twins twins(made, device());
        ASSERT_TRUE(twins.gpu().diffusesOnDevice());
        const FlowScope scope(twins.gpu());
        const auto diffuse = [&](Diffused what, int32_t channel, float amount) {
            diffuseOnHost(twins.host(), what, channel, amount);
            diffuseOnDevice(twins.gpu(), device(), what, channel, amount);
        };
        diffuse(Diffused::velocityX, 0, 8.0f);
        diffuse(Diffused::velocityY, 0, 8.0f);
        diffuse(Diffused::temperature, 0, 3.0f);
        diffuse(Diffused::dye, made.shape.dyeChannels - 1, 20.0f);
        twins.expectAlike(made.name);
        // What is beyond the edges too: advection looks there.
        twins.both([&](FlowBackend& flow) {
            bool cut = false;
            flow.advectVelocity(rateOf(made.shape), tn_advectionSemiLagrangian, 0.0f, false);
            flow.advectScalars(rateOf(made.shape), tn_advectionSemiLagrangian,
                               tn_advectionSemiLagrangian, &cut);
            flow.acceptVelocity();
        });
        twins.expectAlike(made.name + ", moved");
    }
}

TEST_F(GlFlowOperations, StrokesAndForcesAsTheReference)
{
    for (const Case& made : cases())
    {
        Twins twins(made, device());
        FlowStroke stroke;
        stroke.fromX = 5.0;
        stroke.fromY = 8.0;
        stroke.toX = 20.0;
        stroke.toY = 11.0;
        stroke.radius = 4.0;
        stroke.velocity = {0.4f, -0.2f};
        stroke.temperature = 0.5f;
        stroke.dye[0] = 0.3f;
        FlowStroke hold = stroke;
        hold.holds = true;
        hold.holdDt = 0.4f;
        hold.fromY = 12.0;
        constexpr float kDt = 0.02f;
        FlowForces forces;
        forces.acceleration = {0.3f, -0.1f};
        forces.lift = {0.0f, 0.2f};
        forces.ambient = 0.4f;
        forces.keepVelocity = 0.97f;
        forces.keepTemperature = 0.9f;
        for (int32_t c = 0; c < made.shape.dyeChannels; ++c)
        {
            forces.weight[c] = {0.1f, -0.2f * static_cast<float>(c)};
            forces.keepDye[c] = 1.0f - 0.05f * static_cast<float>(c);
        }
        forces.confinement = makeConfinement(2.0f, made.shape.cellSize, kDt);
        twins.both([&](FlowBackend& flow) {
            const FlowStroke strokes[] = {stroke, hold};
            flow.applyStrokes(strokes, 1e8f, 1e30f);
            flow.applyForces(forces, kDt, 1e8f);
            flow.finishScalars();
        });
        twins.expectAlike(made.name);
    }
}

} // namespace
} // namespace tarn
