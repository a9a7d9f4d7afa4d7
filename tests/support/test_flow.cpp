#include "support/test_flow.h"

#include "support/random.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numeric>

namespace tarn::test
{

FieldCopy::FieldCopy(const tnFieldView& view)
    : columns(view.columns), rows(view.rows), origin(view.origin), spacing(view.spacing)
{
    for (int32_t j = 0; j < view.rows; ++j)
    {
        const float* row = view.data + static_cast<ptrdiff_t>(j) * view.stride;
        values.insert(values.end(), row, row + view.columns);
    }
}

void FieldCopy::fill(const PlaceFunction& value)
{
    for (int32_t j = 0; j < rows; ++j)
    {
        for (int32_t i = 0; i < columns; ++i)
        {
            const tnVec2 at = place(i, j);
            values[static_cast<size_t>(j) * static_cast<size_t>(columns) + static_cast<size_t>(i)] =
                static_cast<float>(value(static_cast<double>(at.x), static_cast<double>(at.y)));
        }
    }
}

bool FieldCopy::isFinite() const
{
    return std::all_of(values.begin(), values.end(),
                       [](float value) { return std::isfinite(value); });
}

double FieldCopy::sum() const
{
    return std::accumulate(values.begin(), values.end(), 0.0);
}

float FieldCopy::least() const
{
    return *std::min_element(values.begin(), values.end());
}

float FieldCopy::most() const
{
    return *std::max_element(values.begin(), values.end());
}

float FieldCopy::largest() const
{
    return std::max(std::fabs(least()), std::fabs(most()));
}

float largestDifference(const FieldCopy& a, const FieldCopy& b)
{
    EXPECT_EQ(a.columns, b.columns);
    EXPECT_EQ(a.rows, b.rows);
    float most = 0.0f;
    for (size_t k = 0; k < a.values.size(); ++k)
    {
        most = std::max(most, std::fabs(a.values[k] - b.values[k]));
    }
    return most;
}

TestFlow::TestFlow(const tnFlowDef& def)
{
    EXPECT_EQ(tnCreateFlow(&def, &flow_), tn_success);
}

TestFlow::~TestFlow()
{
    EXPECT_EQ(tnDestroyFlow(flow_), tn_success);
}

tnFlowDef TestFlow::def() const
{
    tnFlowDef def = {};
    EXPECT_EQ(tnFlow_GetDef(flow_, &def), tn_success);
    return def;
}

uint32_t TestFlow::step(float dt, int32_t count)
{
    uint32_t flags = 0;
    for (int32_t k = 0; k < count; ++k)
    {
        flags |= tnFlow_Step(flow_, dt);
    }
    return flags;
}

FieldCopy TestFlow::copy(tnFlowField field) const
{
    tnFieldView view = {};
    EXPECT_EQ(tnFlow_GetView(flow_, field, &view), tn_success) << "field " << field;
    return FieldCopy(view);
}

void TestFlow::set(tnFlowField field, const PlaceFunction& value)
{
    FieldCopy shape = copy(field);
    shape.fill(value);
    EXPECT_EQ(tnFlow_SetField(flow_, field, shape.values.data(),
                              static_cast<int64_t>(shape.values.size())),
              tn_success);
}

void TestFlow::setStream(const PlaceFunction& stream)
{
    const double h = static_cast<double>(def().cellSize);
    const double half = 0.5 * h;
    set(tn_flowVelocityX,
        [&](double x, double y) { return (stream(x, y + half) - stream(x, y - half)) / h; });
    set(tn_flowVelocityY,
        [&](double x, double y) { return (stream(x - half, y) - stream(x + half, y)) / h; });
}

tnFlowTotals TestFlow::totals() const
{
    tnFlowTotals totals = {};
    EXPECT_EQ(tnFlow_GetTotals(flow_, &totals), tn_success);
    return totals;
}

tnFlowStats TestFlow::stats() const
{
    tnFlowStats stats = {};
    EXPECT_EQ(tnFlow_GetStats(flow_, &stats), tn_success);
    return stats;
}

tnFlowSample TestFlow::sample(float x, float y) const
{
    const tnVec2 point = {x, y};
    tnFlowSample sample = {};
    EXPECT_EQ(tnFlow_Sample(flow_, &point, 1, &sample), tn_success);
    return sample;
}

std::vector<tnVec2> TestFlow::tracers() const
{
    const tnVec2* points = nullptr;
    int32_t count = 0;
    EXPECT_EQ(tnFlow_GetTracers(flow_, &points, &count), tn_success);
    return {points, points + count};
}

std::vector<std::byte> TestFlow::save() const
{
    std::vector<std::byte> bytes(tnFlow_GetSaveSize(flow_));
    size_t written = 0;
    EXPECT_EQ(tnFlow_Save(flow_, bytes.data(), bytes.size(), &written), tn_success);
    EXPECT_EQ(written, bytes.size());
    return bytes;
}

bool TestFlow::isFinite() const
{
    const tnFlowDef d = def();
    std::vector<tnFlowField> fields = {tn_flowVelocityX, tn_flowVelocityY,  tn_flowPressure,
                                       tn_flowVorticity, tn_flowDivergence, tn_flowSolidCells,
                                       tn_flowOpenX,     tn_flowOpenY};
    if (d.temperature)
    {
        fields.push_back(tn_flowTemperature);
    }
    for (int32_t k = 0; d.texture && k < 4; ++k)
    {
        fields.push_back(static_cast<tnFlowField>(tn_flowTextureX0 + k));
    }
    for (int32_t c = 0; c < d.dyeChannels; ++c)
    {
        fields.push_back(dyeField(c));
    }
    bool finite = true;
    for (const tnFlowField field : fields)
    {
        const bool good = copy(field).isFinite();
        EXPECT_TRUE(good) << "field " << field;
        finite = finite && good;
    }
    for (const tnVec2& tracer : tracers())
    {
        finite = finite && std::isfinite(tracer.x) && std::isfinite(tracer.y);
    }
    return finite;
}

tnFlowDef flowDef(int32_t nx, int32_t ny)
{
    tnFlowDef def = tnDefaultFlowDef();
    def.nx = nx;
    def.ny = ny;
    def.cellSize = 1.0f / static_cast<float>(nx);
    def.dyeChannels = 1;
    def.solidCapacity = 16;
    def.threads = 1;
    return def;
}

tnFlowEdge edgeOf(tnFlowEdgeType type, float normalSpeed)
{
    tnFlowEdge edge = tnDefaultFlowEdge();
    edge.type = type;
    edge.normalSpeed = normalSpeed;
    return edge;
}

void makePeriodic(tnFlowDef& def, bool x, bool y)
{
    if (x)
    {
        def.left = def.right = edgeOf(tn_flowPeriodic);
    }
    if (y)
    {
        def.bottom = def.top = edgeOf(tn_flowPeriodic);
    }
}

PlaceFunction whirls(double speed, uint64_t seed, bool periodic)
{
    constexpr double kPi = 3.14159265358979323846;
    struct Wave
    {
        int32_t m, n;
        double amount, phaseX, phaseY;
    };
    std::vector<Wave> waves;
    Random random(seed);
    for (int32_t m = 1; m <= 4; ++m)
    {
        for (int32_t n = 1; n <= 4; ++n)
        {
            const double size = std::hypot(static_cast<double>(m), static_cast<double>(n));
            const auto angle = [&] { return 2.0 * kPi * static_cast<double>(random.unit()); };
            waves.push_back({m, n, std::cos(angle()) / (size * size), angle(), angle()});
        }
    }
    const double base = periodic ? 2.0 * kPi : kPi;
    return [=](double x, double y) {
        double sum = 0.0;
        for (const Wave& wave : waves)
        {
            const double phaseX = periodic ? wave.phaseX : 0.0;
            const double phaseY = periodic ? wave.phaseY : 0.0;
            sum += wave.amount * std::sin(base * wave.m * x + phaseX) *
                   std::sin(base * wave.n * y + phaseY);
        }
        return 0.7 * speed / base * sum;
    };
}

// ---- The busy scene

tnFlowDef busyDef(int32_t nx, int32_t ny)
{
    tnFlowDef def = flowDef(nx, ny);
    def.origin = {-0.25f, 0.125f};
    def.dyeChannels = 2;
    def.dyeScale = 2;
    def.temperature = true;
    def.texture = true;
    def.tracerCapacity = 400;
    def.left = edgeOf(tn_flowInflow, 0.3f);
    def.left.dye[0] = 0.5f;
    def.right = edgeOf(tn_flowOutflow);
    def.top.noSlip = true;
    def.top.tangentialSpeed = 0.4f;
    def.bottom.fixedTemperature = true;
    def.bottom.temperature = 30.0f;
    tnFlowSettings& s = def.settings;
    s.viscosity = 2.0e-4f;
    s.thermalDiffusivity = 3.0e-4f;
    s.dyeDiffusivity[1] = 1.0e-4f;
    s.dyeDissipation[0] = 0.2f;
    s.dyeWeight[1] = 0.1f;
    s.cooling = 0.1f;
    s.velocityDissipation = 0.05f;
    s.confinement = 6.0f;
    s.temperatureAdvection = tn_advectionConserving;
    s.texturePeriod = 0.3f;
    return def;
}

void fillBusyScene(tnFlow flow)
{
    tnFlowDef def = {};
    ASSERT_EQ(tnFlow_GetDef(flow, &def), tn_success);
    const float width = def.cellSize * static_cast<float>(def.nx);
    const float height = def.cellSize * static_cast<float>(def.ny);
    const auto at = [&](float x, float y) {
        return tnVec2{def.origin.x + x * width, def.origin.y + y * height};
    };
    tnSolid solid = {};
    tnSolidDef circle = tnDefaultSolidDef();
    circle.radius = 0.06f;
    circle.position = at(0.3f, 0.6f);
    circle.velocity = {0.11f, -0.07f};
    circle.spin = 2.0f;
    EXPECT_EQ(tnFlow_AddSolid(flow, &circle, &solid), tn_success);
    tnSolidDef box = tnDefaultSolidDef();
    box.type = tn_shapeBox;
    box.radius = 0.01f;
    box.halfSize = {0.05f, 0.03f};
    box.position = at(0.7f, 0.3f);
    box.angle = 0.4f;
    box.spin = -1.0f;
    box.noSlip = false;
    EXPECT_EQ(tnFlow_AddSolid(flow, &box, &solid), tn_success);
    tnSolidDef capsule = tnDefaultSolidDef();
    capsule.type = tn_shapeCapsule;
    capsule.radius = 0.004f;
    capsule.halfSize.x = 0.1f;
    capsule.position = at(0.55f, 0.7f);
    capsule.angle = 1.0f;
    capsule.fixedTemperature = true;
    capsule.temperature = 50.0f;
    EXPECT_EQ(tnFlow_AddSolid(flow, &capsule, &solid), tn_success);
    const tnVec2 vertices[4] = {{-0.05f, -0.04f}, {0.06f, -0.03f}, {0.0f, 0.0f}, {-0.02f, 0.06f}};
    tnSolidDef polygon = tnDefaultSolidDef();
    polygon.type = tn_shapePolygon;
    polygon.vertices = vertices;
    polygon.vertexCount = 4;
    polygon.position = at(0.2f, 0.25f);
    polygon.velocity = {0.05f, 0.05f};
    EXPECT_EQ(tnFlow_AddSolid(flow, &polygon, &solid), tn_success);
    EXPECT_EQ(tnFlow_PaintMask(flow, at(0.8f, 0.75f), at(0.9f, 0.85f), 0.7f * def.cellSize, true),
              tn_success);

    tnEmitter emitter = {};
    tnFlowBrush jet = tnDefaultFlowBrush();
    jet.mode = tn_brushRate;
    jet.from = jet.to = at(0.5f, 0.12f);
    jet.radius = 0.05f;
    jet.velocity = {0.3f, 4.0f};
    jet.dye[1] = 3.0f;
    jet.temperature = 60.0f;
    EXPECT_EQ(tnFlow_AddEmitter(flow, &jet, &emitter), tn_success);
    tnFlowBrush fan = tnDefaultFlowBrush();
    fan.mode = tn_brushHold;
    fan.from = at(0.1f, 0.8f);
    fan.to = at(0.2f, 0.9f);
    fan.velocity = {0.5f, -0.5f};
    fan.dye[0] = 1.0f;
    fan.holdTemperature = false;
    EXPECT_EQ(tnFlow_AddEmitter(flow, &fan, &emitter), tn_success);

    Random random(17);
    std::vector<tnVec2> points;
    for (int32_t k = 0; k < 300; ++k)
    {
        const float x = random.unit();
        points.push_back(at(x, random.unit()));
    }
    EXPECT_EQ(tnFlow_AddTracers(flow, points.data(), static_cast<int32_t>(points.size())),
              tn_success);
}

void strokeBusyScene(tnFlow flow, int32_t number)
{
    tnFlowDef def = {};
    EXPECT_EQ(tnFlow_GetDef(flow, &def), tn_success);
    if (number % 3 == 0)
    {
        Random random(static_cast<uint64_t>(number));
        tnFlowBrush brush = tnDefaultFlowBrush();
        const float width = def.cellSize * static_cast<float>(def.nx);
        const float height = def.cellSize * static_cast<float>(def.ny);
        brush.from = {def.origin.x + width * random.unit(), 0.0f};
        brush.from.y = def.origin.y + height * random.unit();
        brush.to = {brush.from.x + 0.1f, brush.from.y - 0.05f};
        brush.radius = 0.04f;
        brush.velocity = {2.0f * random.unit() - 1.0f, 0.0f};
        brush.velocity.y = 2.0f * random.unit() - 1.0f;
        brush.dye[0] = random.unit();
        EXPECT_EQ(tnFlow_Brush(flow, &brush), tn_success);
    }
}

uint32_t stepBusyScene(tnFlow flow, int32_t number, float dt)
{
    strokeBusyScene(flow, number);
    return tnFlow_Step(flow, dt);
}

} // namespace tarn::test
