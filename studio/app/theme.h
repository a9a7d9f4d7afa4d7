// Theme: how the studio looks: a calm dark room around a bright fluid, one accent colour, type in
// three sizes. Sizes grow with the screen's density and with what people choose.
#pragma once

#include <imgui.h>

#include <span>

namespace tarn::studio
{

// As people write colours: red, green, blue, opacity.
constexpr ImU32 shade(unsigned rgb, unsigned opacity = 255)
{
    return IM_COL32((rgb >> 16) & 255, (rgb >> 8) & 255, rgb & 255, opacity);
}

namespace colours
{
inline constexpr ImU32 kBackdrop = shade(0x0f1317);
inline constexpr ImU32 kPanel = shade(0x171c22);
inline constexpr ImU32 kRaised = shade(0x222931);
inline constexpr ImU32 kHovered = shade(0x2d3640);
inline constexpr ImU32 kPressed = shade(0x38434f);
inline constexpr ImU32 kLine = shade(0x2a323b);
inline constexpr ImU32 kText = shade(0xe3e8ee);
inline constexpr ImU32 kMuted = shade(0x93a0ae);
inline constexpr ImU32 kAccent = shade(0x3ec1d3);
inline constexpr ImU32 kAccentDim = shade(0x1f5f69);
inline constexpr ImU32 kOnAccent = shade(0x06171a);
inline constexpr ImU32 kWarning = shade(0xf2b45a);
inline constexpr ImU32 kError = shade(0xf0716a);
} // namespace colours

// What ImGui counts in.
inline float heightOf(const ImFont& font)
{
    return font.FontSize * font.Scale;
}

class Theme
{
  public:
    // Needs ImGui's context; fonts are made for this scale, and for so many pixels to what ImGui
    // counts in (2 on dense screens of Wayland, where windows are counted in points).
    Theme(float scale, float density);

    // Returns whether fonts are new, so that their texture must be.
    bool setScale(float scale, float density);
    float scale() const { return scale_; }

    // Points to what ImGui counts in.
    float points(float length) const { return length * scale_; }

    ImFont* strong() const { return strong_; } // headings, names
    ImFont* small() const { return small_; }   // units, remarks
    ImFont* title() const { return title_; }

  private:
    void makeFonts();
    void makeStyle() const;

    ImFont* makeFont(std::span<const unsigned char> file, float size) const;

    float scale_ = 0.0F;
    float density_ = 1.0F;
    ImFont* strong_ = nullptr;
    ImFont* small_ = nullptr;
    ImFont* title_ = nullptr;
};

} // namespace tarn::studio
