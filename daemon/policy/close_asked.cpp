// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/close_asked.h"

#include "policy/exempt.h"

#include <format>

namespace headroom {

void close_asked(const Session &session, Wanted &wanted)
{
    for (const auto &[app, at] : session.close_asked) {
        for (const UnitId id : session.units_of(app)) {
            const Unit &unit = session.units.at(id);
            if (!exempt(unit))
                wanted.closes.push_back({action::Close{}, id, unit.name(), app, std::format("asked {} to quit: you wanted it", app)});
        }
    }
}

} // namespace headroom
