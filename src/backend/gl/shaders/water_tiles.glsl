// The plan of a substep and the tiles of a water, in one buffer: a head of words, then some words
// for each tile, then one
// that the host writes, then sums along the edges. Floats are kept as their bits; those that are never
// below 0 are in the order of their bits.
#ifndef TARN_ES
#define EXACT precise // x * y + z in two roundings, as on the host
#else
#define EXACT
#endif

// The head.
#define PLAN_DT 0        // of the substep; 0: nothing is left to do
#define PLAN_RATE 1      // dt / cellSize
#define PLAN_PER_RATE 2  // cellSize / dt
#define PLAN_SUBSTEPS 3  // done in this step
#define PLAN_LEFT 4      // time that is left of the step, in two words
#define PLAN_CARRY 6     // time that the next step has to make up for, likewise
#define PLAN_ENTERED 8   // volume over the edges in this step
#define PLAN_LOST 9      // time that did not fit the substeps allowed
#define PLAN_FASTEST 10  // of all tiles
#define PLAN_DEEPEST 11
#define PLAN_SWIFTEST 12 // square of the largest speed of water
#define PLAN_AWAKE 13    // tiles that worked in the last substep
#define PLAN_STIRRED 14  // tiles that are stirred
#define PLAN_COPIES 15   // nothing is left to do but to bring what is to where it would be
#define PLAN_WORDS 32

// Of a tile.
#define TILE_STATE 0   // 0: sleeps, 1: works, 2: has just fallen asleep
#define TILE_STIRRED 1
#define TILE_FASTEST 2
#define TILE_DEEPEST 3
#define TILE_SWIFTEST 4
#define TILE_WORKED 5  // in any substep of this step
#define TILE_WORDS 6

// What the host asks of it.
#define ASKED_STIR 1u    // somebody touched it
#define ASKED_MEASURE 2u // its speeds and depths too
#define ASKED_BODIES 4u  // there are bodies near

#define TILE_COLUMNS 64
#define TILE_ROWS 32

// Of a number that is not below 0; it may be -0, whose bits are larger than all others.
uint orderedBits(float value)
{
    return floatBitsToUint(abs(value));
}

#define TILE_AT(tile, word) (PLAN_WORDS + (tile) * TILE_WORDS + (word))
#define ASKED_AT(count, tile) (PLAN_WORDS + (count) * TILE_WORDS + (tile))
#define RIM_AT(count) (PLAN_WORDS + (count) * (TILE_WORDS + 1))
