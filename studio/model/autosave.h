// Autosave: what is needed to go on after a crash, kept beside the running studio.
//
// Every studio has a folder of its own below STATE/sessions, locked as long as it lives. A clean
// end removes it; one that is there and not locked was left by a crash. In it are the scene's text,
// what was painted, the fluid's state and where the scene came from; of the last save that was
// complete, wherever the studio was killed.
#pragma once

#include "studio/model/folders.h"
#include "studio/model/history.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tarn::studio
{

class Session;

struct SavedSession
{
    std::string place; // the folder it was found in; empty: in none
    std::string name;  // of the scene
    std::string path;  // of its file; empty: in none
    Draft draft;
    std::vector<std::uint8_t> state; // of the run; empty: from the beginning
    std::int64_t when = 0;           // s since 1970
    bool isChanged = true;           // against the file
};

class Autosave
{
  public:
    // Makes the folder and locks it. Throws a scene::Error where that cannot be; a studio without
    // autosave works all the same.
    explicit Autosave(const Folders& folders);

    // A clean end: nothing is left behind.
    ~Autosave();
    Autosave(const Autosave&) = delete;
    Autosave& operator=(const Autosave&) = delete;

    // What crashed studios left, the latest first. What cannot be read is left out; where a studio
    // crashed before it had saved anything, its folder is taken away.
    std::vector<SavedSession> leftBehind() const;
    // Takes one of them away, when it was taken up again or is not wanted.
    static void forget(const SavedSession& saved);

    // Once a frame: saves every kAutosaveSeconds where something has changed since. Throws a
    // scene::Error; the next try is kAutosaveSeconds later.
    void update(const Session& session, double wallSeconds);
    void saveNow(const Session& session);

    const std::string& folder() const { return folder_; }

  private:
    std::string sessions_;
    std::string folder_;
    int lock_ = -1;
    double sinceLast_ = 0.0;
    std::int64_t saves_ = 0;      // so far; the last one's files have its number
    std::uint64_t savedText_ = 0; // numbers of the session when it was saved last
    std::uint64_t savedRun_ = 0;
};

} // namespace tarn::studio
