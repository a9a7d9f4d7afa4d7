// The edges of a def that has left, right, bottom and top: tnFlowDef, tnWaterDef.
#pragma once

#include "tarn/field.h"

#include <array>
#include <cstddef>

namespace tarn
{

// The edges of a def, by tnSide.
template <class Def>
auto edgesOf(Def& def)
{
    return std::array{&def.left, &def.right, &def.bottom, &def.top};
}
template <class Def>
auto& edgeOf(Def& def, tnSide side)
{
    return *edgesOf(def)[static_cast<size_t>(side)];
}

} // namespace tarn
