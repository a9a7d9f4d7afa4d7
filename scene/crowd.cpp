// Strews bodies: places, rotations (Shoemake 1992), sizes and densities from one sequence of
// random numbers for each body, so that more of a kind do not move the others.
#include "scene/crowd.h"

#include "scene/defaults.h"
#include "scene/noise.h"

#include <algorithm>
#include <cmath>

namespace tarn::scene
{
namespace
{

constexpr double kPi = 3.14159265358979323846;

// The numbers of one body, in the order in which they are asked for.
class Dice
{
  public:
    explicit Dice(std::uint64_t seed) : seed_(seed) {}

    double between(double low, double high)
    {
        return low + (high - low) * randomUnit(seed_, next_++);
    }

  private:
    std::uint64_t seed_;
    std::uint64_t next_ = 0;
};

tnQuat asQuat(double x, double y, double z, double w)
{
    return {static_cast<float>(x), static_cast<float>(y), static_cast<float>(z),
            static_cast<float>(w)};
}

tnQuat product(const tnQuat& a, const tnQuat& b)
{
    return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
            a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

tnQuat aboutAxis(int axis, double angle)
{
    const double s = std::sin(0.5 * angle);
    return asQuat(axis == 0 ? s : 0.0, axis == 1 ? s : 0.0, axis == 2 ? s : 0.0,
                  std::cos(0.5 * angle));
}

tnQuat anyRotation(Dice& dice)
{
    const double u = dice.between(0.0, 1.0);
    const double a = dice.between(0.0, 2.0 * kPi);
    const double b = dice.between(0.0, 2.0 * kPi);
    return asQuat(std::sqrt(1.0 - u) * std::sin(a), std::sqrt(1.0 - u) * std::cos(a),
                  std::sqrt(u) * std::sin(b), std::sqrt(u) * std::cos(b));
}

tnQuat turn(const BodyDescription& body, Dice& dice)
{
    const tnQuat given = rotationOf(body.rotation, 0.0);
    switch (body.turned)
    {
    case Turned::heading:
        return product(aboutAxis(2, dice.between(0.0, 2.0 * kPi)), given);
    case Turned::any:
        return anyRotation(dice);
    default:
        return given;
    }
}

} // namespace

tnQuat rotationOf(const Vector3& degrees, double t)
{
    const auto about = [&](int axis) {
        return aboutAxis(axis, degrees[std::size_t(axis)].at(t) * kPi / 180.0);
    };
    return product(about(2), product(about(1), about(0)));
}

double reachOf(const BodyDescription& body)
{
    const tnBodyDef& def = body.shape;
    const auto radius = double(def.radius);
    const auto half = double(def.halfLength);
    switch (def.shape)
    {
    case tn_bodyBox:
        return std::hypot(double(def.halfSize.x), double(def.halfSize.y), double(def.halfSize.z));
    case tn_bodyCapsule:
        return half + radius;
    case tn_bodyCylinder:
        return std::hypot(half, radius);
    case tn_bodyMesh:
        return reachOf(*body.mesh);
    default:
        return radius;
    }
}

bool Crowd::isFree(const Ball& ball) const
{
    return std::none_of(placed_.begin(), placed_.end(), [&](const Ball& other) {
        return std::hypot(double(ball.middle.x) - double(other.middle.x),
                          double(ball.middle.y) - double(other.middle.y),
                          double(ball.middle.z) - double(other.middle.z)) <
               ball.radius + other.radius;
    });
}

Beginning Crowd::place(const BodyDescription& body, int group, int index)
{
    Dice dice(mixed(mixed(seed_, static_cast<std::uint64_t>(group) + 1),
                    static_cast<std::uint64_t>(index)));
    Beginning begin;
    begin.scale = static_cast<float>(dice.between(body.scale[0], body.scale[1]));
    begin.density = static_cast<float>(dice.between(body.density[0], body.density[1]));
    begin.motion.rotation = turn(body, dice);
    begin.motion.velocity = body.shape.velocity;
    begin.motion.spin = body.shape.spin;
    Ball ball = {{0.0F, 0.0F, 0.0F}, double(begin.scale) * reachOf(body)};
    const bool isStrewn =
        std::any_of(body.spread.begin(), body.spread.end(), [](double size) { return size > 0.0; });
    for (int attempt = 0; attempt < kPlaceTries; ++attempt)
    {
        const auto along = [&](std::size_t axis) {
            const double half = 0.5 * body.spread[axis];
            return static_cast<float>(body.position[axis].at(0.0) + dice.between(-half, half));
        };
        ball.middle = {along(0), along(1), along(2)};
        if (isStrewn)
        {
            const auto reach = static_cast<float>(ball.radius);
            ball.middle.z =
                std::max(ball.middle.z, ground_(ball.middle.x, ball.middle.y, reach) + reach);
        }
        if (isFree(ball))
        {
            break;
        }
    }
    placed_.push_back(ball);
    begin.motion.position = ball.middle;
    return begin;
}

} // namespace tarn::scene
