// Reads the numbers of a part's settings by tables of keys.
#pragma once

#include "scene/reader.h"
#include "scene/settings.h"

#include <span>

namespace tarn::scene
{

template <typename Settings>
struct NumberKey
{
    const char* key;
    Rule rule;
    SettingMember<Settings> of;
};

// A list with a number for each component, or each dye.
template <typename Settings>
struct ListKey
{
    const char* key;
    Rule rule;
    bool isPerDye; // else x and y
    SettingMember<Settings> of;
};

template <typename Settings>
void readNumberKeys(Reader& table, std::span<const NumberKey<Settings>> keys,
                    SettingsDescription<Settings>& settings)
{
    for (const NumberKey<Settings>& entry : keys)
    {
        const double fallback = double(entry.of(settings.constant, 0));
        settings.set(entry.of, 0, table.quantity(entry.key, entry.rule, fallback));
    }
}

template <typename Settings>
void readListKeys(Reader& table, std::span<const ListKey<Settings>> keys,
                  SettingsDescription<Settings>& settings)
{
    for (const ListKey<Settings>& entry : keys)
    {
        if (!table.has(entry.key))
        {
            continue;
        }
        int index = 0;
        if (entry.isPerDye)
        {
            for (const Quantity& value : table.quantities(entry.key, entry.rule))
            {
                settings.set(entry.of, index++, value);
            }
            continue;
        }
        for (const Quantity& value : table.vector(entry.key, entry.rule, {0.0, 0.0}))
        {
            settings.set(entry.of, index++, value);
        }
    }
}

} // namespace tarn::scene
