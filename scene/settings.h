// SettingsDescription: the library's settings of a part, some of whose numbers change with time.
#pragma once

#include "scene/quantity.h"

#include <vector>

namespace tarn::scene
{

// One number of the settings: the `index`th of those that belong together.
template <typename Settings>
using SettingMember = float& (*)(Settings& settings, int index);

template <typename Settings>
struct SettingsDescription
{
    struct Varying
    {
        SettingMember<Settings> of = nullptr;
        int index = 0;
        Quantity value;
    };

    Settings constant = {}; // what does not vary
    std::vector<Varying> varying;

    void set(SettingMember<Settings> of, int index, const Quantity& value)
    {
        if (value.varies())
        {
            varying.push_back({of, index, value});
        }
        else
        {
            of(constant, index) = static_cast<float>(value.at(0.0));
        }
    }

    Settings at(double t) const
    {
        Settings settings = constant;
        for (const Varying& setting : varying)
        {
            setting.of(settings, setting.index) = static_cast<float>(setting.value.at(t));
        }
        return settings;
    }
};

} // namespace tarn::scene
