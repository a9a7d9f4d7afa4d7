// How different two pictures look.
#pragma once

#include "render/image.h"

#include <ostream>

namespace tarn::test
{

// In hundredths of OKLab's unit, of which two or three are just seen beside each other. Both
// pictures are blurred first: what moves by a pixel, and noise, is not seen in a small picture.
struct PictureDistance
{
    double mean = 0.0;
    double worst = 0.0; // of all but the worst hundredth
};

inline std::ostream& operator<<(std::ostream& out, const PictureDistance& distance)
{
    return out << distance.mean << " on average, " << distance.worst << " at its worst";
}

// Of pictures of one size.
PictureDistance distanceBetween(const render::Image& a, const render::Image& b);

} // namespace tarn::test
