// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/unit_name.h"
#include "watch/units/units.h"

#include <string>
#include <string_view>

namespace headroom {

/// By name, since each window may cause this, and there may be thousands of units.
std::string UnitWatch::only_flatpak(const AppId &app) const
{
    constexpr std::string_view begins = "app-flatpak-";
    std::string found;
    for (const auto &[watch, slice] : m_slices) {
        for (auto unit = slice.children.lower_bound(std::string{begins});
             unit != slice.children.end() && unit->first.starts_with(begins); ++unit) {
            const auto name = parse_unit_name(unit->first);
            if (!name || name->origin != UnitOrigin::Flatpak || name->app_id != app)
                continue;
            if (!found.empty())
                return {};
            found = slice.path + "/" + unit->first;
        }
    }
    return found;
}

} // namespace headroom
