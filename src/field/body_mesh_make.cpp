// Shapes into triangles.
//
// A box is a lattice of squares on each face, every square four triangles about its middle. What is
// round about z is two caps with bands between them: a cap has n rows of triangles that widen from
// the pole, 4 k vertices around at row k, and a band is 4 n squares, again of four triangles:
//
//     sphere    caps are half spheres    no bands
//     capsule   caps are half spheres    m bands
//     cylinder  caps are discs           m bands
//
// A half sphere is half an octahedron, its faces blown up: vertex (a, b, c), a + b + c = n, lies in
// the direction of the sines of a, b, c right angles over n, which spaces vertices evenly along
// edges. Afterwards the vertices are moved outwards, so that the volume is that of the shape.
#include "field/body_mesh.h"

#include "core/check.h"
#include "core/trig.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tarn
{
namespace
{

constexpr double kRightAngle = std::numbers::pi / 2.0;

// Rows from pole to equator. By default: fewer would not look round.
constexpr int32_t kLeastSphereRows = 4;
constexpr int32_t kLeastCapRows = 3;  // of capsules and cylinders
constexpr int32_t kLeastRows = 2;     // when the user counts triangles
constexpr int32_t kMostBoxPieces = 4; // a face of a box is at most 4 x 4 squares by default
constexpr int32_t kMostRows = 512;    // as many as two million triangles have

// How fine a mesh may become: as long as its edges are longer than `edge` and its triangles at most
// `triangles`.
struct Fineness
{
    double edge = 0.0;
    int64_t triangles = 0;
    int32_t rows = 0;      // that it has in any case
    int32_t boxPieces = 0; // of a box along an axis, at most
};

Fineness finenessOf(const tnBodyDef& def, float cellSize)
{
    if (def.facets > 0)
    {
        return {0.0, def.facets, kLeastRows, kMostRows};
    }
    return {wide(cellSize), kMostTriangles,
            def.shape == tn_bodySphere ? kLeastSphereRows : kLeastCapRows, kMostBoxPieces};
}

// ceil, where a rounding error above a whole number is none.
int32_t pieces(double size, double edge, int32_t most)
{
    const double count = std::ceil(size / edge - 1e-6);
    return count < static_cast<double>(most) ? std::max(static_cast<int32_t>(count), 1) : most;
}

// ---- Boxes

// Squares along each axis.
struct BoxLattice
{
    int32_t x = 1;
    int32_t y = 1;
    int32_t z = 1;

    int64_t squares() const { return 2 * (int64_t{x} * y + int64_t{y} * z + int64_t{z} * x); }
    int64_t triangles() const { return 4 * squares(); }
    int64_t lattice() const // points of it: those of the box less those inside
    {
        return int64_t{x + 1} * (y + 1) * (z + 1) - int64_t{x - 1} * (y - 1) * (z - 1);
    }
    int64_t vertices() const { return lattice() + squares(); }

    // The number of the lattice point (i, j, k): whole layers at the bottom and the top, rings
    // between them.
    int32_t index(int32_t i, int32_t j, int32_t k) const
    {
        const int32_t layer = (x + 1) * (y + 1);
        const int32_t ring = 2 * (x + y);
        if (k == 0)
        {
            return j * (x + 1) + i;
        }
        const int32_t start = layer + (k - 1) * ring;
        if (k == z)
        {
            return start + j * (x + 1) + i;
        }
        if (j == 0)
        {
            return start + i;
        }
        if (j == y)
        {
            return start + (x + 1) + 2 * (y - 1) + i;
        }
        return start + (x + 1) + 2 * (j - 1) + (i == 0 ? 0 : 1);
    }
};

BoxLattice boxLattice(const tnBodyDef& def, const Fineness& fineness)
{
    const Vec3 size = 2.0 * wide(def.halfSize);
    if (fineness.edge > 0.0)
    {
        return {pieces(size.x, fineness.edge, fineness.boxPieces),
                pieces(size.y, fineness.edge, fineness.boxPieces),
                pieces(size.z, fineness.edge, fineness.boxPieces)};
    }
    const double longest = std::max({size.x, size.y, size.z});
    BoxLattice lattice;
    for (int32_t n = 2; n <= fineness.boxPieces; ++n)
    {
        const double edge = longest / n;
        const BoxLattice finer{pieces(size.x, edge, n), pieces(size.y, edge, n),
                               pieces(size.z, edge, n)};
        if (finer.triangles() > fineness.triangles)
        {
            break;
        }
        lattice = finer;
    }
    return lattice;
}

// Writes triangles one after the other.
class TriangleWriter
{
  public:
    explicit TriangleWriter(std::span<int32_t> triangles) : next_(triangles.data()) {}

    void add(int32_t a, int32_t b, int32_t c)
    {
        next_[0] = a;
        next_[1] = b;
        next_[2] = c;
        next_ += 3;
    }

    // A square with its corners counter-clockwise.
    void addSquare(int32_t middle, int32_t a, int32_t b, int32_t c, int32_t d)
    {
        add(middle, a, b);
        add(middle, b, c);
        add(middle, c, d);
        add(middle, d, a);
    }

  private:
    int32_t* next_;
};

// From -half to half, the same from either end to the bit.
double along(double half, int32_t i, int32_t count)
{
    return half * static_cast<double>(2 * i - count) / static_cast<double>(count);
}

class BoxMaker
{
  public:
    BoxMaker(const tnBodyDef& def, const BoxLattice& lattice, std::span<tnVec3> vertices,
             std::span<int32_t> triangles)
        : half_(wide(def.halfSize)), lattice_(lattice), vertices_(vertices), writer_(triangles),
          middle_(static_cast<int32_t>(lattice.lattice()))
    {
    }

    void make()
    {
        const BoxLattice n = lattice_;
        for (int32_t j = 0; j < n.y; ++j)
        {
            for (int32_t i = 0; i < n.x; ++i)
            {
                addSquare({i, j, 0}, {0, 1, 0}, {1, 0, 0});
                addSquare({i, j, n.z}, {1, 0, 0}, {0, 1, 0});
            }
        }
        for (int32_t k = 0; k < n.z; ++k)
        {
            for (int32_t i = 0; i < n.x; ++i)
            {
                addSquare({i, 0, k}, {1, 0, 0}, {0, 0, 1});
                addSquare({i, n.y, k}, {0, 0, 1}, {1, 0, 0});
            }
            for (int32_t j = 0; j < n.y; ++j)
            {
                addSquare({0, j, k}, {0, 0, 1}, {0, 1, 0});
                addSquare({n.x, j, k}, {0, 1, 0}, {0, 0, 1});
            }
        }
    }

  private:
    struct Place
    {
        int32_t i;
        int32_t j;
        int32_t k;
    };

    static Place sum(Place a, Place b) { return {a.i + b.i, a.j + b.j, a.k + b.k}; }

    int32_t addPoint(Place p)
    {
        const int32_t index = lattice_.index(p.i, p.j, p.k);
        vertices_[static_cast<size_t>(index)] =
            narrow({along(half_.x, p.i, lattice_.x), along(half_.y, p.j, lattice_.y),
                    along(half_.z, p.k, lattice_.z)});
        return index;
    }

    // From `corner` one along u, then v; u x v points outwards.
    void addSquare(Place corner, Place u, Place v)
    {
        const Place opposite = sum(corner, sum(u, v));
        const int32_t a = addPoint(corner);
        const int32_t b = addPoint(sum(corner, u));
        const int32_t c = addPoint(opposite);
        const int32_t d = addPoint(sum(corner, v));
        vertices_[static_cast<size_t>(middle_)] =
            narrow({along(half_.x, corner.i + opposite.i, 2 * lattice_.x),
                    along(half_.y, corner.j + opposite.j, 2 * lattice_.y),
                    along(half_.z, corner.k + opposite.k, 2 * lattice_.z)});
        writer_.addSquare(middle_, a, b, c, d);
        ++middle_;
    }

    Vec3 half_;
    BoxLattice lattice_;
    std::span<tnVec3> vertices_;
    TriangleWriter writer_;
    int32_t middle_; // of the next square
};

// ---- What is round about z

struct RoundLattice
{
    int32_t rows = 1;  // of a cap
    int32_t bands = 0; // 0: the caps share their rim

    int64_t around() const { return 4 * int64_t{rows}; }
    int64_t squares() const { return around() * bands; }
    int64_t triangles() const { return 8 * int64_t{rows} * rows + 4 * squares(); }
    int64_t cap() const { return 1 + 2 * int64_t{rows} * (rows + 1); } // vertices with the rim
    int64_t rings() const { return bands > 0 ? bands - 1 : 0; }        // between the rims
    int64_t vertices() const
    {
        return 2 * cap() - (bands == 0 ? around() : 0) + rings() * around() + squares();
    }
};

// Bands as high as a cap's triangles are wide, as many as fit.
RoundLattice withBands(const tnBodyDef& def, int32_t rows, const Fineness& fineness)
{
    RoundLattice lattice{rows, 0};
    const double height = def.shape == tn_bodySphere ? 0.0 : 2.0 * wide(def.halfLength);
    if (height > 0.0)
    {
        const double edge = std::max(kRightAngle * wide(def.radius) / rows, fineness.edge);
        const int64_t room = (fineness.triangles - lattice.triangles()) / (4 * lattice.around());
        lattice.bands =
            pieces(height, edge, static_cast<int32_t>(std::clamp<int64_t>(room, 1, kMostRows)));
    }
    return lattice;
}

RoundLattice roundLattice(const tnBodyDef& def, const Fineness& fineness)
{
    const double quarter = kRightAngle * wide(def.radius);
    RoundLattice lattice = withBands(def, fineness.rows, fineness);
    // More rows as long as their bands remain as wide as high: none is bought with long triangles.
    while (lattice.rows < kMostRows && quarter / lattice.rows > fineness.edge)
    {
        Fineness unlimited = fineness;
        unlimited.triangles = INT32_MAX;
        const RoundLattice finer = withBands(def, lattice.rows + 1, unlimited);
        if (finer.triangles() > fineness.triangles)
        {
            break;
        }
        lattice = finer;
    }
    return lattice;
}

class RoundMaker
{
  public:
    RoundMaker(const tnBodyDef& def, const RoundLattice& lattice, std::span<tnVec3> vertices,
               std::span<int32_t> triangles)
        : flat_(def.shape == tn_bodyCylinder), radius_(wide(def.radius)),
          half_(lattice.bands > 0 ? wide(def.halfLength) : 0.0), lattice_(lattice),
          vertices_(vertices), writer_(triangles), rows_(lattice.rows), around_(4 * lattice.rows),
          cap_(static_cast<int32_t>(lattice.cap()))
    {
    }

    void make()
    {
        for (int32_t row = 0; row <= rows_; ++row)
        {
            for (int32_t i = 0; i < std::max(4 * row, 1); ++i)
            {
                const Vec3 p = capPoint(row, i);
                put(topIndex(row, i), {p.x, p.y, half_ + p.z});
                put(bottomIndex(row, i), {p.x, p.y, -half_ - p.z});
            }
        }
        for (int32_t row = 0; row < rows_; ++row)
        {
            addRow(row);
        }
        for (int32_t band = 0; band < lattice_.bands; ++band)
        {
            addBand(band);
        }
    }

  private:
    void put(int32_t index, Vec3 p) { vertices_[static_cast<size_t>(index)] = narrow(p); }

    // Vertex i around of a row of the upper cap, from the middle of its rim's plane.
    Vec3 capPoint(int32_t row, int32_t i) const
    {
        if (row == 0)
        {
            return {0.0, 0.0, flat_ ? 0.0 : radius_};
        }
        const int32_t quarter = i / row;
        const int32_t along = i % row;
        const double right = flat_ ? 1.0 / row : 1.0 / rows_; // angle a step along the octahedron
        const double a = sinCos(kRightAngle * (row - along) * right).sin;
        const double b = sinCos(kRightAngle * along * right).sin;
        const double c = flat_ ? 0.0 : sinCos(kRightAngle * (rows_ - row) * right).sin;
        const double size = radius_ * (flat_ ? static_cast<double>(row) / rows_ : 1.0) /
                            std::sqrt(c * c + (a * a + b * b));
        const Vec3 p{size * a, size * b, size * c};
        switch (quarter)
        {
        case 0:
            return p;
        case 1:
            return {-p.y, p.x, p.z};
        case 2:
            return {-p.x, -p.y, p.z};
        default:
            return {p.y, -p.x, p.z};
        }
    }

    static int32_t inCap(int32_t row, int32_t i)
    {
        return row == 0 ? 0 : 1 + 2 * row * (row - 1) + i % (4 * row);
    }

    int32_t topIndex(int32_t row, int32_t i) const { return inCap(row, i); }

    int32_t bottomIndex(int32_t row, int32_t i) const
    {
        if (row == rows_)
        {
            return ringIndex(lattice_.bands, i);
        }
        return cap_ + lattice_.bands * around_ + inCap(row, i);
    }

    // Ring 0 is the upper cap's rim, ring `bands` the lower one's.
    int32_t ringIndex(int32_t ring, int32_t i) const
    {
        return cap_ + (ring - 1) * around_ + i % around_;
    }

    // The triangles between a row of each cap and the next, quarter by quarter.
    void addRow(int32_t row)
    {
        for (int32_t quarter = 0; quarter < 4; ++quarter)
        {
            const int32_t upper = quarter * row;
            const int32_t lower = quarter * (row + 1);
            for (int32_t i = 0; i <= row; ++i)
            {
                writer_.add(topIndex(row, upper + i), topIndex(row + 1, lower + i),
                            topIndex(row + 1, lower + i + 1));
                writer_.add(bottomIndex(row, upper + i), bottomIndex(row + 1, lower + i + 1),
                            bottomIndex(row + 1, lower + i));
            }
            for (int32_t i = 0; i < row; ++i)
            {
                writer_.add(topIndex(row + 1, lower + i + 1), topIndex(row, upper + i + 1),
                            topIndex(row, upper + i));
                writer_.add(bottomIndex(row + 1, lower + i + 1), bottomIndex(row, upper + i),
                            bottomIndex(row, upper + i + 1));
            }
        }
    }

    void addBand(int32_t band)
    {
        const int32_t bands = lattice_.bands;
        const double above = along(half_, bands - band, bands);
        const double below = along(half_, bands - band - 1, bands);
        const int32_t middles = static_cast<int32_t>(lattice_.vertices()) -
                                (bands - band) * around_; // the last of all vertices
        for (int32_t i = 0; i < around_; ++i)
        {
            const Vec3 p = capPoint(rows_, i);
            const Vec3 q = capPoint(rows_, (i + 1) % around_);
            put(ringIndex(band + 1, i), {p.x, p.y, below});
            put(middles + i, {0.5 * (p.x + q.x), 0.5 * (p.y + q.y), 0.5 * (above + below)});
            writer_.addSquare(middles + i, ringIndex(band + 1, i), ringIndex(band + 1, i + 1),
                              ringIndex(band, i + 1), ringIndex(band, i));
        }
    }

    bool flat_;
    double radius_;
    double half_;
    RoundLattice lattice_;
    std::span<tnVec3> vertices_;
    TriangleWriter writer_;
    int32_t rows_;
    int32_t around_;
    int32_t cap_; // vertices of a cap
};

double cubeRoot(double value) // of a number near 1
{
    double root = 1.0;
    for (int k = 0; k < 8; ++k) // Newton's steps; each doubles the digits that are right
    {
        root -= (root - value / (root * root)) / 3.0;
    }
    return root;
}

double roundVolume(const tnBodyDef& def)
{
    const double r = wide(def.radius);
    const double ball = 4.0 / 3.0 * std::numbers::pi * r * r * r;
    const double column = 2.0 * std::numbers::pi * r * r * wide(def.halfLength);
    switch (def.shape)
    {
    case tn_bodySphere:
        return ball;
    case tn_bodyCapsule:
        return ball + column;
    default:
        return column;
    }
}

// Corners lie on the shape, so that the mesh is too small: outwards with them, a sphere's on all
// sides, of the others around z, so that they remain as long as they are.
void growTo(const tnBodyDef& def, std::span<tnVec3> vertices, std::span<const int32_t> triangles)
{
    const tnBodyMesh mesh{vertices.data(), static_cast<int32_t>(vertices.size()), triangles.data(),
                          static_cast<int32_t>(triangles.size() / 3)};
    const double missing = roundVolume(def) / massOf(mesh).volume;
    const bool sphere = def.shape == tn_bodySphere;
    const double across = sphere ? cubeRoot(missing) : std::sqrt(missing);
    const double upwards = sphere ? across : 1.0;
    for (tnVec3& vertex : vertices)
    {
        const Vec3 p = wide(vertex);
        vertex = narrow({across * p.x, across * p.y, upwards * p.z});
    }
}

} // namespace

BodyMeshSize bodyMeshSize(const tnBodyDef& def, float cellSize)
{
    if (def.shape == tn_bodyMesh)
    {
        return {def.vertexCount, def.triangleCount};
    }
    const Fineness fineness = finenessOf(def, cellSize);
    if (def.shape == tn_bodyBox)
    {
        const BoxLattice lattice = boxLattice(def, fineness);
        return {static_cast<int32_t>(lattice.vertices()),
                static_cast<int32_t>(lattice.triangles())};
    }
    const RoundLattice lattice = roundLattice(def, fineness);
    return {static_cast<int32_t>(lattice.vertices()), static_cast<int32_t>(lattice.triangles())};
}

void makeBodyMesh(const tnBodyDef& def, float cellSize, std::span<tnVec3> vertices,
                  std::span<int32_t> triangles)
{
    [[maybe_unused]] const BodyMeshSize size = bodyMeshSize(def, cellSize);
    TN_ASSERT(vertices.size() == static_cast<size_t>(size.vertices));
    TN_ASSERT(triangles.size() == 3 * static_cast<size_t>(size.triangles));
    const Fineness fineness = finenessOf(def, cellSize);
    switch (def.shape)
    {
    case tn_bodyMesh:
        std::copy(def.vertices, def.vertices + def.vertexCount, vertices.begin());
        std::copy(def.triangles, def.triangles + triangles.size(), triangles.begin());
        return;
    case tn_bodyBox:
        BoxMaker(def, boxLattice(def, fineness), vertices, triangles).make();
        return;
    case tn_bodySphere:
    case tn_bodyCapsule:
    case tn_bodyCylinder:
        RoundMaker(def, roundLattice(def, fineness), vertices, triangles).make();
        growTo(def, vertices, triangles);
        return;
    }
}

} // namespace tarn
