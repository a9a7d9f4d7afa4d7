// The coefficients of the level in the block of parameters, at bindings 0 to 2.
layout(std430, binding = 0) readonly buffer CxField
{
    float cx[];
};
layout(std430, binding = 1) readonly buffer CyField
{
    float cy[];
};
layout(std430, binding = 2) readonly buffer AField
{
    float a[];
};
#define LEVEL p
#define CX(k) cx[k]
#define CY(k) cy[k]
#define A(k) a[k]
#include "coefficients.glsl"
