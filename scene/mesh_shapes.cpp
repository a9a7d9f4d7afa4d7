// Meshes made by rule: a rubber duck and a boat.
//
// The duck is a union of ellipsoids seen from a point inside both its body and its head: rays from
// there meet the surface once, so that a sphere's triangles, moved along them, close it. The boat
// is lofted: the same ring of points at stations from stern to bow.
#include "scene/mesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

namespace tarn::scene
{
namespace
{

struct Point
{
    double x = 0.0;
    double y = 0.0;
    double z = 0.0;
};

tnVec3 asVec3(const Point& p, double factor)
{
    return {static_cast<float>(p.x * factor), static_cast<float>(p.y * factor),
            static_cast<float>(p.z * factor)};
}

Point onSphere(const Point& p)
{
    const double length = std::sqrt(p.x * p.x + p.y * p.y + p.z * p.z);
    return {p.x / length, p.y / length, p.z / length};
}

// An icosahedron whose triangles are cut in four `rounds` times, on the unit sphere.
struct Icosphere
{
    std::vector<Point> points;
    std::vector<std::int32_t> triangles;

    explicit Icosphere(int rounds)
    {
        const double g = 0.5 * (1.0 + std::sqrt(5.0));
        points = {{-1, g, 0},  {1, g, 0},  {-1, -g, 0}, {1, -g, 0}, {0, -1, g},  {0, 1, g},
                  {0, -1, -g}, {0, 1, -g}, {g, 0, -1},  {g, 0, 1},  {-g, 0, -1}, {-g, 0, 1}};
        triangles = {0, 11, 5,  0, 5,  1, 0, 1, 7, 0, 7,  10, 0, 10, 11, 1, 5, 9, 5, 11,
                     4, 11, 10, 2, 10, 7, 6, 7, 1, 8, 3,  9,  4, 3,  4,  2, 3, 2, 6, 3,
                     6, 8,  3,  8, 9,  4, 9, 5, 2, 4, 11, 6,  2, 10, 8,  6, 7, 9, 8, 1};
        for (Point& p : points)
        {
            p = onSphere(p);
        }
        for (int round = 0; round < rounds; ++round)
        {
            refine();
        }
    }

  private:
    void refine()
    {
        std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> middles;
        const auto middle = [&](std::int32_t a, std::int32_t b) {
            const auto [entry, isNew] = middles.try_emplace(
                {std::min(a, b), std::max(a, b)}, static_cast<std::int32_t>(points.size()));
            if (isNew)
            {
                const Point& p = points[std::size_t(a)];
                const Point& q = points[std::size_t(b)];
                points.push_back(onSphere({p.x + q.x, p.y + q.y, p.z + q.z}));
            }
            return entry->second;
        };
        std::vector<std::int32_t> finer;
        for (std::size_t k = 0; k < triangles.size(); k += 3)
        {
            const std::int32_t a = triangles[k];
            const std::int32_t b = triangles[k + 1];
            const std::int32_t c = triangles[k + 2];
            const std::int32_t ab = middle(a, b);
            const std::int32_t bc = middle(b, c);
            const std::int32_t ca = middle(c, a);
            finer.insert(finer.end(), {a, ab, ca, b, bc, ab, c, ca, bc, ab, bc, ca});
        }
        triangles = std::move(finer);
    }
};

struct Ellipsoid
{
    Point middle;
    Point radii;
    double lean = 0.0; // how far it rises along x

