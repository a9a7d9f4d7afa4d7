// What is seen along a ray under water: ground, walls, and bodies, which another pass has drawn
// without the water (bodyMap, and how far away they are in bodyDepth).
uniform sampler2D bodyMap; // light that comes from bodies; a: how thick they are (m), 0: none
uniform highp sampler2D bodyDepth;
uniform mat4 bodyProjection; // that they were drawn with

// Metres along a ray to the ground: it starts above and lands closer with each step.
float toGround(vec3 from, vec3 along)
{
    float slope = max(-along.z, 0.08);
    float t = 0.0;
    for (int k = 0; k < 5; ++k)
    {
        vec3 at = from + t * along;
        float more = (at.z - heightsAt(at.xy).y) / slope;
        t = max(t + more, 0.0);
        if (abs(more) < 2e-4 * SIZE)
        {
            break;
        }
    }
    return t;
}

vec3 wallNormal(vec3 at, vec3 along)
{
    vec2 off = min(abs(at.xy - world.xy), abs(at.xy - world.zw));
    return off.x < off.y ? vec3(-sign(along.x), 0.0, 0.0) : vec3(0.0, -sign(along.y), 0.0);
}

// Metres along a ray until something solid that stands still; false: a wall of a pool or the edge.
float toStill(vec3 from, vec3 along, out bool isGround)
{
    float leave = leaveAt(from, along);
    float t = toGround(from, along);
    isGround = t <= leave && along.z < 0.0;
    return isGround ? t : leave;
}

// What stands still at the end of a ray.
struct Still
{
    bool isGround;
    bool isOpen; // nothing: out of a cut block one looks into the open
    vec3 normal;
    vec2 heights;
    float open; // how much of the sun gets there
};

Still stillAt(vec3 at, vec3 along, bool isGround)
{
    Still still;
    still.isGround = isGround;
    still.isOpen = !isGround && background.w < 0.5;
    still.normal = isGround ? normalOf(slopesAt(at.xy, 0.0).zw) : wallNormal(at, along);
    still.heights = heightsAt(at.xy);
    still.open = still.isOpen ? 0.0 : openUnderWater(at, still.heights.x);
    return still;
}

// Light from it, at `at` or close by, before the water between takes its share.
vec3 stillLight(Still still, vec3 at, vec2 wide)
{
    if (still.isOpen)
    {
        return deep.rgb * 0.9;
    }
    vec3 normal = still.normal;
    vec2 place = abs(normal.x) > 0.5 ? at.yz : at.xz;
    vec3 albedo = still.isGround ? groundAt(at, normal, wide) : wallAt(place, wide);
    float sky = still.isGround ? 0.8 * cornersAt(at) : 0.6;
    return litUnderWater(albedo, normal, at, still.heights.x, still.heights.y, sky, still.open);
}

// How far a place lies behind what bodyMap has there (m); below 0: in front. `thick` as there.
float behindBody(vec4 clip, out vec2 place, out float thick)
{
    vec3 shown = clip.xyz / clip.w * 0.5 + 0.5;
    place = shown.xy;
    thick = textureLod(bodyMap, place, 0.0).a;
    if (any(greaterThan(abs(place - 0.5), vec2(0.5))) || thick <= 0.0)
    {
        thick = 0.0;
        return -1.0;
    }
    float seen = textureLod(bodyDepth, place, 0.0).r;
    // From depths to metres.
    float near = depthRange.x;
    float far = depthRange.y;
    vec2 z = 2.0 * vec2(shown.z, seen) - 1.0;
    vec2 metres = eye.w > 0.5 ? 0.5 * (near + far) + 0.5 * z * (far - near)
                              : 2.0 * near * far / (far + near - z * (far - near));
    return metres.x - metres.y;
}

// Whether there is anything of a body in the 64 pixels around a place or those next to them.
bool isNearBody(vec4 clip)
{
    return textureLod(bodyMap, clip.xy / clip.w * 0.5 + 0.5, 6.0).a > 0.0;
}

// Where along a ray the first body is met before `to`; `place` is where bodyMap has it.
float toBody(vec3 from, vec3 along, float to, out vec2 place)
{
    int steps = int(detail.x);
    float low = 0.0;
    float thick;
    // Projection is linear before it is divided.
    vec4 start = bodyProjection * vec4(from, 1.0);
    vec4 way = bodyProjection * vec4(along, 0.0);
    if (!isNearBody(start) && !isNearBody(start + 0.5 * to * way) && !isNearBody(start + to * way))
    {
        return 1e6;
    }
    for (int k = 1; k <= steps; ++k)
    {
        float t = to * float(k) / float(steps);
        float behind = behindBody(start + t * way, place, thick);
        if (behind > 0.0 && behind < thick)
        {
            float high = t;
            for (int n = 0; n < 5; ++n)
            {
                float middle = 0.5 * (low + high);
                behind = behindBody(start + middle * way, place, thick);
                bool isBehind = behind > 0.0 && behind < thick;
                low = isBehind ? low : middle;
                high = isBehind ? middle : high;
            }
            behindBody(start + high * way, place, thick);
            return high;
        }
        low = t;
    }
    return 1e6;
}

// What bodyMap has around a place, softened at outlines; a: the part that is body.
vec4 bodyLight(vec2 place)
{
    vec2 off = 0.75 / pixel.zw;
    vec4 sum = vec4(0.0);
    for (int k = 0; k < 5; ++k)
    {
        vec2 to = k == 4 ? vec2(0.0) : vec2(k < 2 ? -1.0 : 1.0, (k & 1) == 0 ? -1.0 : 1.0);
        vec4 found = textureLod(bodyMap, place + off * to, 0.0);
        sum += found.a > 0.0 ? vec4(found.rgb, 1.0) : vec4(0.0);
    }
    return vec4(sum.rgb / max(sum.a, 1.0), sum.a / 5.0);
}

// Light into the eye along a ray that starts at `from` under a surface at `water`. The three
// directions are those of red, green and blue; `light` is the sun's on the surface.
vec3 beneathAt(vec3 from, mat3 ways, float water, vec2 wide, float footprint, float light, vec3 tint)
{
    vec3 along = ways[1];
    bool isGround;
    float t = toStill(from, along, isGround);
    vec3 at = from + t * along;
    Still still = stillAt(at, along, isGround);
    vec3 seen = stillLight(still, at, wide);
    // Red and blue land beside green; where that is not seen, green's place will do.
    vec3 atRed = at + (ways[0] - along) * t;
    vec3 atBlue = at + (ways[2] - along) * t;
    if (detail.y > 0.5 && distance(atRed, atBlue) > 0.35 * footprint)
    {
        seen.r = stillLight(still, atRed, wide).r;
        seen.b = stillLight(still, atBlue, wide).b;
    }
    vec2 place;
    float toSolid = toBody(from, along, t, place);
    if (toSolid < t)
    {
        vec4 body = bodyLight(place);
        t = mix(t, toSolid, body.a);
        at = from + t * along;
        seen = mix(seen, body.rgb, body.a);
    }
    // Light has come down and goes back up; on the way some is thrown into the eye by the liquid.
    float depth = max(water - at.z, 0.0);
    float path = t + 1.1 * depth;
    float clear = exp(-absorption.w * (t + 0.5 * depth));
    vec3 murk = deep.rgb * ((0.45 + 0.55 * light) * (1.0 - clear)) * passedThrough(tint, 0.5 * path);
    return seen * passedThrough(absorption.rgb + tint, path) * clear + murk;
}
