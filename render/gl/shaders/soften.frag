// A binomial filter over 3 x 3 texels: single triangles of light must not be seen.
uniform sampler2D picture;
in vec2 place;
out vec4 result;

void main()
{
    // Four reads between texels have all nine in the right shares.
    vec2 off = 0.5 / vec2(textureSize(picture, 0));
    result = 0.25 * (textureLod(picture, place + off, 0.0) + textureLod(picture, place - off, 0.0) +
                     textureLod(picture, place + vec2(off.x, -off.y), 0.0) +
                     textureLod(picture, place + vec2(-off.x, off.y), 0.0));
}
