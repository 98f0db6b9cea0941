// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/spared.h"

#include "model/job.h"
#include "model/kinship.h"
#include "policy/freeze_requested.h"
#include "policy/on_duty.h"
#include "policy/protect_audible.h"
#include "policy/started_by_user.h"
#include "policy/tab_in_use.h"
#include "policy/window_source.h"

#include <algorithm>

namespace headroom {

namespace {

/// By then, others have their answer or have given up: they wait for 20 or 25 seconds.
constexpr Duration answers_within = std::chrono::seconds{30};

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

bool fills_a_screen(const Session &session, const AppId &app)
{
    return std::ranges::any_of(session.windows_of(app), [](const Window *window) {
        return window->fullscreen && !window->hidden;
    });
}

/// The foreground app was known for as long as an app must not have been in front. Otherwise it may
/// have been this one.
bool front_is_known(const Session &session, const Config &config, TimePoint now)
{
    return session.front_known && now >= *session.front_known + config.freezing.unfocused_for;
}

std::optional<Sentence> in_sight(const Session &session, const Config &config, const AppId &app,
                                 Level level, TimePoint now)
{
    if (fills_a_screen(session, app))
        return say("why an application is let be", "{} fills a screen", session.name_of(app));
    if (auto why = would_be_disconnected(session, app))
        return why;
    if (level < Level::Critical)
        return may_be_noticed(session, app);
    if (!is_hidden(session, app) && !front_is_known(session, config, now))
        return say("why an application is let be", "it isn't known whether {} is, or was, in front",
                   session.name_of(app));
    return std::nullopt;
}

/// More than a program needs that only starts, or more than is left for all. Unknown is not much.
bool has_much(const Session &session, const Config &config, const AppId &app)
{
    const auto last = session.pressure.last_at();
    const auto memory = last ? session.pressure.memory(*last) : std::nullopt;
    std::uint64_t held = 0;
    for (const UnitId unit : session.units_of(app)) {
        const UnitUse *use = session.pressure.use(unit);
        held += use ? use->held.value_or(0) : 0;
    }
    const auto room = last ? session.pressure.room(*last) : std::nullopt;
    return (memory
            && 100.0 * static_cast<double>(held)
                >= config.freezing.starting_share * static_cast<double>(memory->total))
        || (room && held > *room);
}

bool in_the_open(const Window *window)
{
    return !window->hidden;
}

/// A window of its own may be among the visible ones that are in no app's unit. The process of such
/// a window was not reported, or belongs to a program that shows it for another. X11 programs in a
/// sandbox are such, and all those behind xwayland-satellite.
bool may_show_nobodys_window(const Session &session, const AppId &app)
{
    const auto info = session.apps.find(app);
    return info != session.apps.end() && info->second.shows_windows && !session.has_windows(app)
        && std::ranges::any_of(session.owners()->nobodys, in_the_open);
}

/// Its panel, dock or notification is visible. That is no window to work in, but the user sees it.
bool shows_a_panel(const Session &session, const AppId &app)
{
    const auto &panels = session.owners()->shell_windows;
    const auto its = panels.find(app);
    return its != panels.end() && std::ranges::any_of(its->second, in_the_open);
}

/// The screen is recorded, or one window of it. Which window is not reported, and it may be on
/// another desktop. A panel's live thumbnails count, too.
bool screen_is_taken_in(const Session &session)
{
    return std::ranges::any_of(session.streams, [](const auto &entry) {
        return entry.second.running && entry.second.kind == StreamKind::Screencast;
    });
}

/// Whether an app without a window shows none. It does if its last window was seen to close.
/// Otherwise the source must report panels and pop-ups as well. It must also report at least one
/// window: an empty list proves nothing.
bool none_is_none(const Session &session, const AppId &app)
{
    if (may_show_nobodys_window(session, app))
        return false;
    return session.windows_closed.contains(app)
        || (tells_all_windows(session) && !session.windows.empty());
}

/// Its unit is new, but what runs in it is not.
bool is_split_tab(const Session &session, const AppId &app)
{
    const Unit *tab = tab_called(session, app);
    return tab && tab->is_split;
}

/// A freeze was tried and took too long. At critical, each such try is waited for.
bool was_too_slow(const Session &session, const Config &config, UnitId unit, Level level,
                  TimePoint now)
{
    const auto given_up = session.never_settled.find(unit);
    const Duration again =
        level < Level::Critical ? config.freezing.offence_fades : config.freezing.unsettled_again;
    return given_up != session.never_settled.end() && now < given_up->second + again;
}

std::optional<Sentence> ruled_out(const Session &session, const Config &config, const AppId &app)
{
    for (const AppId &id : session.ids_of(app)) {
        if (config.rule(id) == AppRule::Never)
            return say("why an application is let be", "your rule for {} exempts it",
                       session.name_of(app));
        if (const auto held = session.holds.find(id); held != session.holds.end())
            return say("why an application is let be: {1} are the words of who wants it",
                       "{} is held: {}", session.name_of(app), held->second.begin()->second);
    }
    return std::nullopt;
}

} // namespace

std::optional<bool> is_hidden(const Session &session, const AppId &app)
{
    if (session.window_source.empty() || !session.visibility_known)
        return std::nullopt;
    const auto windows = session.windows_of(app);
    const auto out_of_sight = [](const Window *window) { return window->hidden; };
    if (shows_a_panel(session, app) || !std::ranges::all_of(windows, out_of_sight))
        return false;
    if (screen_is_taken_in(session) || (windows.empty() && !none_is_none(session, app)))
        return std::nullopt;
    return true;
}

bool may_be_in_sight(const Session &session, const AppId &app)
{
    return shows_a_panel(session, app) || may_show_nobodys_window(session, app)
        || std::ranges::any_of(session.windows_of(app), in_the_open);
}

std::optional<Sentence> may_be_noticed(const Session &session, const AppId &app)
{
    if (plays_unknown(session))
        return say("why an application is let be",
                   "something plays or records, and it isn't known whether it is {}",
                   session.name_of(app));
    const auto hidden = is_hidden(session, app);
    if (!hidden)
        return say("why an application is let be", "it isn't known whether {} is visible",
                   session.name_of(app));
    return *hidden
        ? std::nullopt
        : std::optional{say("why an application is let be", "{} is visible", session.name_of(app))};
}

std::optional<Sentence> comes_or_goes(const Session &session, const Config &config,
                                      const AppId &app, TimePoint now)
{
    if (session.has_windows(app) || is_split_tab(session, app))
        return std::nullopt;
    if (const auto closed = session.windows_closed.find(app);
        closed != session.windows_closed.end())
        return now < closed->second + config.freezing.closing_for
            ? std::optional{say("why an application is let be",
                                "{} has closed its last window and may still be saving",
                                session.name_of(app))}
            : std::nullopt;
    if (is_awaited(session, app))
        return say("why an application is let be", "{} is starting", session.name_of(app));
    const auto info = session.apps.find(app);
    const bool awaited = info != session.apps.end() && info->second.shows_windows;
    const Duration enough =
        awaited ? config.freezing.starting_for : config.freezing.may_be_starting_for;
    const bool is_new = std::ranges::any_of(session.units_of(app), [&](UnitId unit) {
        return now < session.units.at(unit).appeared + enough;
    });
    return is_new && (awaited || !has_much(session, config, app))
        ? std::optional{say("why an application is let be", "{} is starting", session.name_of(app))}
        : std::nullopt;
}

std::optional<Sentence> left_alone(const Session &session, const Config &config, const AppId &app,
                                   TimePoint now)
{
    if (auto why = ruled_out(session, config, app))
        return why;
    // What holds for a terminal holds for its tabs.
    if (const Unit *tab = tab_called(session, app)) {
        if (auto why = ruled_out(session, config, *tab->terminal))
            return why;
    }
    if (auto why = protect_audible(session, config, app, now))
        return why;
    const auto info = session.apps.find(app);
    if (info == session.apps.end())
        return say("why an application is let be", "it isn't known yet what kind of app {} is",
                   session.name_of(app));
    if (!info->second.never_frozen.empty())
        return say(
            "why an application is let be: {0} is its name, {1} \"is a terminal\" or the like",
            "{} {}", session.name_of(app), info->second.never_frozen);
    return found_to_be(session, app);
}

std::optional<Sentence> spared(const Session &session, const Config &config, UnitId unit,
                               Level level, TimePoint now)
{
    const AppId &app = session.units.at(unit).app;
    if (config.response != Response::Freeze)
        return say("why an application is let be", "you have chosen that nothing is frozen");
    if (auto why = cannot_freeze(session, app))
        return why;
    if (auto why = left_alone(session, config, app, now))
        return why;
    if (auto why = on_duty(session, app))
        return why;
    for (const UnitId each : session.units_of(app)) {
        if (auto why = found_on_duty(session, each, now))
            return why;
        if (const UnitUse *use = session.pressure.use(each); use && use->let_be)
            return say("why an application is let be",
                       "{} is marked as exempt (user.oomd_avoid or user.oomd_omit)",
                       session.units.at(each).name());
    }
    if (may_have_more_kin(session, app))
        return say("why an application is let be", "it isn't known which processes {} consists of",
                   session.name_of(app));
    if (is_awaited(session, app))
        return say("why an application is let be", "{} is starting", session.name_of(app));
    if (const auto thawed = session.thawed_by_user.find(app); thawed != session.thawed_by_user.end()
        && now < thawed->second + config.freezing.user_thaw_spares)
        return say("why an application is let be", "you thawed {} a while ago",
                   session.name_of(app));
    if (const auto needed = session.needed.find(app);
        needed != session.needed.end() && now < needed->second + answers_within)
        return say("why an application is let be", "another program waited for {} a moment ago",
                   session.name_of(app));
    if (was_in_front(session, config, app, now))
        return say("why an application is let be", "{} was in front until a moment ago",
                   session.name_of(app));
    if (was_too_slow(session, config, unit, level, now))
        return say("why something is not done", "an earlier attempt to freeze it took too long");
    if (auto why = comes_or_goes(session, config, app, now); why && level < Level::Critical)
        return why;
    if (auto why = tab_in_use(session, config, unit, level, now))
        return why;
    return in_sight(session, config, app, level, now);
}

std::optional<Sentence> spared(const Session &session, const Config &config, const AppId &app,
                               Level level, TimePoint now)
{
    if (session.units_of(app).empty())
        return refuse_freeze(session, app);
    for (const UnitId unit : session.units_of(app)) {
        if (auto why = spared(session, config, unit, level, now))
            return why;
    }
    return std::nullopt;
}

} // namespace headroom
