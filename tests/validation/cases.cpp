#include "validation/cases.h"

namespace tarn::validation
{

const std::vector<Case>& allCases()
{
    static const std::vector<Case> cases = {
        {"cavity_100", "Lid-driven cavity, Re = 100", lidCavity100},
        {"cavity_1000", "Lid-driven cavity, Re = 1000", lidCavity1000},
        {"taylor_green", "Taylor-Green vortices", taylorGreen},
        {"cylinder_100", "Cylinder in free flow, Re = 100", cylinderShedding},
        {"cylinder_40", "Cylinder in free flow, Re = 40", cylinderSteady},
        {"channel_20", "Cylinder in a channel, Re = 20", cylinderInChannel20},
        {"channel_100", "Cylinder in a channel, Re = 100", cylinderInChannel100},
        {"heated_cavity", "Square heated from the side", heatedCavity},
        {"rayleigh_benard", "Layer heated from below", rayleighBenard},
        {"kelvin_helmholtz", "Layer of shear", kelvinHelmholtz},
        {"divergence", "Divergence left by a step", divergence},
        {"outflow", "A whirl leaves", outflow},
        {"poisson", "Manufactured pressure", poisson},
        {"v_cycle", "V-cycles", vCycle},
        {"zalesak", "Zalesak's disc", zalesak},
        {"leveque", "LeVeque's vortex", leVeque},
        {"gaussian", "Gaussian in rotation", gaussian},
        {"dam_break", "Dam break", damBreak},
        {"lake", "Lake at rest", lakeAtRest},
        {"bowl", "Water in a bowl", thackerBowl},
        {"wave_speed", "Speed of waves", waveSpeed},
        {"floating", "Floating bodies", floating},
        {"heave", "Bobbing box", heave},
        {"stability", "Box upright or tilted", boxStability},
        {"terminal", "Terminal velocity and lift", terminalVelocity},
        {"momentum", "Momentum of water and bodies", momentum},
    };
    return cases;
}

} // namespace tarn::validation
