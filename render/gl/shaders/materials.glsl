// Colours of things, by place: ground, tiles, stone, wood, balls, ducks, foam, the sky. Albedos and
// radiances in linear light. `wide` is how many metres a pixel covers along the pattern's axes: what
// is finer is averaged in closed form.

vec3 srgb(float r, float g, float b)
{
    vec3 c = vec3(r, g, b);
    return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(0.04045, c));
}

// The part of a pixel around x that lies in lines `width` wide, one every 1.
float linesSum(float at, float width)
{
    return floor(at) * width + min(fract(at), width);
}

float linesAt(float x, float width, float wide)
{
    float reach = 0.5 * max(wide, 1e-4);
    return (linesSum(x + reach, width) - linesSum(x - reach, width)) / (2.0 * reach);
}

// A number in 0 .. 1 for every square of a chessboard.
float patchAt(vec2 at)
{
    ivec2 cell = ivec2(floor(at));
    uint h = uint(cell.x) * 0x9E3779B1u + uint(cell.y) * 0x85EBCA77u;
    h ^= h >> 15u;
    h *= 0x2C1B3C6Du;
    h ^= h >> 13u;
    return float(h >> 8u) / 16777216.0;
}

vec3 tilesAt(vec2 at, vec2 wide)
{
    vec2 tile = at / ground.y;
    vec2 width = wide / ground.y;
    const float kGrout = 0.055;
    float inU = linesAt(tile.x, kGrout, width.x);
    float inV = linesAt(tile.y, kGrout, width.y);
    float grout = inU + inV - inU * inV;
    // Single tiles are told apart only where they are large enough to be seen.
    float seen = clamp(1.5 - 3.0 * max(width.x, width.y), 0.0, 1.0);
    float vary = (patchAt(tile) - 0.5) * seen;
    vec3 glazed = mix(srgb(0.82, 0.93, 0.94), srgb(0.44, 0.71, 0.80), clamp(0.42 + 0.6 * vary, 0.0, 1.0));
    // The glaze is darker towards the edge of a tile.
    vec2 in01 = fract(tile - 0.5 * kGrout) - 0.5;
    float edge = smoothstep(0.30, 0.5, max(abs(in01.x), abs(in01.y)));
    glazed *= 1.0 - 0.10 * edge * seen;
    return mix(glazed, srgb(0.46, 0.57, 0.61), grout);
}

vec3 stoneAt(vec2 at, vec2 wide)
{
    float slab = 0.1 * SIZE;
    float inU = linesAt(at.x / slab, 0.03, wide.x / slab);
    float inV = linesAt(at.y / slab, 0.03, wide.y / slab);
    float joint = inU + inV - inU * inV;
    float spread = max(wide.x, wide.y);
    float grain = noiseAt(6.0 * at / SIZE, 6.0 * spread / SIZE);
    float fine = noiseAt(31.0 * at / SIZE, 31.0 * spread / SIZE);
    float shade = 0.86 + 0.14 * patchAt(at / slab) + 0.20 * (grain - 0.5) + 0.14 * (fine - 0.5);
    return mix(srgb(0.86, 0.83, 0.77) * shade, srgb(0.60, 0.56, 0.50), joint);
}

vec3 wallAt(vec2 at, vec2 wide)
{
    if (ground.x == 2.0)
    {
        return tilesAt(at, wide);
    }
    float grain = noiseAt(4.0 * at / SIZE, 4.0 * max(wide.x, wide.y) / SIZE);
    return srgb(0.86, 0.83, 0.77) * (0.7 + 0.25 * grain);
}

// Sand with its ripples, rock where it is steep, grass above the water.
vec3 landAt(vec3 at, vec3 normal, float wide)
{
    vec2 u = at.xy / SIZE;
    float w = wide / SIZE;
    float broad = noiseAt(1.7 * u, 1.7 * w);
    float fine = noiseAt(13.0 * u + vec2(0.3, 0.6), 13.0 * w);
    float finest = noiseAt(57.0 * u + vec2(0.7, 0.2), 57.0 * w);
    float grain = 0.45 * broad + 0.4 * fine + 0.15 * finest;
    vec3 sand = mix(srgb(0.68, 0.58, 0.43), srgb(0.87, 0.78, 0.60), smoothstep(0.2, 0.8, grain));
    sand *= 0.92 + 0.16 * finest;
    float steep = 1.0 - normal.z + 0.12 * (fine - 0.5);
    // Layers of rock follow the height, bent by noise.
    float layer = noiseAt(vec2(0.6 * u.x + 0.4 * u.y, 9.0 * at.z / SIZE + 0.3 * broad), 9.0 * w);
    vec3 rock = mix(srgb(0.36, 0.34, 0.33), srgb(0.60, 0.56, 0.52), 0.5 * fine + 0.5 * layer);
    rock *= 0.85 + 0.3 * finest;
    if (ground.x == 1.0)
    {
        return mix(sand, rock, smoothstep(0.22, 0.36, steep));
    }
    float up = (at.z - LEVEL) / groundColour.w + 0.10 * (grain - 0.5);
    vec3 grass = mix(srgb(0.29, 0.36, 0.20), srgb(0.47, 0.46, 0.30), smoothstep(0.3, 0.75, broad));
    grass *= 0.55 + 0.4 * fine + 0.65 * finest;
    vec3 meadow = mix(grass, rock, smoothstep(0.75, 0.95, up));
    vec3 land = mix(sand, meadow, smoothstep(0.05, 0.13, up));
    return mix(land, rock, smoothstep(0.14, 0.26, steep));
}

