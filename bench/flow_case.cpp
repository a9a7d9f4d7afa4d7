// Makes the flows: settings, the stirred velocity on faces, clouds, emitters.
#include "bench/flow_case.h"

#include "bench/stirring.h"

#include <algorithm>
#include <numbers>
#include <vector>

namespace tarn::bench
{
namespace
{

constexpr float kEmitterRadius = 0.05f; // (unit: metres)
constexpr double kBrushReach = 3.75;    // radii; beyond them a brush has no weight
constexpr int kDiscs = 20;

void addEmitter(Flow& flow, tnVec2 place, tnVec2 push, int channel)
{
    tnFlowBrush brush = tnDefaultFlowBrush();
    brush.mode = tn_brushRate;
    brush.from = place;
    brush.to = place;
    brush.radius = kEmitterRadius;
    brush.velocity = push;
    brush.dye[channel] = 4.0f;
    flow.addEmitter(brush).orThrow();
}

void choosePlume(tnFlowSettings& settings)
{
    settings.velocityAdvection = tn_advectionSemiLagrangian;
    settings.dyeAdvection = tn_advectionSemiLagrangian;
    settings.dyeWeight[0] = -0.1f;
    settings.confinement = 10.0f;
}

void addPlumeEmitters(Flow& flow)
{
    addEmitter(flow, {0.5f, 0.1f}, {0.0f, 4.0f}, 0);
}

void chooseInk(tnFlowSettings& settings)
{
    settings.velocityAdvection = tn_advectionMacCormack;
    settings.dyeAdvection = tn_advectionMacCormack;
}

void addInkEmitters(Flow& flow)
{
    addEmitter(flow, {0.2f, 0.3f}, {4.0f, 0.0f}, 0);
    addEmitter(flow, {0.7f, 0.2f}, {0.0f, 4.0f}, 1);
    addEmitter(flow, {0.8f, 0.7f}, {-4.0f, 0.0f}, 2);
    addEmitter(flow, {0.3f, 0.8f}, {0.0f, -4.0f}, 3);
}

// As thick as makes the implicit solve work for its living: nu dt is 4 cells squared at n = 512.
void chooseViscous(tnFlowSettings& settings)
{
    chooseInk(settings);
    settings.viscosity = 1e-3f;
    for (int channel = 0; channel < 4; ++channel)
    {
        settings.dyeDiffusivity[channel] = 1e-4f;
    }
}

// Twenty of them, far enough apart to go where they like for some seconds.
void addDiscsAndEmitters(Flow& flow)
{
    addInkEmitters(flow);
    for (int k = 0; k < kDiscs; ++k)
    {
        tnSolidDef disc = tnDefaultSolidDef();
        disc.radius = 0.03f;
        disc.position = {0.1f + 0.2f * float(k % 5), 0.125f + 0.25f * float(k / 5)};
        disc.velocity = {k % 2 == 0 ? 0.01f : -0.01f, k % 3 == 0 ? 0.01f : -0.01f};
        flow.addSolid(disc).orThrow();
    }
}

const FlowCase kCases[] = {{"plume", 1, 1, choosePlume, addPlumeEmitters},
                           {"ink", 4, 4, chooseInk, addInkEmitters},
                           {"viscous", 4, 4, chooseViscous, addInkEmitters},
                           {"discs", 4, 4, chooseInk, addDiscsAndEmitters}};

// Velocity on faces as differences of the stream function at corners: free of divergence.
void stir(Flow& flow, int32_t n)
{
    const std::vector<double> corners = stirringAtCorners(n);
    const auto stream = [&](int32_t i, int32_t j) {
        return corners[static_cast<size_t>(j) * static_cast<size_t>(n + 1) +
                       static_cast<size_t>(i)];
    };
    const size_t faces = static_cast<size_t>(n) * static_cast<size_t>(n + 1);
    std::vector<float> x;
    std::vector<float> y;
    x.reserve(faces);
    y.reserve(faces);
    for (int32_t j = 0; j < n; ++j)
    {
        for (int32_t i = 0; i <= n; ++i)
        {
            x.push_back(float(n * (stream(i, j + 1) - stream(i, j))));
        }
    }
    for (int32_t j = 0; j <= n; ++j)
    {
        for (int32_t i = 0; i < n; ++i)
        {
            y.push_back(float(n * (stream(i, j) - stream(i + 1, j))));
        }
    }
    orThrow(flow.setField(tn_flowVelocityX, x));
    orThrow(flow.setField(tn_flowVelocityY, y));
}

} // namespace

std::span<const FlowCase> flowCases()
{
    return kCases;
}

tnFlowSettings settingsOf(const FlowCase& flowCase)
{
    tnFlowSettings settings = tnDefaultFlowSettings();
    flowCase.choose(settings);
    return settings;
}

std::string stageKey(int32_t stage)
{
    std::string key = tnFlowStage_ToString(static_cast<tnFlowStage>(stage));
    std::replace(key.begin(), key.end(), ' ', '_');
    return key;
}

Flow makeFlow(const FlowCase& flowCase, int32_t n, int32_t threads)
{
    return makeFlow(flowCase, n, threads, {}, settingsOf(flowCase).tolerance);
}

Flow makeFlow(const FlowCase& flowCase, int32_t n, int32_t threads, tnGl gl, float tolerance)
{
    tnFlowDef def = tnDefaultFlowDef();
    def.nx = n;
    def.ny = n;
    def.cellSize = 1.0f / static_cast<float>(n);
    def.dyeChannels = flowCase.dyes;
    def.dyeScale = 1;
    def.solidCapacity = kDiscs;
    def.threads = threads;
    def.settings = settingsOf(flowCase);
    def.settings.tolerance = tolerance;
    def.backend = TN_IS_NULL(gl) ? tn_backendCpu : tn_backendGL;
    def.gl = gl;
    Flow flow = Flow::create(def).orThrow();
    stir(flow, n);
    for (int32_t channel = 0; channel < flowCase.dyes; ++channel)
    {
        orThrow(flow.setField(dyeField(channel), cloudsInCells(n, channel)));
    }
    flowCase.furnish(flow);
    return flow;
}

int32_t leastBytesPerCell(const FlowCase& flowCase)
{
    const int32_t fields = 3 + flowCase.dyes;
    return fields * 2 * static_cast<int32_t>(sizeof(float));
}

double strokedPart(const FlowCase& flowCase)
{
    const double reach = kBrushReach * double(kEmitterRadius);
    return flowCase.emitters * std::numbers::pi * reach * reach;
}

} // namespace tarn::bench
