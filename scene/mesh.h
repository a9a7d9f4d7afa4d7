// Mesh: a closed surface of triangles, from an OBJ file or made by rule, around its centre of mass.
#pragma once

#include "tarn/field.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tarn::scene
{

struct Mesh
{
    std::vector<tnVec3> vertices;        // m
    std::vector<std::int32_t> triangles; // three vertices each, counter-clockwise from outside
};

// The volume that it closes, below 0 when its triangles are turned inside out (unit: m^3).
double volumeOf(const Mesh& mesh);

// Moves it so that its centre of mass is at 0, when it is of one material. Returns where it was.
tnVec3 centre(Mesh& mesh);

// The same mesh so many times as large.
Mesh scaled(const Mesh& mesh, double factor);

// How far the farthest vertex is from 0 (unit: m).
double reachOf(const Mesh& mesh);

// How many edges do not have a triangle on either side, turned the same way; 0: it is closed.
int openEdges(const Mesh& mesh);

// All shapes of an OBJ file as one; polygons are cut into triangles and vertices that coincide
// become one. Throws a std::runtime_error that tells what is wrong.
Mesh readObj(const std::string& path);

// Both have their centre of mass below that of their volume, so that they float upright.

// A rubber duck, its beak towards +x; `length` is from beak to tail (unit: m).
Mesh makeDuck(double length);

// An open rowing boat's hull with a deck, its bow towards +x (unit: m).
Mesh makeBoat(double length);

} // namespace tarn::scene
