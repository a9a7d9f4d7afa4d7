// The numbers behind the pictures, each with its reason. What users choose is in view.h.
#pragma once

namespace tarn::render
{

// Pixels along a side: what h264 decoders still play, and 800 MB of canvas at most.
inline constexpr int kMaxPictureSize = 8192;

// Pixels along a side of a picture that is read: a hostile header must not ask for all memory.
inline constexpr int kMaxReadSize = 16384;

// Steps of a colour map: four to every step of 8 bits.
inline constexpr int kMapSteps = 1024;

// The share of values at either end that an automatic range leaves out: a few cells at sharp
// corners would otherwise set the range of the whole picture.
inline constexpr float kRangeOutliers = 0.002F;

// How far an automatic range moves towards the field in one frame: out at once, in by a third in
// some 14 frames, so that pulsing flow does not make the colours pulse.
inline constexpr float kRangeWiden = 1.0F;
inline constexpr float kRangeNarrow = 0.03F;

// The most values that a range looks at; more would not move the outliers' place visibly.
inline constexpr int kRangeSamples = 1 << 16;

// Bloom: light above this spreads, softly from half of it on; 1 is full ink.
inline constexpr float kBloomThreshold = 0.55F;
// Halvings: the widest glow is some 2^6 pixels at 720 lines.
inline constexpr int kBloomLevels = 6;
// How much of the light above the threshold spreads when a view asks for all: more than there is,
// as the eye sees a glow far weaker than its source.
inline constexpr float kBloomGain = 3.0F;
// Each wider level is that much weaker: the glow falls off like a lens's, not like one blur.
inline constexpr float kBloomFalloff = 0.9F;

// Tone curve: below this light is deepened, so that thin haze does not grey the ground.
inline constexpr float kToneToe = 0.02F;
// How far the brightest ink turns white, as film does.
inline constexpr float kToneWhite = 0.3F;

// Relief: the height of full ink, in points; and how dark and how bright a slope can get.
inline constexpr float kReliefHeight = 14.0F;
inline constexpr float kReliefDark = 0.35F;
inline constexpr float kReliefBright = 1.6F;

// The most a dye counts: keeps sums finite whatever a field holds.
inline constexpr float kMaxDye = 1000.0F;

// Text: the height of capitals, in points.
inline constexpr float kTextHeight = 12.0F;
inline constexpr float kTitleHeight = 15.0F;
// No smaller than this in pixels: letters fall apart.
inline constexpr float kLeastTextPixels = 6.5F;

// A point is no less than this in pixels: below, lines and arrows fade away.
inline constexpr float kLeastPoint = 0.6F;

// Rows that one task draws: enough that a task is worth starting, few enough to share out.
inline constexpr int kBandRows = 32;

} // namespace tarn::render
