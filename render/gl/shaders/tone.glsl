// Light of any strength to what a display shows, 0 .. 1, still linear: a filmic curve (Narkowicz
// 2015, after ACES) on each channel, so that the brightest turn white. Drawn before samples of a
// pixel are averaged: a glint at an edge must not outweigh its neighbours.
vec3 toned(vec3 light)
{
    vec3 x = max(light * skyLight.w, 0.0) * 0.80;
    return clamp(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0);
}
