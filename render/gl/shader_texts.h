// The texts of shaders/, put into the library when it is built, and a shader's text made of them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tarn::render::gl
{

struct ShaderText
{
    std::string_view name; // "water.frag", "optics.glsl"
    std::string_view text;
};

// All of them, sorted by name.
std::span<const ShaderText> shaderTexts();

// One shader as a compiler wants it: a first line with the version, the precision of ES, the
// defines, and in place of lines #include "file.glsl" those files, once each.
class ShaderSource
{
  public:
    // `file` is one of shaders/, or a text of its own, which begins with // and may include them;
    // `defines` are whole lines. Throws an Error when there is no such file.
    ShaderSource(std::string_view file, std::string_view defines, bool isEs);

    const std::string& text() const { return text_; }

    // A compiler's log with files and their lines in place of lines of the whole text:
    // "water.frag:12: error: ...".
    std::string explained(std::string_view log) const;

  private:
    // From line `first` of the whole text on there are lines of a file, from `line` on.
    struct Piece
    {
        int first;
        std::string_view file;
        int line;
    };

    void addFile(std::string_view file, std::string_view from);
    void addText(std::string_view file, std::string_view rest);
    std::string placeOf(int line) const;

    std::string text_;
    int lines_ = 0; // of text_
    std::vector<std::string_view> files_;
    std::vector<Piece> pieces_;
};

} // namespace tarn::render::gl
