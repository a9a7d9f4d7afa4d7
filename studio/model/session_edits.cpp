// Edits of the open scene: keys set in its text, and the running fluid told.
#include "studio/model/session.h"

#include "scene/error.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace tarn::studio
{
namespace
{

// What the scene's text says of a key.
scene::Written findWritten(const scene::Scene& scene, const std::string& key)
{
    return scene::findWritten(*scene.written, key);
}

// The part's scene in which nothing is said, but which liquid it is: other defaults follow from it.
const scene::Scene& emptyScene(const scene::Scene& scene, bool saysLiquid)
{
    static std::map<std::string, scene::Scene> scenes;
    std::string text = "[flow]\n";
    if (std::holds_alternative<scene::WaterDescription>(scene.part))
    {
        const scene::Written liquid = findWritten(scene, "water.liquid.name");
        const bool isSaid = saysLiquid && liquid.value != nullptr;
        const std::string* name = isSaid ? liquid.value->asText() : nullptr;
        text =
            fmt::format("[water]\nliquid = {}\n", scene::quoted(name != nullptr ? *name : "water"));
    }
    const auto found = scenes.find(text);
    return found != scenes.end()
               ? found->second
               : scenes.emplace(text, scene::Scene::parse(text, "defaults")).first->second;
}

template <class Def>
Extent extentOf(const Def& def)
{
    return {double(def.cellSize) * def.nx, double(def.cellSize) * def.ny};
}

// Rows of an extent that has so many square cells along x.
double rowsOf(const Extent& extent, double nx)
{
    return std::max(1.0, std::round(extent.height * nx / extent.width));
}

// Whether a grid is what an extent comes to with so many cells along x.
template <class Def>
bool isGridOf(const Def& def, const Extent& extent)
{
    constexpr double kRounding = 1e-5; // of 32-bit cells
    const double width = extentOf(def).width;
    return std::abs(width - extent.width) <= kRounding * width && def.ny == rowsOf(extent, def.nx);
}

// More cells along x mean more along y, and smaller ones.
std::vector<scene::KeyText> gridKeys(const std::string& part, const Extent& extent, double wanted,
                                     bool hasWidth)
{
    const double nx = std::max(1.0, std::round(wanted));
    std::vector<scene::KeyText> keys = {{part + ".nx", fmt::format("{:.0f}", nx)},
                                        {part + ".ny", fmt::format("{:.0f}", rowsOf(extent, nx))}};
    if (!hasWidth)
    {
        keys.push_back({part + ".cell_size", scene::numberToml(extent.width / nx)});
    }
    return keys;
}

std::string noticeOf(const scene::ChangePlan& plan)
{
    switch (plan.change)
    {
    case scene::Change::atReset:
        return fmt::format("{} takes effect when the scene is reset", plan.key);
    case scene::Change::restarts:
        return fmt::format("{} made the scene begin anew", plan.key);
    default:
        return {};
    }
}

// What an element of a list is called; those without a name are called by their place.
std::string nameOf(const scene::Value& element, const std::string& list, std::size_t place)
{
    const scene::Table* table = element.asTable();
    const scene::Value* name = table != nullptr ? table->find("name") : nullptr;
    if (name != nullptr && name->asText() != nullptr)
    {
        return *name->asText();
    }
    return fmt::format("{}{}", list == "water.bodies" ? "body" : "solid", place);
}

} // namespace

// What a parameter is

Setting Session::valueOf(const Parameter& parameter) const
{
    return parameter.read(scene(), run_->time());
}

Setting Session::defaultOf(const Parameter& parameter) const
{
    const bool isLiquid = std::string_view(parameter.key) == "water.liquid.name";
    return parameter.read(emptyScene(scene(), !isLiquid), 0.0);
}

bool Session::isGiven(const Parameter& parameter) const
{
    return findWritten(scene(), parameter.key).value != nullptr;
}

std::string Session::writtenAs(const Parameter& parameter) const
{
    const scene::Value* value = findWritten(scene(), parameter.key).value;
    const std::string* text = value != nullptr ? value->asText() : nullptr;
    return value == nullptr ? std::string() : text != nullptr ? *text : scene::inlineToml(*value);
}

bool Session::isFormula(const Parameter& parameter) const
{
    const scene::Value* value = findWritten(scene(), parameter.key).value;
    const auto isText = [](const scene::Value& each) { return each.asText() != nullptr; };
    switch (parameter.kind)
    {
    case ParameterKind::number:
    case ParameterKind::whole:
        return value != nullptr && isText(*value);
    case ParameterKind::pair:
    {
        const scene::Array* pair = value != nullptr ? value->asArray() : nullptr;
        return pair != nullptr && std::any_of(pair->begin(), pair->end(), isText);
    }
    default:
        return false;
    }
}

// The running scene follows

scene::Change Session::follow(const Draft& draft)
{
    scene::Scene next = sceneOf(draft);
    const scene::ChangePlan plan = scene::planChange(scene(), next);
    if (plan.change == scene::Change::restarts)
    {
        startAnew(std::move(next));
    }
    else
    {
        hand_.letGoOfBody();
        run_->adopt(std::move(next));
    }
    lastChange_ = noticeOf(plan);
    return plan.change;
}

scene::Change Session::change(Draft draft, const std::string& label, std::size_t stroke)
{
    if (draft == history_.now())
    {
        return scene::Change::none;
    }
    const scene::Change change = follow(draft);
    history_.push(std::move(draft), label, stroke);
    ++textNumber_;
    return change;
}

scene::Change Session::setKeys(std::span<const scene::KeyText> keys, const std::string& label,
                               std::size_t stroke)
{
    Draft draft = newDraft();
    draft.text = scene::withKeys(draft.text, keys);
    return change(std::move(draft), label, stroke);
}

// Edits

Extent Session::extent() const
{
    return std::visit(
        [this](const auto& each) {
            return isGridOf(each.def, extent_) ? extent_ : extentOf(each.def);
        },
        scene().part);
}

std::vector<scene::KeyText> Session::keysFor(const Parameter& parameter,
                                             const Setting& setting) const
{
    const std::string key = parameter.key;
    const double* number = std::get_if<double>(&setting);
    if (number != nullptr && (key == "flow.nx" || key == "water.nx"))
    {
        const std::string part = key.substr(0, key.find('.'));
        const bool hasWidth = scene::findValue(*scene().written, part + ".width") != nullptr;
        return gridKeys(part, extent(), *number, hasWidth);
    }
    const int dyes =
        std::visit([](const auto& each) { return each.def.dyeChannels; }, scene().part);
    return {{key, tomlOf(parameter, setting, dyes)}};
}

scene::Change Session::set(const Parameter& parameter, const Setting& setting)
{
    endPreview();
    extent_ = extent();
    return setKeys(keysFor(parameter, setting), parameter.label, 0);
}

scene::Change Session::preview(const Parameter& parameter, const Setting& setting)
{
    extent_ = extent();
    return setKeys(keysFor(parameter, setting), parameter.label, stroke_);
}

scene::Change Session::set(const std::string& key, const std::string& toml,
                           const std::string& label)
{
    const scene::KeyText change = {key, toml};
    return setKeys(std::span(&change, 1), label, 0);
}

scene::Change Session::set(std::span<const scene::KeyText> keys, const std::string& label)
{
    return setKeys(keys, label, 0);
}

scene::Change Session::apply(const Preset& preset)
{
    std::vector<scene::KeyText> keys;
    for (const PresetKey& key : preset.keys)
    {
        keys.push_back({key.key, key.toml != nullptr ? key.toml : "", key.toml == nullptr});
    }
    return setKeys(keys, preset.name, 0);
}

scene::Change Session::reset(const Parameter& parameter)
{
    const std::string key = parameter.key;
    if (key == "flow.nx" || key == "water.nx")
    {
        return set(parameter, defaultOf(parameter));
    }
    const scene::KeyText gone = {findWritten(scene(), key).key, {}, true};
    return setKeys(std::span(&gone, 1), fmt::format("{} back to its default", parameter.label), 0);
}

scene::ChangePlan Session::planOf(const Parameter& parameter, const Setting& setting) const
{
    try
    {
        Draft draft = history_.now();
        draft.text = scene::withKeys(draft.text, keysFor(parameter, setting));
        return scene::planChange(scene(), sceneOf(draft));
    }
    catch (const scene::Error&)
    {
        return {};
    }
}

// Things in lists

scene::Change Session::add(const std::string& list, const std::string& toml,
                           const std::string& label)
{
    Draft draft = newDraft();
    draft.text = scene::withElement(draft.text, list, toml);
    return change(std::move(draft), label, 0);
}

scene::Change Session::removeNamed(const std::string& list, const std::string& name,
                                   const std::string& label)
{
    const scene::Value* things = scene::findValue(*scene().written, list);
    const scene::Array* array = things != nullptr ? things->asArray() : nullptr;
    for (std::size_t k = 0; array != nullptr && k < array->size(); ++k)
    {
        if (nameOf((*array)[k], list, k) == name)
        {
            Draft draft = newDraft();
            draft.text = scene::withoutElement(draft.text, list, k);
            return change(std::move(draft), label, 0);
        }
    }
    throw scene::Error(fmt::format("{}: there is none called '{}'", list, name));
}

std::string Session::freeName(const std::string& list, const std::string& wish) const
{
    const scene::Value* things = scene::findValue(*scene().written, list);
    const scene::Array* array = things != nullptr ? things->asArray() : nullptr;
    const auto isTaken = [&](const std::string& name) {
        for (std::size_t k = 0; array != nullptr && k < array->size(); ++k)
        {
            if (nameOf((*array)[k], list, k) == name)
            {
                return true;
            }
        }
        return false;
    };
    std::string name = wish;
    for (int number = 2; isTaken(name); ++number)
    {
        name = fmt::format("{}{}", wish, number);
    }
    return name;
}

// Undo

scene::Change Session::undo()
{
    hand_.keepPaint();
    endPreview();
    if (!canUndo())
    {
        return scene::Change::none;
    }
    history_.undo();
    return followHistory([this] { history_.redo(); });
}

scene::Change Session::redo()
{
    hand_.keepPaint();
    endPreview();
    if (!canRedo())
    {
        return scene::Change::none;
    }
    history_.redo();
    return followHistory([this] { history_.undo(); });
}

scene::Change Session::followHistory(const std::function<void()>& goBack)
{
    try
    {
        const scene::Change change = follow(history_.now());
        ++textNumber_;
        return change;
    }
    catch (const scene::Error&)
    {
        goBack();
        throw;
    }
}

// Pictures and paint

scene::Change Session::setPicture(std::span<const scene::KeyText> keys, const std::string& label,
                                  bool beginsAnew)
{
    Draft draft = newDraft();
    draft.text = scene::withKeys(draft.text, keys);
    const auto sets = [&](const char* key) {
        return std::any_of(keys.begin(), keys.end(),
                           [key](const scene::KeyText& change) { return change.key == key; });
    };
    draft.ground = sets("water.terrain") ? nullptr : draft.ground;
    draft.walls = sets("flow.mask") ? nullptr : draft.walls;
    const scene::Change change = this->change(std::move(draft), label, 0);
    if (beginsAnew && change != scene::Change::restarts)
    {
        reset();
        return scene::Change::restarts;
    }
    return change;
}

void Session::paintGround(std::vector<float> heights, const std::string& label)
{
    const scene::WaterRun* run = water();
    if (run != nullptr)
    {
        Draft draft = history_.now();
        draft.ground = std::make_shared<const scene::Samples>(
            scene::Samples{run->def().nx, run->def().ny, std::move(heights)});
        change(std::move(draft), label, stroke_);
    }
}

void Session::paintWalls(std::vector<float> walls, const std::string& label)
{
    const scene::FlowRun* run = flow();
    if (run != nullptr)
    {
        Draft draft = history_.now();
        draft.walls = std::make_shared<const scene::Samples>(
            scene::Samples{run->def().nx, run->def().ny, std::move(walls)});
        change(std::move(draft), label, stroke_);
    }
}

} // namespace tarn::studio
