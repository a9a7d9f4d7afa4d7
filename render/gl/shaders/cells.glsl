// Cells of a water: which are wet, and how high the water stands in them.
#include "source.glsl"
uniform Field terrainField;
uniform Field depthField;
uniform Field surfaceField;
uniform float hasSurface;
uniform float meanWater;

const float kDryDepth = 1e-4; // metres: a film that is not seen

bool isWet(ivec2 cell)
{
    return cellOf(depthField, cell) > kDryDepth;
}

float ownHeight(ivec2 cell)
{
    float terrain = cellOf(terrainField, cell);
    float sum = terrain + cellOf(depthField, cell);
    return max(hasSurface > 0.5 ? cellOf(surfaceField, cell) : sum, terrain);
}
