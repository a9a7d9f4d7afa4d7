// Caption: marks that the CPU draws (texts, legends, arrows, lines), laid over a picture.
#pragma once

#include "render/cut_out.h"
#include "render/gl/program.h"
#include "render/gl/target.h"

#include <string>

namespace tarn::render::gl
{

class Caption
{
  public:
    explicit Caption(const Context& context);

    // Draws anew unless size and key are those of last time; an empty key is never that. `drawing`
    // is called twice and must do the same both times.
    void update(int width, int height, const std::string& key, const CutOut::Drawing& drawing);

    // With its upper left corner at a pixel of the target counted from the upper left.
    void lay(int left, int top, const Target& target);

  private:
    const Context* context_;
    CutOut marks_;
    std::string key_;
    Texture texture_;
    Program program_;
};

} // namespace tarn::render::gl
