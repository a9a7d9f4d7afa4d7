#include "studio/app/profile_panel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <thread>

namespace tarn::studio
{
namespace
{

// Okabe and Ito's colours, told apart by all kinds of eyes; brightened for a dark ground.
constexpr ImU32 kCurves[] = {shade(0x56b4e9), shade(0xe69f00), shade(0x2bbd94), shade(0xf0e442),
                             shade(0x4f93d6), shade(0xe8742e), shade(0xd68fb8), shade(0xb8c1ca)};

ImU32 curveColour(std::size_t k)
{
    return kCurves[k % std::size(kCurves)];
}

// Stages on top of each other, the newest at the right; a line at a 60th of a second where it is
// in reach.
void drawStages(Ui& ui, const Profile& profile)
{
    const float width = ImGui::GetContentRegionAvail().x;
    const float height = ui.points(120.0F);
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const ImVec2 high = {low.x + width, low.y + height};
    ImGui::Dummy({width, height});
    ui.remember("profile graph");
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(low, high, colours::kBackdrop, ui.points(6.0F));
    const Ring& whole = profile.stepMs();
    const float top = std::max(whole.most() * 1.1F, 1.0F);
    const auto yOf = [&](float ms) { return high.y - height * std::min(ms / top, 1.0F); };
    const float step = width / float(Ring::kCapacity);
    for (std::size_t k = 0; k < whole.size(); ++k)
    {
        const float x = high.x - step * float(whole.size() - k);
        float sum = 0.0F;
        for (std::size_t stage = 0; stage < profile.stages().size(); ++stage)
        {
            const Ring& numbers = profile.stages()[stage].numbers;
            const std::size_t behind = whole.size() - k;
            if (numbers.size() < behind)
            {
                continue;
            }
            const float next = sum + std::max(numbers[numbers.size() - behind], 0.0F);
            list.AddRectFilled({x, yOf(next)}, {x + step + 0.5F, yOf(sum)}, curveColour(stage));
            sum = next;
        }
    }
    constexpr float kFrameMs = 1000.0F / 60.0F;
    if (kFrameMs < top)
    {
        list.AddLine({low.x, yOf(kFrameMs)}, {high.x, yOf(kFrameMs)}, shade(0xffffff, 90));
    }
    const std::string scale = fmt::format("{:.1f} ms", double(top));
    list.AddText(ui.theme().small(), heightOf(*ui.theme().small()),
                 {low.x + ui.points(6.0F), low.y + ui.points(4.0F)}, colours::kMuted,
                 scale.c_str());
}

void drawLegend(Ui& ui, const Profile& profile)
{
    if (!ImGui::BeginTable("##stages", 2))
    {
        return;
    }
    for (std::size_t k = 0; k < profile.stages().size(); ++k)
    {
        const Curve& stage = profile.stages()[k];
        ImGui::TableNextColumn();
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float side = ui.points(9.0F);
        ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + ui.points(4.0F)},
                                                  {at.x + side, at.y + ui.points(4.0F) + side},
                                                  curveColour(k), ui.points(2.0F));
        ImGui::SetCursorScreenPos({at.x + ui.points(15.0F), at.y});
        ui.smallText(fmt::format("{}  {:.2f}", stage.name, double(stage.numbers.mean())),
                     colours::kText);
    }
    ImGui::EndTable();
}

void drawFigure(Ui& ui, const std::string& name, const Ring& numbers)
{
    const float width = ImGui::GetContentRegionAvail().x;
    ui.smallText(name);
    ImGui::SameLine(0.55F * width);
    ui.smallText(readable(double(numbers.last())), colours::kText);
    const float graph = 0.24F * width;
    const ImVec2 low = {ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x - graph,
                        ImGui::GetItemRectMin().y};
    const float height = ImGui::GetItemRectSize().y;
    float least = 0.0F;
    float most = 1e-30F;
    for (std::size_t k = 0; k < numbers.size(); ++k)
    {
        least = std::min(least, numbers[k]);
        most = std::max(most, numbers[k]);
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PathClear();
    for (std::size_t k = 0; k < numbers.size(); ++k)
    {
        const float part = (numbers[k] - least) / (most - least);
        list.PathLineTo({low.x + graph * float(k) / float(Ring::kCapacity - 1),
                         low.y + height * (1.0F - (std::isfinite(part) ? part : 0.0F))});
    }
    list.PathStroke(colours::kAccent, ImDrawFlags_None, ui.points(1.2F));
}

void drawPlace(Desk& desk)
{
    Ui& ui = desk.ui;
    Session& session = desk.session;
    ui.heading("Where the fluid is computed");
    const bool isGpu = session.options().backend == tn_backendGL;
    const float half = 0.5F * (ImGui::GetContentRegionAvail().x - ui.points(8.0F));
    const auto choose = [&](const char* name, const char* label, bool isOn, tnBackend backend) {
        if (ui.button(name, label, isOn ? Emphasis::strong : Emphasis::normal, half) && !isOn)
        {
            desk.later([&desk, &session, backend] {
                session.setBackend(backend);
                desk.preferences.backend = backend == tn_backendGL ? "gl" : "cpu";
            });
        }
    };
    choose("backend cpu", "CPU", !isGpu, tn_backendCpu);
    ui.tip("The same bits on every machine. The fluid goes on where it is.");
    ImGui::SameLine(0.0F, ui.points(8.0F));
    choose("backend gl", "GPU", isGpu, tn_backendGL);
    ui.tip("By OpenGL compute shaders: faster for large grids. The fluid goes on where it is.");
    if (isGpu)
    {
        return;
    }
    ImGui::Dummy({0.0F, ui.points(2.0F)});
    const int cores = int(std::max(1U, std::thread::hardware_concurrency()));
    std::vector<std::string> words = {"one a core"};
    for (int k = 1; k <= cores; ++k)
    {
        words.push_back(std::to_string(k));
    }
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("Threads");
    ImGui::SameLine(0.0F, ui.points(10.0F));
    int index = std::clamp(session.options().threads, 0, cores);
    if (ui.choice("threads", words, index, ImGui::GetContentRegionAvail().x))
    {
        desk.later([&desk, &session, index] {
            session.setThreads(index);
            desk.preferences.threads = index;
        });
    }
    ui.tip("More make steps shorter. Results have the same bits with any number.");
}

} // namespace

void drawProfilePanel(Desk& desk)
{
    Ui& ui = desk.ui;
    const Session& session = desk.session;
    const Profile& profile = session.profile();
    beginScrolling("##profile");
    ImGui::PushFont(ui.theme().title());
    ImGui::Text("%.2f ms", double(profile.stepMs().mean()));
    ImGui::PopFont();
    const scene::RunReport report = session.run().report();
    ui.smallText(fmt::format("a step, of {} x {} cells; picture {:.1f} ms", report.nx, report.ny,
                             1000.0 * desk.viewport.drawSeconds()));
    drawStages(ui, profile);
    drawLegend(ui, profile);
    ImGui::Dummy({0.0F, ui.points(6.0F)});
    ui.heading("How good it is");
    for (const Curve& curve : profile.figures())
    {
        drawFigure(ui, curve.name, curve.numbers);
    }
    ImGui::Dummy({0.0F, ui.points(2.0F)});
    ui.smallText(
        fmt::format("memory of the whole program: {:.0f} MB", double(programMemory()) / 1048576.0));
    ImGui::Dummy({0.0F, ui.points(8.0F)});
    drawPlace(desk);
    ImGui::EndChild();
}

} // namespace tarn::studio
