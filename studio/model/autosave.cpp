// A folder for each running studio, locked as long as it lives.
#include "studio/model/autosave.h"

#include "studio/model/defaults.h"
#include "studio/model/session.h"

#include "scene/bytes.h"
#include "scene/document_text.h"
#include "scene/error.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>

#if defined(__unix__) || defined(__APPLE__)
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#define TN_HAS_LOCKS 1
#else
#define TN_HAS_LOCKS 0
#endif

namespace tarn::studio
{
namespace
{

namespace fs = std::filesystem;

constexpr const char* kLock = "lock";
constexpr const char* kAbout = "about.toml"; // written last: the files that it names are complete

// A file that this process has to itself; below 0: somebody else has it, or it cannot be.
int lockFile(const std::string& path)
{
#if TN_HAS_LOCKS
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file >= 0 && ::flock(file, LOCK_EX | LOCK_NB) != 0)
    {
        ::close(file);
        return -1;
    }
    return file;
#else
    return 0; // without locks every folder but the own one counts as left behind
#endif
}

void unlockFile(int file)
{
#if TN_HAS_LOCKS
    if (file >= 0)
    {
        ::close(file);
    }
#endif
}

std::string in(const std::string& folder, const char* name)
{
    return (fs::path(folder) / name).string();
}

// The files of one save, by its number.
struct SaveFiles
{
    std::string text;
    std::string painted;
    std::string state;

    SaveFiles(const std::string& folder, std::int64_t number)
        : text(in(folder, fmt::format("scene-{}.toml", number).c_str())),
          painted(in(folder, fmt::format("painted-{}", number).c_str())),
          state(in(folder, fmt::format("state-{}", number).c_str()))
    {
    }

    void remove() const
    {
        std::error_code ignored;
        for (const std::string& path : {text, painted, state})
        {
            fs::remove(path, ignored);
        }
    }
};

void put(scene::ByteWriter& out, const std::shared_ptr<const scene::Samples>& samples)
{
    static const scene::Samples kNone;
    const scene::Samples& those = samples ? *samples : kNone;
    out.put(std::int32_t(those.columns));
    out.put(std::int32_t(those.rows));
    out.putAll(std::span<const float>(those.values));
}

std::shared_ptr<const scene::Samples> getSamples(scene::ByteReader& bytes)
{
    auto samples = std::make_shared<scene::Samples>();
    samples->columns = bytes.get<std::int32_t>();
    samples->rows = bytes.get<std::int32_t>();
    samples->values = bytes.getAll<float>();
    const bool fits =
        samples->columns > 0 && samples->rows > 0 &&
        samples->values.size() == std::size_t(samples->columns) * std::size_t(samples->rows);
    return fits ? samples : nullptr;
}

std::string textOf(const scene::Table& table, const char* key)
{
    const scene::Value* value = table.find(key);
    return value != nullptr && value->asText() != nullptr ? *value->asText() : std::string();
}

std::int64_t wholeOf(const scene::Table& table, const char* key)
{
    const scene::Value* value = table.find(key);
    const auto* number = value != nullptr ? std::get_if<std::int64_t>(&value->data) : nullptr;
    return number != nullptr ? *number : 0;
}

SavedSession readSession(const std::string& folder)
{
    const scene::Document document(scene::readTextFile(in(folder, kAbout)), kAbout);
    const scene::Table& about = *document.root().asTable();
    SavedSession saved;
    saved.place = folder;
    saved.name = textOf(about, "name");
    saved.path = textOf(about, "path");
    saved.draft.folder = textOf(about, "folder");
    const SaveFiles files(folder, wholeOf(about, "save"));
    saved.draft.text = scene::readTextFile(files.text);
    saved.when = wholeOf(about, "when");
    const scene::Value* changed = about.find("changed");
    const auto* flag = changed != nullptr ? std::get_if<bool>(&changed->data) : nullptr;
    saved.isChanged = flag == nullptr || *flag;
    saved.state = readBytes(files.state);
    const std::vector<std::uint8_t> painted = readBytes(files.painted);
    scene::ByteReader bytes(painted);
    saved.draft.ground = getSamples(bytes);
    saved.draft.walls = getSamples(bytes);
    return saved;
}

// Beside the save before, which counts until this one is complete.
void writeSession(const std::string& folder, const SavedSession& saved, std::int64_t number)
{
    scene::ByteWriter painted;
    put(painted, saved.draft.ground);
    put(painted, saved.draft.walls);
    const SaveFiles files(folder, number);
    writeWhole(files.text, saved.draft.text);
    writeWhole(files.painted, painted.bytes());
    writeWhole(files.state, saved.state);
    writeWhole(
        in(folder, kAbout),
        fmt::format("name = {}\npath = {}\nfolder = {}\nwhen = {}\nchanged = {}\nsave = {}\n",
                    scene::quoted(saved.name), scene::quoted(saved.path),
                    scene::quoted(saved.draft.folder), saved.when, saved.isChanged, number));
}

// Folders whose studio is gone, apart from the own one; each with the file that locks it meanwhile.
template <class Visit>
void forLeftBehind(const std::string& sessions, const std::string& own, Visit visit)
{
    std::error_code ignored;
    std::vector<std::string> folders;
    for (const fs::directory_entry& entry : fs::directory_iterator(sessions, ignored))
    {
        if (entry.is_directory(ignored) && entry.path().string() != own)
        {
            folders.push_back(entry.path().string());
        }
    }
    std::sort(folders.begin(), folders.end());
    for (const std::string& folder : folders)
    {
        const int lock = lockFile(in(folder, kLock));
        if (lock >= 0)
        {
            visit(folder);
            unlockFile(lock);
        }
    }
}

} // namespace

