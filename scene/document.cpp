// Reads TOML with toml++ and turns its nodes into Values.
#include "scene/document.h"

#include "scene/defaults.h"
#include "scene/error.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <toml++/toml.h>
#include <tuple>

namespace tarn::scene
{
namespace
{

using Source = std::shared_ptr<const std::string>;

Value converted(const toml::node& node, const Source& source);

Value convertedTable(const toml::table& table, const Source& source)
{
    Table result;
    result.members.reserve(table.size());
    for (const auto& [key, node] : table)
    {
        result.members.push_back({std::string(key.str()), converted(node, source)});
    }
    // toml++ sorts by name; people think in lines.
    std::sort(result.members.begin(), result.members.end(), [](const Member& a, const Member& b) {
        return std::tie(a.value.where.line, a.key) < std::tie(b.value.where.line, b.key);
    });
    return {std::move(result), {}};
}

Value converted(const toml::node& node, const Source& source)
{
    Value value;
    if (const toml::table* table = node.as_table())
    {
        value = convertedTable(*table, source);
    }
    else if (const toml::array* array = node.as_array())
    {
        Array items;
        items.reserve(array->size());
        for (const toml::node& item : *array)
        {
            items.push_back(converted(item, source));
        }
        value.data = std::move(items);
    }
    else if (const auto* text = node.as_string())
    {
        value.data = text->get();
    }
    else if (const auto* integer = node.as_integer())
    {
        value.data = integer->get();
    }
    else if (const auto* real = node.as_floating_point())
    {
        value.data = real->get();
    }
    else if (const auto* boolean = node.as_boolean())
    {
        value.data = boolean->get();
    }
    value.where = {source, static_cast<int>(node.source().begin.line)};
    return value;
}

Value parsed(std::string_view text, const Source& source)
{
    try
    {
        return convertedTable(toml::parse(text), source);
    }
    catch (const toml::parse_error& error)
    {
        throw Error(fmt::format("this is not TOML: {} ({}:{})",
                                shortened(std::string(error.description())), *source,
                                error.source().begin.line));
    }
}

// An override's value: TOML where it is, else text. `--set view.show=speed` needs no quotes.
Value parsedOverride(const Override& change, const Source& source)
{
    Value value;
    try
    {
        const toml::table table = toml::parse("v = " + change.value);
        value = table.size() == 1 ? converted(*table.get("v"), source) : Value{change.value, {}};
    }
    catch (const toml::parse_error&)
    {
        value.data = change.value;
    }
    return value;
}

void placeAll(Value& value, const Location& where)
{
    value.where = where;
    if (auto* array = std::get_if<Array>(&value.data))
    {
        std::for_each(array->begin(), array->end(), [&](Value& item) { placeAll(item, where); });
    }
    else if (auto* table = std::get_if<Table>(&value.data))
    {
        for (Member& member : table->members)
        {
            placeAll(member.value, where);
        }
    }
}

// The element that a part of an override's key names: by its number, or by its `name`.
Value* element(Array& array, const std::string& part)
{
    std::size_t index = 0;
    const char* last = part.data() + part.size();
    const auto [stop, error] = std::from_chars(part.data(), last, index);
    if (error == std::errc() && stop == last)
    {
        return index < array.size() ? &array[index] : nullptr;
    }
    const auto found = std::find_if(array.begin(), array.end(), [&](const Value& item) {
        const Table* table = item.asTable();
        const Value* name = table ? table->find("name") : nullptr;
        return name && name->asText() && *name->asText() == part;
    });
    return found == array.end() ? nullptr : &*found;
}

// Tables in whose place a plain value may stand, and for which of their keys it does.
struct Shorthand
{
    const char* table;
    const char* key;
};
constexpr Shorthand kShorthands[] = {{"water.liquid", "name"}, {"view.arrows", "shown"}};

const char* longhandOf(const std::string& table)
{
    const auto found = std::find_if(std::begin(kShorthands), std::end(kShorthands),
                                    [&](const Shorthand& each) { return each.table == table; });
    return found != std::end(kShorthands) ? found->key : nullptr;
}

// Makes a table of what is none.
void makeTable(Value& value, const std::string& path, const Source& source)
{
    Table table;
    const char* longhand = longhandOf(path);
    if (longhand != nullptr && !std::holds_alternative<std::monostate>(value.data))
    {
        table.members.push_back({longhand, std::move(value)});
    }
    value = {std::move(table), {source, 0}};
}

} // namespace

std::vector<std::string> keyParts(const std::string& key, const std::string& label)
{
    std::vector<std::string> parts;
    std::size_t begin = 0;
    while (begin <= key.size())
    {
        const std::size_t end = std::min(key.find('.', begin), key.size());
        parts.push_back(key.substr(begin, end - begin));
        if (parts.back().empty())
        {
            throw Error(fmt::format("'{}' is not a key; give one as in flow.nx ({})", key, label));
        }
        begin = end + 1;
    }
    return parts;
}

bool namesFile(std::string_view key)
{
    return key == "image" || key == "file";
}

const Value* findValue(const Value& root, const std::string& key)
{
    const Value* place = &root;
    for (const std::string& part : keyParts(key, key))
    {
        if (const Table* table = place->asTable())
        {
            place = table->find(part);
        }
        else if (const Array* array = place->asArray())
        {
            place = element(const_cast<Array&>(*array), part);
        }
        else
        {
            place = nullptr;
        }
        if (place == nullptr)
        {
            break;
        }
    }
    return place;
}

Written findWritten(const Value& root, const std::string& key)
{
    const Value* value = findValue(root, key);
    const std::size_t point = key.rfind('.');
    if (value == nullptr && point != std::string::npos)
    {
        const std::string table = key.substr(0, point);
        const char* longhand = longhandOf(table);
        const bool isMeant = longhand != nullptr && key.substr(point + 1) == longhand;
        const Value* plain = isMeant ? findValue(root, table) : nullptr;
        if (plain != nullptr && plain->asTable() == nullptr)
        {
            return {plain, table};
        }
    }
    return {value, key};
}

std::string shortened(std::string text)
{
    constexpr std::size_t kLongestShown = 120;
    for (char& c : text)
    {
        c = static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    if (text.size() > kLongestShown)
    {
        std::size_t cut = kLongestShown;
        while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80)
        {
            --cut; // not in the middle of a character
        }
        text.resize(cut);
        text += "...";
    }
    return text;
}

std::string Location::text() const
{
    if (source == nullptr)
    {
        return "a default";
    }
    return line > 0 ? fmt::format("{}:{}", *source, line) : *source;
}

const Value* Table::find(std::string_view key) const
{
    const auto found = std::find_if(members.begin(), members.end(),
                                    [&](const Member& member) { return member.key == key; });
    return found == members.end() ? nullptr : &found->value;
}

Value* Table::find(std::string_view key)
{
    return const_cast<Value*>(std::as_const(*this).find(key));
}

std::string Value::shown() const
{
    struct Show
    {
        std::string operator()(std::monostate) const { return "a date or time"; }
        std::string operator()(bool b) const { return b ? "true" : "false"; }
        std::string operator()(std::int64_t i) const { return fmt::format("{}", i); }
        std::string operator()(double d) const { return fmt::format("{}", d); }
        std::string operator()(const std::string& s) const
        {
            return fmt::format("'{}'", shortened(s));
        }
        std::string operator()(const Array& a) const
        {
            return fmt::format("a list of {}", a.size());
        }
        std::string operator()(const Table&) const { return "a table"; }
    };
    return std::visit(Show{}, data);
}

Document::Document(std::string_view text, const std::string& name)
{
    root_ = parsed(text, std::make_shared<const std::string>(name));
}

void Document::set(const Override& change)
{
    const Source source = std::make_shared<const std::string>(change.label);
    Value value = parsedOverride(change, source);
    placeAll(value, {source, 0});
    Value* place = &root_;
    std::string above; // the whole key of `place`
    for (const std::string& part : keyParts(change.key, change.label))
    {
        if (auto* array = std::get_if<Array>(&place->data))
        {
            place = element(*array, part);
            if (place == nullptr)
            {
                throw Error(fmt::format("{}: there is no element '{}'; count from 0, or give the "
                                        "name of one ({})",
                                        change.key, part, change.label));
            }
            above += fmt::format(".{}", part);
            continue;
        }
        if (!std::holds_alternative<Table>(place->data))
        {
            makeTable(*place, above, source);
        }
        Table& table = std::get<Table>(place->data);
        Value* member = table.find(part);
        if (member == nullptr)
        {
            table.members.push_back({part, {Table{}, {source, 0}}});
            member = &table.members.back().value;
        }
        place = member;
        above += fmt::format("{}{}", above.empty() ? "" : ".", part);
    }
    *place = std::move(value);
}

std::string Document::remove(const std::string& key)
{
    const std::vector<std::string> parts = keyParts(key, key);
    const std::string& last = parts.back();
    const std::string above = key.substr(0, key.size() - std::min(key.size(), last.size() + 1));
    const Value* parent = above.empty() ? &root_ : findValue(root_, above);
    auto* table = parent != nullptr ? const_cast<Table*>(parent->asTable()) : nullptr;
    auto* array = parent != nullptr ? const_cast<Array*>(parent->asArray()) : nullptr;
    if (table != nullptr && table->find(last) != nullptr)
    {
        std::erase_if(table->members, [&](const Member& member) { return member.key == last; });
        const Value* around =
            parts.size() < 3
                ? nullptr
                : findValue(root_,
                            above.substr(0, above.size() - 1 - parts[parts.size() - 2].size()));
        if (table->members.empty() && around != nullptr && around->asTable() != nullptr)
        {
            return remove(above);
        }
    }
    else if (array != nullptr)
    {
        if (const Value* found = element(*array, last))
        {
            array->erase(array->begin() + (found - array->data()));
        }
        if (array->empty())
        {
            return remove(above);
        }
    }
    return key;
}

void Document::append(const std::string& list, const std::string& toml)
{
    Document lines(toml, list);
    const Value* there = findValue(root_, list);
    if (there == nullptr)
    {
        set({list, "[]", list});
        there = findValue(root_, list);
    }
    if (there->asArray() == nullptr)
    {
        throw Error(fmt::format("{}: {} is not a list", list, there->shown()));
    }
    const_cast<Array*>(there->asArray())->push_back(std::move(lines.root_));
}

std::string readTextFile(const std::string& path)
{
    struct Closer
    {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    const std::unique_ptr<std::FILE, Closer> file(std::fopen(path.c_str(), "rb"));
    if (!file)
    {
        throw Error(fmt::format("cannot read '{}': {}", path, std::strerror(errno)));
    }
    std::string text(kMaxSceneBytes + 1, '\0');
    text.resize(std::fread(text.data(), 1, text.size(), file.get()));
    if (std::ferror(file.get()))
    {
        throw Error(fmt::format("cannot read '{}': {}", path, std::strerror(errno)));
    }
    if (text.size() > kMaxSceneBytes)
    {
        throw Error(fmt::format("'{}' has more than {} MiB; put large fields into pictures", path,
                                kMaxSceneBytes >> 20));
    }
    return text;
}

} // namespace tarn::scene
