// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/systemd_waits.h"

#include <algorithm>

namespace headroom {

std::optional<Sentence> systemd_waits(const Session &session, UnitId unit)
{
    const Unit &known = session.units.at(unit);
    // Beside a terminal's tabs, systemd may start what it likes.
    return known.starts_programs && !known.is_inside()
        ? std::optional{say("why a unit is exempt: {} is its name, as systemd knows it",
                            "to stop or reload {}, systemd starts a program in it, and would hang "
                            "while it is paused",
                            known.name())}
        : std::nullopt;
}

std::optional<Sentence> not_described_yet(const Session &session, const AppId &app)
{
    return std::ranges::any_of(session.units_of(app),
                               [&](UnitId id) {
                                   const Unit &unit = session.units.at(id);
                                   return !unit.main_pid && !unit.is_inside();
                               })
        ? std::optional{say("why an application is exempt",
                            "systemd hasn't reported yet how it stops {}", session.name_of(app))}
        : std::nullopt;
}

} // namespace headroom
