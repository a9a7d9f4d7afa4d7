// The numbers behind the studio's window, each with its reason. Lengths are in points: pixels of a
// screen of ordinary density.
#pragma once

namespace tarn::studio
{

// A window that still has room for its bars and a picture.
inline constexpr int kSmallestWidth = 480;
inline constexpr int kSmallestHeight = 320;

// Text that can be read at arm's length; headings are told by weight, not by size.
inline constexpr float kTextSize = 15.0F;
inline constexpr float kSmallTextSize = 12.5F;
inline constexpr float kTitleSize = 22.0F;

// The bars and panels around the picture.
inline constexpr float kToolBarWidth = 166.0F; // two columns of tools
inline constexpr float kTopBarHeight = 52.0F;
inline constexpr float kPanelWidth = 340.0F;
inline constexpr float kStatusHeight = 28.0F;

// Sizes that people choose.
inline constexpr float kSmallestScale = 0.75F;
inline constexpr float kLargestScale = 3.0F;

// The camera: degrees a point of dragging, and the part of the distance a notch of the wheel takes.
inline constexpr float kDegreesPerPoint = 0.35F;
inline constexpr float kZoomPerNotch = 0.88F;
inline constexpr float kNearestZoom = 0.08F; // of the distance from which all is seen
inline constexpr float kFarthestZoom = 4.0F;
inline constexpr float kUnderLens = 70.0F; // degrees of the picture's height: as divers see
inline constexpr float kLongestLens = 15.0F;
inline constexpr float kWidestLens = 100.0F; // beyond, corners are drawn out

// Drawing a picture should take no longer: 30 a second.
inline constexpr double kFrameSeconds = 1.0 / 30.0;

// Pictures that are slower or faster in a row before quality changes, so that it does not swing.
inline constexpr int kFramesToJudge = 12;

// The smallest and the largest part of the viewport's pixels, along a side, that are drawn.
inline constexpr float kCoarsestPicture = 0.25F;
inline constexpr float kFinestPicture = 1.0F;

// A good message goes away by itself after so long; bad ones stay until they are closed. Of those
// that are no errors there are no more than so many.
inline constexpr double kNoticeSeconds = 6.0;
inline constexpr int kMostNotices = 5;

// A test that follows the report need not be told more often.
inline constexpr double kReportSeconds = 0.1;

// The window rests so long between frames while nothing moves: it answers a hand at once anyway.
inline constexpr double kIdleSeconds = 0.1;

} // namespace tarn::studio
