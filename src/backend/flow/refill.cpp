// Cells that a solid has left take the mean of the free ones beside them, so that no hole is left
// behind it.
//
// Layer by layer, from the fluid inwards: those beside free cells first, then those beside these.
// Few cells come free at once, so one thread does it.
#include "backend/flow/host_flow.h"
#include "backend/flow/sample.h"

#include <algorithm>

namespace tarn
{

namespace
{

// Layers that are filled. What a solid leaves by a leap further than this keeps the numbers that it
// had when it was covered.
constexpr int32_t kMostLayers = 16;

constexpr uint8_t kLinkFilled = 64; // in this layer
constexpr uint8_t kNoSource = kLinkBlocked | kLinkFreed;

constexpr int32_t kMostRefilled = TN_MAX_DYES + 5;

} // namespace

void HostFlow::refillFreed(const SolidTarget& target)
{
    Field fields[kMostRefilled];
    int32_t count = 0;
    if (target.isVelocity())
    {
        if (shape_.temperature)
        {
            fields[count++] = temperature_.now;
        }
        for (int32_t k = 0; k < 4 && shape_.texture; ++k)
        {
            fields[count++] = texture_[k];
        }
    }
    for (int32_t c = 0; c < shape_.dyeChannels && shape_.dyeScale == target.scale; ++c)
    {
        fields[count++] = dyes_[c].now;
    }

    const auto forFreed = [&](auto&& body) {
        for (int32_t number = 0; number < target.blockColumns * target.blockRows; ++number)
        {
            const int32_t firstX = number % target.blockColumns * kSolidBlock;
            const int32_t firstY = number / target.blockColumns * kSolidBlock;
            const int32_t endX = std::min(firstX + kSolidBlock, target.nx);
            const int32_t endY = std::min(firstY + kSolidBlock, target.ny);
            for (int32_t j = firstY; j < endY && target.changed[number] == kBlockFreed; ++j)
            {
                uint8_t* links = target.links.row(j);
                for (int32_t i = firstX; i < endX; ++i)
                {
                    if ((links[i] & kLinkFreed) != 0)
                    {
                        body(i, j, links[i]);
                    }
                }
            }
        }
    };
    const auto fill = [&](int32_t i, int32_t j, int32_t layer) {
        constexpr int32_t kBeside[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
        const float* sources[kMostRefilled][4];
        int32_t found = 0;
        uint32_t sides = 0;
        for (uint32_t side = 0; side < 4; ++side)
        {
            const auto& way = kBeside[side];
            const int32_t x = shape_.wrapX ? wrapped(i + way[0], target.nx) : i + way[0];
            const int32_t y = shape_.wrapY ? wrapped(j + way[1], target.ny) : j + way[1];
            if (x < 0 || x >= target.nx || y < 0 || y >= target.ny ||
                (target.links.row(y)[x] & kNoSource) != 0)
            {
                continue;
            }
            for (int32_t f = 0; f < count; ++f)
            {
                sources[f][found] = fields[f].row(y) + x;
            }
            ++found;
            sides |= 1u << side;
        }
        if (found > 0)
        {
            noteRefill({i, j, target.scale, layer, sides});
        }
        for (int32_t f = 0; f < count && found > 0; ++f)
        {
            float sum = 0.0f;
            for (int32_t k = 0; k < found; ++k)
            {
                sum += *sources[f][k];
            }
            fields[f].row(j)[i] = sum / static_cast<float>(found);
        }
        return found > 0;
    };

    bool more = true;
    for (int32_t layer = 0; layer < kMostLayers && more; ++layer)
    {
        more = false;
        forFreed([&](int32_t i, int32_t j, uint8_t& link) {
            const bool filled = fill(i, j, layer);
            link = static_cast<uint8_t>(link | (filled ? kLinkFilled : 0));
            more = more || filled;
        });
        forFreed([](int32_t, int32_t, uint8_t& link) {
            if ((link & kLinkFilled) != 0)
            {
                link = static_cast<uint8_t>(link & ~(kLinkFreed | kLinkFilled));
            }
        });
    }
    forFreed(
        [](int32_t, int32_t, uint8_t& link) { link = static_cast<uint8_t>(link & ~kLinkFreed); });
}

} // namespace tarn
