// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/exempt.h"

#include "model/desktop_parts.h"
#include "model/placement.h"

namespace headroom {

std::optional<Sentence> exempt(const Unit &unit)
{
    if (unit.is_slice)
        return say("why a unit is exempt: {} is its name, as systemd knows it",
                   "{} is a slice, and an act on a slice affects everything in it", unit.name());
    if (unit.name().starts_with("headroom"))
        return say("why a unit is exempt: {} is its name, as systemd knows it",
                   "{} is Headroom itself", unit.name());
    switch (unit.placement) {
    case Placement::OwnUnit: break;
    case Placement::StraySource:
    case Placement::Container:
        return say("why a unit is exempt: {} is its name, as systemd knows it",
                   "{} contains more than one app, or the desktop itself", unit.name());
    case Placement::Exempt:
        return say("why a unit is exempt: {} is its name, as systemd knows it",
                   "{} is part of the session", unit.name());
    case Placement::Foreign:
        return say("why a unit is exempt: {} is its name, as systemd knows it",
                   "{} is not run by your user manager", unit.name());
    }
    if (unit.app.empty())
        return say("why a unit is exempt: {} is its name, as systemd knows it",
                   "{} is not known to be an app", unit.name());
    return std::nullopt;
}

std::optional<Sentence> exempt(const Session &session, UnitId unit)
{
    const Unit &known = session.units.at(unit);
    if (auto why = exempt(known))
        return why;
    return is_part_of_session(session, unit)
        ? std::optional{say("why a unit is exempt: {} is its name, as systemd knows it",
                            "{} is part of the session", known.name())}
        : std::nullopt;
}

} // namespace headroom
