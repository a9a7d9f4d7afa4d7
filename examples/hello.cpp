// Hello, Tarn, in C++: stir a square metre of fluid once, then watch it for two seconds.
#include <cstdio>
#include <tarn/tarn.hpp>

int main()
{
    tarn::Flow flow = tarn::Flow::create(tnDefaultFlowDef()).orThrow();
    tnFlowBrush brush = tnDefaultFlowBrush();
    brush.from = {0.2f, 0.5f};
    brush.to = {0.4f, 0.5f};
    brush.velocity = {2.0f, 0.5f};
    brush.dye[0] = 1.0f;
    flow.brush(brush);
    for (int frame = 0; frame < 120; ++frame)
    {
        flow.step(1.0f / 60.0f);
    }
    const tnFlowStats stats = flow.stats();
    std::printf("after %.1f s: fastest %.3f m/s\n", stats.time, double(stats.maxSpeed));
}
