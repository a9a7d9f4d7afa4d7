// Small scenes for tests of the studio's model: a step takes a fraction of a millisecond.
#pragma once

namespace tarn::studio
{

inline constexpr const char* kPool = R"TOML(summary = "A small pool."

[run]
dt = "1/60" # s

# Four metres.
[water]
nx = 40
ny = 30
width = 4
level = "0.5 + 0.5"
particle_capacity = 2000
dye_channels = 1

[[water.bodies]]
name = "buoy"
shape = "sphere"
radius = 0.2
density = 300
position = [1, 1, 1.1]

[[water.bodies]]
name = "crowd"
shape = "box"
size = [0.2, 0.2, 0.2]
count = 4
position = [2.5, 2, 1.5]
spread = [1, 1, 0.5]

[[water.hands]]
position = ["2 + cos(t)", "1.5 + 0.5*sin(2*t)"]
push = 0.5
)TOML";

inline constexpr const char* kTank = R"TOML(summary = "A small tank."

[flow]
nx = 48
ny = 32
width = 1.5
dye_channels = 2
dye_scale = 2
temperature = true
texture = true
tracer_capacity = 10

[flow.initial]
stream = "0.02*sin(pi*x/1.5)*sin(pi*y)"
dye = ["x > 0.7", 0]

[[flow.solids]]
name = "post"
position = [1.0, 0.5]
radius = 0.08

[[flow.emitters]]
position = [0.2, 0.5]
velocity = [0.5, 0]
dye = [0, 2]
)TOML";

// Where nothing asks for dyes, any number of them will do.
inline constexpr const char* kPlainPool = "[water]\nnx = 24\nny = 18\nwidth = 3\n"
                                          "dye_channels = 1\nparticle_capacity = 500\n";
inline constexpr const char* kPlainTank = "[flow]\nnx = 24\nny = 16\nwidth = 1.5\n"
                                          "temperature = true\ntexture = true\n"
                                          "dye_channels = 2\ntracer_capacity = 10\n";

} // namespace tarn::studio
