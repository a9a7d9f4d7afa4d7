// Looking up between nodes, as backend/flow/sample.h does in the open.

struct Stencil
{
    int i;
    int j;
    float fx;
    float fy;
};

// At base + rest among nodes whose period is nx x ny.
Stencil stencilAt(int baseX, float restX, int baseY, float restY, int nx, int ny)
{
    float wholeX = floor(restX);
    float wholeY = floor(restY);
    Stencil s = Stencil(baseX + int(wholeX), baseY + int(wholeY), restX - wholeX, restY - wholeY);
    s.i = WRAPS_X ? wrapped(s.i, nx) : s.i;
    s.j = WRAPS_Y ? wrapped(s.j, ny) : s.j;
    return s;
}

float between(float a, float b, float part)
{
    return a + part * (b - a);
}

float blend(vec4 c, float fx, float fy)
{
    return between(between(c.x, c.y, fx), between(c.z, c.w, fx), fy);
}

// The four nodes of a stencil: lower left, lower right, upper left, upper right.
#define CORNERS(array, place, stride)                                                              \
    vec4(array[place], array[(place) + 1], array[(place) + (stride)], array[(place) + (stride) + 1])

float least(vec4 c)
{
    return min(min(c.x, c.y), min(c.z, c.w));
}
float most(vec4 c)
{
    return max(max(c.x, c.y), max(c.z, c.w));
}

// Whether MacCormack's correction may look there.
bool trusted(vec2 place, vec2 way)
{
    vec2 at = place + way;
    return (WRAPS_X || (at.x >= p.trustLowX && at.x <= p.trustHighX)) &&
           (WRAPS_Y || (at.y >= p.trustLowY && at.y <= p.trustHighY));
}
