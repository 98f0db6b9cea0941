// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/leave_front.h"

#include "policy/hidden.h"

namespace headroom {

/// Not while the screen is recorded: then nothing is known to be hidden.
std::optional<TimePoint> leaves_front_at(const Session &session, const Config &config)
{
    const auto app = session.out_of_sight ? session.focused_app() : std::nullopt;
    return app && is_hidden(session, *app).value_or(false)
        ? std::optional{*session.out_of_sight + config.freezing.unfocused_for}
        : std::nullopt;
}

bool has_left_front(const Session &session, const Config &config, TimePoint now)
{
    const auto leaves = leaves_front_at(session, config);
    return leaves && *leaves <= now;
}

} // namespace headroom
