// Opens and saves scenes, and lets time pass in them. Edits are in session_edits.cpp.
#include "studio/model/session.h"

#include "studio/model/autosave.h"
#include "studio/model/defaults.h"
#include "studio/model/folders.h"

#include "scene/builtin.h"
#include "scene/error.h"

#include "render/error.h"
#include "render/image.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>

namespace tarn::studio
{
namespace
{

namespace fs = std::filesystem;

// Whatever folder the program is in later.
std::string absolutePath(const std::string& path)
{
    std::error_code error;
    const fs::path whole = fs::absolute(path, error);
    return (error ? fs::path(path) : whole.lexically_normal()).string();
}

std::string folderOf(const std::string& absolute)
{
    return fs::path(absolute).parent_path().string();
}

// A file that the scene names, as another folder sees it. Whole names stay, unless the file lies in
// that folder or below.
fs::path movedPath(const fs::path& name, const fs::path& from, const fs::path& to)
{
    const fs::path file = fs::absolute(from / name).lexically_normal();
    const fs::path seen = file.lexically_relative(fs::absolute(to).lexically_normal());
    const bool isBelow = !seen.empty() && *seen.begin() != "..";
    return name.is_relative() || isBelow ? seen : name;
}

// Names of files in a scene, as another folder sees them.
void collectMoved(const scene::Value& value, const std::string& key, const fs::path& from,
                  const fs::path& to, std::vector<scene::KeyText>& out)
{
    const auto below = [&](const std::string& part) {
        return key.empty() ? part : key + "." + part;
    };
    if (const scene::Array* array = value.asArray())
    {
        for (std::size_t k = 0; k < array->size(); ++k)
        {
            collectMoved((*array)[k], below(std::to_string(k)), from, to, out);
        }
    }
    else if (const scene::Table* table = value.asTable())
    {
        for (const scene::Member& member : table->members)
        {
            const std::string* text = member.value.asText();
            if (text != nullptr && scene::namesFile(member.key))
            {
                const fs::path moved = movedPath(*text, from, to);
                if (moved != fs::path(*text))
                {
                    out.push_back({below(member.key), scene::quoted(moved.generic_string())});
                }
            }
            collectMoved(member.value, below(member.key), from, to, out);
        }
    }
}

std::string movedText(const std::string& text, const std::string& from, const std::string& to)
{
    std::vector<scene::KeyText> changes;
    collectMoved(scene::Document(text, "the scene").root(), {}, from, to, changes);
    return scene::withKeys(text, changes);
}

// Painted numbers as a picture of 16 bits; returns what the key of the scene says then.
std::string savePainted(const scene::Samples& samples, const std::string& path)
{
    const auto [low, high] = std::minmax_element(samples.values.begin(), samples.values.end());
    const double from = double(*low);
    const double span = std::max(double(*high) - from, kLeastPaintedSpan);
    std::vector<std::uint16_t> numbers;
    numbers.reserve(samples.values.size());
    for (int row = samples.rows - 1; row >= 0; --row) // pictures begin at the top
    {
        for (int column = 0; column < samples.columns; ++column)
        {
            const std::size_t at =
                std::size_t(row) * std::size_t(samples.columns) + std::size_t(column);
            const double part = (double(samples.values[at]) - from) / span;
            numbers.push_back(static_cast<std::uint16_t>(std::lround(65535.0 * part)));
        }
    }
    try
    {
        render::writeGreyPng(path, samples.columns, samples.rows, numbers);
    }
    catch (const render::Error& error)
    {
        throw scene::Error(error.what());
    }
    return fmt::format("{{ image = {}, low = {}, high = {} }}",
                       scene::quoted(fs::path(path).filename().string()), scene::numberToml(from),
                       scene::numberToml(from + span));
}

} // namespace

struct Session::Opened
{
    Draft draft;
    std::string name;
    std::string path;
    std::unique_ptr<scene::SceneRun> run;
};

Session::Session(scene::RunOptions options)
    : options_(options), frameBudget_(kFrameBudget), hand_(*this)
{
}

Session::~Session() = default;

// What is being painted is part of what an edit begins with.
Draft Session::newDraft()
{
    hand_.keepPaint();
    return history_.now();
}

// Reading

scene::Scene Session::sceneOf(const Draft& draft, const std::string& source) const
{
    scene::Scene scene = scene::Scene::parse(draft.text, source, {}, draft.folder);
    if (auto* water = std::get_if<scene::WaterDescription>(&scene.part); water && draft.ground)
    {
        water->terrain = scene::Pattern(draft.ground);
    }
    if (auto* flow = std::get_if<scene::FlowDescription>(&scene.part); flow && draft.walls)
    {
        flow->initial.mask = scene::Pattern(draft.walls);
    }
    return scene;
}

scene::Scene Session::sceneOf(const Draft& draft) const
{
    return sceneOf(draft, path_.empty() ? name_ + ".toml" : path_);
}

void Session::open(const std::string& nameOrPath)
{
    Opened opened;
    std::error_code ignored;
    std::string source = nameOrPath;
    if (fs::exists(nameOrPath, ignored))
    {
        opened.path = absolutePath(nameOrPath);
        opened.name = fs::path(opened.path).stem().string();
        opened.draft = {scene::readTextFile(opened.path), folderOf(opened.path), {}, {}};
    }
    else if (const scene::BuiltinScene* builtin = scene::findBuiltin(nameOrPath))
    {
        opened.name = nameOrPath;
        opened.draft = {std::string(builtin->text), {}, {}, {}};
        source += ".toml";
    }
    else
    {
        scene::Scene::find(nameOrPath); // says what there is
    }
    opened.run = scene::startScene(sceneOf(opened.draft, source), options_);
    take(std::move(opened));
}

void Session::openText(std::string_view text, const std::string& name, const std::string& folder)
{
    Opened opened;
    opened.name = name;
    opened.draft = {std::string(text), folder, {}, {}};
    opened.run = scene::startScene(sceneOf(opened.draft, name + ".toml"), options_);
    take(std::move(opened));
}

void Session::take(Opened opened)
{
    hand_.letGo();
    run_ = std::move(opened.run);
    name_ = std::move(opened.name);
    path_ = std::move(opened.path);
    saved_ = opened.draft;
    history_.begin(std::move(opened.draft));
    lastChange_.clear();
    extent_ = {};
    ++textNumber_;
    begin();
    if (!isUseful(hand_.tool(), scene()))
    {
        hand_.take(firstTool(scene()));
    }
}

// Another run is at work.
void Session::begin()
{
    ++runNumber_;
    clock_.restart();
    profile_.clear();
}

void Session::startAnew(scene::Scene scene)
{
    std::unique_ptr<scene::SceneRun> run = scene::startScene(std::move(scene), options_);
    hand_.letGo();
    run_ = std::move(run);
    begin();
}

// Writing

void Session::save()
{
    if (path_.empty())
    {
        throw scene::Error(fmt::format("'{}' is in no file yet; choose a name for it", name_));
    }
    save(std::string(path_));
}

void Session::save(const std::string& wish)
{
    Draft draft = newDraft();
    const std::string path = absolutePath(wish);
    const std::string folder = folderOf(path);
    const fs::path stem = fs::path(folder) / fs::path(path).stem();
    draft.text = movedText(draft.text, draft.folder, folder);
    draft.folder = folder;
    std::vector<scene::KeyText> painted;
    if (draft.ground)
    {
        painted.push_back(
            {"water.terrain", savePainted(*draft.ground, stem.string() + ".ground.png")});
    }
    if (draft.walls)
    {
        painted.push_back({"flow.mask", savePainted(*draft.walls, stem.string() + ".walls.png")});
    }
    draft.text = scene::withKeys(draft.text, painted);
    sceneOf(draft, path); // what is written can be opened again
    writeWhole(path, draft.text);
    path_ = path;
    name_ = stem.filename().string();
    saved_ = draft;
    history_.amend(std::move(draft));
    ++textNumber_;
}

// The run

scene::WaterRun* Session::water()
{
    return dynamic_cast<scene::WaterRun*>(run_.get());
}

const scene::WaterRun* Session::water() const
{
    return dynamic_cast<const scene::WaterRun*>(run_.get());
}

scene::FlowRun* Session::flow()
{
    return dynamic_cast<scene::FlowRun*>(run_.get());
}

const scene::FlowRun* Session::flow() const
{
    return dynamic_cast<const scene::FlowRun*>(run_.get());
}

// Time

int Session::update(double wallSeconds)
{
    using Wall = std::chrono::steady_clock;
    if (!isOpen() || !isPlaying_)
    {
        return 0;
    }
    clock_.pass(wallSeconds);
    const double dt = scene().run.dt;
    const Wall::time_point start = Wall::now();
    int left = clock_.countDue(dt);
    int made = 0;
    while (clock_.isDue(dt))
    {
        makeStep(std::max(left--, 1));
        ++made;
        const double spent = std::chrono::duration<double>(Wall::now() - start).count();
        if (spent > frameBudget_ && clock_.countDue(dt) > 0)
        {
            clock_.giveUp();
        }
    }
    return made;
}

void Session::makeStep(int stepsLeft)
{
    using Wall = std::chrono::steady_clock;
    const double dt = scene().run.dt;
    const Wall::time_point start = Wall::now();
    try
    {
        hand_.work(dt, stepsLeft);
        run_->step(dt);
    }
    catch (const scene::Error&)
    {
        pause();
        throw;
    }
    profile_.take(*run_, std::chrono::duration<double, std::milli>(Wall::now() - start).count());
}

void Session::pause()
{
    isPlaying_ = false;
    clock_.restart();
}

void Session::stepOnce()
{
    pause();
    if (isOpen())
    {
        makeStep(1);
    }
}

void Session::reset()
{
    startAnew(sceneOf(newDraft()));
}

// Where it computes

void Session::setBackend(tnBackend backend)
{
    scene::RunOptions options = options_;
    options.backend = backend;
    setOptions(options);
}

void Session::setThreads(int threads)
{
    scene::RunOptions options = options_;
    options.threads = threads;
    setOptions(options);
}

void Session::setOptions(const scene::RunOptions& options)
{
    if (isOpen())
    {
        hand_.keepPaint();
        const std::vector<std::uint8_t> state = run_->save();
        std::unique_ptr<scene::SceneRun> run = scene::startScene(scene(), options);
        run->restore(state);
        hand_.letGo();
        run_ = std::move(run);
        begin();
    }
    options_ = options;
}

// Recovery

SavedSession Session::snapshot() const
{
    SavedSession saved;
    saved.name = name_;
    saved.path = path_;
    saved.draft = history_.now();
    saved.state = run_->save();
    saved.when = std::chrono::duration_cast<std::chrono::seconds>(
                     std::chrono::system_clock::now().time_since_epoch())
                     .count();
    saved.isChanged = isChanged();
    return saved;
}

void Session::recover(const SavedSession& saved)
{
    Opened opened;
    opened.name = saved.name;
    opened.path = saved.path;
    opened.draft = saved.draft;
    const std::string source = saved.path.empty() ? saved.name + ".toml" : saved.path;
    const scene::Scene scene = sceneOf(saved.draft, source);
    opened.run = scene::startScene(scene, options_);
    if (!saved.state.empty())
    {
        try
        {
            opened.run->restore(saved.state);
        }
        catch (const scene::Error&)
        {
            opened.run = scene::startScene(scene, options_); // from the beginning, then
        }
    }
    take(std::move(opened));
    if (saved.isChanged)
    {
        saved_ = {};
    }
}

} // namespace tarn::studio
