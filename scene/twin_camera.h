// TwinCamera: the pictures of two cameras side by side.
#pragma once

#include "scene/camera.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace tarn::scene
{

class TwinCamera : public Camera
{
  public:
    TwinCamera(std::unique_ptr<Camera> left, std::unique_ptr<Camera> right)
        : left_(std::move(left)), right_(std::move(right))
    {
    }

    render::Image shoot() override
    {
        const render::Image left = left_->shoot();
        const render::Image right = right_->shoot();
        render::Image both(left.width + right.width, std::max(left.height, right.height));
        const auto put = [&both](const render::Image& half, int x) {
            for (int y = 0; y < half.height; ++y)
            {
                std::copy_n(half.pixel(0, y), 3 * half.width, both.pixel(x, y));
                if (!half.alpha.empty())
                {
                    std::copy_n(half.alpha.begin() + std::ptrdiff_t(y) * half.width, half.width,
                                both.alpha.begin() + std::ptrdiff_t(y) * both.width + x);
                }
            }
        };
        if (!left.alpha.empty() || !right.alpha.empty())
        {
            both.alpha.assign(both.rgb.size() / 3, std::uint8_t{255});
        }
        put(left, 0);
        put(right, left.width);
        return both;
    }

  private:
    std::unique_ptr<Camera> left_;
    std::unique_ptr<Camera> right_;
};

} // namespace tarn::scene
