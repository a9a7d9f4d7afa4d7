#include "studio/app/dialogs.h"

#include "studio/app/icons.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace tarn::studio
{
namespace
{

namespace files = std::filesystem;

constexpr float kDialogWidth = 460.0F;

// A card in the middle of a window that is dimmed.
bool beginDialog(Ui& ui, const char* name, bool isNew)
{
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    if (isNew)
    {
        ImGui::OpenPopup(name);
    }
    ImGui::SetNextWindowPos({0.5F * size.x, 0.45F * size.y}, ImGuiCond_Always, {0.5F, 0.5F});
    ImGui::SetNextWindowSize({std::min(ui.points(kDialogWidth), 0.92F * size.x), 0.0F});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.points(20.0F), ui.points(18.0F)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.points(10.0F));
    const bool isOpen =
        ImGui::BeginPopupModal(name, nullptr,
                               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                   ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
    ImGui::PopStyleVar(2);
    return isOpen;
}

void titleOf(Ui& ui, const std::string& title)
{
    ImGui::PushFont(ui.theme().title());
    ImGui::TextUnformatted(title.c_str());
    ImGui::PopFont();
    ImGui::Dummy({0.0F, ui.points(2.0F)});
}

} // namespace

void Dialogs::ask(Question question)
{
    close();
    question_ = std::move(question);
    isNew_ = true;
}

void Dialogs::chooseFile(FileWish wish)
{
    close();
    std::error_code error;
    const files::path path = files::absolute(wish.path.empty() ? "." : wish.path, error);
    const bool isFolder = files::is_directory(path, error);
    folder_ = (isFolder ? path : path.parent_path()).lexically_normal().string();
    file_ = isFolder ? std::string() : path.filename().string();
    wish_ = std::move(wish);
    isNew_ = true;
    list();
}

void Dialogs::close()
{
    question_.reset();
    wish_.reset();
}

void Dialogs::list()
{
    entries_.clear();
    std::error_code error;
    for (const files::directory_entry& entry : files::directory_iterator(
             folder_, files::directory_options::skip_permission_denied, error))
    {
        const std::string name = entry.path().filename().string();
        const bool isFolder = entry.is_directory(error);
        const bool isWanted = std::find(wish_->suffixes.begin(), wish_->suffixes.end(),
                                        entry.path().extension()) != wish_->suffixes.end();
        if (!name.starts_with(".") && (isFolder || isWanted))
        {
            entries_.push_back({name, isFolder});
        }
    }
    std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
        return a.isFolder != b.isFolder ? a.isFolder : a.name < b.name;
    });
}

void Dialogs::drawQuestion(Ui& ui, const Later& later)
{
    if (!beginDialog(ui, "##question", isNew_))
    {
        question_.reset();
        return;
    }
    const Question question = *question_;
    titleOf(ui, question.title);
    ui.wrapped(question.text, colours::kMuted);
    ImGui::Dummy({0.0F, ui.points(8.0F)});
    const Answer* chosen = nullptr;
    for (const Answer& answer : question.answers)
    {
        if (ui.button(fmt::format("question {} {}", question.name, answer.label), answer.label,
                      answer.emphasis))
        {
            chosen = &answer;
        }
        if (&answer != &question.answers.back())
        {
            ImGui::SameLine(0.0F, ui.points(8.0F));
        }
    }
    const bool isLeft = ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape), false);
    if (chosen != nullptr || isLeft)
    {
        ImGui::CloseCurrentPopup();
        question_.reset();
        if (chosen != nullptr && chosen->act)
        {
            later(chosen->act);
        }
    }
    ImGui::EndPopup();
}

void Dialogs::accept(const Later& later)
{
    files::path path =
        files::path(file_).is_absolute() ? files::path(file_) : files::path(folder_) / file_;
    if (path.extension().empty())
    {
        path += wish_->suffix;
    }
    later([act = wish_->act, text = path.lexically_normal().string()] { act(text); });
    ImGui::CloseCurrentPopup();
    wish_.reset();
}

void Dialogs::drawFiles(Ui& ui, const Later& later)
{
    if (!beginDialog(ui, "##files", isNew_))
    {
        wish_.reset();
        return;
    }
    titleOf(ui, wish_->title);
    ui.smallText(folder_);
    ImGui::PushStyleColor(ImGuiCol_ChildBg, colours::kBackdrop);
    ImGui::BeginChild("##entries", {0.0F, ui.points(220.0F)}, false,
                      ImGuiWindowFlags_AlwaysUseWindowPadding);
    std::string entered;
    if (ImGui::Selectable("..", false))
    {
        entered = "..";
    }
    ui.remember("file ..");
    for (const Entry& entry : entries_)
    {
        const std::string shown = entry.isFolder ? entry.name + "/" : entry.name;
        if (ImGui::Selectable(shown.c_str(), entry.name == file_,
                              ImGuiSelectableFlags_AllowDoubleClick))
        {
            (entry.isFolder ? entered : file_) = entry.name;
        }
        ui.remember(fmt::format("file {}", entry.name));
    }
    ImGui::EndChild();
    ImGui::PopStyleColor();
    if (!entered.empty())
    {
        folder_ = (files::path(folder_) / entered).lexically_normal().string();
        if (folder_.size() > 1 && folder_.back() == '/')
        {
            folder_.pop_back();
        }
        list();
    }
    if (isNew_)
    {
        ui.focusNext();
    }
    const bool isEntered =
        ui.text("file name", "A name, or a whole path", file_, ImGui::GetContentRegionAvail().x);
    ImGui::Dummy({0.0F, ui.points(4.0F)});
    ImGui::BeginDisabled(file_.empty());
    const bool isAccepted = ui.button("file accept", wish_->button, Emphasis::strong);
    ImGui::EndDisabled();
    ImGui::SameLine(0.0F, ui.points(8.0F));
    const bool isLeft = ui.button("file cancel", "Cancel") ||
                        ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape), false);
    if ((isEntered || isAccepted) && !file_.empty())
    {
        accept(later);
    }
    else if (isLeft)
    {
        ImGui::CloseCurrentPopup();
        wish_.reset();
    }
    ImGui::EndPopup();
}

void Dialogs::draw(Ui& ui, const Later& later)
{
    if (question_)
    {
        drawQuestion(ui, later);
    }
    else if (wish_)
    {
        drawFiles(ui, later);
    }
    isNew_ = false;
}

} // namespace tarn::studio
