// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/must_wait.h"

#include "policy/exempt_while_windowless.h"
#include "policy/on_duty.h"
#include "policy/started_by_user.h"
#include "policy/systemd_waits.h"
#include "policy/tab_in_use.h"

#include <algorithm>
#include <map>

namespace headroom {

namespace {

/// By then, waiting programs have an answer or have given up. Their timeouts are 20 to 25 seconds.
constexpr Duration answers_within = std::chrono::seconds{30};
/// mutter waits this long for an answer of a window under the pointer. Without a pause, a pointer
/// that moves would thaw an app every two seconds which is frozen again at once. It is no longer,
/// since the pointer may only have crossed the window.
constexpr Duration pointer_exempts = std::chrono::seconds{5};

/// It was in front a moment ago, so the user probably wants it again soon.
bool was_in_front(const Session &session, const Config &config, const AppId &app, TimePoint now)
{
    // The user has hidden it on purpose. Where visibility is unknown, it may still be visible.
    const bool at_once = config.rule(app) == AppRule::Eager && session.visibility_known;
    const Duration enough = at_once ? Duration::zero() : config.freezing.unfocused_for;
    return std::ranges::any_of(session.units_of(app), [&](UnitId unit) {
        const auto left = session.unfocused.find(unit);
        return left != session.unfocused.end() && now < left->second + enough;
    });
}

/// Whether an earlier freeze took too long. At critical it may be tried again sooner.
bool was_too_slow(const Session &session, const Config &config, UnitId unit, Level level,
                  TimePoint now)
{
    const auto given_up = session.never_settled.find(unit);
    const Duration again =
        level < Level::Critical ? config.freezing.offence_fades : config.freezing.unsettled_again;
    return given_up != session.never_settled.end() && now < given_up->second + again;
}

} // namespace

std::optional<Sentence> must_wait(const Session &session, const Config &config, const AppId &app,
                                  Level level, TimePoint now)
{
    if (auto why = not_described_yet(session, app))
        return why;
    if (is_awaited(session, app))
        return say("why an application is exempt", "{} is starting", session.name_of(app));
    const auto is_recent = [&](const std::map<AppId, TimePoint> &moments, Duration time) {
        const auto moment = moments.find(app);
        return moment != moments.end() && now < moment->second + time;
    };
    if (is_recent(session.thawed_by_user, config.freezing.user_thaw_exempts))
        return say("why an application is exempt", "you resumed {} a while ago",
                   session.name_of(app));
    if (is_recent(session.needed, answers_within) || is_recent(session.pointed_at, pointer_exempts))
        return say("why an application is exempt", "{} had to respond a moment ago",
                   session.name_of(app));
    if (auto why = played_lately(session, config, app, now))
        return why;
    if (was_in_front(session, config, app, now))
        return say("why an application is exempt", "{} was the active app until a moment ago",
                   session.name_of(app));
    if (std::ranges::any_of(session.units_of(app), [&](UnitId unit) {
            return was_too_slow(session, config, unit, level, now);
        }))
        return say("why something is not done", "an earlier attempt to pause it took too long");
    if (auto why = exempt_while_windowless(session, config, app, now);
        why && level < Level::Critical)
        return why;
    for (const UnitId unit : session.units_of(app)) {
        if (auto why = tab_in_use(session, config, unit, level, now))
            return why;
    }
    return std::nullopt;
}

} // namespace headroom
