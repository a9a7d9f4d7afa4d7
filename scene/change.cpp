// Compares two scenes key by key, and looks up what each different key means.
#include "scene/change.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

namespace tarn::scene
{
namespace
{

struct KeyRule
{
    std::string_view key; // it and all below it
    Change change;
};

// The longest key that fits counts. What is in no table restarts the scene.
constexpr KeyRule kCommonRules[] = {
    {"summary", Change::told},
    {"run", Change::told},
    {"probes", Change::told},
    {"view", Change::told},
};

constexpr KeyRule kFlowRules[] = {
    {"flow.nx", Change::regrids},        {"flow.ny", Change::regrids},
    {"flow.width", Change::regrids},     {"flow.cell_size", Change::regrids},
    {"flow.dye_scale", Change::regrids}, {"flow.fluid", Change::told},
    {"flow.edges", Change::told},        {"flow.solids", Change::told},
    {"flow.emitters", Change::told},     {"flow.hands", Change::told},
    {"flow.tracers", Change::told},      {"flow.mask", Change::told},
    {"flow.initial", Change::atReset},
};

constexpr KeyRule kWaterRules[] = {
    {"water.nx", Change::regrids},
    {"water.ny", Change::regrids},
    {"water.width", Change::regrids},
    {"water.cell_size", Change::regrids},
    {"water.liquid", Change::told},
    {"water.gravity", Change::told},
    {"water.rain", Change::told},
    {"water.rain_height", Change::told},
    {"water.drop_volume", Change::told},
    {"water.spray", Change::told},
    {"water.foam_life", Change::told},
    {"water.wind", Change::told},
    {"water.max_substeps", Change::told},
    {"water.sleep", Change::told},
    {"water.dye_dissipation", Change::told},
    {"water.edges", Change::told},
    {"water.terrain", Change::told},
    {"water.springs", Change::told},
    {"water.hands", Change::told},
    {"water.strokes", Change::told},
    {"water.bodies", Change::told},
    {"water.initial", Change::atReset},
};

// The flow that makes a surface is made once, from these.
constexpr std::string_view kMadeOnce[] = {"water.liquid",   "water.gravity", "water.edges",
                                          "water.nx",       "water.ny",      "water.width",
                                          "water.cell_size"};

// Lists, edges and fields: those that stay numbers of the fluid are told in one go.
constexpr std::string_view kToldInParts[] = {"flow.edges",    "flow.solids", "flow.emitters",
                                             "flow.mask",     "water.edges", "water.terrain",
                                             "water.springs", "water.bodies"};

bool isBelow(std::string_view key, std::string_view above)
{
    return key.substr(0, above.size()) == above &&
           (key.size() == above.size() || key[above.size()] == '.');
}

template <class Keys>
bool isBelowAny(std::string_view key, const Keys& keys)
{
    return std::any_of(std::begin(keys), std::end(keys),
                       [&](std::string_view above) { return isBelow(key, above); });
}

Change ruleFor(std::string_view key)
{
    Change change = Change::restarts;
    std::size_t longest = 0;
    const auto look = [&](const auto& rules) {
        for (const KeyRule& rule : rules)
        {
            if (isBelow(key, rule.key) && rule.key.size() > longest)
            {
                change = rule.change;
                longest = rule.key.size();
            }
        }
    };
    look(kCommonRules);
    look(kFlowRules);
    look(kWaterRules);
    return change;
}

// The keys that one says other than the other, lists as a whole.
void findDifferent(const Value* a, const Value* b, const std::string& path,
                   std::vector<std::string>& out)
{
    const Table* left = a != nullptr ? a->asTable() : nullptr;
    const Table* right = b != nullptr ? b->asTable() : nullptr;
    const bool isBranch = (left != nullptr || a == nullptr) && (right != nullptr || b == nullptr);
    if (!isBranch)
    {
        if (a == nullptr || b == nullptr || !areEqual(*a, *b))
        {
            out.push_back(path);
        }
        return;
    }
    const auto below = [&](const std::string& key) {
        return path.empty() ? key : path + "." + key;
    };
    for (const Member& member : left != nullptr ? left->members : std::vector<Member>())
    {
        findDifferent(&member.value, right != nullptr ? right->find(member.key) : nullptr,
                      below(member.key), out);
    }
    for (const Member& member : right != nullptr ? right->members : std::vector<Member>())
    {
        if (left == nullptr || left->find(member.key) == nullptr)
        {
            findDifferent(nullptr, &member.value, below(member.key), out);
        }
    }
}

// A new grid can take the fluid over where it is as wide, and as high to one of the larger cells,
// as the library asks for.
template <class Def>
bool coversSame(const Def& now, const Def& next)
{
    constexpr double kRounding = 1e-5; // of 32-bit cells
    const double width = double(now.cellSize) * now.nx;
    const double cell = std::max(double(now.cellSize), double(next.cellSize));
    const auto isNear = [](double a, double b, double most) { return std::abs(a - b) <= most; };
    return isNear(width, double(next.cellSize) * next.nx, kRounding * width) &&
           isNear(double(now.cellSize) * now.ny, double(next.cellSize) * next.ny,
                  (1.0 + kRounding) * cell);
}

bool canRegrid(const Scene& now, const Scene& next)
{
    if (const auto* water = std::get_if<WaterDescription>(&now.part))
    {
        return coversSame(water->def, next.water().def);
    }
    return coversSame(now.flow().def, next.flow().def);
}

bool areSame(const std::optional<Pattern>& a, const std::optional<Pattern>& b)
{
    const Samples* left = a ? a->samples() : nullptr;
    const Samples* right = b ? b->samples() : nullptr;
    return left == right ||
           (left != nullptr && right != nullptr && left->columns == right->columns &&
            left->rows == right->rows && left->values == right->values);
}

} // namespace

bool isDifferent(const Scene& now, const Scene& next, const std::string& key)
{
    const Value* a = findValue(*now.written, key);
    const Value* b = findValue(*next.written, key);
    return a == nullptr || b == nullptr ? a != b : !areEqual(*a, *b);
}

std::vector<int> sameThings(const Scene& from, const std::vector<std::string>& fromNames,
                            const Scene& to, const std::vector<std::string>& toNames,
                            const std::string& key)
{
    const Value* before = findValue(*from.written, key);
    const Value* after = findValue(*to.written, key);
    std::vector<int> places(fromNames.size(), -1);
    std::vector<bool> isTaken(toNames.size(), false);
    const auto match = [&](std::size_t k, std::size_t place) {
        if (places[k] < 0 && !isTaken[place] &&
            areEqual((*before->asArray())[k], (*after->asArray())[place]))
        {
            places[k] = static_cast<int>(place);
            isTaken[place] = true;
        }
    };
    for (std::size_t k = 0; k < fromNames.size() && before != nullptr && after != nullptr; ++k)
    {
        const auto found = std::find(toNames.begin(), toNames.end(), fromNames[k]);
        if (found != toNames.end())
        {
            match(k, static_cast<std::size_t>(found - toNames.begin()));
        }
        // Those without a name are called by their place, which may be another now.
        for (std::size_t place = 0; place < toNames.size(); ++place)
        {
            match(k, place);
        }
    }
    return places;
}

bool hasOtherSamples(const Scene& now, const Scene& next)
{
    if (const auto* water = std::get_if<WaterDescription>(&now.part))
    {
        return !areSame(water->terrain, next.water().terrain);
    }
    return !areSame(now.flow().initial.mask, next.flow().initial.mask);
}

bool areEqual(const Value& a, const Value& b)
{
    if (a.data.index() != b.data.index())
    {
        return false;
    }
    if (const Array* list = a.asArray())
    {
        const Array& other = *b.asArray();
        return std::equal(list->begin(), list->end(), other.begin(), other.end(), areEqual);
    }
    if (const Table* table = a.asTable())
    {
        const Table& other = *b.asTable();
        return table->members.size() == other.members.size() &&
               std::all_of(table->members.begin(), table->members.end(), [&](const Member& member) {
                   const Value* found = other.find(member.key);
                   return found != nullptr && areEqual(member.value, *found);
               });
    }
    return std::visit(
        [&b](const auto& value) {
            using T = std::decay_t<decltype(value)>;
            if constexpr (std::is_same_v<T, Array> || std::is_same_v<T, Table>)
            {
                return false;
            }
            else
            {
                return value == std::get<T>(b.data);
            }
        },
        a.data);
}

ChangePlan planChange(const Scene& now, const Scene& next)
{
    std::vector<std::string> keys;
    findDifferent(now.written.get(), next.written.get(), {}, keys);
    if (now.part.index() != next.part.index())
    {
        return {Change::restarts, keys.empty() ? std::string() : keys.front(), false};
    }
    const auto* water = std::get_if<WaterDescription>(&now.part);
    const bool isOnFlow = water != nullptr && water->onFlow.has_value();
    ChangePlan plan;
    for (const std::string& key : keys)
    {
        Change change = ruleFor(key);
        if ((isOnFlow && isBelowAny(key, kMadeOnce)) ||
            (change == Change::regrids && !canRegrid(now, next)))
        {
            change = Change::restarts;
        }
        if (change > plan.change)
        {
            plan.change = change;
            plan.key = key;
        }
        plan.isInParts |= change == Change::regrids || isBelowAny(key, kToldInParts);
    }
    if (hasOtherSamples(now, next))
    {
        plan.isInParts = true;
        if (plan.change == Change::none)
        {
            plan.change = Change::told;
            plan.key = water != nullptr ? "water.terrain" : "flow.mask";
        }
    }
    return plan;
}

} // namespace tarn::scene
