#include "scene/gl_camera.h"

#include "scene/error.h"
#include "scene/gl_flow_camera.h"
#include "scene/gl_water_camera.h"
#include "scene/twin_camera.h"
#include "scene/twin_run.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>

namespace tarn::scene
{
namespace
{

float numberOf(std::string_view key, const std::string& text)
{
    char* end = nullptr;
    const float value = std::strtof(text.c_str(), &end);
    if (text.empty() || *end != '\0' || !std::isfinite(value))
    {
        throw Error(fmt::format("camera: {}={}: give a number, as in azimuth=30", key, text));
    }
    return value;
}

float within(std::string_view key, float value, float low, float high)
{
    if (!(value >= low && value <= high))
    {
        throw Error(fmt::format("camera: {}={} is outside {} .. {}", key, value, low, high));
    }
    return value;
}

void requireNone(bool isGiven, const char* words)
{
    if (isGiven)
    {
        throw Error(fmt::format("camera: {}", words));
    }
}

void requireFlat(const GlCameraChoice& choice)
{
    requireNone(!choice.view.empty() || choice.azimuth || choice.elevation || choice.distance ||
                    choice.fieldOfView,
                "flows and maps are seen from above; give x=, y=, zoom=");
}

} // namespace

const std::vector<std::string>& glCameraViews()
{
    static const std::vector<std::string> kViews = {"top", "side", "under"};
    return kViews;
}

GlCameraChoice parseGlCamera(std::string_view text)
{
    GlCameraChoice choice;
    while (!text.empty())
    {
        const std::string_view part = text.substr(0, text.find(','));
        text.remove_prefix(std::min(part.size() + 1, text.size()));
        const std::size_t equals = part.find('=');
        const std::string_view key = part.substr(0, equals);
        const auto& views = glCameraViews();
        if (equals == part.npos && std::find(views.begin(), views.end(), key) != views.end())
        {
            choice.view = key;
            continue;
        }
        const auto number = [&] {
            return numberOf(key, std::string(equals == part.npos ? "" : part.substr(equals + 1)));
        };
        if (key == "azimuth")
        {
            choice.azimuth = within(key, number(), -3600.0F, 3600.0F);
        }
        else if (key == "elevation")
        {
            choice.elevation = within(key, number(), -90.0F, 90.0F);
        }
        else if (key == "distance")
        {
            choice.distance = within(key, number(), 0.0F, 1e6F);
        }
        else if (key == "field_of_view")
        {
            choice.fieldOfView = within(key, number(), 0.0F, 120.0F);
        }
        else if (key == "x" || key == "y")
        {
            (key == "x" ? choice.x : choice.y) = within(key, number(), -1e6F, 1e6F);
        }
        else if (key == "zoom")
        {
            choice.zoom = within(key, number(), 1e-3F, 1e4F);
        }
        else
        {
            throw Error(
                fmt::format("camera: there is no '{}'; choose from top, side, under, or give "
                            "azimuth=, elevation=, distance=, field_of_view=, x=, y=, zoom=",
                            part));
        }
    }
    return choice;
}

std::unique_ptr<Camera> makeGlCamera(const SceneRun& run, const render::gl::Context& context,
                                     const GlCameraChoice& choice)
{
    if (const auto* twin = dynamic_cast<const TwinRun*>(&run))
    {
        // Each half computes in a context of its own.
        GlCameraChoice half = choice;
        half.kinship = GlKinship::none;
        return std::make_unique<TwinCamera>(makeGlCamera(twin->onWaves(), context, half),
                                            makeGlCamera(twin->onFlow(), context, half));
    }
    if (const auto* water = dynamic_cast<const WaterRun*>(&run))
    {
        if (water->scene().water().show == WaterShow::relief)
        {
            requireNone(
                choice.x || choice.y || choice.zoom || choice.isTransparent,
                "x, y, zoom and transparency are for flows and maps; a relief has azimuth=, "
                "elevation=, distance=, field_of_view=");
            return std::make_unique<GlWaterCamera>(*water, context, choice);
        }
        requireFlat(choice);
        return std::make_unique<GlMapCamera>(*water, context, choice);
    }
    requireFlat(choice);
    return std::make_unique<GlFlowCamera>(dynamic_cast<const FlowRun&>(run), context, choice);
}

} // namespace tarn::scene
