// Writes values as TOML, and finds the place in a text where a key is or belongs.
#include "scene/document_text.h"

#include "scene/change.h"
#include "scene/error.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <set>
#include <toml++/toml.h>

namespace tarn::scene
{
namespace
{

constexpr const char* kName = "the scene"; // in errors

// Writing

bool isBare(std::string_view key)
{
    return !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == '-';
    });
}

std::string keyToml(const std::string& key)
{
    return isBare(key) ? key : quoted(key);
}

bool isTableList(const Value& value)
{
    const Array* array = value.asArray();
    return array != nullptr && !array->empty() &&
           std::all_of(array->begin(), array->end(),
                       [](const Value& item) { return item.asTable() != nullptr; });
}

void writeTable(const Table& table, const std::string& path, std::string& out);

void writeHeader(const std::string& path, const char* open, const char* close, std::string& out)
{
    out += fmt::format("{}{}{}{}\n", out.empty() ? "" : "\n", open, path, close);
}

// Plain values first: behind a header they would belong to it.
void writeTable(const Table& table, const std::string& path, std::string& out)
{
    for (const Member& member : table.members)
    {
        if (member.value.asTable() == nullptr && !isTableList(member.value))
        {
            out += fmt::format("{} = {}\n", keyToml(member.key), inlineToml(member.value));
        }
    }
    for (const Member& member : table.members)
    {
        const std::string below =
            path.empty() ? keyToml(member.key) : fmt::format("{}.{}", path, keyToml(member.key));
        if (const Table* inner = member.value.asTable())
        {
            writeHeader(below, "[", "]", out);
            writeTable(*inner, below, out);
        }
        else if (isTableList(member.value))
        {
            for (const Value& item : *member.value.asArray())
            {
                writeHeader(below, "[[", "]]", out);
                writeTable(*item.asTable(), below, out);
            }
        }
    }
}

// Changing

// A text as lines, and the tables that are written in it.
class Editor
{
  public:
    explicit Editor(const std::string& text) : text_(text), root_(toml::parse(text))
    {
        starts_ = {0};
        for (std::size_t k = 0; k < text_.size(); ++k)
        {
            if (text_[k] == '\n')
            {
                starts_.push_back(k + 1);
            }
        }
        collectHeaders(root_);
    }

    // The text with the key set, as `after` has it.
    std::string set(const std::vector<std::string>& parts, const Value& after) const
    {
        const toml::table* section = &root_;
        for (std::size_t depth = 0; depth < parts.size(); ++depth)
        {
            const toml::node* node = section->get(parts[depth]);
            if (node == nullptr)
            {
                return insert(*section, parts, depth, after);
            }
            const bool isLast = depth + 1 == parts.size();
            if (isLast && (isSection(*node) || isSectionList(*node)))
            {
                // They go, and the value comes to those of the table around them.
                return Editor(withoutSections(*node)).set(parts, after);
            }
            const toml::node* below = sectionOf(node, parts, &depth);
            if (below == nullptr)
            {
                return replace(*node, findValue(after, prefix(parts, depth + 1)));
            }
            section = below->as_table();
        }
        return text_;
    }

    // The text without the key. `after` is what is left.
    std::string remove(const std::vector<std::string>& parts, const Value& after) const
    {
        const toml::table* section = &root_;
        for (std::size_t depth = 0; depth < parts.size(); ++depth)
        {
            const auto found = section->find(parts[depth]);
            if (found == section->end())
            {
                return text_;
            }
            const std::size_t keyDepth = depth;
            const toml::node* below = sectionOf(&found->second, parts, &depth);
            if (below == nullptr && keyDepth + 1 == parts.size())
            {
                return withoutLines(lineOf(found->first.source().begin),
                                    lineOf(found->second.source().end) + 1);
            }
            if (below == nullptr)
            {
                return replace(found->second, findValue(after, prefix(parts, depth + 1)));
            }
            section = below->as_table();
            if (depth + 1 == parts.size())
            {
                return withoutSections(*section);
            }
        }
        return text_;
    }

