// A colour map of ColourMaps: from its first texel, at 0, to its last, at 1.
vec3 colourAt(sampler2D map, float part)
{
    float steps = float(textureSize(map, 0).x);
    return textureLod(map, vec2((clamp(part, 0.0, 1.0) * (steps - 1.0) + 0.5) / steps, 0.5), 0.0).rgb;
}
