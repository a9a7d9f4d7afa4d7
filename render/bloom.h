// Bloom: bright light spreads over its surroundings, as in a lens or an eye.
#pragma once

#include "render/canvas.h"

#include <vector>

namespace tarn::render
{

// How many halvings a picture of this size takes so that a blur is as wide, in points, as that of
// `levels` halvings at 720 lines.
int halvingsFor(int width, int height, int levels);

// Adds the glow of what is bright in `light` to it, `amount` times. `stores` is memory to be kept
// from call to call.
void addBloom(const Planes& light, float amount, std::vector<PlaneStore>& stores,
              const Bands& bands);

} // namespace tarn::render
