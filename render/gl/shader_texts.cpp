// ShaderSource: what each line of the whole text was is written down, since drivers differ in what
// they make of #line.
#include "render/gl/shader_texts.h"

#include "render/error.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace tarn::render::gl
{
namespace
{

constexpr std::string_view kInclude = "#include \"";

constexpr std::string_view kEsPreamble = "#version 300 es\n"
                                         "#define TARN_ES 1\n"
                                         "precision highp float;\n"
                                         "precision highp int;\n"
                                         "precision highp sampler2D;\n"
                                         "precision highp sampler2DShadow;\n";

// A number at the beginning of a text, which is taken off. False: there is none.
bool takeNumber(std::string_view& text, int& number)
{
    std::size_t digits = 0;
    number = 0;
    while (digits < std::min<std::size_t>(text.size(), 8) &&
           std::isdigit(static_cast<unsigned char>(text[digits])) != 0)
    {
        number = 10 * number + (text[digits++] - '0');
    }
    text.remove_prefix(digits);
    return digits > 0;
}

} // namespace

ShaderSource::ShaderSource(std::string_view file, std::string_view defines, bool isEs)
{
    text_ = isEs ? kEsPreamble : "#version 330 core\n";
    text_ += defines;
    lines_ = static_cast<int>(std::count(text_.begin(), text_.end(), '\n'));
    pieces_.push_back({1, "defines", 1});
    if (file.starts_with("//"))
    {
        addText("text", file);
    }
    else
    {
        addFile(file, "a program");
    }
}

void ShaderSource::addFile(std::string_view file, std::string_view from)
{
    if (std::find(files_.begin(), files_.end(), file) != files_.end())
    {
        return;
    }
    const auto texts = shaderTexts();
    const auto found = std::find_if(texts.begin(), texts.end(),
                                    [&](const ShaderText& t) { return t.name == file; });
    if (found == texts.end())
    {
        throw Error(fmt::format("shader '{}': there is no such file; {} asks for it", file, from));
    }
    addText(found->name, found->text);
}

void ShaderSource::addText(std::string_view file, std::string_view rest)
{
    files_.push_back(file);
    pieces_.push_back({lines_ + 1, file, 1});
    int line = 0;
    while (!rest.empty())
    {
        const std::size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
        const std::string_view text = rest.substr(0, end);
        rest.remove_prefix(end);
        ++line;
        if (text.starts_with(kInclude))
        {
            const std::string_view named = text.substr(kInclude.size());
            addFile(named.substr(0, named.find('"')), file);
            pieces_.push_back({lines_ + 1, file, line + 1});
        }
        else
        {
            text_ += text;
            ++lines_;
        }
    }
}

std::string ShaderSource::placeOf(int line) const
{
    const auto after = std::find_if(pieces_.begin() + 1, pieces_.end(),
                                    [&](const Piece& piece) { return piece.first > line; });
    const Piece& piece = *(after - 1);
    return fmt::format("{}:{}", piece.file, piece.line + line - piece.first);
}

// Drivers write "0:17(5): error", "0(17) : error" or "ERROR: 0:17:".
std::string ShaderSource::explained(std::string_view log) const
{
    std::string out;
    while (!log.empty())
    {
        const std::size_t end = std::min(log.find('\n'), log.size());
        const std::string_view whole = log.substr(0, end);
        log.remove_prefix(std::min(end + 1, log.size()));
        std::string_view rest = whole;
        for (const std::string_view word : {"ERROR: ", "WARNING: "})
        {
            rest.remove_prefix(rest.starts_with(word) ? word.size() : 0);
        }
        int zero = 0;
        int line = 0;
        bool isPlace =
            takeNumber(rest, zero) && !rest.empty() && (rest.front() == ':' || rest.front() == '(');
        if (isPlace)
        {
            rest.remove_prefix(1);
            isPlace = takeNumber(rest, line);
        }
        if (isPlace)
        {
            rest.remove_prefix(std::min(rest.find_first_of(": "), rest.size()));
            rest.remove_prefix(std::min(rest.find_first_not_of(": "), rest.size()));
            out += fmt::format("{}: {}\n", placeOf(line), rest);
        }
        else if (!whole.empty())
        {
            out += fmt::format("{}\n", whole);
        }
    }
    return out;
}

} // namespace tarn::render::gl
