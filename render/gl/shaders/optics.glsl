// How light turns and fades at the surface of a liquid and in it. All directions have length 1;
// `along` is the way the light (or the ray of sight) goes, `normal` looks against it.

// The mirror: R = I - 2 N (N.I).
vec3 mirroredAlong(vec3 along, vec3 normal)
{
    return along - 2.0 * dot(along, normal) * normal;
}

// Snell's law; `ratio` is the refractive index on this side over the one beyond. False where all
// light is thrown back: `bent` then grazes along the surface.
bool bentAlong(vec3 along, vec3 normal, float ratio, out vec3 bent)
{
    float cosine = -dot(along, normal);
    float beyond = 1.0 - ratio * ratio * (1.0 - cosine * cosine);
    bent = normalize(ratio * along + (ratio * cosine - sqrt(max(beyond, 0.0))) * normal);
    return beyond >= 0.0;
}

// The part of light that is thrown back between two dielectrics, both polarizations alike
// (Fresnel 1823). `cosine` is that of the angle to the normal; `ratio` as above.
float fresnelExact(float cosine, float ratio)
{
    float c = clamp(cosine, 0.0, 1.0);
    float beyond = 1.0 - ratio * ratio * (1.0 - c * c);
    if (beyond <= 0.0)
    {
        return 1.0;
    }
    float t = sqrt(beyond);
    float across = (ratio * c - t) / (ratio * c + t);
    float along = (c - ratio * t) / (c + ratio * t);
    return 0.5 * (across * across + along * along);
}

// The same as artists set it: bias + scale (1 + I.N)^power (Schlick 1994 has bias r0, scale 1 - r0,
// power 5).
float fresnelFormed(float cosine, vec3 biasScalePower)
{
    float grazing = 1.0 - clamp(cosine, 0.0, 1.0);
    return clamp(biasScalePower.x + biasScalePower.y * pow(grazing, biasScalePower.z), 0.0, 1.0);
}

// The part of light that comes through so many metres (Beer, Lambert); absorption in 1/m.
vec3 passedThrough(vec3 absorption, float metres)
{
    return exp(-absorption * metres);
}
