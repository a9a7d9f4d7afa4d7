// Measures and moves meshes: volume and centre as sums over tetrahedra that each triangle makes
// with the origin.
#include "scene/mesh.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace tarn::scene
{
namespace
{

struct Moments
{
    double volume = 0.0; // times 6
    double x = 0.0;      // times 24
    double y = 0.0;
    double z = 0.0;
};

Moments momentsOf(const Mesh& mesh)
{
    Moments sum;
    for (std::size_t k = 0; k + 2 < mesh.triangles.size(); k += 3)
    {
        const tnVec3& a = mesh.vertices[std::size_t(mesh.triangles[k])];
        const tnVec3& b = mesh.vertices[std::size_t(mesh.triangles[k + 1])];
        const tnVec3& c = mesh.vertices[std::size_t(mesh.triangles[k + 2])];
        const double ax = double(a.x), ay = double(a.y), az = double(a.z);
        const double bx = double(b.x), by = double(b.y), bz = double(b.z);
        const double cx = double(c.x), cy = double(c.y), cz = double(c.z);
        const double six =
            ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
        sum.volume += six;
        sum.x += six * (ax + bx + cx);
        sum.y += six * (ay + by + cy);
        sum.z += six * (az + bz + cz);
    }
    return sum;
}

} // namespace

double volumeOf(const Mesh& mesh)
{
    return momentsOf(mesh).volume / 6.0;
}

tnVec3 centre(Mesh& mesh)
{
    const Moments moments = momentsOf(mesh);
    if (moments.volume == 0.0)
    {
        return {0.0F, 0.0F, 0.0F};
    }
    const double part = 1.0 / (4.0 * moments.volume);
    const tnVec3 middle = {static_cast<float>(moments.x * part),
                           static_cast<float>(moments.y * part),
                           static_cast<float>(moments.z * part)};
    for (tnVec3& v : mesh.vertices)
    {
        v = {v.x - middle.x, v.y - middle.y, v.z - middle.z};
    }
    return middle;
}

Mesh scaled(const Mesh& mesh, double factor)
{
    Mesh result = mesh;
    const auto by = static_cast<float>(factor);
    for (tnVec3& v : result.vertices)
    {
        v = {v.x * by, v.y * by, v.z * by};
    }
    return result;
}

double reachOf(const Mesh& mesh)
{
    double square = 0.0;
    for (const tnVec3& v : mesh.vertices)
    {
        const double x = double(v.x), y = double(v.y), z = double(v.z);
        square = std::max(square, x * x + y * y + z * z);
    }
    return std::sqrt(square);
}

int openEdges(const Mesh& mesh)
{
    std::map<std::pair<std::int32_t, std::int32_t>, int> balance; // there less back
    for (std::size_t k = 0; k + 2 < mesh.triangles.size(); k += 3)
    {
        for (std::size_t corner = 0; corner < 3; ++corner)
        {
            const std::int32_t a = mesh.triangles[k + corner];
            const std::int32_t b = mesh.triangles[k + (corner + 1) % 3];
            balance[{std::min(a, b), std::max(a, b)}] += a < b ? 1 : -1;
        }
    }
    return static_cast<int>(std::count_if(balance.begin(), balance.end(),
                                          [](const auto& edge) { return edge.second != 0; }));
}

} // namespace tarn::scene
