// Caption: marks that the CPU draws (texts, legends, arrows, lines), laid over a picture.
//
// The marks are drawn over black and over white; where they hide nothing the two differ by one, and
// so colour and transparency of any drawing come out, whatever draws it.
#pragma once

#include "render/canvas.h"
#include "render/gl/program.h"
#include "render/gl/target.h"
#include "render/mask.h"

#include <functional>
#include <string>

namespace tarn::render::gl
{

class Caption
{
  public:
    using Drawing = std::function<void(Canvas&, Mask&)>;

    explicit Caption(const Context& context);

    // Draws anew unless size and key are those of last time; an empty key is never that. `drawing`
    // is called twice and must do the same both times.
    void update(int width, int height, const std::string& key, const Drawing& drawing);

    // With its upper left corner at a pixel of the target counted from the upper left.
    void lay(int left, int top, const Target& target);

  private:
    const Context* context_;
    Canvas onBlack_;
    Canvas onWhite_;
    Mask mask_;
    std::string key_;
    std::vector<float> texels_;
    Texture texture_;
    Program program_;
};

} // namespace tarn::render::gl
