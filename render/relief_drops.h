// Drops: spray, rain and flecks of foam, laid over a relief where nothing is in front of them.
#pragma once

#include "render/canvas.h"
#include "render/relief.h"
#include "render/relief_camera.h"

#include <span>

namespace tarn::render
{

// `distances` has the metres to what each pixel shows; `white` is the light on a white drop.
void drawDrops(Canvas& canvas, std::span<const ReliefDrop> drops, const Plane& distances,
               const Eye& eye, Colour white);

} // namespace tarn::render