vec3 groundAt(vec3 at, vec3 normal, vec2 wide)
{
    if (ground.x == 3.0)
    {
        return groundColour.rgb;
    }
    if (ground.x == 2.0)
    {
        return tilesAt(at.xy, wide);
    }
    return landAt(at, normal, max(wide.x, wide.y));
}

// The cut through the ground, `below` metres under its surface.
vec3 sectionAt(float along, float z, float below, float wide)
{
    float u = along / SIZE;
    float w = wide / SIZE;
    float wave = noiseAt(vec2(2.0 * u, 0.3), 2.0 * w);
    float grain = noiseAt(vec2(9.0 * u, 9.0 * z / SIZE), 9.0 * w);
    float depth = below / (0.05 * SIZE) + 0.5 * (wave - 0.5);
    vec3 top = ground.x == 0.0 ? srgb(0.42, 0.33, 0.24) : srgb(0.70, 0.60, 0.45);
    vec3 upper = mix(top, srgb(0.66, 0.54, 0.42), smoothstep(0.22, 0.34, depth));
    float seam = noiseAt(vec2(3.0 * u, 14.0 * z / SIZE), 14.0 * w);
    vec3 lower = mix(srgb(0.52, 0.50, 0.48), srgb(0.66, 0.63, 0.60), seam);
    return mix(upper, lower, smoothstep(0.75, 0.95, depth)) * (0.72 + 0.5 * grain);
}

// Planks along the longer side of each face, a frame around. `at` from the middle of the body's box,
// whose half size is `halves`.
vec3 woodAt(vec3 at, vec3 normal, vec3 halves, vec3 colour, float wide)
{
    vec3 facing = abs(normal);
    vec2 place = at.xy;
    vec2 size = halves.xy;
    if (facing.x >= facing.y && facing.x >= facing.z)
    {
        place = at.yz;
        size = halves.yz;
    }
    else if (facing.y >= facing.z)
    {
        place = at.xz;
        size = halves.xz;
    }
    bool isTurned = size.y > 1.2 * size.x;
    place = isTurned ? place.yx : place;
    size = isTurned ? size.yx : size;
    float reach = max(halves.x, max(halves.y, halves.z));
    float board = 0.42 * reach;
    vec2 toSide = size - abs(place);
    float rim = min(toSide.x, toSide.y);
    bool hasFrame = size.y > 1.5 * board;
    bool isFrame = hasFrame && rim < 0.55 * board;
    bool isAcross = isFrame && toSide.x < 0.55 * board;
    float plank = place.y / board;
    float seed = isFrame ? (isAcross ? 7.3 : 3.1) : floor(plank);
    vec2 along = (isAcross ? place.yx : place) / reach;
    float w = wide / reach;
    float grain = noiseAt(vec2(0.09, 1.1) * along + vec2(0.37, 0.21) * seed, 1.1 * w);
    float ring = noiseAt(vec2(0.23, 3.7) * along + vec2(0.11, 0.67) * seed, 3.7 * w);
    float shade = 0.56 + 0.56 * grain + 0.2 * ring +
                  (isFrame ? -0.1 : 0.14 * (patchAt(vec2(seed, 1.5)) - 0.5));
    float gap = isFrame ? 0.0 : linesAt(plank, 0.07, wide / board);
    float groove = hasFrame ? 1.0 - smoothstep(0.0, max(0.05 * board, wide), abs(rim - 0.55 * board))
                            : 0.0;
    // Edges are worn, and dark where boards meet.
    float worn = 1.0 - smoothstep(0.0, max(0.06 * board, wide), rim);
    shade *= 1.0 - 0.65 * max(gap, groove);
    return colour * (shade + 0.12 * worn);
}

