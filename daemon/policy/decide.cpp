// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/decide.h"

#include "policy/adopt_strays.h"
#include "policy/ask_first.h"
#include "policy/boost_desktop.h"
#include "policy/boost_focused.h"
#include "policy/close_asked.h"
#include "policy/difference.h"
#include "policy/disabled.h"
#include "policy/freeze_background.h"
#include "policy/freeze_in_turn.h"
#include "policy/freeze_requested.h"
#include "policy/judge_pressure.h"
#include "policy/leave_front.h"
#include "policy/measure_requested.h"
#include "policy/minimise_first.h"
#include "policy/nap_background.h"
#include "policy/protect_front.h"
#include "policy/reclaim_background.h"
#include "policy/reclaim_frozen.h"
#include "policy/split_tabs.h"
#include "policy/warn_user.h"
#include "policy/watch_pressure.h"

namespace headroom {

Decision decide(const Session &session, const Config &config, TimePoint now)
{
    Wanted wanted;
    std::optional<Config> disabled;
    if (is_disabled(session, now)) {
        disabled = while_disabled(config);
        wanted.is_disabled = true;
        wanted.look_again_at(*session.disabled_until);
    }
    const Config &in_force = disabled ? *disabled : config;
    if (const auto leaves = leaves_front_at(session, in_force); leaves && now < *leaves)
        wanted.look_again_at(*leaves);
    const Judgement judgement = judge_pressure(session, in_force, now);
    watch_pressure(session, in_force, judgement, now, wanted);
    boost_focused(session, in_force, now, wanted);
    boost_desktop(session, in_force, judgement, now, wanted);
    nap_background(session, in_force, judgement, now, wanted);
    protect_front(session, in_force, judgement, now, wanted);
    adopt_strays(session, now, wanted);
    split_tabs(session, in_force, judgement, now, wanted);
    minimise_first(session, now, wanted);
    freeze_requested(session, in_force, now, wanted);
    freeze_background(session, in_force, judgement, now, wanted);
    freeze_in_turn(session, in_force, judgement, now, wanted);
    ask_first(session, in_force, judgement, now, wanted);
    reclaim_frozen(session, in_force, judgement, now, wanted);
    reclaim_background(session, in_force, judgement, now, wanted);
    measure_requested(session, in_force, judgement, now, wanted);
    close_asked(session, now, wanted);
    warn_user(session, in_force, judgement, now, wanted);
    thaw_the_rest(session, in_force, now, wanted);
    return {difference(session, wanted),
            wanted.sample_every,
            wanted.inspect,
            wanted.measure,
            wanted.needs,
            wanted.again_at};
}

} // namespace headroom
