// BodyMeshes: the bodies of a frame on the GPU. Meshes that differ in size alone, along each axis,
// are one: a thousand ducks are drawn by one call.
#pragma once

#include "render/box_tree.h"
#include "render/gl/objects.h"
#include "render/relief.h"
#include "render/vec3.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace tarn::render::gl
{

class BodyMeshes
{
  public:
    explicit BodyMeshes(const Context& context);

    // Throws an Error when triangles name vertices that are not there.
    void update(std::span<const ReliefBody> bodies);

    // All of them, with a program of body.vert.
    void draw() const;

    bool isEmpty() const { return bounds_.low.x > bounds_.high.x; }
    const Bounds& bounds() const { return bounds_; } // of all, in the world

  private:
    // As body.vert reads it.
    struct Instance
    {
        float axes[3][4]; // own axes, row by row; last: the position
        float halves[3];
        float reach;
        float middle[3];
        float look;
        float colour[4];
    };
    struct Mesh
    {
        Mesh(const Context& context, std::span<const float> vertices, std::uint64_t hash);

        std::uint64_t hash;
        int vertexCount;
        Buffer vertices;
        Buffer instances;
        VertexArray array;
        std::vector<Instance> placed; // in this frame
        int unusedFor = 0;            // frames
    };
    // What a body of the last frame was made of, so that it need not be looked at whole again.
    struct Known
    {
        const tnVec3* vertices = nullptr;
        const std::int32_t* triangles = nullptr;
        std::size_t vertexCount = 0;
        std::size_t triangleCount = 0;
        tnVec3 first = {};
        tnVec3 last = {};
        Mesh* mesh = nullptr;
        Bounds box;

        bool fits(const ReliefBody& body) const;
    };

    Known look(const ReliefBody& body);
    void place(const ReliefBody& body, const Known& known);

    const Context* context_;
    std::vector<std::unique_ptr<Mesh>> meshes_;
    std::vector<Known> known_;
    Bounds bounds_;
};

} // namespace tarn::render::gl
