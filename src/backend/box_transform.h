// The waves that rows of an open box are made of, and the way there and back.
//
// Where all faces of a row conduct alike, cosines (walls at both ends), sines (both open) or both
// (on a ring) are what the row's part of the matrix only stretches. In numbers of waves instead of
// cells nothing joins the columns any more, and each is a tridiagonal system along y:
//
//     -w(j - 1) + (2 + (a + cx bend) / cy) w(j) - w(j + 1) = r(j) / cy
//
// (R. Hockney 1965; B. Buzbee, G. Golub, C. Nielson 1970). A row of n cells goes through a complex
// transform of n / 2 numbers, radix by radix in place, then pairs of them are taken apart, and
// waves are put in order. Cosines come from J. Makhoul's order of cells (1980): the even columns
// up, then the odd ones down; sines from cosines of a row whose odd columns have the other sign.
//
// Rows go kBoxRows at a time, element by element beside one another (box_kernels.h), so that every
// vector is one element of several rows, and bits do not depend on how long vectors are.
#pragma once

#include "backend/even_coefficients.h"
#include "core/memory.h"
#include "field/grid.h"

#include <cstddef>
#include <cstdint>

namespace tarn
{

inline constexpr int32_t kBoxRows = 8; // that are transformed together

// What lies at the ends of rows.
enum class BoxEnds
{
    walls,
    open, // 0 on the edge, half a cell from the last cell's middle
    ring
};

class BoxTransform
{
  public:
    // Whether rows of so many cells have one: they do where only 2, 3, 5 and 7 divide them, and 32
    // does, so that rows are whole vectors.
    static bool fits(int32_t cells);

    static size_t memoryBytes(int32_t cells);
    // Takes the memory for rows that fit; without tables yet.
    bool create(int32_t cells);

    // Makes the tables, unless they are there already.
    void prepare(BoxEnds ends);

    // For the kernels.
    static constexpr int32_t kMostRadices = 12; // 32768 = 2 * 8^5
    static constexpr float kHalfRoot = 0.70710678f;

    int32_t cells() const { return cells_; }
    BoxEnds ends() const { return ends_; }
    const int32_t* radices() const { return radices_; }
    int32_t radixCount() const { return radixCount_; }
    // Of each radix R, for every element of a block: R - 1 turns, cosine and sine.
    const float* turns() const { return turns_; }
    int32_t turnCount() const { return turnCount_; }
    // Pairs of waves k and n / 2 - k: where the numbers of each are, and two turns.
    int32_t pairCount() const { return pairCount_; }
    const int32_t* pairs() const { return pairs_; }
    const float* pairTurns() const { return pairTurns_; }
    // The last turn of the second of a pair, and what the wave that is up and down by turns is
    // multiplied by.
    float lastCosine() const { return ends_ == BoxEnds::ring ? 1.0f : kHalfRoot; }
    float lastSine() const { return ends_ == BoxEnds::ring ? 0.0f : kHalfRoot; }
    float quarter() const { return ends_ == BoxEnds::ring ? 1.0f : kHalfRoot; }
    // Of each wave, in order: which element it is, and how much it is bent by a conductance of 1.
    const int32_t* places() const { return places_; }
    const float* bends() const { return bends_; }

  private:
    void findRadices();
    void makeTurns();
    void makePairs(BoxEnds ends);
    int32_t placeOf(int32_t wave) const;

    Arena arena_;
    int32_t cells_ = 0;
    int32_t radices_[kMostRadices] = {};
    int32_t radixCount_ = 0;
    int32_t turnCount_ = 0;
    int32_t pairCount_ = 0;
    BoxEnds ends_ = BoxEnds::walls;
    bool isPrepared_ = false;
    float* turns_ = nullptr;
    int32_t* pairs_ = nullptr;
    float* pairTurns_ = nullptr;
    int32_t* places_ = nullptr;
    float* bends_ = nullptr;
};

// A box whose rows are transformed: what its columns are solved with.
struct BoxSystem
{
    float perBend = 0.0f;  // cx / cy
    float tie = 0.0f;      // a / cy
    float low = 0.0f;      // conductance to what lies below the first row, over cy
    float high = 0.0f;     // and above the last one
    float right = 1.0f;    // what r is multiplied by: one over cy
    bool isClosed = false; // nothing holds the mean of x, which is made 0
};

// Whether coefficients like these, on a grid of this shape, make a box whose rows have a transform.
bool isBox(const GridShape& shape, const EvenCoefficients& even);
BoxEnds boxEnds(const GridShape& shape, const EvenCoefficients& even);
BoxSystem boxSystem(const GridShape& shape, const EvenCoefficients& even, bool hasA);

// Takes the mean off the first of each row's waves: the free constant of a closed box.
void centre(float* waves, size_t stride, int32_t rows);

} // namespace tarn
