// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/short_memory.h"

namespace headroom {

bool is_memory_short(const Judgement &judgement)
{
    return judgement.level >= Level::Uneasy && judgement.resource == Resource::Memory;
}

bool outlasts_shortage(const Session &session, const Config &config, const Judgement &judgement,
                       TimePoint now, Wanted &wanted)
{
    if (judgement.level >= Level::Uneasy || session.level >= Level::Uneasy)
        return true;
    const TimePoint until = session.level_since + config.nap_lingers;
    if (now >= until)
        return false;
    wanted.look_again_at(until);
    return true;
}

} // namespace headroom
