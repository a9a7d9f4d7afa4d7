// Hello, Tarn, in C++: stir a square metre of fluid, watch it for two seconds, draw the ink.
#include <cstdio>
#include <tarn/tarn.hpp>

int main()
{
    tarn::Result<tarn::Flow> flow = tarn::Flow::create(tnDefaultFlowDef());
    if (!flow)
    {
        return 1; // the log has said why
    }
    tnFlowBrush brush = tnDefaultFlowBrush();
    brush.from = {0.2f, 0.5f};
    brush.to = {0.4f, 0.5f};
    brush.radius = 0.05f;
    brush.velocity = {2.0f, 0.5f};
    brush.dye[0] = 1.0f;
    flow->brush(brush);

    for (int frame = 1; frame <= 120; ++frame)
    {
        flow->step(1.0f / 60.0f);
        if (frame % 30 == 0)
        {
            const tnFlowStats stats = flow->stats();
            std::printf("%.1f s: fastest %.2f m/s, %.4f m^2 of ink, %.4f %% of divergence left\n",
                        stats.time, double(stats.maxSpeed), flow->totals().dye[0],
                        100.0 * double(stats.divergenceAfter) / double(stats.divergenceBefore));
        }
    }

    const tarn::FieldView ink = flow->view(tn_flowDye0);
    for (int32_t j = ink.rows() - 8; j >= 0; j -= 16)
    {
        for (int32_t i = 4; i < ink.columns(); i += 8)
        {
            std::putchar(ink(i, j) > 0.3f ? '#' : ink(i, j) > 0.03f ? '+' : '.');
        }
        std::putchar('\n');
    }
}
