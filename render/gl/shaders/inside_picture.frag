// A picture with transparency, as it is; `isLaid`: its colours are those of marks laid over black.
uniform sampler2D picture;
uniform float isLaid;
in vec2 place;
out vec4 shown;

void main()
{
    shown = textureLod(picture, place, 0.0);
    if (isLaid > 0.5 && shown.a > 0.0)
    {
        shown.rgb /= shown.a;
    }
}