    std::string append(const std::vector<std::string>& parts, const std::string& lines) const
    {
        const toml::node* node = &root_;
        for (const std::string& part : parts)
        {
            const toml::table* table = node != nullptr ? node->as_table() : nullptr;
            node = table != nullptr ? table->get(part) : nullptr;
        }
        const std::string block =
            fmt::format("\n[[{}]]\n{}", headerOf(parts, parts.size()), ended(lines));
        const toml::array* array = node != nullptr ? node->as_array() : nullptr;
        if (array == nullptr || array->empty() || array->back().as_table() == nullptr)
        {
            return ended(text_) + block;
        }
        return insertedAfter(sectionEnd(*array->back().as_table(), true), block);
    }

  private:
    static std::string prefix(const std::vector<std::string>& parts, std::size_t count)
    {
        return fmt::format("{}",
                           fmt::join(parts.begin(), parts.begin() + std::ptrdiff_t(count), "."));
    }

    // The first parts of a key, as a header has them.
    static std::string headerOf(const std::vector<std::string>& parts, std::size_t count)
    {
        std::string header = keyToml(parts.front());
        for (std::size_t k = 1; k < count; ++k)
        {
            header += fmt::format(".{}", keyToml(parts[k]));
        }
        return header;
    }

    static std::string ended(std::string text)
    {
        if (!text.empty() && text.back() != '\n')
        {
            text += '\n';
        }
        return text;
    }

    static bool isSection(const toml::node& node)
    {
        const toml::table* table = node.as_table();
        return table != nullptr && !table->is_inline();
    }

    static bool isSectionList(const toml::node& node)
    {
        const toml::array* array = node.as_array();
        return array != nullptr && !array->empty() && isSection(array->front());
    }

    // The table below a header that a member is, or that the next part of the key names in a list
    // of such; null: the member is written as a value.
    static const toml::node* sectionOf(const toml::node* node,
                                       const std::vector<std::string>& parts, std::size_t* depth)
    {
        if (isSection(*node))
        {
            return node;
        }
        if (!isSectionList(*node) || *depth + 1 >= parts.size())
        {
            return nullptr;
        }
        const toml::array* array = node->as_array();
        const std::string& part = parts[*depth + 1];
        std::size_t index = 0;
        const char* last = part.data() + part.size();
        const auto [stop, error] = std::from_chars(part.data(), last, index);
        if (error != std::errc() || stop != last)
        {
            index = array->size();
            for (std::size_t k = 0; k < array->size(); ++k)
            {
                const toml::table* item = array->get(k)->as_table();
                if (item != nullptr && (*item)["name"].value_or(std::string_view()) == part)
                {
                    index = std::min(index, k);
                }
            }
        }
        if (index >= array->size() || !isSection(*array->get(index)))
        {
            return nullptr;
        }
        ++*depth;
        return array->get(index);
    }

    // Lines with headers, so that it is known where the section before ends.
    void collectHeaders(const toml::table& table)
    {
        for (const auto& [key, node] : table)
        {
            if (isSection(node))
            {
                headers_.insert(lineOf(node.source().begin));
                collectHeaders(*node.as_table());
            }
            else if (const toml::array* array = node.as_array())
            {
                for (const toml::node& item : *array)
                {
                    if (isSection(item))
                    {
                        headers_.insert(lineOf(item.source().begin));
                        collectHeaders(*item.as_table());
                    }
                }
            }
        }
    }

    // Lines count from 0 here.
    static std::size_t lineOf(const toml::source_position& position)
    {
        return position.line > 0 ? position.line - 1 : 0;
    }

    std::string_view line(std::size_t number) const
    {
        const std::size_t end = number + 1 < starts_.size() ? starts_[number + 1] : text_.size();
        return std::string_view(text_).substr(starts_[number], end - starts_[number]);
    }

    // Columns count characters, which may take several bytes.
    std::size_t offsetOf(const toml::source_position& position) const
    {
        std::size_t at = starts_[std::min(lineOf(position), starts_.size() - 1)];
        for (std::uint32_t column = 1; column < position.column && at < text_.size(); ++column)
        {
            ++at;
            while (at < text_.size() && (static_cast<unsigned char>(text_[at]) & 0xC0) == 0x80)
            {
                ++at;
            }
        }
        return at;
    }

