// The units that textures of a picture of water are bound to, so that passes need not rebind what
// they share.
#pragma once

namespace tarn::render::gl
{

enum Unit
{
    kHeightUnit = 0,
    kSlopeUnit,
    kNoiseUnit,
    kDriftUnit,
    kTintUnit,
    kWetnessUnit,
    kShadowUnit,
    kCausticUnit,
    kBodyUnit,
    kBodyDepthUnit,
    kMirrorUnit,
    kMirrorDepthUnit,
    kFreeUnit, // and those after it: of one pass alone
};

} // namespace tarn::render::gl
