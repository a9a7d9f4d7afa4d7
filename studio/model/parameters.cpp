// The tables as one list for each part, search, and settings as TOML.
#include "studio/model/parameters.h"

#include "studio/model/letters.h"
#include "studio/model/parameter_reads.h"

#include "scene/document_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tarn::studio
{
namespace
{

std::vector<Parameter> joined(std::vector<Parameter> first, const std::vector<Parameter>& second)
{
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

struct Toml
{
    std::string operator()(double number) const { return scene::numberToml(number); }
    std::string operator()(bool flag) const { return flag ? "true" : "false"; }
    std::string operator()(const std::string& word) const { return scene::quoted(word); }
    std::string operator()(const std::array<double, 2>& pair) const
    {
        return fmt::format("[{}, {}]", scene::numberToml(pair[0]), scene::numberToml(pair[1]));
    }
};

} // namespace

std::span<const Parameter> parametersOf(const scene::Scene& scene)
{
    static const std::vector<Parameter> kFlow = joined(flowParameters(), flowViewParameters());
    static const std::vector<Parameter> kWater = joined(waterParameters(), waterViewParameters());
    return std::holds_alternative<scene::FlowDescription>(scene.part) ? kFlow : kWater;
}

const Parameter* findParameter(const scene::Scene& scene, std::string_view key)
{
    const std::span<const Parameter> all = parametersOf(scene);
    const auto found = std::find_if(
        all.begin(), all.end(), [&](const Parameter& parameter) { return parameter.key == key; });
    return found == all.end() ? nullptr : &*found;
}

bool matches(const Parameter& parameter, std::string_view words)
{
    const std::string all =
        lowerCase(fmt::format("{} {} {} {} {}", parameter.label, parameter.group, parameter.key,
                              parameter.unit, parameter.hint));
    const std::string wanted = lowerCase(words);
    std::size_t begin = 0;
    while (begin < wanted.size())
    {
        const std::size_t end = std::min(wanted.find(' ', begin), wanted.size());
        if (all.find(wanted.substr(begin, end - begin)) == std::string::npos)
        {
            return false;
        }
        begin = end + 1;
    }
    return true;
}

std::string tomlOf(const Setting& setting)
{
    return std::visit(Toml{}, setting);
}

std::string tomlOf(const Parameter& parameter, const Setting& setting, int dyeChannels)
{
    const double* number = std::get_if<double>(&setting);
    if (parameter.kind == ParameterKind::whole && number != nullptr)
    {
        return fmt::format("{:.0f}", std::round(*number));
    }
    if (parameter.isPerDye)
    {
        std::string list;
        for (int channel = 0; channel < std::max(dyeChannels, 1); ++channel)
        {
            list += fmt::format("{}{}", channel > 0 ? ", " : "", tomlOf(setting));
        }
        return fmt::format("[{}]", list);
    }
    return tomlOf(setting);
}

std::string colourText(render::Colour colour)
{
    const auto byte = [](float linear) {
        return static_cast<int>(
            std::lround(255.0F * render::encodeSrgb(std::clamp(linear, 0.0F, 1.0F))));
    };
    return fmt::format("#{:02x}{:02x}{:02x}", byte(colour.r), byte(colour.g), byte(colour.b));
}

std::string writtenText(const scene::Scene& scene, const std::string& key,
                        const std::string& fallback)
{
    const scene::Value* value = scene::findWritten(*scene.written, key).value;
    const std::string* text = value != nullptr ? value->asText() : nullptr;
    return text != nullptr ? *text : fallback;
}

} // namespace tarn::studio