vec3 ballAt(vec3 at, vec3 halves, vec3 colour, float wide)
{
    float reach = max(halves.x, max(halves.y, halves.z));
    float around = length(at.xy);
    float angle = atan(at.y, at.x) * 0.15915494 + 0.5;
    float stripe = linesAt(3.0 * angle, 0.5, 3.0 * 0.15915494 * wide / max(around, 1e-4 * reach));
    float cap = smoothstep(0.93 * reach - wide, 0.93 * reach, abs(at.z));
    return mix(mix(vec3(0.86, 0.85, 0.82), colour, stripe), colour, cap);
}

vec3 duckAt(vec3 at, vec3 halves, vec3 colour, float wide)
{
    float soft = max(wide, 1e-3 * halves.x);
    float head = smoothstep(-soft, soft, at.z - 0.1 * halves.z);
    float beak = head * smoothstep(-soft, soft, at.x - 0.74 * halves.x);
    vec2 fromEye = vec2(at.x - 0.505 * halves.x, at.z - 0.59 * halves.z);
    float iris = (1.0 - smoothstep(-soft, soft, length(fromEye) - 0.06 * halves.x)) *
                 smoothstep(-soft, soft, abs(at.y) - 0.2 * halves.y) * head;
    return mix(mix(colour, srgb(0.95, 0.45, 0.08), beak), srgb(0.05, 0.05, 0.06), iris);
}

// Paint over metal: one colour, faintly uneven, bare at the edges of boxes.
vec3 plainAt(vec3 at, vec3 halves, vec3 colour, float wide)
{
    float reach = max(halves.x, max(halves.y, halves.z));
    float grain = noiseAt(0.5 * (at.xy + at.yz) / reach, 0.7 * wide / reach);
    return colour * (0.93 + 0.14 * grain);
}

// How much of the surface foam hides. Two copies of the lace take turns, each carried along for a
// while (Max and Becker 1995).
float foamAt(vec2 at, vec3 drift, float footprint)
{
    float scale = 3.0 / SIZE;
    float lace = 0.0;
    for (int k = 0; k < 2; ++k)
    {
        float turn = fract(extras.w + 0.5 * float(k));
        float weight = 1.0 - abs(2.0 * turn - 1.0);
        vec2 u = (at - (turn - 0.5) * 2.0 * drift.yz) * scale + vec2(0.37, 0.59) * float(k);
        float wide = footprint * scale;
        // Bright seams between bubbles of three sizes.
        float seams = 0.45 * (1.0 - 1.8 * abs(2.0 * noiseAt(u, wide) - 1.0)) +
                      0.35 * (1.0 - 1.8 * abs(2.0 * noiseAt(2.3 * u, 2.3 * wide) - 1.0)) +
                      0.20 * (1.0 - 1.8 * abs(2.0 * noiseAt(5.1 * u, 5.1 * wide) - 1.0));
        lace += weight * seams;
    }
    float amount = clamp(drift.x, 0.0, 1.0);
    // Little foam is threads, much foam is a carpet with holes.
    float threshold = 1.0 - 0.9 * amount;
    float cover = smoothstep(threshold - 0.32, threshold + 0.28, lace);
    return min(5.0 * amount, 1.0) * cover * (0.72 + 0.26 * clamp(lace, 0.0, 1.0));
}

// Light of the crust of a glowing liquid.
vec3 glowAt(vec2 at, float footprint)
{
    float seam = 1.0 - 2.2 * abs(2.0 * noiseAt(2.5 * at / SIZE, 2.5 * footprint / SIZE) - 1.0);
    return glow.rgb * clamp(0.12 + 0.9 * seam * abs(seam), 0.02, 1.0);
}

// Light of the sky, the sun left out.
vec3 skyAt(vec3 from, float blur)
{
    float up = clamp(from.z, 0.0, 1.0);
    vec3 clear = mix(horizon.rgb, zenith.rgb, 1.0 - (1.0 - up) * (1.0 - up));
    float spread = 0.09 / (up + 0.12);
    float cover = noiseAt(from.xy * spread + vec2(0.13, 0.71), spread * blur);
    float veil = smoothstep(0.42, 0.78, cover) * sunLight.w * smoothstep(0.0, 0.25, up);
    // Brighter around the sun.
    float near = max(dot(from, sun.xyz), 0.0);
    float near2 = near * near;
    float near8 = near2 * near2 * near2 * near2;
    float near32 = near8 * near8 * near8 * near8;
    vec3 halo = sunLight.rgb * (0.10 * near8 + 0.35 * near32 * near32);
    return mix(clear, vec3(1.05, 1.03, 1.0), veil) + halo;
}