    // As it was where there is nothing to put in its place.
    std::string replace(const toml::node& node, const Value* value) const
    {
        if (value == nullptr)
        {
            return text_;
        }
        const std::size_t begin = offsetOf(node.source().begin);
        const std::size_t end = std::max(begin, offsetOf(node.source().end));
        return text_.substr(0, begin) + inlineToml(*value) + text_.substr(end);
    }

    // After the values of the section; where tables lack on the way there, a section of its own.
    std::string insert(const toml::table& section, const std::vector<std::string>& parts,
                       std::size_t depth, const Value& after) const
    {
        const std::string value = inlineToml(*findValue(after, prefix(parts, parts.size())));
        const std::string entry = fmt::format("{} = {}\n", keyToml(parts.back()), value);
        if (depth + 1 == parts.size())
        {
            return insertedAfter(lastValueLine(section), entry);
        }
        const std::string block =
            fmt::format("\n[{}]\n{}", headerOf(parts, parts.size() - 1), entry);
        return &section == &root_ ? ended(text_) + block
                                  : insertedAfter(sectionEnd(section, false), block);
    }

    // The last line of the section's own values, or its header; for the root, one past is counted.
    std::size_t lastValueLine(const toml::table& section) const
    {
        std::size_t last = &section == &root_ ? 0 : lineOf(section.source().begin) + 1;
        for (const auto& [key, node] : section)
        {
            if (!isSection(node) && !isSectionList(node))
            {
                last = std::max(last, lineOf(node.source().end) + 1);
            }
        }
        return last;
    }

    bool isBlank(std::size_t number) const
    {
        return line(number).find_first_not_of(" \t\r\n") == std::string_view::npos;
    }

    bool isComment(std::size_t number) const
    {
        const std::string_view text = line(number);
        const std::size_t first = text.find_first_not_of(" \t");
        return first != std::string_view::npos && text[first] == '#';
    }

    // Comments right above a header belong to it.
    std::size_t attachedAbove(std::size_t header) const
    {
        while (header > 0 && isComment(header - 1))
        {
            --header;
        }
        return header;
    }

    // One past the last line of a section, and of those inside it where asked for, without the
    // blank lines and comments that lead to the next one.
    std::size_t sectionEnd(const toml::table& section, bool withInner) const
    {
        std::set<std::size_t> own;
        if (withInner)
        {
            collectInner(section, own);
        }
        auto next = headers_.upper_bound(lineOf(section.source().begin));
        while (next != headers_.end() && own.count(*next) > 0)
        {
            ++next;
        }
        std::size_t end = next != headers_.end() ? attachedAbove(*next) : starts_.size();
        while (end > 0 && isBlank(end - 1))
        {
            --end;
        }
        return end;
    }

    void collectInner(const toml::table& section, std::set<std::size_t>& lines) const
    {
        for (const auto& [key, node] : section)
        {
            if (isSection(node))
            {
                lines.insert(lineOf(node.source().begin));
                collectInner(*node.as_table(), lines);
            }
        }
    }

    // Behind so many lines.
    std::string insertedAfter(std::size_t lines, const std::string& block) const
    {
        if (lines >= starts_.size())
        {
            return ended(text_) + block;
        }
        return ended(text_.substr(0, starts_[lines])) + block + text_.substr(starts_[lines]);
    }

    // Without the lines from `first` up to, and not with, `end`.
    std::string withoutLines(std::size_t first, std::size_t end) const
    {
        const std::size_t stop = end < starts_.size() ? starts_[end] : text_.size();
        return text_.substr(0, starts_[first]) + text_.substr(stop);
    }

    // Without a section, or all those of a list, each with what is inside it and right above it.
    std::string withoutSections(const toml::node& node) const
    {
        if (const toml::table* section = node.as_table())
        {
            return withoutLines(attachedAbove(lineOf(section->source().begin)),
                                sectionEnd(*section, true));
        }
        const toml::array& list = *node.as_array();
        std::string text = text_;
        for (std::size_t k = list.size(); k-- > 0;) // from the back: the lines before stay in place
        {
            const Editor left(text);
            text = left.withoutSections(*list.get(k));
        }
        return text;
    }

