/* Hello, Tarn: stir a square metre of fluid once, then watch it for two seconds. */
#include <stdio.h>
#include <tarn/tarn.h>

int main(void)
{
    tnFlowDef def = tnDefaultFlowDef(); /* 256 x 256 cells, walls around, three dyes */
    tnFlow flow;
    if (tnCreateFlow(&def, &flow) != tn_success)
    {
        return 1; /* the log has said why */
    }
    tnFlowBrush brush = tnDefaultFlowBrush();
    brush.from = (tnVec2){0.2f, 0.5f};
    brush.to = (tnVec2){0.4f, 0.5f};
    brush.radius = 0.05f;
    brush.velocity = (tnVec2){2.0f, 0.5f};
    brush.dye[0] = 1.0f;
    tnFlow_Brush(flow, &brush);

    for (int frame = 1; frame <= 120; ++frame)
    {
        tnFlow_Step(flow, 1.0f / 60.0f);
        if (frame % 30 == 0)
        {
            tnFlowStats stats;
            tnFlowTotals totals;
            tnFlow_GetStats(flow, &stats);
            tnFlow_GetTotals(flow, &totals);
            printf("%.1f s: fastest %.2f m/s, %.4f m^2 of ink, %.4f %% of divergence left\n",
                   stats.time, (double)stats.maxSpeed, totals.dye[0],
                   100.0 * (double)stats.divergenceAfter / (double)stats.divergenceBefore);
        }
    }
    tnDestroyFlow(flow);
    return 0;
}
