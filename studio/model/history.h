// History: the scene's text after each edit, to go back and forth in.
//
// An edit that goes on, as the drag of a slider does, is one entry until it is closed.
#pragma once

#include "scene/quantity.h"

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tarn::studio
{

// The scene as people have made it: its text, and what was painted, in place of what the text says.
struct Draft
{
    std::string text;
    std::string folder;                           // where the files lie that it names
    std::shared_ptr<const scene::Samples> ground; // of a water: heights of the terrain (m)
    std::shared_ptr<const scene::Samples> walls;  // of a flow: 1 is solid, 0 is open

    bool operator==(const Draft&) const = default; // painted things by identity
};

class History
{
  public:
    // Begins anew.
    void begin(Draft draft);

    const Draft& now() const { return entries_[at_].draft; }

    // A new state; `label` says what led to it, as in "Viscosity". What was undone before is gone.
    // With a `stroke` other than 0, entries of the same stroke become one.
    void push(Draft draft, std::string label, std::size_t stroke = 0);

    // The same state in other words: no entry of its own.
    void amend(Draft draft) { entries_[at_].draft = std::move(draft); }

    bool canUndo() const { return at_ > 0; }
    bool canRedo() const { return at_ + 1 < entries_.size(); }

    // What would be undone or redone; empty: nothing.
    std::string undoLabel() const;
    std::string redoLabel() const;

    const Draft& undo(); // now() after it
    const Draft& redo();

  private:
    struct Entry
    {
        Draft draft;
        std::string label; // of the edit that led here
        std::size_t stroke = 0;
    };

    void forgetOldest();

    std::vector<Entry> entries_ = std::vector<Entry>(1);
    std::size_t at_ = 0;
};

} // namespace tarn::studio
