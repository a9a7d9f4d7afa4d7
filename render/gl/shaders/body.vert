// Bodies: many of one mesh at once. MIRRORED: as flat water at their own place shows them.
// SHADOW: along the sun's way onto the plane of the maps of light.
#include "scene.glsl"
#include "light.glsl"
layout(location = 0) in vec3 corner;     // in the mesh's box: -1 .. 1
layout(location = 1) in vec3 cornerNormal;
layout(location = 2) in vec4 axisX;      // own axes in the world; w: position
layout(location = 3) in vec4 axisY;
layout(location = 4) in vec4 axisZ;
layout(location = 5) in vec4 halvesReach; // half size of the box (m), how far it reaches (m)
layout(location = 6) in vec4 middleLook;  // of the box, in own axes (m); look
layout(location = 7) in vec4 tone;        // colour
uniform mat4 bodyProjection;
out vec3 at;
out vec3 own; // from the middle of the box, in own axes
out vec3 ownNormal;
out vec3 normal;
flat out vec4 size; // halvesReach
flat out vec4 paint; // colour, look

void main()
{
    own = corner * halvesReach.xyz;
    vec3 from = own + middleLook.xyz;
    vec3 position = vec3(axisX.w, axisY.w, axisZ.w);
    at = position + axisX.xyz * from.x + axisY.xyz * from.y + axisZ.xyz * from.z;
    // Meshes were stretched to a cube: normals are stretched the other way.
    ownNormal = normalize(cornerNormal / max(halvesReach.xyz, 1e-6));
    normal = axisX.xyz * ownNormal.x + axisY.xyz * ownNormal.y + axisZ.xyz * ownNormal.z;
    size = halvesReach;
    paint = vec4(tone.rgb, middleLook.w);
#ifdef SHADOW
    vec2 place = lightPlace(entryOf(at, at.z < LEVEL));
    float high = (at.z - lightRange.x) / (lightRange.y - lightRange.x);
    gl_Position = vec4(2.0 * place - 1.0, 1.0 - 2.0 * high, 1.0);
#else
    vec3 seen = at;
#ifdef MIRRORED
    seen.z = 2.0 * heightsAt(clamp(position.xy, world.xy, world.zw)).x - at.z;
#endif
    gl_Position = bodyProjection * vec4(seen, 1.0);
#endif
}
