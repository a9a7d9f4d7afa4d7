// Numbers of patterns from lists and pictures.
#include "scene/reader.h"

#include <filesystem>
#include <fmt/format.h>

namespace tarn::scene
{
namespace
{

float listNumber(const Value& value, const Rule& rule, const Origin& origin)
{
    const Origin place{origin.key, value.where};
    double number = 0.0;
    if (const auto* integer = std::get_if<std::int64_t>(&value.data))
    {
        number = static_cast<double>(*integer);
    }
    else if (const auto* real = std::get_if<double>(&value.data))
    {
        number = *real;
    }
    else
    {
        place.fail(
            fmt::format("{} in a list is not a number; lists hold numbers only", value.shown()));
    }
    checkNumber(number, rule, place);
    return static_cast<float>(number);
}

// 0 .. 1
float channelOf(const std::uint16_t* pixel, std::size_t channel)
{
    constexpr float kFull = 65535.0F;
    if (channel < 3)
    {
        return static_cast<float>(pixel[channel]) / kFull;
    }
    return (0.2126F * static_cast<float>(pixel[0]) + 0.7152F * static_cast<float>(pixel[1]) +
            0.0722F * static_cast<float>(pixel[2])) /
           kFull;
}

} // namespace

std::shared_ptr<const Samples> readListSamples(const Array& list, const Rule& rule,
                                               const Origin& origin)
{
    if (list.empty())
    {
        origin.fail("an empty list has no numbers; give at least one");
    }
    auto samples = std::make_shared<Samples>();
    if (!list.front().asArray())
    {
        samples->columns = static_cast<int>(list.size());
        samples->rows = 1;
        for (const Value& value : list)
        {
            samples->values.push_back(listNumber(value, rule, origin));
        }
        return samples;
    }
    samples->columns = static_cast<int>(list.front().asArray()->size());
    samples->rows = static_cast<int>(list.size());
    for (auto row = list.rbegin(); row != list.rend(); ++row) // the last one is the lowest
    {
        const Array* numbers = row->asArray();
        if (numbers == nullptr || numbers->empty() ||
            numbers->size() != static_cast<std::size_t>(samples->columns))
        {
            Origin{origin.key, row->where}.fail(fmt::format(
                "{} is not a row of {} numbers, as the first is", row->shown(), samples->columns));
        }
        for (const Value& value : *numbers)
        {
            samples->values.push_back(listNumber(value, rule, origin));
        }
    }
    return samples;
}

std::string picturePath(Reader& table, const std::string& key)
{
    const std::string name = table.text(key, {});
    const std::filesystem::path path = std::filesystem::path(table.context().folder) / name;
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored))
    {
        table.origin(key).fail(fmt::format("'{}' is not a file; name a PNG or JPEG", name));
    }
    return path.string();
}

std::shared_ptr<const Samples> readImageSamples(Reader& table, const Rule& rule)
{
    static const std::vector<std::string> kChannels = {"red", "green", "blue", "luminance"};
    const bool isNamed = table.has("image");
    const std::size_t channel = table.choice("channel", kChannels, 3);
    const double low = table.number("low", rule, 0.0);
    const double high = table.number("high", rule, 1.0);
    table.finish();
    if (!isNamed)
    {
        table.origin("image").fail("is missing; name a file, as in image = \"file.png\"");
    }
    const std::string path = picturePath(table, "image");
    render::DeepImage image;
    table.located("image", [&] { image = render::readDeepImage(path); });

    auto samples = std::make_shared<Samples>();
    samples->columns = image.width;
    samples->rows = image.height;
    samples->values.reserve(std::size_t(image.width) * std::size_t(image.height));
    for (int y = image.height - 1; y >= 0; --y)
    {
        for (int x = 0; x < image.width; ++x)
        {
            const float part = channelOf(image.pixel(x, y), channel);
            samples->values.push_back(static_cast<float>(low + (high - low) * double(part)));
        }
    }
    return samples;
}

} // namespace tarn::scene
