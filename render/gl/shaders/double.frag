// A picture of half the size, interpolated; added to one of full size.
uniform sampler2D halved;
uniform float gain;
out vec4 result;

void main()
{
    vec2 at = 0.5 * gl_FragCoord.xy / vec2(textureSize(halved, 0));
    result = gain * textureLod(halved, at, 0.0);
}
