// A map of one quantity, solids, and the borders of cells.
#include "inside.glsl"
#include "inside_hidden.glsl"
#include "colour_map.glsl"
uniform sampler2D scalarField;
uniform sampler2D solidField;
uniform sampler2D colourMap; // sRGB, in one row
uniform vec2 range;          // the low end, and 1 over how long it is
uniform float mapOpacity;    // 0: no map
uniform float coversDry;     // 1: the map covers dry ground too
uniform vec4 solidFill;      // w: 1: solids are filled
uniform vec4 solidEdge;      // w: its width in pixels
uniform vec2 cells;          // of the grid
uniform vec4 gridLine;       // opacity, width, pixels of a cell that is begun, that is all there
in vec2 at;
out vec4 shown;

// Between the centres of cells; beside one that has no number, the cell's own.
float between(sampler2D field, vec2 place)
{
    float mixed = bilinear(field, place).r;
    ivec2 size = textureSize(field, 0);
    ivec2 own = clamp(ivec2(floor(place * vec2(size))), ivec2(0), size - 1);
    return isNumber(mixed) ? mixed : texelFetch(field, own, 0).r;
}

vec3 mapColour(float value)
{
    if (!isNumber(value))
    {
        return vec3(1.0, 0.0, 1.0); // a signal: not a number
    }
    return colourAt(colourMap, (value - range.x) * range.y);
}

// `colour` with `opacity` over what is there.
void lay(vec3 colour, float opacity)
{
    float sum = opacity + shown.a * (1.0 - opacity);
    shown.rgb = mix(shown.rgb, colour, sum > 0.0 ? opacity / sum : 0.0);
    shown.a = sum;
}

void main()
{
    vec2 place = (at - world.xy) / (world.zw - world.xy);
    float solid = between(solidField, place);
    float perPixel = max(fwidth(solid), 1e-6);
    float open = 1.0 - clamp((solid - 0.5) / perPixel + 0.5, 0.0, 1.0);
    if (hasHeights > 0.5)
    {
        // The shore is where the two drawn surfaces cross.
        vec2 heights = heightsAt(at);
        float deep = heights.x - heights.y;
        open = max(clamp(deep / max(fwidth(deep), 1e-6) + 0.5, 0.0, 1.0), coversDry);
    }
    shown = vec4(0.0);
    if (mapOpacity > 0.0)
    {
        lay(mapColour(between(scalarField, place)), mapOpacity * open);
    }
    if (solidFill.w > 0.5)
    {
        lay(solidFill.rgb, 1.0 - open);
        float away = abs(solid - 0.5) / perPixel;
        lay(solidEdge.rgb, clamp(0.5 * solidEdge.w + 0.5 - away, 0.0, 1.0) * step(1e-5, perPixel));
    }
    vec2 cell = place * cells;
    vec2 change = max(fwidth(cell), 1e-9);
    vec2 away = abs(fract(cell - 0.5) - 0.5) / change;
    vec2 line = clamp(0.5 * gridLine.y + 0.5 - away, 0.0, 1.0) *
                smoothstep(gridLine.z, gridLine.w, 1.0 / change);
    float bright = dot(shown.rgb, vec3(0.3, 0.6, 0.1)) * shown.a;
    lay(bright > 0.55 ? vec3(0.0) : vec3(1.0), gridLine.x * max(line.x, line.y));
    shown.a *= visibility();
}
