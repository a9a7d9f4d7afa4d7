// RangeFollower: which values the ends of a colour map stand for, frame after frame.
#pragma once

#include "render/frame.h"
#include "render/view.h"

#include <string>
#include <vector>

namespace tarn::render
{

struct Limits
{
    float low = 0.0F;
    float high = 1.0F;
};

class RangeFollower
{
  public:
    explicit RangeFollower(Range range) : range_(range) {}

    // Takes the next frame's field into account. Cells where `solid` (of the same size, or absent)
    // is more than half are left out.
    Limits follow(const FieldView& field, const FieldView& solid);

    void reset() { hasLimits_ = false; }

  private:
    Limits limitsOf(const FieldView& field, const FieldView& solid);

    Range range_;
    Limits limits_;
    bool hasLimits_ = false;
    std::vector<float> samples_;
};

// The range of whatever quantity is shown: it begins anew with another one, and with another kind
// of range.
class QuantityFollower
{
  public:
    Limits follow(const ScalarStyle& style, const FieldView& field, const FieldView& solid);

    void reset() { follower_.reset(); }

  private:
    std::string name_;
    Range range_;
    RangeFollower follower_{range_};
};

} // namespace tarn::render
