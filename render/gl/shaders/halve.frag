// A picture of half the size: 1 3 3 1 along either axis, four texels by each look between them.
uniform sampler2D full;
out vec4 result;

void main()
{
    vec2 texel = 1.0 / vec2(textureSize(full, 0));
    vec2 middle = (2.0 * gl_FragCoord.xy) * texel;
    vec2 off = 0.75 * texel;
    result = 0.25 * (textureLod(full, middle + vec2(-off.x, -off.y), 0.0) +
                     textureLod(full, middle + vec2(off.x, -off.y), 0.0) +
                     textureLod(full, middle + vec2(-off.x, off.y), 0.0) +
                     textureLod(full, middle + vec2(off.x, off.y), 0.0));
}
