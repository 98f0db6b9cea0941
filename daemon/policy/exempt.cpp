// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/exempt.h"

#include "model/placement.h"

#include <format>

namespace headroom {

std::optional<std::string> exempt(const Unit &unit)
{
    if (unit.is_slice)
        return std::format("{} is a slice, and what is done to a slice is done to everything in it", unit.name());
    if (unit.name().starts_with("headroom"))
        return std::format("{} is Headroom itself", unit.name());
    switch (placement(unit)) {
    case Placement::OwnUnit: break;
    case Placement::StraySource: return std::format("{} holds more than one application, or the desktop itself", unit.name());
    case Placement::Protected: return std::format("{} is part of the session", unit.name());
    case Placement::Foreign: return std::format("{} is not run by your user manager", unit.name());
    }
    if (unit.app.empty())
        return std::format("{} is not known to be an application", unit.name());
    return std::nullopt;
}

} // namespace headroom
