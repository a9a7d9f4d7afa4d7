// A picture with transparency, one texel a pixel.
uniform sampler2D caption;
uniform vec2 corner; // of the caption, in pixels
out vec4 result;

void main()
{
    result = texelFetch(caption, ivec2(gl_FragCoord.xy - corner), 0);
}
