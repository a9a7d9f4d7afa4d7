// Painter: turns Frames into Images as a View says.
//
// The order in a picture, from back to front: content, solids, streaklines, tracers, arrows, text.
// The world keeps its shape; where the picture has another one, margins are left. The same calls
// give the same picture, whatever the number of threads.
#pragma once

#include "render/frame.h"
#include "render/image.h"
#include "render/view.h"

#include "tarn/tasks.h"

#include <memory>

namespace tarn::render
{

class Painter
{
  public:
    // Throws an Error when the view makes no sense. Without a parallelFor in `tasks` all work is
    // done by the calling thread; see tnThreadPool_GetTasks.
    explicit Painter(View view, tnTaskSystem tasks = {});
    ~Painter();
    Painter(Painter&& other) noexcept;
    Painter& operator=(Painter&& other) noexcept;

    // Throws an Error when what the view's content needs is missing or has no size.
    Image draw(const Frame& frame);

    // Forgets earlier frames: automatic ranges start anew.
    void reset();

    const View& view() const;

  private:
    class Studio;
    std::unique_ptr<Studio> studio_;
};

} // namespace tarn::render
