#include "render/gl/coarse_fields.h"

#include "render/gl/defaults.h"

#include <algorithm>
#include <cmath>

namespace tarn::render::gl
{

CoarseFields::CoarseFields(const Context& context)
    : context_(&context),
      target_(
          Target::offscreen(context, 1, 1, {.colour = Format::rgba32f, .filter = Filter::nearest})),
      program_(context, "pack.frag")
{
    for (int k = 0; k < 4; ++k)
    {
        sources_.emplace_back(context);
    }
}

void CoarseFields::take(std::array<FieldView, 4> fields)
{
    int columns = 1;
    int rows = 1;
    for (std::size_t k = 0; k < fields.size(); ++k)
    {
        sources_[k].take(fields[k]);
        isThere_[k] = fields[k].isAnywhere();
        columns = std::max(columns, fields[k].columns);
        rows = std::max(rows, fields[k].rows);
    }
    const float scale = std::min(1.0F, static_cast<float>(kCoarseSide) /
                                           static_cast<float>(std::max(columns, rows)));
    const auto samples = [&](int cells) {
        return std::max(1, static_cast<int>(std::lround(scale * static_cast<float>(cells))));
    };
    target_.resize(samples(columns), samples(rows));
    target_.begin();
    context_->apply({});
    program_.use(
        {{"a", &sources_[0]}, {"b", &sources_[1]}, {"c", &sources_[2]}, {"d", &sources_[3]}});
    context_->drawFull();
    const std::vector<float> packed = target_.readNumbers();
    for (std::size_t k = 0; k < fields.size(); ++k)
    {
        numbers_[k].resize(packed.size() / 4);
        for (std::size_t cell = 0; cell < numbers_[k].size(); ++cell)
        {
            numbers_[k][cell] = packed[4 * cell + k];
        }
    }
}

FieldView CoarseFields::view(std::size_t field) const
{
    if (!isThere_[field])
    {
        return {};
    }
    return {numbers_[field].data(), target_.width(), target_.height(), target_.width()};
}

} // namespace tarn::render::gl
