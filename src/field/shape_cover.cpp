// How much of a face or of a cell a shape covers.
//
// A face lies on a grid line, whose crossings with the outline are found in closed form. The area
// in a cell is an integral along the outline (Green's theorem): going around the shape,
//
//     area = sum over pieces of the integral of (x, not beyond the cell's sides) dy
//
// within the cell's height. It is exact for sides; arcs, cut into quadrants so that they rise or
// fall steadily, are a chord and what lies between the chord and the arc.
#include "core/trig.h"
#include "field/outline.h"
#include "field/shape.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tarn
{

namespace
{

// ---- Faces

// Sees the plane from a segment of a grid line: x along it from its start, y across.
class LineView
{
  public:
    LineView(const PlacedShape& shape, const AxisSegment& segment)
        : alongX_(segment.along == Axis::x)
    {
        const double start = std::min(segment.from, segment.to);
        start_ = (alongX_ ? Vec2{start, segment.at} : Vec2{segment.at, start}) - shape.origin;
    }

    Vec2 operator()(Vec2 point) const
    {
        const Vec2 from = point - start_;
        return alongX_ ? from : Vec2{from.y, from.x};
    }

    Side operator()(Side side) const { return {(*this)(side.from), (*this)(side.to)}; }

  private:
    bool alongX_;
    Vec2 start_;
};

// A vertex on the line counts as below it, so that two sides that meet there cross once or not at
// all.
bool crossesLine(Side side)
{
    return (side.from.y <= 0.0) != (side.to.y <= 0.0);
}

double crossing(Side side)
{
    const double part = side.from.y / (side.from.y - side.to.y);
    return side.from.x + part * (side.to.x - side.from.x);
}

bool liesOnLine(Side side, double touch)
{
    return std::fabs(side.from.y) <= touch && std::fabs(side.to.y) <= touch;
}

// Where the line is inside a polygon: between its first and its second crossing, and so on.
template <class Add>
void addBetweenCrossings(const PlacedShape& shape, const LineView& view, Add&& add)
{
    double crossings[kMaxShapeVertices];
    int32_t count = 0;
    for (int32_t k = 0; k < sideCount(shape); ++k)
    {
        const Side seen = view(side(shape, k));
        if (crossesLine(seen))
        {
            const double at = crossing(seen);
            int32_t place = count++;
            for (; place > 0 && crossings[place - 1] > at; --place)
            {
                crossings[place] = crossings[place - 1];
            }
            crossings[place] = at;
        }
    }
    for (int32_t k = 0; k + 1 < count; k += 2)
    {
        add(crossings[k], crossings[k + 1]);
    }
}

// A rounded shape is convex: the line is inside from the first to the last of all places where it
// crosses a side or is in a disc.
template <class Add>
void addFirstToLast(const PlacedShape& shape, const LineView& view, Add&& add)
{
    double first = std::numeric_limits<double>::max();
    double last = -first;
    for (int32_t k = 0; k < shape.count; ++k)
    {
        const Vec2 centre = view(shape.vertices[k]);
        if (std::fabs(centre.y) <= shape.rounding)
        {
            const double half = halfChord(shape.rounding, centre.y);
            first = std::min(first, centre.x - half);
            last = std::max(last, centre.x + half);
        }
    }
    for (int32_t k = 0; k < sideCount(shape); ++k)
    {
        const Side seen = view(side(shape, k));
        if (crossesLine(seen))
        {
            first = std::min(first, crossing(seen));
            last = std::max(last, crossing(seen));
        }
    }
    add(first, last);
}

bool isNear(const PlacedShape& shape, const AxisSegment& segment)
{
    const Vec2 low = shape.bounds.low;
    const Vec2 high = shape.bounds.high;
    const bool alongX = segment.along == Axis::x;
    return segment.at >= (alongX ? low.y : low.x) - shape.touch &&
           segment.at <= (alongX ? high.y : high.x) + shape.touch &&
           std::max(segment.from, segment.to) >= (alongX ? low.x : low.y) &&
           std::min(segment.from, segment.to) <= (alongX ? high.x : high.y);
}

// ---- Cells

// The cell as seen from the shape's origin, and what of an outline's pieces falls into it.
class CellIntegral
{
  public:
    CellIntegral(Vec2 low, Vec2 high) : low_(low), high_(high) {}

    // Of a straight side.
    void add(Side side)
    {
        const bool rises = side.from.y < side.to.y;
        const Vec2 lower = rises ? side.from : side.to;
        const Vec2 upper = rises ? side.to : side.from;
        const double bottom = std::max(lower.y, low_.y);
        const double top = std::min(upper.y, high_.y);
        if (!(bottom < top))
        {
            return;
        }
        const double slope = (upper.x - lower.x) / (upper.y - lower.y);
        const double a = lower.x + (bottom - lower.y) * slope;
        const double b = lower.x + (top - lower.y) * slope;
        const double strip = (top - bottom) * meanOver(std::min(a, b), std::max(a, b));
        sum_ += rises ? strip : -strip;
    }

    // Of a part of a circle within one quadrant, from the direction `from` counterclockwise to
    // `to`.
    void addArc(Vec2 centre, double radius, Vec2 from, Vec2 to)
    {
        const Arc arc = {centre, radius, from.x + to.x >= 0.0 ? 1.0 : -1.0,
                         from.y + to.y >= 0.0 ? 1.0 : -1.0};
        Vec2 lower = centre + radius * (arc.right > 0.0 ? from : to);
        Vec2 upper = centre + radius * (arc.right > 0.0 ? to : from);
        if (!(lower.y < high_.y && upper.y > low_.y))
        {
            return;
        }
        lower = lower.y < low_.y ? arc.atHeight(low_.y) : lower;
        upper = upper.y > high_.y ? arc.atHeight(high_.y) : upper;
        sum_ += arc.right * (upper.y > lower.y ? underArc(arc, lower, upper) : 0.0);
    }

    double area() const { return sum_; }

  private:
    struct Arc
    {
        Vec2 centre;
        double radius;
        double right; // 1 on the right of the centre, -1 on its left
        double above; // 1 above the centre, -1 below

        Vec2 atHeight(double y) const
        {
            return {centre.x + right * halfChord(radius, y - centre.y), y};
        }
        Vec2 atColumn(double x) const
        {
            return {x, centre.y + above * halfChord(radius, x - centre.x)};
        }
    };

    double depth(double x) const { return std::clamp(x, low_.x, high_.x) - low_.x; }

    // The mean depth of x, spread evenly from least to most.
    double meanOver(double least, double most) const
    {
        if (!(least < most))
        {
            return depth(least);
        }
        const double left = std::clamp((low_.x - least) / (most - least), 0.0, 1.0);
        const double right = std::clamp((most - high_.x) / (most - least), 0.0, 1.0);
        return right * (high_.x - low_.x) +
               (1.0 - left - right) * 0.5 * (depth(least) + depth(most));
    }

    // The integral of the depth from `lower` up to `upper`. The arc leaves the cell by its sides at
    // most once each: to the left it counts nothing, to the right the cell's width.
    double underArc(const Arc& arc, Vec2 lower, Vec2 upper) const
    {
        const Vec2 start = moveInside(arc, lower, lower, upper);
        const Vec2 end = moveInside(arc, upper, lower, upper);
        const double width = high_.x - low_.x;
        const double before = lower.x > high_.x ? width * (start.y - lower.y) : 0.0;
        const double after = upper.x > high_.x ? width * (upper.y - end.y) : 0.0;
        const double underChord = 0.5 * (depth(start.x) + depth(end.x)) * (end.y - start.y);
        const double bulge = betweenChordAndArc(arc.radius, length(end - start));
        return before + underChord + arc.right * bulge + after;
    }

    // An end beyond the cell's side, moved along the arc to that side, or to the other end.
    Vec2 moveInside(const Arc& arc, Vec2 end, Vec2 lower, Vec2 upper) const
    {
        const double x = std::clamp(end.x, low_.x, high_.x);
        if (x == end.x)
        {
            return end;
        }
        const Vec2 moved = arc.atColumn(x);
        return {x, std::clamp(moved.y, lower.y, upper.y)};
    }

    // With t half the angle of the arc, at most an eighth of a turn: r^2 (t - sin t cos t). What
    // the difference loses is no more than what rounding does to the ends of the chord.
    static double betweenChordAndArc(double radius, double chord)
    {
        if (!(chord > 0.0))
        {
            return 0.0; // the arc passes beside the cell, as it does for most
        }
        const double sine = std::min(0.5 * chord / radius, 1.0);
        const double cosine = std::sqrt((1.0 - sine) * (1.0 + sine));
        return radius * radius * (arcSine(sine) - sine * cosine);
    }

    Vec2 low_;
    Vec2 high_;
    double sum_ = 0.0;
};

// The four directions that part the quadrants.
constexpr Vec2 kCompass[4] = {{1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}, {0.0, -1.0}};

// The quadrant that starts at or before a direction, counterclockwise.
int quadrantOf(Vec2 direction)
{
    if (direction.y >= 0.0 && direction.x > 0.0)
    {
        return 0;
    }
    if (direction.x <= 0.0 && direction.y > 0.0)
    {
        return 1;
    }
    return direction.x < 0.0 ? 2 : 3;
}

// The arc around a corner between the normals of two sides, quadrant by quadrant. Where the sides
// go on straight there is none, and rounding may have turned it around.
void addCorner(CellIntegral& integral, Vec2 centre, double radius, Vec2 from, Vec2 to)
{
    if (cross(from, to) <= 0.0 && dot(from, to) >= 0.0)
    {
        return;
    }
    const int last = quadrantOf(to);
    for (int quadrant = quadrantOf(from); quadrant != last; quadrant = (quadrant + 1) % 4)
    {
        const Vec2 border = kCompass[(quadrant + 1) % 4];
        integral.addArc(centre, radius, from, border);
        from = border;
    }
    integral.addArc(centre, radius, from, to);
}

void addOutline(CellIntegral& integral, const PlacedShape& shape)
{
    for (int32_t k = 0; k < sideCount(shape); ++k)
    {
        integral.add(side(shape, k));
    }
    if (shape.rounding == 0.0)
    {
        return;
    }
    if (shape.count == 1)
    {
        for (int quadrant = 0; quadrant < 4; ++quadrant)
        {
            integral.addArc(shape.vertices[0], shape.rounding, kCompass[quadrant],
                            kCompass[(quadrant + 1) % 4]);
        }
        return;
    }
    for (int32_t k = 0; k < shape.count; ++k)
    {
        const int32_t before = k > 0 ? k - 1 : shape.count - 1;
        addCorner(integral, shape.vertices[k], shape.rounding, sideNormal(shape, before),
                  sideNormal(shape, k));
    }
}

} // namespace

void addCovered(const PlacedShape& shape, const AxisSegment& segment, IntervalUnion& covered)
{
    if (!isNear(shape, segment))
    {
        return;
    }
    const double length = std::fabs(segment.to - segment.from);
    const auto add = [&](double from, double to) {
        const Interval inside = {std::max(from, 0.0), std::min(to, length)};
        // Where it only touches, nothing is covered, unless there is nothing but a point.
        if (inside.from < inside.to || (inside.from == inside.to && length == 0.0))
        {
            covered.add(inside);
        }
    };
    const LineView view(shape, segment);
    for (int32_t k = 0; k < sideCount(shape); ++k)
    {
        const Side seen = view(side(shape, k));
        if (liesOnLine(seen, shape.touch))
        {
            add(std::min(seen.from.x, seen.to.x), std::max(seen.from.x, seen.to.x));
        }
    }
    if (shape.rounding > 0.0)
    {
        addFirstToLast(shape, view, add);
    }
    else
    {
        addBetweenCrossings(shape, view, add);
    }
}

double openLength(const PlacedShape& shape, const AxisSegment& segment)
{
    if (!isNear(shape, segment))
    {
        return 1.0;
    }
    IntervalUnion covered;
    addCovered(shape, segment, covered);
    return covered.openPart({0.0, std::fabs(segment.to - segment.from)});
}

double coveredArea(const PlacedShape& shape, const Bounds& cell)
{
    const Vec2 size = cell.high - cell.low;
    if (!(size.x > 0.0 && size.y > 0.0))
    {
        return contains(shape, cell.low) ? 1.0 : 0.0;
    }
    if (cell.low.x >= shape.bounds.high.x || cell.high.x <= shape.bounds.low.x ||
        cell.low.y >= shape.bounds.high.y || cell.high.y <= shape.bounds.low.y)
    {
        return 0.0;
    }
    CellIntegral integral(cell.low - shape.origin, cell.high - shape.origin);
    addOutline(integral, shape);
    // What the pieces leave of each other by rounding where they should leave nothing.
    constexpr double kRounding = 1e-12;
    const double part = integral.area() / size.x / size.y;
    return part < kRounding ? 0.0 : part > 1.0 - kRounding ? 1.0 : part;
}

} // namespace tarn
