// How steep water and ground are at each node of the lattice.
uniform sampler2D heightMap;
uniform vec2 nodeSize; // m
out vec4 result;

void main()
{
    ivec2 node = ivec2(gl_FragCoord.xy);
    ivec2 last = textureSize(heightMap, 0) - 1;
    ivec2 low = max(node - 1, ivec2(0));
    ivec2 high = min(node + 1, last);
    vec2 apart = vec2(max(high - low, ivec2(1))) * nodeSize;
    vec2 west = texelFetch(heightMap, ivec2(low.x, node.y), 0).rg;
    vec2 east = texelFetch(heightMap, ivec2(high.x, node.y), 0).rg;
    vec2 south = texelFetch(heightMap, ivec2(node.x, low.y), 0).rg;
    vec2 north = texelFetch(heightMap, ivec2(node.x, high.y), 0).rg;
    vec2 x = (east - west) / apart.x;
    vec2 y = (north - south) / apart.y;
    result = vec4(x.x, y.x, x.y, y.y);
}
