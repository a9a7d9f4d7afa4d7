// Quality: how much work goes into a picture. Chosen by people, or found: so good that frames come
// in time.
#pragma once

#include "render/relief.h"

#include <string>
#include <string_view>
#include <vector>

namespace tarn::studio
{

// A picture is drawn with so many of the viewport's pixels along a side, and enlarged.
struct Quality
{
    render::Detail level = render::Detail::high;
    float scale = 1.0F;

    bool operator==(const Quality&) const = default;
};

// "auto", "low", "medium", "high", "best".
const std::vector<std::string>& qualityNames();

class QualityGovernor
{
  public:
    // `isSoftware`: the driver draws on the CPU, so the search begins low.
    explicit QualityGovernor(bool isSoftware);

    // One of qualityNames(); others are "auto".
    void choose(std::string_view name);
    int chosen() const { return chosen_; } // which of qualityNames()

    Quality quality() const;

    // How long a frame took in which the picture was drawn.
    void judge(double seconds);

    // Another scene or size: what was too slow before may be fast enough.
    void beginAnew();

  private:
    bool isSoftware_;
    int chosen_ = 0;
    int step_;
    int best_ = 0; // steps before it have proved too slow
    int slowFrames_ = 0;
    int fastFrames_ = 0;
};

} // namespace tarn::studio
