// The numbers behind the pictures, each with its reason. What users choose is in view.h.
#pragma once

#include "render/colour.h"
#include "render/vec3.h"

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
// Towards the lamp that models ink and solids: left, up, out of the picture; of length 1.
inline constexpr Vec3 kInkLamp = {-0.5F, 0.6F, 0.6245F};

// What the smoothed coverage of a thin wall is raised to: a line of about half a cell.
inline constexpr float kThinPeak = 0.58F;
// And by how much at most: dust of less than a tenth of a cell stays unseen.
inline constexpr float kMostThickening = 8.0F;

// The most a dye counts: keeps sums finite whatever a field holds.
inline constexpr float kMaxDye = 1000.0F;

// Two spots of a liquid's texture that are this far apart, as a part of its size, count as half
// alike.
inline constexpr float kTextureGrain = 0.03F;

// What is not a number: a colour that no map has.
inline constexpr Colour kSignal = {1.0F, 0.0F, 0.9F};

// The strip at the upper edge that title and time take, in points.
inline constexpr float kLabelStrip = 48.0F;

// Text: the height of capitals, in points.
inline constexpr float kTextHeight = 12.0F;
inline constexpr float kTitleHeight = 15.0F;
// No smaller than this in pixels: letters fall apart.
inline constexpr float kLeastTextPixels = 6.5F;

// A point is no less than this in pixels: below, lines and arrows fade away.
inline constexpr float kLeastPoint = 0.6F;

// ------------------------------------------------------------------------------------------------
// Reliefs of Water: the lattice, the block, the light.

// Depth that counts as dry, metres: a film of a tenth of a millimetre is not seen.
inline constexpr float kDryDepth = 1e-4F;
// Heights beyond this count as this, metres: sums and squares stay finite.
inline constexpr float kHighest = 1e6F;

// Nodes along the longer side of the lattice: fewer show as facets at 1280 pixels; more cost time
// that only pictures in 4K repay.
inline constexpr int kReliefLeastNodes = 320;
inline constexpr int kReliefMostNodes = 1024;

// How many cells the water's level is known beyond a shore: wet sand is that wide at most.
inline constexpr int kShoreRings = 6;
// How far below dry ground the water is held, in steps of the lattice: out of sight, yet so little
// that the shore ends near the last wet cell.
inline constexpr float kShoreBelow = 0.02F;

// Of the block, as parts of the world's longer side: ground below the lowest point, the stone
// around a pool and its height above the water.
inline constexpr float kBlockBelow = 0.05F;
inline constexpr float kRimWidth = 0.05F;
inline constexpr float kRimHeight = 0.04F;

// Half the width of the sun as a slope; five times the real one, as the air of a room scatters.
inline constexpr float kSunWidth = 0.02F;
// How far above the ground a ray for its shadow starts, in steps: slopes do not shade themselves.
inline constexpr float kShadowLift = 0.6F;

// Spots of caustics along a step of the lattice, and how far waves can throw light, in spots.
inline constexpr int kCausticsPerNode = 2;
inline constexpr int kCausticReach = 48;

// Small waves: patches of noise along the longer side, how fast they drift (patches a second), and
// how much of their slope caustics see: the smallest blur away before they reach the ground.
inline constexpr float kRippleRepeats = 3.0F;
inline constexpr double kRippleDrift = 0.02;
inline constexpr float kRippleCaustics = 0.6F;

// Patterns: tiles along a pool's shorter side, the grout between them as a part of a tile, slabs of
// stone and planks of a crate as parts of the world's and the crate's size, patches of foam along
// the longer side.
inline constexpr float kTilesAcross = 20.0F;
inline constexpr float kGroutWidth = 0.06F;
inline constexpr float kSlabWidth = 0.1F;
inline constexpr float kPlank = 0.42F;
inline constexpr float kFoamRepeats = 3.0F;
// How long foam is drawn along with the water before its pattern starts anew, seconds.
inline constexpr double kFoamDrift = 2.0;
// Land that rises less than this part of the world's size above the water has no mountains.
inline constexpr float kLeastRise = 0.08F;

// The part of a picture's width and height that a block seen whole takes.
inline constexpr float kFitPart = 0.92F;

// Light: of the sun and of the sky, on a white sheet that faces them, where 1 is the display's
// brightest. Together a little more than 1: white in the sun is what the tone curve rolls off.
inline constexpr float kSunLight = 0.95F;
inline constexpr float kSkyLight = 0.42F;
// How bright the sun is in a still mirror of water; what it takes for glitter to outshine all else.
inline constexpr float kSunMirror = 60.0F;
// How narrow it is there: its light falls off by exp(-narrow (1 - cosine)).
inline constexpr float kGlossLeast = 30.0F;
inline constexpr float kGlossMost = 900.0F;

// How far above the water ground and bodies are still wet, as a part of the world's longer side;
// and how much darker wet things are.
inline constexpr float kWetBand = 0.006F;
inline constexpr float kWetDark = 0.55F;

// What a dye of concentration 1 takes from a colour it does not have, 1/m.
inline constexpr float kDyeAbsorption = 4.0F;

// Neighbours that differ by no more than this, as square roots of light, leave the pixel between
// them to their mean; those that differ by more than the second number get more rays.
inline constexpr float kChessContrast = 0.03F;
inline constexpr float kSmoothContrast = 0.1F;
// Rays of a fine pixel beside the one in its middle.
inline constexpr int kFineRays = 15;

// Drops are drawn no smaller than this, in pixels, and fade instead; and how long the shutter is
// open for rain, seconds.
inline constexpr float kLeastDrop = 0.7F;
inline constexpr float kShutter = 0.012F;

// The cosine of the angle between faces that are still one smooth surface: 40 degrees.
inline constexpr float kCrease = 0.766F;

// Rows that one task draws: enough that a task is worth starting, few enough to share out.
inline constexpr int kBandRows = 32;

} // namespace tarn::render
