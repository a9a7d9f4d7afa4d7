// OBJ files by tinyobjloader.
#include "scene/mesh.h"

#include <array>
#include <cmath>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <stdexcept>
#include <tiny_obj_loader.h>

namespace tarn::scene
{
namespace
{

// Vertices that lie in one place, as those on seams of a texture do, become one.
std::int32_t indexOf(const std::array<float, 3>& place, Mesh& mesh,
                     std::map<std::array<float, 3>, std::int32_t>& known)
{
    const auto [entry, isNew] =
        known.try_emplace(place, static_cast<std::int32_t>(mesh.vertices.size()));
    if (isNew)
    {
        mesh.vertices.push_back({place[0], place[1], place[2]});
    }
    return entry->second;
}

Mesh meshOf(const tinyobj::attrib_t& attributes, const std::vector<tinyobj::shape_t>& shapes,
            const std::string& path)
{
    Mesh mesh;
    std::map<std::array<float, 3>, std::int32_t> known;
    for (const tinyobj::shape_t& shape : shapes)
    {
        for (const tinyobj::index_t& index : shape.mesh.indices)
        {
            const auto at = static_cast<std::size_t>(index.vertex_index) * 3;
            if (index.vertex_index < 0 || at + 2 >= attributes.vertices.size())
            {
                throw std::runtime_error(
                    fmt::format("'{}' names vertex {}, which it does not have; export it "
                                "anew",
                                path, index.vertex_index + 1));
            }
            const std::array<float, 3> place = {
                attributes.vertices[at], attributes.vertices[at + 1], attributes.vertices[at + 2]};
            for (const float number : place)
            {
                if (!std::isfinite(number))
                {
                    throw std::runtime_error(
                        fmt::format("'{}' has a vertex that is not finite; export it anew", path));
                }
            }
            mesh.triangles.push_back(indexOf(place, mesh, known));
        }
    }
    return mesh;
}

// Triangles that have become lines.
void dropFlat(Mesh& mesh)
{
    std::vector<std::int32_t> kept;
    for (std::size_t k = 0; k + 2 < mesh.triangles.size(); k += 3)
    {
        const std::int32_t a = mesh.triangles[k];
        const std::int32_t b = mesh.triangles[k + 1];
        const std::int32_t c = mesh.triangles[k + 2];
        if (a != b && b != c && c != a)
        {
            kept.insert(kept.end(), {a, b, c});
        }
    }
    mesh.triangles = std::move(kept);
}

} // namespace

Mesh readObj(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file)
    {
        throw std::runtime_error(fmt::format("cannot read '{}'; check the name", path));
    }
    tinyobj::attrib_t attributes;
    std::vector<tinyobj::shape_t> shapes;
    std::vector<tinyobj::material_t> materials;
    std::string warnings;
    std::string errors;
    const bool isRead = tinyobj::LoadObj(&attributes, &shapes, &materials, &warnings, &errors,
                                         &file, nullptr, true);
    if (!isRead)
    {
        throw std::runtime_error(fmt::format("'{}' is not an OBJ file: {}", path, errors));
    }
    Mesh mesh = meshOf(attributes, shapes, path);
    dropFlat(mesh);
    if (mesh.triangles.empty())
    {
        throw std::runtime_error(
            fmt::format("'{}' has no triangles; a body needs a closed surface", path));
    }
    if (volumeOf(mesh) < 0.0) // turned inside out: some programs write it so
    {
        for (std::size_t k = 0; k + 2 < mesh.triangles.size(); k += 3)
        {
            std::swap(mesh.triangles[k + 1], mesh.triangles[k + 2]);
        }
    }
    centre(mesh);
    return mesh;
}

} // namespace tarn::scene
