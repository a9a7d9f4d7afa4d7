// A bell that ends where `off` is 1.
uniform vec4 colour; // alpha: of a point with opacity 1
in vec2 off;
flat in float opacity;
out vec4 result;

void main()
{
    float inside = max(1.0 - dot(off, off), 0.0);
    float alpha = colour.a * opacity * inside * inside;
    result = vec4(colour.rgb * alpha, alpha);
}
