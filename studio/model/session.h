// Session: the open scene at work. The scene's text is the model: an edit sets a key in it, it is
// read again by the one reader there is, and the running fluid is told the difference wherever that
// is possible. Undo goes back to the text before; saving writes it.
//
//     Session session;
//     session.open("pool");                        // throws a scene::Error
//     for each frame:
//         session.update(secondsSinceLastFrame);   // as many fixed steps as are due
//         draw(*session.water());
//
// Whatever throws an Error leaves the session as it was. One thread at a time.
#pragma once

#include "studio/model/clock.h"
#include "studio/model/hand.h"
#include "studio/model/history.h"
#include "studio/model/parameters.h"
#include "studio/model/presets.h"
#include "studio/model/profile.h"

#include "scene/change.h"
#include "scene/document_text.h"
#include "scene/flow_run.h"
#include "scene/scene_run.h"
#include "scene/water_run.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tarn::studio
{

// A session as it is left behind on disk and found again after a crash; see autosave.h.
struct SavedSession;

// What a grid covers (unit: m).
struct Extent
{
    double width = 0.0;
    double height = 0.0;
};

class Session
{
  public:
    explicit Session(scene::RunOptions options = {});
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    // The scene -------------------------------------------------------------------------------

    // A file, or a built-in scene. It begins paused or playing, as the session is.
    void open(const std::string& nameOrPath);

    // Text that is in no file yet; `name` is what errors and the title call it, `folder` is where
    // its pictures lie.
    void openText(std::string_view text, const std::string& name, const std::string& folder = {});

    // Writes the scene as TOML, and what was painted as PNG beside it. Names of other files that it
    // uses are written as seen from there. Each file is written whole.
    void save(const std::string& path);
    void save(); // where it was opened or saved last; an Error where it was not

    bool isOpen() const { return run_ != nullptr; }
    const std::string& name() const { return name_; } // "pool"
    const std::string& path() const { return path_; } // absolute; empty: in no file
    bool isChanged() const { return !(history_.now() == saved_); }
    const std::string& text() const { return history_.now().text; } // TOML

    // Each time the scene is another, or another run works at it (open, reset, backend, a change
    // that starts it anew): whoever keeps something of the run makes it anew.
    std::uint64_t runNumber() const { return runNumber_; }
    // Each time the text is another one.
    std::uint64_t textNumber() const { return textNumber_; }

    scene::SceneRun& run() { return *run_; }
    const scene::SceneRun& run() const { return *run_; }
    const scene::Scene& scene() const { return run_->scene(); }
    scene::WaterRun* water(); // null: the scene has a flow, or two waters side by side
    const scene::WaterRun* water() const;
    scene::FlowRun* flow(); // null: it has a water
    const scene::FlowRun* flow() const;

    // Time ------------------------------------------------------------------------------------

    // Runs the steps that are due after so many seconds of the wall's. Gives up those that would
    // take the frame more than its budget. Where a formula gives a bad number it pauses and
    // throws an Error. Returns how many steps were made.
    int update(double wallSeconds);

    void play() { isPlaying_ = true; }
    void pause();
    bool isPlaying() const { return isPlaying_; }
    void stepOnce(); // pauses

    // To the scene's beginning, as it is written and painted now.
    void reset();

    void setSpeed(double speed) { clock_.setSpeed(speed); } // kSlowest .. kFastest; 1: real time
    double speed() const { return clock_.speed(); }
    // 1: as fast as asked for; 0.4: "running at 40 % of real time" (of what setSpeed asks for).
    double pace() const { return clock_.pace(); }

    void setFrameBudget(double seconds) { frameBudget_ = seconds; } // kFrameBudget unless given

    // Edits -----------------------------------------------------------------------------------

    // What a parameter is now (a formula's value at this moment), and what it would be if the text
    // said nothing of it.
    Setting valueOf(const Parameter& parameter) const;
    Setting defaultOf(const Parameter& parameter) const;
    bool isGiven(const Parameter& parameter) const; // whether the text says something of it
    // As the text has it: a number, or a formula such as "1/60"; empty where it does not.
    std::string writtenAs(const Parameter& parameter) const;
    // Whether the text has a formula where a number could be.
    bool isFormula(const Parameter& parameter) const;

    // Sets a parameter, or any key to any TOML (what is none is taken as text or a formula), or
    // several at once. One undo entry. Returns what it meant to the running scene. Setting the
    // cells along x (flow.nx, water.nx) sets those along y and their size too.
    scene::Change set(const Parameter& parameter, const Setting& setting);
    scene::Change set(const std::string& key, const std::string& toml, const std::string& label);
    scene::Change set(std::span<const scene::KeyText> keys, const std::string& label);
    scene::Change apply(const Preset& preset);
    scene::Change reset(const Parameter& parameter); // to its default: the key is taken out

    // While a slider is dragged: as set(), but all of a drag are one undo entry, until
    // endPreview().
    scene::Change preview(const Parameter& parameter, const Setting& setting);
    void endPreview() { ++stroke_; }

    // What setting this would mean, for a tooltip or a question beforehand. Never throws: a bad
    // value means nothing.
    scene::ChangePlan planOf(const Parameter& parameter, const Setting& setting) const;

    // A table more in a list such as "water.bodies", as TOML lines without its header; and the one
    // of that name out of it.
    scene::Change add(const std::string& list, const std::string& toml, const std::string& label);
    scene::Change removeNamed(const std::string& list, const std::string& name,
                              const std::string& label);
    // A name that none of the list has yet: "crate", "crate2", ...
    std::string freeName(const std::string& list, const std::string& wish) const;

    bool canUndo() const { return history_.canUndo(); }
    bool canRedo() const { return history_.canRedo(); }
    std::string undoText() const { return history_.undoLabel(); } // "Viscosity"; empty: nothing
    std::string redoText() const { return history_.redoLabel(); }
    scene::Change undo();
    scene::Change redo();

    // What the last change of the scene meant, in words for a notice; empty: nothing to tell.
    const std::string& lastChange() const { return lastChange_; }

    // Pictures: as set(), and what was painted in their place before is gone. `beginsAnew`: the
    // scene begins anew in any case.
    scene::Change setPicture(std::span<const scene::KeyText> keys, const std::string& label,
                             bool beginsAnew);

    // Paint: heights of the ground of a water, or walls of a flow, all cells in rows from below.
    // They take effect at once; those of one stroke (until endPreview()) are one undo entry.
    void paintGround(std::vector<float> heights, const std::string& label);
    void paintWalls(std::vector<float> walls, const std::string& label);

    // Hands -----------------------------------------------------------------------------------

    Hand& hand() { return hand_; }

    // Where and how it computes ----------------------------------------------------------------

    // Keeps the state. Where the new one cannot be had, an Error says why and the old one goes on.
    void setBackend(tnBackend backend);
    void setThreads(int threads); // 0: one per core
    void setOptions(const scene::RunOptions& options);
    const scene::RunOptions& options() const { return options_; }

    const Profile& profile() const { return profile_; }

    // Recovery --------------------------------------------------------------------------------

    // All that is needed to go on after a crash, and back.
    SavedSession snapshot() const;
    void recover(const SavedSession& saved);

  private:
    struct Opened; // a scene that was read and runs, not yet the session's

    Draft newDraft();
    scene::Scene sceneOf(const Draft& draft) const;
    scene::Scene sceneOf(const Draft& draft, const std::string& source) const;
    void take(Opened opened);
    void begin();
    void startAnew(scene::Scene scene);
    void makeStep(int stepsLeft);
    scene::Change follow(const Draft& draft);
    scene::Change followHistory(const std::function<void()>& goBack);
    scene::Change change(Draft draft, const std::string& label, std::size_t stroke);
    scene::Change setKeys(std::span<const scene::KeyText> keys, const std::string& label,
                          std::size_t stroke);
    std::vector<scene::KeyText> keysFor(const Parameter& parameter, const Setting& setting) const;
    Extent extent() const;

    scene::RunOptions options_;
    std::unique_ptr<scene::SceneRun> run_;
    std::string name_;
    std::string path_;
    History history_;
    Draft saved_;
    std::uint64_t runNumber_ = 0;
    std::uint64_t textNumber_ = 0;
    std::size_t stroke_ = 1;
    // What the grid covered before its resolution was set: rows are whole, so that a coarse grid is
    // a little higher or lower, and one that is fine again must not be.
    Extent extent_;
    std::string lastChange_;

    Clock clock_;
    bool isPlaying_ = true;
    double frameBudget_;
    Profile profile_;
    Hand hand_;
};

} // namespace tarn::studio
