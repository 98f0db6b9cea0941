// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/decide.h"

#include "policy/adopt_strays.h"
#include "policy/boost_focused.h"
#include "policy/difference.h"
#include "policy/freeze_requested.h"

namespace headroom {

Decision decide(const Session &session, const Config &config, TimePoint now)
{
    Wanted wanted;
    boost_focused(session, config, now, wanted);
    adopt_strays(session, now, wanted);
    freeze_requested(session, config, now, wanted);
    explain_thaws(session, config, now, wanted);
    return {difference(session, wanted), wanted.sample_every, wanted.again_at};
}

} // namespace headroom