Autosave::Autosave(const Folders& folders)
    : sessions_((fs::path(folders.state) / "sessions").string())
{
    // The first number that nobody has. Another studio may take it at the same moment; more than a
    // few times over, it is no coincidence.
    constexpr int kMostFailures = 4;
    int failures = 0;
    for (int number = 1; lock_ < 0; ++number)
    {
        folder_ = in(sessions_, fmt::format("{:04d}", number).c_str());
        const std::string lock = in(folder_, kLock);
        std::error_code ignored;
        if (fs::exists(folder_, ignored))
        {
            continue;
        }
        makeFolderOf(lock);
        lock_ = lockFile(lock);
        if (lock_ < 0 && ++failures == kMostFailures)
        {
            throw scene::Error(fmt::format("'{}' cannot be locked: {}; there is no autosave", lock,
                                           std::strerror(errno)));
        }
    }
}

Autosave::~Autosave()
{
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
    unlockFile(lock_);
}

std::vector<SavedSession> Autosave::leftBehind() const
{
    std::vector<SavedSession> all;
    forLeftBehind(sessions_, folder_, [&](const std::string& folder) {
        std::error_code ignored;
        if (!fs::exists(in(folder, kAbout), ignored))
        {
            fs::remove_all(folder, ignored);
            return;
        }
        try
        {
            all.push_back(readSession(folder));
        }
        catch (const scene::Error&)
        {
            // Nobody can go on there; it stays for whoever looks into it.
        }
    });
    std::sort(all.begin(), all.end(),
              [](const SavedSession& a, const SavedSession& b) { return a.when > b.when; });
    return all;
}

void Autosave::forget(const SavedSession& saved)
{
    if (saved.place.empty())
    {
        return;
    }
    const int lock = lockFile(in(saved.place, kLock));
    if (lock >= 0)
    {
        std::error_code ignored;
        fs::remove_all(saved.place, ignored);
        unlockFile(lock);
    }
}

void Autosave::update(const Session& session, double wallSeconds)
{
    sinceLast_ += wallSeconds;
    const bool isNew = session.textNumber() != savedText_ || session.runNumber() != savedRun_ ||
                       session.isPlaying();
    if (sinceLast_ >= kAutosaveSeconds && session.isOpen() && isNew)
    {
        saveNow(session);
    }
}

void Autosave::saveNow(const Session& session)
{
    sinceLast_ = 0.0;
    const std::int64_t number = saves_ + 1;
    try
    {
        writeSession(folder_, session.snapshot(), number);
    }
    catch (const scene::Error&)
    {
        SaveFiles(folder_, number).remove();
        throw;
    }
    SaveFiles(folder_, saves_).remove();
    saves_ = number;
    savedText_ = session.textNumber();
    savedRun_ = session.runNumber();
}

} // namespace tarn::studio