    std::string text_;
    toml::table root_;
    std::vector<std::size_t> starts_; // of lines
    std::set<std::size_t> headers_;
};

bool says(const std::string& text, const Value& root)
{
    try
    {
        return areEqual(Document(text, kName).root(), root);
    }
    catch (const Error&)
    {
        return false;
    }
}

// The text as it was changed, if it says what it should; else all of it anew.
std::string checked(const std::string& text, const Value& root)
{
    return says(text, root) ? text : toToml(root);
}

std::string withKey(const std::string& before, const KeyText& change)
{
    Document document(before, kName);
    if (change.isRemoved)
    {
        // The tables that go along with it, or where those are a list's, its last one.
        const std::string gone = document.remove(change.key);
        for (const std::string& key : {gone, change.key})
        {
            std::string text = Editor(before).remove(keyParts(key, key), document.root());
            if (says(text, document.root()))
            {
                return text;
            }
        }
        return toToml(document.root());
    }
    const std::vector<std::string> parts = keyParts(change.key, change.key);
    document.set({change.key, change.toml, change.key});
    try
    {
        return checked(Editor(before).set(parts, document.root()), document.root());
    }
    catch (const toml::parse_error&) // sections that were written all over the text
    {
        return toToml(document.root());
    }
}

} // namespace

std::string quoted(std::string_view text)
{
    std::string out = "\"";
    for (const char c : text)
    {
        if (c == '"' || c == '\\')
        {
            out += '\\';
            out += c;
        }
        else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F)
        {
            out += fmt::format("\\u{:04X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
        }
        else
        {
            out += c;
        }
    }
    out += '"';
    return out;
}

std::string numberToml(double number)
{
    if (std::isnan(number))
    {
        return "nan";
    }
    if (std::isinf(number))
    {
        return number > 0.0 ? "inf" : "-inf";
    }
    std::string text = fmt::format("{}", number); // the shortest that reads back as the same
    if (text.find_first_of(".e") == std::string::npos)
    {
        text += ".0";
    }
    return text;
}

std::string inlineToml(const Value& value)
{
    struct Write
    {
        std::string operator()(std::monostate) const
        {
            throw Error("a date or time cannot be written; scenes have no use for one");
        }
        std::string operator()(bool b) const { return b ? "true" : "false"; }
        std::string operator()(std::int64_t i) const { return fmt::format("{}", i); }
        std::string operator()(double d) const { return numberToml(d); }
        std::string operator()(const std::string& s) const { return quoted(s); }
        std::string operator()(const Array& array) const
        {
            std::string out = "[";
            for (const Value& item : array)
            {
                out += fmt::format("{}{}", out.size() > 1 ? ", " : "", inlineToml(item));
            }
            out += ']';
            return out;
        }
        std::string operator()(const Table& table) const
        {
            std::string out = "{";
            for (const Member& member : table.members)
            {
                out += fmt::format("{} {} = {}", out.size() > 1 ? "," : "", keyToml(member.key),
                                   inlineToml(member.value));
            }
            out += out.size() > 1 ? " }" : "}";
            return out;
        }
    };
    return std::visit(Write{}, value.data);
}

std::string toToml(const Value& root)
{
    std::string out;
    if (const Table* table = root.asTable())
    {
        writeTable(*table, {}, out);
    }
    return out;
}

std::string withKeys(const std::string& text, std::span<const KeyText> changes)
{
    std::string changed = text;
    for (const KeyText& change : changes)
    {
        changed = withKey(changed, change);
    }
    return changed;
}

std::string withElement(const std::string& text, const std::string& list, const std::string& toml)
{
    Document document(text, kName);
    document.append(list, toml);
    return checked(Editor(text).append(keyParts(list, list), toml), document.root());
}

std::string withoutElement(const std::string& text, const std::string& list, std::size_t index)
{
    const KeyText gone = {fmt::format("{}.{}", list, index), {}, true};
    return withKeys(text, std::span(&gone, 1));
}

} // namespace tarn::scene
