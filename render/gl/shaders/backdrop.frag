// The table that the model stands on, with its shadow; or, for an eye under water, the murk.
#include "scene.glsl"
#include "light.glsl"
#include "view.glsl"
uniform vec4 sightRight; // xyz from the middle of the picture to its right edge, one metre away
uniform vec4 sightUp;    // likewise, to its upper edge
in vec2 place;

float toBlock(vec2 at)
{
    vec2 off = max(outer.xy - at, at - outer.zw);
    return length(max(off, 0.0)) + min(max(off.x, off.y), 0.0);
}

// Along the way to the sun the distance to the block falls, then rises.
float blockShade(vec2 at)
{
    float high = (background.w > 0.5 ? levels.y : LEVEL) - levels.x;
    float from = 0.0;
    float to = max(high, 0.0) / sun.z;
    for (int k = 0; k < 7; ++k)
    {
        float a = mix(from, to, 0.4);
        float b = mix(from, to, 0.6);
        bool isLater = toBlock(at + a * sun.xy) > toBlock(at + b * sun.xy);
        from = isLater ? a : from;
        to = isLater ? to : b;
    }
    float t = 0.5 * (from + to);
    float blur = 0.006 * SIZE + 0.1 * t;
    return 1.0 - smoothstep(-blur, blur, toBlock(at + t * sun.xy));
}

void main()
{
    vec2 off = 2.0 * place - 1.0;
    vec3 shift = off.x * sightRight.xyz + off.y * sightUp.xyz;
    vec3 from = eye.xyz + (eye.w > 0.5 ? shift : vec3(0.0));
    vec3 along = eye.w > 0.5 ? forward.xyz : normalize(forward.xyz + shift);
    if (extras.z > 0.5)
    {
        shown = vec4(toned(deep.rgb), 1.0);
        return;
    }
    vec3 light = background.rgb * 0.8;
    float t = (levels.x - from.z) / along.z;
    if (along.z < -1e-4 && t > 0.0)
    {
        vec2 at = from.xy + t * along.xy;
        float away = max(toBlock(at), 0.0) / SIZE;
        float contact = 1.0 / (1.0 + 25.0 * away);
        // Light falls off towards the edges of the picture.
        float fall = 0.8 + 0.2 / (1.0 + 0.5 * away * away);
        float shade = blockShade(at) * min(sun.w, 1.0);
        light = background.rgb * (fall * (1.0 - 0.42 * shade - 0.25 * contact * contact));
    }
    shown = vec4(toned(light), 1.0);
}
