// TestMesh: closed meshes for pictures of bodies.
#pragma once

#include "tarn/field.h"

#include <cmath>
#include <cstdint>
#include <vector>

namespace tarn::test
{

struct TestMesh
{
    std::vector<tnVec3> vertices;
    std::vector<std::int32_t> triangles;

    static TestMesh box(tnVec3 half)
    {
        TestMesh mesh;
        for (unsigned k = 0; k < 8; ++k)
        {
            mesh.vertices.push_back({(k & 1U) != 0 ? half.x : -half.x,
                                     (k & 2U) != 0 ? half.y : -half.y,
                                     (k & 4U) != 0 ? half.z : -half.z});
        }
        mesh.triangles = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                          2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
        return mesh;
    }

    // Rings from pole to pole, 24 x 12.
    static TestMesh sphere(float radius)
    {
        constexpr int kAround = 24;
        constexpr int kRings = 12;
        constexpr double kPi = 3.14159265358979;
        TestMesh mesh;
        for (int j = 0; j <= kRings; ++j)
        {
            for (int i = 0; i < kAround; ++i)
            {
                const double down = kPi * j / kRings;
                const double turn = 2.0 * kPi * i / kAround;
                mesh.vertices.push_back(
                    {radius * static_cast<float>(std::sin(down) * std::cos(turn)),
                     radius * static_cast<float>(std::sin(down) * std::sin(turn)),
                     radius * static_cast<float>(std::cos(down))});
            }
        }
        for (int j = 0; j < kRings; ++j)
        {
            for (int i = 0; i < kAround; ++i)
            {
                const int a = j * kAround + i;
                const int b = j * kAround + (i + 1) % kAround;
                if (j > 0)
                {
                    mesh.triangles.insert(mesh.triangles.end(), {a, a + kAround, b});
                }
                if (j < kRings - 1)
                {
                    mesh.triangles.insert(mesh.triangles.end(), {b, a + kAround, b + kAround});
                }
            }
        }
        return mesh;
    }
};

} // namespace tarn::test
