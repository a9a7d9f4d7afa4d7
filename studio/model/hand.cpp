// Where the pointer is, bodies that are dropped, grabbed, thrown and taken away. Strokes are in
// hand_strokes.cpp.
#include "studio/model/hand.h"

#include "studio/model/defaults.h"
#include "studio/model/session.h"

#include "scene/error.h"
#include "scene/water_run.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tarn::studio
{
namespace
{

struct Place
{
    double x;
    double y;
    double z;
};

Place wide(const tnVec3& v)
{
    return {double(v.x), double(v.y), double(v.z)};
}

tnVec3 narrow(const Place& p)
{
    return {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)};
}

double dot(const Place& a, const Place& b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

Place along(const Place& from, const Place& way, double part)
{
    return {from.x + part * way.x, from.y + part * way.y, from.z + part * way.z};
}

Place minus(const Place& a, const Place& b)
{
    return along(a, b, -1.0);
}

// A ray with a direction of length 1.
struct Line
{
    Place origin;
    Place direction;

    explicit Line(const Ray& ray) : origin(wide(ray.origin)), direction(wide(ray.direction))
    {
        const double length = std::sqrt(dot(direction, direction));
        direction =
            length > 0.0 ? along({0.0, 0.0, 0.0}, direction, 1.0 / length) : Place{0.0, 0.0, -1.0};
    }

    Place at(double distance) const { return along(origin, direction, distance); }
};

// How far along the line a plane is; none: it is behind, or beside.
std::optional<double> meets(const Line& line, const Place& point, const Place& normal)
{
    const double towards = dot(line.direction, normal);
    if (std::abs(towards) < 1e-6)
    {
        return std::nullopt;
    }
    const double distance = dot(minus(point, line.origin), normal) / towards;
    return distance > 0.0 ? std::optional(distance) : std::nullopt;
}

bool contains(const scene::Rectangle& area, const Place& place)
{
    return place.x >= area.left && place.x <= area.right && place.y >= area.bottom &&
           place.y <= area.top;
}

// Height of the surface, or of dry ground, at a place.
double heightAt(const scene::WaterRun& run, const Place& place)
{
    const tnVec2 point = {static_cast<float>(place.x), static_cast<float>(place.y)};
    tnWaterSample sample = {};
    tnWater_Sample(run.water(), &point, 1, &sample);
    return double(sample.surface);
}

// The part of the line that is over the grid.
std::optional<std::pair<double, double>> overGrid(const Line& line, const scene::Rectangle& area)
{
    double first = 0.0;
    double last = 1e6;
    const auto clip = [&](double origin, double direction, double low, double high) {
        if (std::abs(direction) < 1e-12)
        {
            last = origin < low || origin > high ? -1.0 : last;
            return;
        }
        const double a = (low - origin) / direction;
        const double b = (high - origin) / direction;
        first = std::max(first, std::min(a, b));
        last = std::min(last, std::max(a, b));
    };
    clip(line.origin.x, line.direction.x, area.left, area.right);
    clip(line.origin.y, line.direction.y, area.bottom, area.top);
    return first <= last ? std::optional(std::pair(first, last)) : std::nullopt;
}

// Where the line comes down through the surface: in steps of half a cell, then halved.
std::optional<Place> meetsSurface(const scene::WaterRun& run, const Line& line)
{
    const auto span = overGrid(line, run.scene().water().area());
    if (!span)
    {
        return std::nullopt;
    }
    const double step = 0.5 * double(run.def().cellSize) /
                        std::max(std::hypot(line.direction.x, line.direction.y), 1e-3);
    const auto isBelow = [&](double distance) {
        const Place place = line.at(distance);
        return place.z <= heightAt(run, place);
    };
    const auto [first, last] = *span;
    const int steps =
        static_cast<int>(std::min((last - first) / step + 1.0, double(kMostAimSteps)));
    double above = first;
    for (int k = 0; k <= steps; ++k)
    {
        const double distance = std::min(first + k * step, last);
        if (isBelow(distance))
        {
            double below = distance;
            for (int halving = 0; halving < kAimHalvings && below > above; ++halving)
            {
                const double middle = 0.5 * (above + below);
                (isBelow(middle) ? below : above) = middle;
            }
            return line.at(below);
        }
        above = distance;
    }
    return std::nullopt;
}

// How far bodies are looked for (m): across the whole grid and no farther, since Bullet finds small
// ones on long ways no more.
double pickReach(const scene::WaterRun& run, const Line& line)
{
    const scene::Rectangle area = run.scene().water().area();
    const Place middle = {0.5 * (area.left + area.right), 0.5 * (area.bottom + area.top),
                          double(run.def().level)};
    const Place off = minus(middle, line.origin);
    return std::sqrt(dot(off, off)) + std::hypot(area.right - area.left, area.top - area.bottom);
}

double shorterSide(const scene::Scene& scene)
{
    const scene::Rectangle area =
        std::visit([](const auto& part) { return part.area(); }, scene.part);
    return std::min(area.right - area.left, area.top - area.bottom);
}

std::string placeToml(const Place& place)
{
    return fmt::format("[{:.3f}, {:.3f}, {:.3f}]", place.x, place.y, place.z);
}

} // namespace

Ray Ray::at(double x, double y)
{
    return {{static_cast<float>(x), static_cast<float>(y), 1.0F}, {0.0F, 0.0F, -1.0F}};
}

Hand::Hand(Session& session) : session_(session) {}

double Hand::radius() const
{
    if (radius_ > 0.0 || !session_.isOpen())
    {
        return radius_;
    }
    const bool isFlow = session_.flow() != nullptr;
    return (isFlow ? kFlowRadiusPart : kWaterRadiusPart) * shorterSide(session_.scene());
}

void Hand::take(ToolId tool)
{
    if (tool != tool_)
    {
        keepPaint();
    }
    tool_ = tool;
}

int Hand::dye() const
{
    if (!session_.isOpen())
    {
        return 0;
    }
    const int channels =
        std::visit([](const auto& part) { return part.def.dyeChannels; }, session_.scene().part);
    return std::clamp(dye_, 0, std::max(0, channels - 1));
}

std::optional<Aim> Hand::aim(const Ray& ray) const
{
    const Line line(ray);
    Aim aim;
    if (session_.flow() != nullptr)
    {
        const auto distance = meets(line, {0.0, 0.0, 0.0}, {0.0, 0.0, 1.0});
        if (!distance)
        {
            return std::nullopt;
        }
        aim.point = narrow(line.at(*distance));
        aim.isInside = contains(session_.scene().flow().area(), line.at(*distance));
        return aim;
    }
    const scene::WaterRun* run = session_.water();
    if (run == nullptr)
    {
        return std::nullopt;
    }
    const std::optional<Place> surface = meetsSurface(*run, line);
    const double reach = pickReach(*run, line);
    if (const auto hit = run->rigid().pick(ray.origin, narrow(line.at(reach))))
    {
        const Place place = wide(hit->point);
        const double toBody = dot(minus(place, line.origin), line.direction);
        const double toSurface =
            surface ? dot(minus(*surface, line.origin), line.direction) : reach;
        const auto& bodies = run->bodies();
        const auto found = std::find_if(bodies.begin(), bodies.end(), [&](const auto& body) {
            return body.isThere() && body.rigid == hit->body;
        });
        // What is under water can be seen, and be taken hold of, unless it lies deep.
        if (found != bodies.end() && toBody < toSurface + kSeenBelow)
        {
            aim.body = static_cast<std::size_t>(found - bodies.begin());
            aim.point = hit->point;
            aim.isInside = true;
            return aim;
        }
    }
    if (!surface)
    {
        return std::nullopt;
    }
    aim.point = narrow(*surface);
    aim.isInside = true;
    return aim;
}

// The pointer

void Hand::begin(const Ray& ray, bool isSecondButton)
{
    keepPaint();
    letGo();
    const std::optional<Aim> aim = session_.isOpen() ? this->aim(ray) : std::nullopt;
    if (!aim)
    {
        return;
    }
    isDown_ = true;
    isPushing_ = isSecondButton;
    wall_ = 0.0;
    lately_.clear();
    const bool grabs = isSecondButton || tool_ == ToolId::grab;
    if (grabs && aim->body)
    {
        grab(*aim, ray);
        return;
    }
    way_ = {{aim->point.x, aim->point.y}};
    if (!isSecondButton && isUseful(tool_, session_.scene()))
    {
        applyOnce(*aim);
    }
}

void Hand::move(const Ray& ray, double wallSeconds)
{
    if (!isDown_)
    {
        return;
    }
    wall_ += std::max(wallSeconds, 0.0);
    if (held_)
    {
        dragTo(ray);
        return;
    }
    const std::optional<Aim> aim = this->aim(ray);
    if (!aim || way_.empty())
    {
        return;
    }
    const tnVec2 last = way_.back();
    const tnVec2 now = {aim->point.x, aim->point.y};
    if (isPaintTool(working()))
    {
        paint(last, now, wallSeconds);
        way_ = {now};
        return;
    }
    if (way_.size() >= kMostWay) // nothing steps: the way so far becomes one straight piece
    {
        way_ = {way_.front(), last};
    }
    way_.push_back(now);
}

void Hand::end()
{
    if (held_)
    {
        throwBody();
    }
    keepPaint();
    letGo();
}

void Hand::letGo()
{
    letGoOfBody();
    isDown_ = false;
    isPushing_ = false;
    way_.clear();
    painted_.clear();
    sinceSplash_ = kSplashEvery;
}

void Hand::letGoOfBody()
{
    scene::WaterRun* run = held_ ? session_.water() : nullptr;
    if (run != nullptr && *held_ < run->bodies().size() && run->bodies()[*held_].isThere())
    {
        run->rigid().release(run->bodies()[*held_].rigid);
    }
    held_.reset();
}

// Bodies

void Hand::applyOnce(const Aim& aim)
{
    switch (tool_)
    {
    case ToolId::crate:
    case ToolId::ball:
    case ToolId::barrel:
    case ToolId::duck:
        addBody(aim.point);
        break;
    case ToolId::erase:
        if (aim.body)
        {
            eraseBody(*aim.body);
        }
        break;
    case ToolId::wall:
    case ToolId::eraseWall:
        paint(way_.back(), way_.back(), 0.0);
        break;
    default:
        break;
    }
}

void Hand::addBody(tnVec3 point)
{
    const double size = kBodyPart * shorterSide(session_.scene());
    Place place = wide(point);
    place.z += kDropHeight * size;
    std::string lines;
    const char* name = "crate";
    switch (tool_)
    {
    case ToolId::ball:
        name = "ball";
        lines = fmt::format("shape = \"sphere\"\nradius = {:.4f}\ndensity = {}\nrestitution = {}\n",
                            kBallRadius * size, kBallDensity, kBallRestitution);
        break;
    case ToolId::barrel:
        name = "barrel";
        lines = fmt::format("shape = \"cylinder\"\nradius = {:.4f}\nlength = {:.4f}\ndensity = {}\n"
                            "colours = [\"#2d6f8e\"]\n",
                            kBarrelRadius * size, kBarrelLength * size, kBarrelDensity);
        break;
    case ToolId::duck:
        name = "duck";
        lines =
            fmt::format("shape = \"duck\"\nlength = {:.4f}\ndensity = {}\n", size, kDuckDensity);
        break;
    default:
        lines = fmt::format("shape = \"box\"\nsize = [{0:.4f}, {0:.4f}, {0:.4f}]\ndensity = {1}\n",
                            size, kCrateDensity);
        break;
    }
    const std::string unique = session_.freeName("water.bodies", name);
    session_.add("water.bodies",
                 fmt::format("name = \"{}\"\n{}position = {}\n", unique, lines, placeToml(place)),
                 fmt::format("Add a {}", name));
}

// One of a crowd leaves the running scene only: the text has the crowd as a whole.
void Hand::eraseBody(std::size_t number)
{
    scene::WaterRun& run = *session_.water();
    const auto group = std::size_t(run.bodies()[number].group);
    const scene::BodyDescription& kind = session_.scene().water().bodies[group];
    if (kind.count > 1)
    {
        run.removeBody(number);
        return;
    }
    const std::string name = kind.name;
    session_.removeNamed("water.bodies", name, fmt::format("Take {} away", name));
}

// The point that is held goes along a plane that faces the eye.
void Hand::grab(const Aim& aim, const Ray& ray)
{
    scene::WaterRun& run = *session_.water();
    held_ = aim.body;
    target_ = aim.point;
    planePoint_ = aim.point;
    planeNormal_ = narrow(Line(ray).direction);
    lately_ = {{wall_, target_}};
    run.rigid().grab(run.bodies()[*held_].rigid, target_);
}

void Hand::dragTo(const Ray& ray)
{
    scene::WaterRun& run = *session_.water();
    const Line line(ray);
    const auto distance = meets(line, wide(planePoint_), wide(planeNormal_));
    const scene::RunBody& body = run.bodies()[*held_];
    if (!distance || !body.isThere())
    {
        held_ = body.isThere() ? held_ : std::nullopt;
        return;
    }
    target_ = narrow(line.at(*distance));
    lately_.push_back({wall_, target_});
    while (lately_.size() > 2 && lately_[1].time < wall_ - kThrowMemory)
    {
        lately_.erase(lately_.begin());
    }
    run.rigid().drag(body.rigid, target_);
}

// With the velocity that the hand had lately, in the scene's own time.
void Hand::throwBody()
{
    scene::WaterRun& run = *session_.water();
    const scene::RunBody& body = run.bodies()[*held_];
    const Moment& first = lately_.front();
    const Moment& last = lately_.back();
    const double passed = wall_ - first.time;
    if (!body.isThere() || !session_.isPlaying() || !(passed > 0.0))
    {
        return;
    }
    const double perSecond = 1.0 / (passed * session_.speed());
    Place velocity = along({0.0, 0.0, 0.0}, minus(wide(last.place), wide(first.place)), perSecond);
    const double speed = std::sqrt(dot(velocity, velocity));
    velocity = along({0.0, 0.0, 0.0}, velocity, std::min(1.0, kMostThrow / std::max(speed, 1e-9)));
    scene::RigidMotion motion = run.rigid().motion(body.rigid);
    motion.velocity = narrow(velocity);
    run.rigid().release(body.rigid);
    run.rigid().setMotion(body.rigid, motion);
}

} // namespace tarn::studio
