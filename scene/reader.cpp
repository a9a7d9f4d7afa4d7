// Reads scalars, lists, words and tables. Samples of patterns are read in samples.cpp.
#include "scene/reader.h"

#include "scene/error.h"
#include "scene/suggest.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tarn::scene
{
namespace
{

std::string indexed(const std::string& key, std::size_t index)
{
    return fmt::format("{}[{}]", key, index);
}

// "a length in m"
std::string expectation(const Rule& rule)
{
    return *rule.unit ? fmt::format("a {} in {}", rule.noun, rule.unit)
                      : fmt::format("a {}", rule.noun);
}

} // namespace

Reader::Reader(ReadContext& context, const Table* table, std::string path, Location where)
    : context_(context), table_(table), path_(std::move(path)), where_(std::move(where))
{
}

const Value* Reader::find(const std::string& key)
{
    if (std::find(known_.begin(), known_.end(), key) == known_.end())
    {
        known_.push_back(key);
    }
    return table_ ? table_->find(key) : nullptr;
}

bool Reader::has(const std::string& key)
{
    return find(key) != nullptr;
}

std::vector<std::string> Reader::keys() const
{
    std::vector<std::string> names;
    if (table_)
    {
        for (const Member& member : table_->members)
        {
            names.push_back(member.key);
        }
    }
    return names;
}

bool Reader::isTable(const std::string& key)
{
    const Value* value = find(key);
    return value && value->asTable();
}

bool Reader::isText(const std::string& key)
{
    const Value* value = find(key);
    return value && value->asText();
}

Origin Reader::originOf(const Value& value, const std::string& key) const
{
    return {path_.empty() ? key : path_ + "." + key, value.where};
}

Origin Reader::origin(const std::string& key) const
{
    const Value* value = table_ ? table_->find(key) : nullptr;
    return {path_.empty() ? key : path_ + "." + key, value ? value->where : where_};
}

void Reader::located(const std::string& key, const std::function<void()>& read) const
{
    try
    {
        read();
    }
    catch (const Error&)
    {
        throw;
    }
    catch (const std::exception& error)
    {
        origin(key).fail(error.what());
    }
}

std::shared_ptr<const Formula> Reader::compiled(const std::string& text, const Origin& place) const
{
    try
    {
        return std::make_shared<const Formula>(text, context_.formulas);
    }
    catch (const Error& error)
    {
        place.fail(error.what());
    }
}

Quantity Reader::readQuantity(const Value& value, const Rule& rule, const std::string& key) const
{
    const Origin place = originOf(value, key);
    if (const auto* integer = std::get_if<std::int64_t>(&value.data))
    {
        checkNumber(static_cast<double>(*integer), rule, place);
        return {static_cast<double>(*integer)};
    }
    if (const auto* real = std::get_if<double>(&value.data))
    {
        checkNumber(*real, rule, place);
        return {*real};
    }
    if (const std::string* text = value.asText())
    {
        const std::shared_ptr<const Formula> formula = compiled(*text, place);
        if (formula->usesPlace())
        {
            place.fail(fmt::format("'{}' depends on x or y; here a formula may use t only", *text));
        }
        return {formula, rule, place};
    }
    place.fail(fmt::format("{} is not a number; give {}, or a formula in quotes", value.shown(),
                           expectation(rule)));
}

double Reader::readNumber(const Value& value, const Rule& rule, const std::string& key) const
{
    const Quantity quantity = readQuantity(value, rule, key);
    if (quantity.varies())
    {
        originOf(value, key)
            .fail(fmt::format("{} changes with t; this number cannot", value.shown()));
    }
    return quantity.at(0.0);
}

bool Reader::flag(const std::string& key, bool fallback)
{
    const Value* value = find(key);
    if (value == nullptr)
    {
        return fallback;
    }
    if (const bool* flag = std::get_if<bool>(&value->data))
    {
        return *flag;
    }
    originOf(*value, key).fail(fmt::format("{} is neither true nor false", value->shown()));
}

double Reader::number(const std::string& key, const Rule& rule, double fallback)
{
    const Value* value = find(key);
    return value ? readNumber(*value, rule, key) : fallback;
}

std::int32_t Reader::whole(const std::string& key, const Rule& rule, std::int32_t fallback)
{
    const Value* value = find(key);
    if (value == nullptr)
    {
        return fallback;
    }
    const double number = readNumber(*value, rule, key);
    if (number != std::floor(number))
    {
        originOf(*value, key).fail(fmt::format("{} is not a whole number; give one", number));
    }
    return static_cast<std::int32_t>(number);
}

std::string Reader::text(const std::string& key, const std::string& fallback)
{
    const Value* value = find(key);
    if (value == nullptr)
    {
        return fallback;
    }
    if (!value->asText())
    {
        originOf(*value, key)
            .fail(fmt::format("{} is not text; write it in quotes", value->shown()));
    }
    return *value->asText();
}

const Array& Reader::list(const Value& value, const std::string& key, std::size_t least,
                          std::size_t most) const
{
    const std::string wanted =
        least == most ? fmt::format("{}", most) : fmt::format("{} to {}", least, most);
    const Array* array = value.asArray();
    if (array == nullptr)
    {
        originOf(value, key)
            .fail(fmt::format("{} is not a list; give one of {}", value.shown(), wanted));
    }
    if (array->size() < least || array->size() > most)
    {
        originOf(value, key)
            .fail(fmt::format("a list of {} was given; {} are needed", array->size(), wanted));
    }
    return *array;
}

std::vector<std::string> Reader::texts(const std::string& key)
{
    std::vector<std::string> result;
    const Value* value = find(key);
    if (value == nullptr)
    {
        return result;
    }
    constexpr std::size_t kMost = 64; // words that somebody writes down
    const Array& array = list(*value, key, 0, kMost);
    for (std::size_t k = 0; k < array.size(); ++k)
    {
        if (!array[k].asText())
        {
            originOf(array[k], indexed(key, k))
                .fail(fmt::format("{} is not text; write it in quotes", array[k].shown()));
        }
        result.push_back(*array[k].asText());
    }
    return result;
}

std::vector<double> Reader::numbers(const std::string& key, const Rule& rule, std::size_t count,
                                    std::vector<double> fallback)
{
    const Value* value = find(key);
    if (value == nullptr)
    {
        return fallback;
    }
    const Array& array = list(*value, key, count, count);
    std::vector<double> result;
    for (std::size_t k = 0; k < count; ++k)
    {
        result.push_back(readNumber(array[k], rule, indexed(key, k)));
    }
    return result;
}

std::array<double, 2> Reader::range(const std::string& key, const Rule& rule,
                                    std::array<double, 2> fallback)
{
    const Value* value = find(key);
    if (value == nullptr)
    {
        return fallback;
    }
    if (!value->asArray())
    {
        const double number = readNumber(*value, rule, key);
        return {number, number};
    }
    const std::vector<double> ends = numbers(key, rule, 2, {});
    if (ends[0] > ends[1])
    {
        originOf(*value, key)
            .fail(fmt::format("{} is above {}; give the lower end first", ends[0], ends[1]));
    }
    return {ends[0], ends[1]};
}

std::vector<std::array<double, 2>> Reader::points(const std::string& key, const Rule& rule)
{
    std::vector<std::array<double, 2>> result;
    const Value* value = find(key);
    if (value == nullptr)
    {
        return result;
    }
    constexpr std::size_t kMost = 4096;
    const Array& array = list(*value, key, 0, kMost);
    for (std::size_t k = 0; k < array.size(); ++k)
    {
        const std::string name = indexed(key, k);
        const Array& pair = list(array[k], name, 2, 2);
        result.push_back({readNumber(pair[0], rule, indexed(name, 0)),
                          readNumber(pair[1], rule, indexed(name, 1))});
    }
    return result;
}

std::size_t Reader::choice(const std::string& key, std::span<const std::string> words,
                           std::size_t fallback)
{
    if (!has(key))
    {
        return fallback;
    }
    const std::string word = text(key, {});
    const auto found = std::find(words.begin(), words.end(), word);
    if (found == words.end())
    {
        origin(key).fail(
            fmt::format("there is no {}; {}", find(key)->shown(), suggestion(word, words)));
    }
    return static_cast<std::size_t>(found - words.begin());
}

Quantity Reader::quantity(const std::string& key, const Rule& rule, double fallback)
{
    const Value* value = find(key);
    return value ? readQuantity(*value, rule, key) : Quantity(fallback);
}

Vector Reader::vector(const std::string& key, const Rule& rule, std::array<double, 2> fallback)
{
    const Value* value = find(key);
    if (value == nullptr)
    {
        return {fallback[0], fallback[1]};
    }
    const Array& array = list(*value, key, 2, 2);
    return {readQuantity(array[0], rule, indexed(key, 0)),
            readQuantity(array[1], rule, indexed(key, 1))};
}

std::array<Quantity, 3> Reader::vector3(const std::string& key, const Rule& rule,
                                        std::array<double, 3> fallback)
{
    const Value* value = find(key);
    if (value == nullptr)
    {
        return {fallback[0], fallback[1], fallback[2]};
    }
    const Array& array = list(*value, key, 3, 3);
    return {readQuantity(array[0], rule, indexed(key, 0)),
            readQuantity(array[1], rule, indexed(key, 1)),
            readQuantity(array[2], rule, indexed(key, 2))};
}

std::string Reader::noDye() const
{
    return fmt::format("there is no dye; set {}.dye_channels above 0", context_.part);
}

std::vector<Quantity> Reader::quantities(const std::string& key, const Rule& rule)
{
    std::vector<Quantity> result;
    const Value* value = find(key);
    if (value == nullptr)
    {
        return result;
    }
    const auto most = static_cast<std::size_t>(context_.dyeChannels);
    if (most == 0)
    {
        originOf(*value, key).fail(noDye());
    }
    if (!value->asArray()) // one number: the first channel
    {
        result.push_back(readQuantity(*value, rule, key));
        return result;
    }
    const Array& array = list(*value, key, 0, most);
    for (std::size_t k = 0; k < array.size(); ++k)
    {
        result.push_back(readQuantity(array[k], rule, indexed(key, k)));
    }
    return result;
}

Pattern Reader::readPattern(const Value& value, const Rule& rule, const std::string& key)
{
    const Origin place = originOf(value, key);
    if (const std::string* text = value.asText())
    {
        return {compiled(*text, place), rule, place};
    }
    if (const Array* array = value.asArray())
    {
        return Pattern(readListSamples(*array, rule, place));
    }
    if (const Table* table = value.asTable())
    {
        Reader reader(context_, table, place.key, value.where);
        return Pattern(readImageSamples(reader, rule));
    }
    if (std::holds_alternative<bool>(value.data) ||
        std::holds_alternative<std::monostate>(value.data))
    {
        place.fail(fmt::format("{} is not a number; give {}, a formula of x, y and t in quotes, a "
                               "list, or {{ image = \"file.png\" }}",
                               value.shown(), expectation(rule)));
    }
    return {readNumber(value, rule, key)};
}

Pattern Reader::pattern(const std::string& key, const Rule& rule, double fallback)
{
    const Value* value = find(key);
    return value ? readPattern(*value, rule, key) : Pattern(fallback);
}

std::vector<Pattern> Reader::dyePatterns(const std::string& key, const Rule& rule)
{
    std::vector<Pattern> result;
    const Value* value = find(key);
    if (value == nullptr)
    {
        return result;
    }
    const auto most = static_cast<std::size_t>(context_.dyeChannels);
    if (most == 0)
    {
        originOf(*value, key).fail(noDye());
    }
    const Array& array = list(*value, key, 0, most);
    for (std::size_t k = 0; k < array.size(); ++k)
    {
        result.push_back(readPattern(array[k], rule, indexed(key, k)));
    }
    return result;
}

Reader Reader::table(const std::string& key)
{
    const Value* value = find(key);
    if (value && !value->asTable())
    {
        originOf(*value, key)
            .fail(fmt::format("{} is not a table; write [{}]", value->shown(),
                              originOf(*value, key).key));
    }
    return {context_, value ? value->asTable() : nullptr, origin(key).key,
            value ? value->where : where_};
}

std::vector<Reader> Reader::tables(const std::string& key, std::size_t most)
{
    std::vector<Reader> result;
    const Value* value = find(key);
    if (value == nullptr)
    {
        return result;
    }
    const Array* array = value->asArray();
    if (array == nullptr)
    {
        originOf(*value, key)
            .fail(fmt::format("{} is not a list of tables; write [[{}]]", value->shown(),
                              originOf(*value, key).key));
    }
    if (array->size() > most)
    {
        originOf(*value, key)
            .fail(fmt::format("{} were given; {} are allowed", array->size(), most));
    }
    for (std::size_t k = 0; k < array->size(); ++k)
    {
        const Value& item = (*array)[k];
        const std::string name = indexed(key, k);
        if (!item.asTable())
        {
            originOf(item, name).fail(fmt::format("{} is not a table", item.shown()));
        }
        result.emplace_back(context_, item.asTable(), originOf(item, name).key, item.where);
    }
    return result;
}

void Reader::finish() const
{
    if (table_ == nullptr)
    {
        return;
    }
    for (const Member& member : table_->members)
    {
        if (std::find(known_.begin(), known_.end(), member.key) == known_.end())
        {
            std::vector<std::string> names = known_;
            std::sort(names.begin(), names.end());
            originOf(member.value, member.key)
                .fail(fmt::format("there is no such key; {}", suggestion(member.key, names)));
        }
    }
}

} // namespace tarn::scene
