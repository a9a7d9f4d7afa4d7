#include "studio/app/scenes_panel.h"

#include "studio/app/icons.h"
#include "studio/app/image_texture.h"
#include "studio/model/letters.h"

#include <fmt/format.h>

namespace tarn::studio
{

const render::gl::Texture* ScenesPanel::pictureOf(Desk& desk, const SceneEntry& entry)
{
    const std::shared_ptr<const render::Image> image = desk.thumbnails.find(entry.open);
    const auto known = pictures_.find(entry.open);
    if (image == nullptr)
    {
        return nullptr;
    }
    if (known != pictures_.end() && known->second.image == image)
    {
        return &known->second.texture;
    }
    render::gl::Texture texture(desk.context, render::gl::Format::rgba8,
                                render::gl::Filter::linear);
    upload(texture, *image);
    const auto placed =
        pictures_.insert_or_assign(entry.open, Picture{image, std::move(texture)}).first;
    return &placed->second.texture;
}

void ScenesPanel::drawCard(Desk& desk, const SceneEntry& entry, const Opener& open)
{
    Ui& ui = desk.ui;
    const float width = ImGui::GetContentRegionAvail().x;
    const ImVec2 picture = {ui.points(112.0F), ui.points(63.0F)};
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = picture.y + ui.points(12.0F);
    const bool isPressed = ImGui::InvisibleButton(entry.open.c_str(), {width, height});
    ui.remember(fmt::format("scene {}", entry.name));
    const bool isOpen =
        entry.open == desk.session.path() ||
        (entry.isBuiltin && desk.session.path().empty() && entry.name == desk.session.name());
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 end = {at.x + width, at.y + height};
    if (isOpen || ImGui::IsItemHovered() || ImGui::IsItemFocused())
    {
        list.AddRectFilled(at, end, isOpen ? colours::kRaised : colours::kHovered, ui.points(8.0F));
    }
    const float margin = ui.points(6.0F);
    const ImVec2 low = {at.x + margin, at.y + margin};
    const ImVec2 high = {low.x + picture.x, low.y + picture.y};
    if (const render::gl::Texture* texture = pictureOf(desk, entry))
    {
        list.AddImageRounded(ImTextureID(std::uintptr_t(texture->name())), low, high, {0.0F, 0.0F},
                             {1.0F, 1.0F}, shade(0xffffff), ui.points(5.0F));
    }
    else
    {
        list.AddRectFilled(low, high, colours::kBackdrop, ui.points(5.0F));
        const float side = ui.points(22.0F);
        drawIcon(list, "picture", {0.5F * (low.x + high.x - side), 0.5F * (low.y + high.y - side)},
                 side, colours::kPressed);
    }
    if (isOpen)
    {
        list.AddRect(low, high, colours::kAccent, ui.points(5.0F), 0, ui.points(1.5F));
    }
    const float x = high.x + ui.points(10.0F);
    ImFont* strong = ui.theme().strong();
    list.AddText(strong, heightOf(*strong), {x, low.y - ui.points(1.0F)}, colours::kText,
                 entry.name.c_str());
    ImFont* small = ui.theme().small();
    const ImVec4 clip = {x, low.y, end.x, end.y};
    list.AddText(small, heightOf(*small), {x, low.y + ui.points(19.0F)}, colours::kMuted,
                 entry.summary.c_str(), nullptr, end.x - x - ui.points(6.0F), &clip);
    ui.tip(entry.isBuiltin ? entry.summary : fmt::format("{}\n\n{}", entry.summary, entry.open));
    if (isPressed)
    {
        desk.later([open, name = entry.open] { open(name); });
    }
}

void ScenesPanel::draw(Desk& desk, const Opener& open)
{
    Ui& ui = desk.ui;
    if (!isListed_)
    {
        entries_ = listScenes(desk.preferences);
        isListed_ = true;
    }
    const float half = 0.5F * (ImGui::GetContentRegionAvail().x - ui.points(8.0F));
    if (ui.button("open file", "Open file ...", Emphasis::normal, half))
    {
        desk.commands.find("open")->act();
    }
    ui.tip("Any scene as a TOML file", keyText(desk.commands.find("open")->key));
    ImGui::SameLine(0.0F, ui.points(8.0F));
    if (ui.button("save as", "Save as ...", Emphasis::normal, half))
    {
        desk.commands.find("save as")->act();
    }
    ui.tip("Writes the scene as a TOML file", keyText(desk.commands.find("save as")->key));
    ui.text("scene search", "Search scenes", search_, ImGui::GetContentRegionAvail().x);
    beginScrolling("##cards");
    const std::string wanted = lowerCase(search_);
    for (const SceneEntry& entry : entries_)
    {
        if (lowerCase(entry.name + " " + entry.summary).find(wanted) != std::string::npos)
        {
            drawCard(desk, entry, open);
        }
    }
    ImGui::EndChild();
}

} // namespace tarn::studio
