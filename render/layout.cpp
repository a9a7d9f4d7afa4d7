#include "render/layout.h"

#include "render/defaults.h"
#include "render/legend.h"

#include <algorithm>
#include <cmath>

namespace tarn::render
{

Layout layOut(const View& view, const Rectangle& world)
{
    Layout layout;
    layout.width = view.width;
    const bool hasStrip = view.legend == LegendPlace::below && view.content == Content::scalar;
    const double shape = static_cast<double>(world.height()) / static_cast<double>(world.width());
    int strip = 0;
    if (view.height > 0)
    {
        layout.height = view.height;
        strip = hasStrip
                    ? std::min(legendStripHeight(pointOf(view.width, view.height)), view.height - 1)
                    : 0;
    }
    else
    {
        const double wanted = std::clamp(view.width * shape, 1.0, double(kMaxPictureSize));
        const int lines = static_cast<int>(std::lround(wanted));
        strip = hasStrip ? legendStripHeight(pointOf(view.width, lines)) : 0;
        layout.height = std::min(lines + strip, kMaxPictureSize);
    }
    layout.point = pointOf(layout.width, layout.height - strip);
    const int room = layout.height - strip;
    // As large as fits, in the middle.
    const double scale = std::min(layout.width * 1.0, room / shape);
    Box& box = layout.world;
    box.width = std::clamp(static_cast<int>(std::lround(scale)), 1, layout.width);
    box.height = std::clamp(static_cast<int>(std::lround(scale * shape)), 1, room);
    box.left = (layout.width - box.width) / 2;
    box.top = (room - box.height) / 2;
    layout.strip = {0, room, layout.width, strip};
    return layout;
}

} // namespace tarn::render
