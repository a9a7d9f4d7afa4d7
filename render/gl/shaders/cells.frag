// Heights of water and ground for every cell. On dry ground the water's height goes on from the
// shore, below the ground, so that the shore is where the two cross.
#include "cells.glsl"
uniform sampler2D wetMap;
uniform float below; // how far under dry ground it is held at least (m)
out vec4 result;

float continued(vec2 place)
{
    vec2 sum = vec2(0.0);
    float weight = 1.0;
    // The nearest wet cells count most. 13 levels are those of 8192 cells; fewer go on with the last.
    for (int level = 1; level <= 13; ++level)
    {
        vec2 around = textureLod(wetMap, place, float(level)).rg;
        sum += weight * around;
        weight *= around.g > 0.0 ? 0.02 : 1.0;
    }
    return meanWater + (sum.g > 0.0 ? sum.r / sum.g : 0.0);
}

void main()
{
    ivec2 cell = ivec2(gl_FragCoord.xy);
    float terrain = cellOf(terrainField, cell);
    float water = ownHeight(cell);
    if (!isWet(cell))
    {
        vec2 place = gl_FragCoord.xy / vec2(textureSize(wetMap, 0));
        water = min(continued(place), terrain - below);
    }
    result = vec4(water, terrain, 0.0, 1.0);
}
