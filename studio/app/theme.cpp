#include "studio/app/theme.h"

#include "studio/app/defaults.h"
#include "studio/app/fonts.h"

#include <algorithm>
#include <cmath>

namespace tarn::studio
{
namespace
{

// Latin letters, dashes, quotes and dots, arrows.
constexpr ImWchar kLetters[] = {0x20, 0xff, 0x2010, 0x2026, 0x2190, 0x2193, 0};

ImVec4 light(ImU32 colour, float opacity = 1.0F)
{
    ImVec4 result = ImGui::ColorConvertU32ToFloat4(colour);
    result.w *= opacity;
    return result;
}

void colourWidgets(ImGuiStyle& style)
{
    using namespace colours;
    ImVec4* colour = style.Colors;
    colour[ImGuiCol_Text] = light(kText);
    colour[ImGuiCol_TextDisabled] = light(kMuted);
    colour[ImGuiCol_WindowBg] = light(kPanel);
    colour[ImGuiCol_ChildBg] = light(kPanel, 0.0F);
    colour[ImGuiCol_PopupBg] = light(kPanel, 0.98F);
    colour[ImGuiCol_Border] = light(kLine);
    colour[ImGuiCol_FrameBg] = light(kRaised);
    colour[ImGuiCol_FrameBgHovered] = light(kHovered);
    colour[ImGuiCol_FrameBgActive] = light(kPressed);
    colour[ImGuiCol_ScrollbarBg] = light(kPanel, 0.0F);
    colour[ImGuiCol_ScrollbarGrab] = light(kHovered);
    colour[ImGuiCol_ScrollbarGrabHovered] = light(kPressed);
    colour[ImGuiCol_ScrollbarGrabActive] = light(kMuted);
    colour[ImGuiCol_CheckMark] = light(kAccent);
    colour[ImGuiCol_SliderGrab] = light(kAccent);
    colour[ImGuiCol_SliderGrabActive] = light(kText);
    colour[ImGuiCol_Button] = light(kRaised);
    colour[ImGuiCol_ButtonHovered] = light(kHovered);
    colour[ImGuiCol_ButtonActive] = light(kPressed);
    colour[ImGuiCol_Header] = light(kRaised);
    colour[ImGuiCol_HeaderHovered] = light(kHovered);
    colour[ImGuiCol_HeaderActive] = light(kPressed);
    colour[ImGuiCol_Separator] = light(kLine);
    colour[ImGuiCol_PlotLines] = light(kAccent);
    colour[ImGuiCol_TextSelectedBg] = light(kAccentDim);
    colour[ImGuiCol_DragDropTarget] = light(kAccent);
    colour[ImGuiCol_NavHighlight] = light(kAccent);
    colour[ImGuiCol_ModalWindowDimBg] = light(kBackdrop, 0.6F);
}

} // namespace

Theme::Theme(float scale, float density)
{
    setScale(scale, density);
}

bool Theme::setScale(float scale, float density)
{
    // Fonts look their best at whole pixels, and a twentieth more or less is not seen.
    scale = std::clamp(std::round(scale * 20.0F) / 20.0F, kSmallestScale, kLargestScale);
    if (scale == scale_ && density == density_)
    {
        return false;
    }
    scale_ = scale;
    density_ = density;
    makeFonts();
    makeStyle();
    return true;
}

ImFont* Theme::makeFont(std::span<const unsigned char> file, float size) const
{
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    const float pixels = std::round(points(size) * density_);
    ImFontConfig config;
    ImFont* font = nullptr;
    if (file.empty())
    {
        config.SizePixels = pixels;
        font = atlas.AddFontDefault(&config);
    }
    else
    {
        config.FontDataOwnedByAtlas = false;
        config.OversampleH = 2;
        config.OversampleV = 2;
        config.PixelSnapH = false;
        // ImGui does not write to what it does not own.
        font = atlas.AddFontFromMemoryTTF(const_cast<unsigned char*>(file.data()), int(file.size()),
                                          pixels, &config, kLetters);
    }
    font->Scale = 1.0F / density_;
    return font;
}

void Theme::makeFonts()
{
    ImGui::GetIO().Fonts->Clear();
    makeFont(textFont(), kTextSize); // the first one is what ImGui writes with
    strong_ = makeFont(strongFont(), kTextSize);
    small_ = makeFont(textFont(), kSmallTextSize);
    title_ = makeFont(strongFont(), kTitleSize);
}

void Theme::makeStyle() const
{
    ImGuiStyle style;
    colourWidgets(style);
    style.WindowPadding = {14.0F, 12.0F};
    style.FramePadding = {9.0F, 5.0F};
    style.ItemSpacing = {8.0F, 7.0F};
    style.ItemInnerSpacing = {7.0F, 5.0F};
    style.ScrollbarSize = 11.0F;
    style.GrabMinSize = 12.0F;
    style.WindowRounding = 0.0F;
    style.ChildRounding = 8.0F;
    style.PopupRounding = 8.0F;
    style.FrameRounding = 6.0F;
    style.GrabRounding = 6.0F;
    style.ScrollbarRounding = 6.0F;
    style.WindowBorderSize = 0.0F;
    style.PopupBorderSize = 1.0F;
    style.DisabledAlpha = 0.45F;
    style.ScaleAllSizes(scale_);
    ImGui::GetStyle() = style;
}

} // namespace tarn::studio