    // How far a ray from `eye` is inside, at most; 0: never.
    double exit(const Point& eye, const Point& way) const
    {
        const auto own = [&](const Point& p) {
            return Point{p.x / radii.x, p.y / radii.y, (p.z - lean * p.x) / radii.z};
        };
        const Point e = own({eye.x - middle.x, eye.y - middle.y, eye.z - middle.z});
        const Point d = own(way);
        const double a = d.x * d.x + d.y * d.y + d.z * d.z;
        const double b = e.x * d.x + e.y * d.y + e.z * d.z;
        const double c = e.x * e.x + e.y * e.y + e.z * e.z - 1.0;
        const double root = b * b - a * c;
        return root > 0.0 ? std::max(0.0, (-b + std::sqrt(root)) / a) : 0.0;
    }
};

// One station of the boat's hull, in parts of its length.
struct Station
{
    double x;
    double keel;  // depth of the keel
    double beam;  // half the width at the deck
    double deck;  // height of the deck
    double cabin; // height of what stands on it; never 0, which would leave flat triangles
};

constexpr int kRing = 10; // points around a station

// From the keel up the right side (y < 0) to the deck, over it, and down the left.
std::array<Point, kRing> ringOf(const Station& s)
{
    const double chine = 0.82 * s.beam;
    const double bilge = -0.45 * s.keel;
    const double inner = 0.55 * s.beam;
    const double top = s.deck + s.cabin;
    return {{{s.x, 0.0, -s.keel},
             {s.x, -chine, bilge},
             {s.x, -s.beam, s.deck},
             {s.x, -inner, s.deck},
             {s.x, -inner, top},
             {s.x, 0.0, top + 0.004},
             {s.x, inner, top},
             {s.x, inner, s.deck},
             {s.x, s.beam, s.deck},
             {s.x, chine, bilge}}};
}

// Weight in the keel, as rubber ducks and boats have it: the centre of mass is so much lower than
// that of the volume.
void ballast(Mesh& mesh, double lower)
{
    for (tnVec3& v : mesh.vertices)
    {
        v.z += static_cast<float>(lower);
    }
}

} // namespace

Mesh makeDuck(double length)
{
    // Body, head, beak, tail, in lengths of the body's own.
    const std::array<Ellipsoid, 4> parts = {{{{0.0, 0.0, 0.0}, {0.42, 0.29, 0.25}, 0.0},
                                             {{0.21, 0.0, 0.32}, {0.18, 0.17, 0.17}, 0.0},
                                             {{0.38, 0.0, 0.29}, {0.13, 0.10, 0.045}, -0.1},
                                             {{-0.36, 0.0, 0.12}, {0.17, 0.14, 0.07}, -0.5}}};
    const Point eye = {0.15, 0.0, 0.19};
    const Icosphere sphere(2);
    Mesh mesh;
    double back = 0.0;
    double front = 0.0;
    std::vector<Point> points;
    for (const Point& way : sphere.points)
    {
        double reach = 0.0;
        for (const Ellipsoid& part : parts)
        {
            reach = std::max(reach, part.exit(eye, way));
        }
        points.push_back({eye.x + reach * way.x, eye.y + reach * way.y, eye.z + reach * way.z});
        back = std::min(back, points.back().x);
        front = std::max(front, points.back().x);
    }
    for (const Point& p : points)
    {
        mesh.vertices.push_back(asVec3(p, length / (front - back)));
    }
    mesh.triangles = sphere.triangles;
    centre(mesh);
    ballast(mesh, 0.06 * length);
    return mesh;
}

Mesh makeBoat(double length)
{
    const std::array<Station, 9> stations = {{{-0.50, 0.070, 0.145, 0.085, 0.008},
                                              {-0.36, 0.085, 0.165, 0.080, 0.008},
                                              {-0.25, 0.090, 0.172, 0.080, 0.008},
                                              {-0.23, 0.090, 0.173, 0.080, 0.13},
                                              {0.00, 0.090, 0.170, 0.085, 0.13},
                                              {0.05, 0.090, 0.165, 0.088, 0.008},
                                              {0.22, 0.083, 0.135, 0.100, 0.008},
                                              {0.38, 0.060, 0.075, 0.120, 0.008},
                                              {0.50, -0.060, 0.010, 0.140, 0.002}}};
    Mesh mesh;
    for (const Station& station : stations)
    {
        for (const Point& p : ringOf(station))
        {
            mesh.vertices.push_back(asVec3(p, length));
        }
    }
    const auto last = static_cast<std::int32_t>(stations.size()) - 1;
    const auto at = [](std::int32_t station, std::int32_t k) {
        return station * kRing + k % kRing;
    };
    for (std::int32_t s = 0; s < last; ++s)
    {
        for (std::int32_t k = 0; k < kRing; ++k)
        {
            const std::int32_t a = at(s, k);
            const std::int32_t b = at(s, k + 1);
            const std::int32_t c = at(s + 1, k + 1);
            const std::int32_t d = at(s + 1, k);
            if (k < kRing / 2) // left and right mirror each other
            {
                mesh.triangles.insert(mesh.triangles.end(), {a, c, b, a, d, c});
            }
            else
            {
                mesh.triangles.insert(mesh.triangles.end(), {a, d, b, b, d, c});
            }
        }
    }
    for (std::int32_t k = 1; k + 1 < kRing; ++k) // transom and stem
    {
        mesh.triangles.insert(mesh.triangles.end(), {at(0, 0), at(0, k), at(0, k + 1)});
        mesh.triangles.insert(mesh.triangles.end(), {at(last, 0), at(last, k + 1), at(last, k)});
    }
    centre(mesh);
    ballast(mesh, 0.05 * length);
    return mesh;
}

} // namespace tarn::scene
