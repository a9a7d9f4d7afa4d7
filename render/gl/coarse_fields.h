// CoarseFields: a few thousand samples of fields that lie on the GPU, brought to the host: what
// ranges, levels and arrows are found from. The host waits for them.
#pragma once

#include "render/gl/field_source.h"
#include "render/gl/target.h"

#include <array>
#include <vector>

namespace tarn::render::gl
{

class CoarseFields
{
  public:
    explicit CoarseFields(const Context& context);

    // Up to four fields, each at the cells under a lattice as fine as the finest of them but no
    // finer than kCoarseSide.
    void take(std::array<FieldView, 4> fields);

    // One of them, by its place. It stays until the next take().
    FieldView view(std::size_t field) const;

  private:
    const Context* context_;
    std::vector<FieldSource> sources_;
    Target target_;
    FieldProgram program_;
    std::array<std::vector<float>, 4> numbers_;
    std::array<bool, 4> isThere_ = {};
};

} // namespace tarn::render::gl
