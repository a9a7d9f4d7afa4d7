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
    brush.velocity = (tnVec2){2.0f, 0.5f};
    brush.dye[0] = 1.0f;
    tnFlow_Brush(flow, &brush);
    for (int frame = 0; frame < 120; ++frame)
    {
        tnFlow_Step(flow, 1.0f / 60.0f);
    }
    tnFlowStats stats;
    tnFlow_GetStats(flow, &stats);
    printf("after %.1f s: fastest %.3f m/s\n", stats.time, (double)stats.maxSpeed);
    tnDestroyFlow(flow);
    return 0;
}
