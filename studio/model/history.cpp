#include "studio/model/history.h"

#include "studio/model/defaults.h"

#include <utility>

namespace tarn::studio
{
namespace
{

std::size_t bytesOf(const std::shared_ptr<const scene::Samples>& samples)
{
    return samples ? samples->values.size() * sizeof(float) : 0;
}

} // namespace

void History::begin(Draft draft)
{
    entries_.clear();
    entries_.push_back({std::move(draft), {}, 0});
    at_ = 0;
}

void History::push(Draft draft, std::string label, std::size_t stroke)
{
    entries_.resize(at_ + 1);
    Entry& last = entries_.back();
    if (stroke != 0 && at_ > 0 && last.stroke == stroke)
    {
        last.draft = std::move(draft);
        last.label = std::move(label);
        return;
    }
    entries_.push_back({std::move(draft), std::move(label), stroke});
    at_ = entries_.size() - 1;
    forgetOldest();
}

// Painted fields are shared between the entries that came after them.
void History::forgetOldest()
{
    std::size_t bytes = 0;
    std::size_t first = entries_.size();
    const scene::Samples* ground = nullptr;
    const scene::Samples* walls = nullptr;
    while (first > 0)
    {
        const Draft& draft = entries_[first - 1].draft;
        bytes += draft.text.size();
        bytes += draft.ground.get() != ground ? bytesOf(draft.ground) : 0;
        bytes += draft.walls.get() != walls ? bytesOf(draft.walls) : 0;
        ground = draft.ground.get();
        walls = draft.walls.get();
        const bool isNeeded = first + 1 >= entries_.size(); // now, and what one undo gives
        if (!isNeeded && (bytes > kMostHistoryBytes || entries_.size() - first >= kMostEntries))
        {
            break;
        }
        --first;
    }
    entries_.erase(entries_.begin(), entries_.begin() + std::ptrdiff_t(first));
    at_ = entries_.size() - 1;
}

std::string History::undoLabel() const
{
    return canUndo() ? entries_[at_].label : std::string();
}

std::string History::redoLabel() const
{
    return canRedo() ? entries_[at_ + 1].label : std::string();
}

const Draft& History::undo()
{
    at_ -= canUndo() ? std::size_t{1} : 0;
    return now();
}

const Draft& History::redo()
{
    at_ += canRedo() ? std::size_t{1} : 0;
    return now();
}

} // namespace tarn::studio
