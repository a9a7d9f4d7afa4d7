#include "render/gl/inside_marks.h"

#include "render/defaults.h"
#include "render/gl/defaults.h"
#include "render/streamlines.h"
#include "render/text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tarn::render::gl
{
namespace
{

constexpr int kMostLevels = 15; // lattices: 2^15 places along a side are more than any grid's cells

// Halves squares of the lattice until they are too small, or out of sight.
class PlaceFinder
{
  public:
    PlaceFinder(const Rectangle& world, float level, const PixelScale& scale, float spacing,
                float finest, std::vector<MarkPlace>& places)
        : world_(world), level_(level), scale_(scale), spacing_(spacing), finest_(finest),
          places_(places), size_(std::max(world.width(), world.height()))
    {
        places_.clear();
        visit(0, 0, 0);
    }

  private:
    // The square whose lower left corner is number i, j of lattice k.
    void visit(int i, int j, int k)
    {
        const float side = std::ldexp(size_, -k);
        const Point low = {world_.left + static_cast<float>(i) * side,
                           world_.bottom + static_cast<float>(j) * side};
        if (low.x > world_.right || low.y > world_.top ||
            static_cast<int>(places_.size()) >= kMostMarks)
        {
            return;
        }
        const Vec3 middle(low.x + 0.5F * side, low.y + 0.5F * side, level_);
        if (k > 0 && (i % 2 != 0 || j % 2 != 0))
        {
            add(low, side, i, j, k);
        }
        if (k + 1 < kMostLevels && 0.5F * side >= finest_ && isWorthHalving(middle, side))
        {
            for (const auto& [di, dj] : {std::array{0, 0}, {1, 0}, {0, 1}, {1, 1}})
            {
                visit(2 * i + di, 2 * j + dj, k + 1);
            }
        }
    }

    void add(Point at, float side, int i, int j, int k)
    {
        const Vec3 place(at.x, at.y, level_);
        // What lies on the edge belongs to no side of it.
        const bool isInside =
            at.x > world_.left && at.y > world_.bottom && at.x < world_.right && at.y < world_.top;
        if (!isInside || !scale_.isInFront(place))
        {
            return;
        }
        const float pixel = scale_.level(place);
        const float strength = smoothStep(kLatticeBegins * spacing_, spacing_, side / pixel);
        if (strength > 0.0F && isNear(scale_.pixelOf(place), 4.0F * spacing_))
        {
            const int finer = kMostLevels - k;
            places_.push_back({at, pixel, strength,
                               static_cast<std::uint32_t>(i) << finer ^
                                   (static_cast<std::uint32_t>(j) << finer) * 0x9E3779B1U});
        }
    }

    bool isWorthHalving(Vec3 middle, float side) const
    {
        if (!scale_.isInFront(middle))
        {
            return side > size_ / 64.0F; // a part of it may be in front
        }
        const float pixels = side / scale_.facing(middle);
        return pixels > kLatticeBegins * spacing_ &&
               isNear(scale_.pixelOf(middle), 2.0F * pixels + 4.0F * spacing_);
    }

    bool isNear(Point pixel, float reach) const
    {
        return pixel.x > -reach && pixel.y > -reach &&
               pixel.x < static_cast<float>(scale_.width()) + reach &&
               pixel.y < static_cast<float>(scale_.height()) + reach;
    }

    const Rectangle& world_;
    float level_;
    const PixelScale& scale_;
    float spacing_;
    float finest_;
    std::vector<MarkPlace>& places_;
    float size_;
};

VelocityField fieldOf(const InsideFrame& frame)
{
    return {frame.world, frame.velocityX, frame.velocityY, frame.solid};
}

// Marks as dense as twice the cells show all that there is.
float finestOf(const InsideFrame& frame)
{
    return 0.5F * frame.world.width() / static_cast<float>(frame.columns);
}

// -1 .. 1, the same for the same number.
float chance(std::uint32_t number)
{
    number = (number ^ (number >> 16U)) * 0x7FEB352DU;
    number = (number ^ (number >> 15U)) * 0x846CA68BU;
    number ^= number >> 16U;
    return static_cast<float>(number >> 8U) / 8388608.0F - 1.0F;
}

} // namespace

Colour buoyancyColour()
{
    return fromSrgb(0.337F, 0.706F, 0.914F);
}

Colour weightColour()
{
    return fromSrgb(0.902F, 0.624F, 0.0F);
}

Colour dragColour()
{
    return fromSrgb(0.933F, 0.557F, 0.757F);
}

std::string forceText(float newtons)
{
    const bool isLarge = std::abs(newtons) >= 1000.0F;
    return withMinusSigns(
        fmt::format("{:.3g} {}", isLarge ? newtons / 1000.0F : newtons, isLarge ? "kN" : "N"));
}

void findPlaces(const Rectangle& world, float level, const PixelScale& scale, float spacing,
                float finest, std::vector<MarkPlace>& places)
{
    const PlaceFinder finder(world, level, scale, spacing, finest, places);
}

InsideMarks::InsideMarks(const PixelScale& scale)
    : scale_(scale), point_(pointOf(scale.width(), scale.height()))
{
}

void InsideMarks::addVelocity(const InsideFrame& frame, const ArrowStyle& style, float fullSpeed)
{
    const VelocityField field = fieldOf(frame);
    const float spacing = style.spacing * point_;
    findPlaces(frame.world, frame.level, scale_, spacing, finestOf(frame), places_);
    const Colour colour = coded(style.colour);
    for (const MarkPlace& place : places_)
    {
        const Point v = field.at(place.at);
        const float speed = std::hypot(v.x, v.y);
        if (!field.isOpen(place.at) || !std::isfinite(speed))
        {
            continue;
        }
        const float pixels = spacing * std::min(speed / fullSpeed, kLongestArrow);
        const float half = 0.5F * pixels * place.metresPerPixel / std::max(speed, 1e-30F);
        ArrowMark& arrow = velocity_.emplace_back();
        arrow.tail = {place.at.x - half * v.x, place.at.y - half * v.y, frame.level};
        arrow.tip = {place.at.x + half * v.x, place.at.y + half * v.y, frame.level};
        arrow.width = std::max(kArrowShaft * point_, kLeastLine);
        arrow.head = kArrowHead * point_;
        arrow.colour = colour;
        arrow.opacity = place.strength;
        arrow.isDraped = 1.0F;
    }
}

void InsideMarks::addStreamlines(const InsideFrame& frame, const StreamlineStyle& style,
                                 float fullSpeed)
{
    const VelocityField field = fieldOf(frame);
    const float spacing = style.spacing * point_;
    findPlaces(frame.world, frame.level, scale_, spacing, finestOf(frame), places_);
    const Colour colour = coded(style.colour);
    const float width = std::max(style.width * point_, kLeastLine);
    const int steps =
        std::max(static_cast<int>(std::lround(0.5F * style.length * point_ / kStreamStep)), 1);
    for (const MarkPlace& place : places_)
    {
        const float off = kSeedJitter * spacing * place.metresPerPixel;
        const Point seed = {place.at.x + off * chance(place.name),
                            place.at.y + off * chance(place.name + 1)};
        followStreamline(field, seed, kStreamStep * place.metresPerPixel, steps, line_);
        const auto last = static_cast<int>(line_.size()) - 1;
        // Faint from behind, bright ahead: a line shows where it goes.
        const auto opacity = [&](int k) {
            const float part = static_cast<float>(k) / static_cast<float>(last);
            const Point v = field.at(line_[std::size_t(k)]);
            return place.strength * smoothStep(0.0F, kStreamRise, part) *
                   smoothStep(0.0F, kStreamFall, 1.0F - part) *
                   smoothStep(kStreamSlow, kStreamFast, std::hypot(v.x, v.y) / fullSpeed);
        };
        const auto at = [&](int k) {
            const Point p = line_[std::size_t(std::clamp(k, 0, last))];
            return Vec3(p.x, p.y, frame.level);
        };
        for (int k = 0; k < last; ++k)
        {
            LineMark& piece = streamlines_.emplace_back();
            piece.before = at(k - 1);
            piece.from = at(k);
            piece.to = at(k + 1);
            piece.after = at(k + 2);
            piece.opacityFrom = opacity(k);
            piece.opacityTo = opacity(k + 1);
            piece.width = width;
            piece.colour = colour;
            piece.isDraped = 1.0F;
            piece.hasCaps = 0.0F;
        }
    }
}

void InsideMarks::addWettedFaces(const InsideFrame& frame, float fullPressure)
{
    for (const InsideBody& body : frame.bodies)
    {
        for (const tnWettedFace& face : body.faces)
        {
            const Vec3 centre(face.centre);
            const Vec3 force(face.force);
            if (!isFinite(centre) || !isFinite(force) || !scale_.isInFront(centre) ||
                !(face.area > 0.0F))
            {
                continue;
            }
            const float pixel = scale_.facing(centre);
            const float opacity = smoothStep(kFaceLeast, kFaceFull, std::sqrt(face.area) / pixel);
            const float pressure = length(force) / face.area;
            const float metres =
                kNeedleLength * point_ * pixel * std::min(pressure / fullPressure, kLongestArrow);
            if (opacity <= 0.0F || pressure <= 0.0F)
            {
                continue;
            }
            ArrowMark& arrow = needles_.emplace_back();
            arrow.tip = centre;
            arrow.tail = centre - normalized(force) * metres;
            arrow.width = std::max(0.7F * kArrowShaft * point_, kLeastLine);
            arrow.head = 0.7F * kArrowHead * point_;
            arrow.colour = {1.0F, 1.0F, 1.0F};
            arrow.opacity = opacity;
        }
    }
}

void InsideMarks::addForces(const InsideFrame& frame, float fullForce)
{
    for (const InsideBody& body : frame.bodies)
    {
        const Vec3 mass(body.position);
        const Vec3 buoyancy(body.centreOfBuoyancy);
        if (!isFinite(mass) || !isFinite(buoyancy) || !scale_.isInFront(mass))
        {
            continue;
        }
        addForce(mass, Vec3(body.weight), fullForce, weightColour());
        addForce(mass, Vec3(body.drag), fullForce, dragColour());
        addDisc(mass, kDiscRadius, weightColour());
        if (body.isWet() && scale_.isInFront(buoyancy))
        {
            addForce(buoyancy, Vec3(body.buoyancy), fullForce, buoyancyColour());
            addDisc(buoyancy, kDiscRadius, buoyancyColour());
        }
    }
}

void InsideMarks::addForce(Vec3 at, Vec3 force, float fullForce, Colour colour)
{
    const float newtons = length(force);
    if (!std::isfinite(newtons) || newtons < kLeastForce * fullForce)
    {
        return;
    }
    const float metres =
        kForceLength * point_ * scale_.facing(at) * std::min(newtons / fullForce, kLongestArrow);
    ArrowMark& arrow = forces_.emplace_back();
    arrow.tail = at;
    arrow.tip = at + normalized(force) * metres;
    arrow.width = std::max(1.5F * kArrowShaft * point_, kLeastLine);
    arrow.head = 1.4F * kArrowHead * point_;
    arrow.colour = coded(colour);
    if (!scale_.isInFront(arrow.tip))
    {
        return;
    }
    // Beyond the tip, on the side it points to.
    const Point from = scale_.pixelOf(at);
    const Point to = scale_.pixelOf(arrow.tip);
    const std::string text = forceText(newtons);
    const float height = std::max(kLabelHeight * point_, kLeastTextPixels);
    const float away = kLabelAway * point_;
    const bool isLeft = to.x < from.x - 1.0F;
    const bool isUpright = std::abs(to.x - from.x) < 0.5F * std::abs(to.y - from.y);
    const float wide = textWidth(text, height);
    const float x = isUpright ? -0.5F * wide : isLeft ? -wide - away : away;
    const float y = isUpright ? (to.y < from.y ? -away - height : away) : -0.5F * height;
    if (claims({to.x + x, to.y + y, to.x + x + wide, to.y + y + height}))
    {
        addLabel(text, arrow.tip, {x, y}, colour);
    }
}

// Labels that would cover others are left out; those of the first bodies stay.
bool InsideMarks::claims(const Rectangle& room)
{
    const float gap = 0.2F * kLabelHeight * point_;
    const auto isInTheWay = [&](const Rectangle& other) {
        return room.left < other.right + gap && other.left < room.right + gap &&
               room.bottom < other.top + gap && other.bottom < room.top + gap;
    };
    if (std::any_of(taken_.begin(), taken_.end(), isInTheWay))
    {
        return false;
    }
    taken_.push_back(room);
    return true;
}

void InsideMarks::addLabel(std::string_view text, Vec3 at, Point off, Colour colour)
{
    const float height = std::max(kLabelHeight * point_, kLeastTextPixels);
    visitStrokes(text, {0.0F, 0.0F}, height, [&](Point from, Point to) {
        LineMark& stroke = labels_.emplace_back();
        stroke.before = stroke.from = stroke.to = stroke.after = at;
        stroke.off = {off.x + from.x, off.y - from.y, off.x + to.x, off.y - to.y};
        stroke.width = std::max(kTextPen * height, 1.0F);
        stroke.colour = coded(colour);
    });
}

void InsideMarks::addDisc(Vec3 at, float radius, Colour colour)
{
    LineMark& disc = labels_.emplace_back();
    disc.before = disc.from = disc.to = disc.after = at;
    disc.width = 2.0F * radius * point_;
    disc.colour = coded(colour);
}

} // namespace tarn::render::gl
