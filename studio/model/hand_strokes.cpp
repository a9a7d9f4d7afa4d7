// What a hand does along its way: strokes in the fluid, a step at a time, and painted ground and
// walls, at once.
#include "studio/model/defaults.h"
#include "studio/model/hand.h"
#include "studio/model/session.h"

#include "scene/noise.h"
#include "scene/require.h"

#include <algorithm>
#include <cmath>

namespace tarn::studio
{
namespace
{

constexpr double kPi = 3.14159265358979323846;

float narrow(double number)
{
    return static_cast<float>(number);
}

double lengthOf(tnVec2 from, tnVec2 to)
{
    return std::hypot(double(to.x) - double(from.x), double(to.y) - double(from.y));
}

double lengthOf(const std::vector<tnVec2>& way)
{
    double length = 0.0;
    for (std::size_t k = 1; k < way.size(); ++k)
    {
        length += lengthOf(way[k - 1], way[k]);
    }
    return length;
}

// Cuts the way at this length; the rest begins where the first part ends.
std::vector<tnVec2> cutWay(std::vector<tnVec2>& way, double length)
{
    std::vector<tnVec2> part = {way.front()};
    while (way.size() > 1)
    {
        const double piece = lengthOf(way[0], way[1]);
        if (piece > length)
        {
            const double share = length / piece;
            const tnVec2 cut = {
                narrow(double(way[0].x) + share * (double(way[1].x) - double(way[0].x))),
                narrow(double(way[0].y) + share * (double(way[1].y) - double(way[0].y)))};
            part.push_back(cut);
            way.front() = cut;
            return part;
        }
        length -= piece;
        way.erase(way.begin());
        part.push_back(way.front());
    }
    return part;
}

// From the way between two points to a third.
double distanceTo(tnVec2 from, tnVec2 to, double x, double y)
{
    const double wayX = double(to.x) - double(from.x);
    const double wayY = double(to.y) - double(from.y);
    const double square = wayX * wayX + wayY * wayY;
    const double part =
        square > 0.0
            ? std::clamp(((x - double(from.x)) * wayX + (y - double(from.y)) * wayY) / square, 0.0,
                         1.0)
            : 0.0;
    return std::hypot(x - double(from.x) - part * wayX, y - double(from.y) - part * wayY);
}

// The same way in as few straight pieces as stay this close to it: what a stroke does must not
// depend on how many frames there were on the way.
std::vector<tnVec2> straightened(const std::vector<tnVec2>& way, double tolerance)
{
    std::vector<tnVec2> result = {way.front()};
    std::size_t start = 0;
    for (std::size_t end = 2; end < way.size(); ++end)
    {
        const auto isOff = [&](tnVec2 point) {
            return distanceTo(way[start], way[end], double(point.x), double(point.y)) > tolerance;
        };
        if (std::any_of(way.begin() + std::ptrdiff_t(start) + 1, way.begin() + std::ptrdiff_t(end),
                        isOff))
        {
            start = end - 1;
            result.push_back(way[start]);
        }
    }
    if (way.size() > 1)
    {
        result.push_back(way.back());
    }
    return result;
}

std::vector<float> copyOf(const tnFieldView& view)
{
    std::vector<float> numbers;
    numbers.reserve(std::size_t(view.columns) * std::size_t(view.rows));
    for (int j = 0; j < view.rows; ++j)
    {
        const float* row = view.data + std::ptrdiff_t(j) * view.stride;
        numbers.insert(numbers.end(), row, row + view.columns);
    }
    return numbers;
}

} // namespace

bool Hand::isPaintTool(ToolId tool)
{
    return tool == ToolId::wall || tool == ToolId::eraseWall || tool == ToolId::raiseGround ||
           tool == ToolId::digGround;
}

// The frame's way is shared out among its steps: each has its own piece, and the next one begins
// where it ends.
void Hand::work(double dt, int stepsLeft)
{
    const bool isStroke = isDown_ && !held_ && !way_.empty() && !isPaintTool(working());
    if (!isStroke || !isUseful(working(), session_.scene()))
    {
        return;
    }
    const std::vector<tnVec2> part =
        straightened(cutWay(way_, lengthOf(way_) / std::max(stepsLeft, 1)), kStraight * radius());
    const double length = lengthOf(part);
    sinceSplash_ += dt;
    for (std::size_t k = 1; k < part.size() || k == 1; ++k)
    {
        const tnVec2 from = part[k - 1];
        const tnVec2 to = k < part.size() ? part[k] : from;
        const double share = length > 0.0 ? lengthOf(from, to) / length : 1.0;
        if (length > 0.0 && share == 0.0)
        {
            continue;
        }
        if (session_.flow() != nullptr)
        {
            strokeFlow(from, to, dt, share, length);
        }
        else if (session_.water() != nullptr)
        {
            strokeWater(from, to, dt, share, length);
        }
    }
}

// How fast the hand goes along a piece of the way that takes its share of dt.
tnVec2 Hand::velocityOf(tnVec2 from, tnVec2 to, double dt, double length) const
{
    const double piece = lengthOf(from, to);
    if (!(piece > 0.0))
    {
        return {0.0F, 0.0F};
    }
    const scene::Rectangle area =
        std::visit([](const auto& part) { return part.area(); }, session_.scene().part);
    const double speed = std::min(length / dt, kMostHandSpeed * (area.right - area.left));
    return {narrow(speed * (double(to.x) - double(from.x)) / piece),
            narrow(speed * (double(to.y) - double(from.y)) / piece)};
}

void Hand::strokeFlow(tnVec2 from, tnVec2 to, double dt, double share, double length)
{
    const tnFlow flow = session_.flow()->flow();
    tnFlowBrush brush = tnDefaultFlowBrush();
    brush.from = from;
    brush.to = to;
    brush.radius = narrow(radius());
    if (length > 0.0)
    {
        tnFlowBrush draw = brush;
        draw.mode = tn_brushHold;
        draw.holdRate = narrow(kFlowHoldRate);
        draw.holdDye = false;
        draw.holdTemperature = false;
        const tnVec2 velocity = velocityOf(from, to, dt, length);
        const double force = working() == ToolId::push ? strength_ : 1.0;
        draw.velocity = {narrow(force * double(velocity.x)), narrow(force * double(velocity.y))};
        scene::require(tnFlow_Brush(flow, &draw), "a stroke could not be made");
    }
    if (working() == ToolId::dye)
    {
        brush.mode = tn_brushImpulse;
        brush.dye[dye()] = narrow(strength_ * kDyeRate * dt * share);
        scene::require(tnFlow_Brush(flow, &brush), "a stroke could not be made");
    }
}

void Hand::strokeWater(tnVec2 from, tnVec2 to, double dt, double share, double length)
{
    const tnWater water = session_.water()->water();
    tnWaterBrush brush = tnDefaultWaterBrush();
    brush.from = from;
    brush.to = to;
    brush.radius = narrow(radius());
    const double amount = strength_ * dt * share;
    switch (working())
    {
    case ToolId::push:
    case ToolId::dye:
    {
        tnWaterSample there = {};
        scene::require(tnWater_Sample(water, &to, 1, &there), "the water could not be read");
        const tnVec2 velocity = velocityOf(from, to, dt, length);
        const double part = length > 0.0 ? 1.0 - std::exp(-kWaterHoldRate * dt * share) : 0.0;
        const double force = working() == ToolId::push ? strength_ : 1.0;
        brush.velocity = {narrow(part * (force * double(velocity.x) - double(there.velocity.x))),
                          narrow(part * (force * double(velocity.y) - double(there.velocity.y)))};
        brush.dye[dye()] = working() == ToolId::dye ? narrow(kDyeRate * amount) : 0.0F;
        break;
    }
    case ToolId::pour:
        brush.water = narrow(kPourRate * amount);
        break;
    case ToolId::drain:
        brush.water = narrow(-kPourRate * amount);
        break;
    case ToolId::splash:
        if (sinceSplash_ < kSplashEvery)
        {
            return;
        }
        sinceSplash_ = 0.0;
        brush.from = to;
        brush.splash = narrow(strength_ * kSplashDepth * radius());
        break;
    case ToolId::rain:
        shower(to, dt * share);
        return;
    default:
        return;
    }
    scene::require(tnWater_Brush(water, &brush), "a stroke could not be made");
}

// Drops strewn over the hand's circle, which together are the water that should fall.
void Hand::shower(tnVec2 middle, double dt)
{
    const scene::WaterRun& run = *session_.water();
    const double size = radius();
    const double volume = strength_ * kShowerRate * kPi * size * size * dt / kShowerDrops;
    for (int k = 0; k < kShowerDrops; ++k)
    {
        const auto chance = [&](std::uint64_t which) {
            return scene::randomUnit(++showers_, which);
        };
        const double angle = 2.0 * kPi * chance(0);
        const double away = size * std::sqrt(chance(1));
        const tnVec2 place = {narrow(double(middle.x) + away * std::cos(angle)),
                              narrow(double(middle.y) + away * std::sin(angle))};
        tnWaterSample below = {};
        scene::require(tnWater_Sample(run.water(), &place, 1, &below),
                       "the water could not be read");
        const double height =
            double(below.surface) + kShowerHeight * (1.0 - kShowerSpread * chance(2));
        // Where the air is full of drops already, one more or less is not seen.
        static_cast<void>(tnWater_AddSpray(run.water(), {place.x, place.y, narrow(height)},
                                           {0.0F, 0.0F, narrow(-kShowerSpeed)}, narrow(volume),
                                           false));
    }
}

// Paint

void Hand::paint(tnVec2 from, tnVec2 to, double seconds)
{
    if (!isUseful(working(), session_.scene()))
    {
        return;
    }
    if (session_.flow() != nullptr)
    {
        paintWalls(from, to);
    }
    else
    {
        paintGround(from, to, seconds);
    }
}

void Hand::paintWalls(tnVec2 from, tnVec2 to)
{
    scene::FlowRun& run = *session_.flow();
    const tnFlowDef& def = run.def();
    if (painted_.empty())
    {
        painted_ = run.maskNumbers();
    }
    const double h = double(def.cellSize);
    const double size = std::max(radius(), kLeastWallRadius * h);
    for (int j = 0; j < def.ny; ++j)
    {
        for (int i = 0; i < def.nx; ++i)
        {
            const double x = double(def.origin.x) + (i + 0.5) * h;
            const double y = double(def.origin.y) + (j + 0.5) * h;
            if (distanceTo(from, to, x, y) <= size)
            {
                painted_[std::size_t(j) * std::size_t(def.nx) + std::size_t(i)] =
                    working() == ToolId::wall ? 1.0F : 0.0F;
            }
        }
    }
    run.setWalls(painted_);
}

void Hand::paintGround(tnVec2 from, tnVec2 to, double seconds)
{
    scene::WaterRun& run = *session_.water();
    const tnWaterDef& def = run.def();
    if (painted_.empty())
    {
        tnFieldView view = {};
        scene::require(tnWater_GetView(run.water(), tn_waterTerrain, &view),
                       "the ground could not be read");
        painted_ = copyOf(view);
    }
    const double h = double(def.cellSize);
    const double size = std::max(radius(), kLeastGroundRadius * h);
    const double sign = working() == ToolId::raiseGround ? 1.0 : -1.0;
    const double rise = sign * strength_ * kGroundRate * seconds;
    for (int j = 0; j < def.ny; ++j)
    {
        for (int i = 0; i < def.nx; ++i)
        {
            const double x = double(def.origin.x) + (i + 0.5) * h;
            const double y = double(def.origin.y) + (j + 0.5) * h;
            const double away = distanceTo(from, to, x, y) / size;
            if (away < kGroundReach)
            {
                float& ground = painted_[std::size_t(j) * std::size_t(def.nx) + std::size_t(i)];
                ground = narrow(double(ground) + rise * std::exp(-away * away));
            }
        }
    }
    scene::require(tnWater_SetField(run.water(), tn_waterTerrain, painted_.data(),
                                    std::int64_t(painted_.size())),
                   "the ground could not be painted");
    run.groundChanged();
}

// The whole stroke is one edit.
void Hand::keepPaint()
{
    if (painted_.empty())
    {
        return;
    }
    std::vector<float> painted = std::move(painted_);
    painted_.clear();
    const char* label = toolOf(tool_).name;
    session_.endPreview();
    if (session_.flow() != nullptr)
    {
        session_.paintWalls(std::move(painted), label);
    }
    else
    {
        session_.paintGround(std::move(painted), label);
    }
    session_.endPreview();
}

} // namespace tarn::studio
