#include "studio/app/notices.h"

#include "studio/app/defaults.h"
#include "studio/app/icons.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>

namespace tarn::studio
{
namespace
{

constexpr float kCardWidth = 380.0F;
constexpr float kCardGap = 8.0F;

ImU32 colourOf(NoticeKind kind)
{
    switch (kind)
    {
    case NoticeKind::error:
        return colours::kError;
    case NoticeKind::warning:
        return colours::kWarning;
    default:
        return colours::kAccent;
    }
}

} // namespace

void Notices::tell(NoticeKind kind, std::string text)
{
    errorsTold_ += kind == NoticeKind::error ? 1 : 0;
    const auto same = std::find_if(notices_.begin(), notices_.end(), [&](const Notice& notice) {
        return notice.kind == kind && notice.text == text;
    });
    if (same != notices_.end())
    {
        ++same->times;
        same->since = now_;
        return;
    }
    const auto isError = [](const Notice& notice) { return notice.kind == NoticeKind::error; };
    if (std::count_if(notices_.begin(), notices_.end(), std::not_fn(isError)) >= kMostNotices)
    {
        notices_.erase(std::find_if_not(notices_.begin(), notices_.end(), isError));
    }
    notices_.push_back({next_++, kind, std::move(text), now_});
}

bool Notices::drawCard(Ui& ui, const Notice& notice, ImVec2 corner, float& height) const
{
    const float width = std::min(ui.points(kCardWidth), corner.x - ui.points(kCardGap));
    ImGui::SetNextWindowPos(corner, ImGuiCond_Always, {1.0F, 0.0F});
    ImGui::SetNextWindowSize({width, 0.0F});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.points(8.0F));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0F);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, shade(0x1d232a, 245));
    ImGui::Begin(fmt::format("##notice {}", notice.number).c_str(), nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                     ImGuiWindowFlags_AlwaysAutoResize);
    const ImVec2 low = ImGui::GetWindowPos();
    const float side = ui.points(20.0F);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    drawIcon(*ImGui::GetWindowDrawList(), notice.kind == NoticeKind::info ? "info" : "warning", at,
             side, colourOf(notice.kind));
    ImGui::SetCursorScreenPos({at.x + side + ui.points(10.0F), at.y});
    ImGui::BeginGroup();
    ImGui::PushTextWrapPos(width - ui.points(44.0F));
    ImGui::TextUnformatted(notice.text.c_str());
    ImGui::PopTextWrapPos();
    if (notice.times > 1)
    {
        ui.smallText(fmt::format("{} times", notice.times));
    }
    ImGui::EndGroup();
    ImGui::SetCursorScreenPos({low.x + width - ui.points(34.0F), low.y + ui.points(6.0F)});
    const bool isClosed =
        ui.iconButton(fmt::format("notice {} close", notice.number), "close", false, 26.0F);
    ui.tip("Close");
    height = ImGui::GetWindowSize().y;
    ImGui::End();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(2);
    return isClosed;
}

void Notices::draw(Ui& ui, ImVec2 corner, double now)
{
    now_ = now;
    std::erase_if(notices_, [now](const Notice& notice) {
        return notice.kind == NoticeKind::info && now - notice.since > kNoticeSeconds;
    });
    int closed = 0;
    for (const Notice& notice : notices_)
    {
        float height = 0.0F;
        closed = drawCard(ui, notice, corner, height) ? notice.number : closed;
        corner.y += height + ui.points(kCardGap);
    }
    std::erase_if(notices_, [closed](const Notice& notice) { return notice.number == closed; });
}

} // namespace tarn::studio
