/* tarn/water_on_flow.h: a Water whose surface a Flow makes, in place of waves.
 *
 *     tnFlowSurface surface = tnDefaultFlowSurface();
 *     for each frame:
 *         tnWater_SetBodyMotions(water, motions, n);
 *         tnWater_StepOnFlow(water, flow, &surface, 1.0f / 60.0f);   // steps both
 *         tnWater_GetBodyForces(water, bodies, n, forces);
 *
 * A 2D Navier-Stokes grid whose pressure, or dye, displaces a height field: where the fluid is
 * pressed together the surface stands high, in the middle of whirls it is low. It is cheap, its
 * currents are those of a real 2D flow (whirls, wakes, thick liquids), and bodies float on it by
 * the same forces as on waves. What it is not: waves that travel. A disturbance is felt everywhere
 * at once and ends with its cause. Use tnWater_Step for water, this for pools of currents.
 *
 * Nothing is remembered between steps but what a water and a flow have anyhow: both are saved,
 * restored and hashed as ever, may be looked at and changed between steps, and a water may go on
 * by waves with the next tnWater_Step.
 */
#ifndef TARN_WATER_ON_FLOW_H
#define TARN_WATER_ON_FLOW_H

#include "tarn/flow.h"
#include "tarn/water.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How a flow becomes a surface. Start from tnDefaultFlowSurface(). */
typedef struct tnFlowSurface
{
    tnFlowField field; /* tn_flowPressure (default), or a dye: tn_flowDye0 + channel */
    float level;       /* of the surface where the field is 0 (unit: m); default 1. In a flow that
                          is closed all around, the mean of a surface made by pressure stays there,
                          and bodies raise it by what they displace */
    float scale;       /* height per unit of the field (unit: m/Pa, or m per unit of dye); 0
                          (default): 1 / (density of the flow * gravity), the height of a column
                          that presses so much; of dye 1 */
    float most;        /* the surface never goes farther from `level` (unit: m), > 0; default 0.5.
                          It bends off gently: half of it is shown as 0.45 of it */
    float lag;         /* the surface follows the field, to 1/e in this time (unit: s), >= 0;
                          default 0.1. A push of one step is a spike of pressure, the higher the
                          shorter the step; with a lag its mark is the same for every dt */
    float push;        /* how much of what bodies and strokes do to the water the flow gets, 0 to
                          10; default 1 */
} tnFlowSurface;

TN_API tnFlowSurface tnDefaultFlowSurface(void);

/* Advances both by dt (unit: s), > 0; below 1e-9 s and beyond 1000 s it is cut to that. Returns
 * tnStepFlags of both.
 *
 * 1. The water's strokes and springs are done; bodies displace water; their forces are those of
 *    the surface and currents that are there, for the host to go on with.
 * 2. The flow makes its step. It is pushed along by strokes, and by drag and lift with the opposite
 *    sign: their horizontal momentum goes into it to rounding, the flow counting as deep as the
 *    water is below `level`. Where a body goes down or up, pressure rises or falls by half its
 *    density times that speed squared.
 * 3. The surface becomes what the field says, the velocity that of the flow. Depths never go below
 *    0: ground above the surface is dry. Spray flies on as ever.
 *
 * Of a water's settings those of waves (substeps, viscosity, roughness, yield stress, wind) and its
 * edges have no effect: the flow has its own. Its foam and dye stay in their cells. Strokes that
 * pour or splash change the surface until the field has it back, within the lag.
 *
 * The grids may have different cells, but cover the same area to within one of the flow's. Where
 * they do not, a handle is bad, a number out of range or dt no number above 0, the step is
 * tn_stepBadInput, the log says why, and nothing changes. */
TN_API uint32_t tnWater_StepOnFlow(tnWater water, tnFlow flow, const tnFlowSurface* surface,
                                   float dt);

#ifdef __cplusplus
}
#endif

#endif
