// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/why_not_frozen.h"

#include "model/job.h"
#include "model/kinship.h"
#include "policy/disabled.h"
#include "policy/exempt.h"
#include "policy/exempt_unless_asked.h"
#include "policy/exempt_while_audible.h"
#include "policy/hidden.h"
#include "policy/must_wait.h"
#include "policy/on_duty.h"
#include "policy/screen_reader_waits.h"
#include "policy/systemd_waits.h"
#include "policy/window_source.h"

#include <algorithm>

namespace headroom {

namespace {

bool fills_a_screen(const Session &session, const AppId &app)
{
    return std::ranges::any_of(session.windows_of(app), [](const Window *window) {
        return window->fullscreen && !window->hidden;
    });
}

/// Whether the foreground app has been known for at least `unfocused_for`. Otherwise it may have
/// been this one.
bool front_is_known(const Session &session, const Config &config, TimePoint now)
{
    return session.front_known && now >= *session.front_known + config.freezing.unfocused_for;
}

/// One of its windows may be visible, and the compositor keeps few events for a client that does
/// not read.
std::optional<Sentence> would_be_disconnected(const Session &session, const AppId &app)
{
    return !keeps_frozen_windows(session) && may_be_visible(session, app)
        ? std::optional{say("why an application can't be frozen",
                            "a window of {} may be visible, and the compositor would disconnect it",
                            session.name_of(app))}
        : std::nullopt;
}

std::optional<Sentence> in_sight(const Session &session, const Config &config, const AppId &app,
                                 Level level, TimePoint now)
{
    if (fills_a_screen(session, app))
        return say("why an application is exempt", "{} fills a screen", session.name_of(app));
    if (auto why = would_be_disconnected(session, app))
        return why;
    if (level < Level::Critical)
        return may_be_noticed(session, app);
    if (!is_hidden(session, app) && !front_is_known(session, config, now))
        return say("why an application is exempt",
                   "it isn't known whether {} is, or was, the active app", session.name_of(app));
    return std::nullopt;
}

std::optional<Sentence> in_front(const Session &session, const AppId &app)
{
    return session.focused_app() == app
        ? std::optional{say("why an application can't be frozen",
                            "{} is the active app, which is never paused", session.name_of(app))}
        : std::nullopt;
}

/// What runs in a terminal's tab is no part of the terminal, but may be inside its unit: a video
/// player, or even the window manager.
std::optional<Sentence> must_run_inside(const Session &session, const AppId &app)
{
    for (const AppId &inside : apps_inside(session, app)) {
        if (auto why = in_front(session, inside))
            return why;
        if (auto why = runs_stream(session, inside))
            return why;
        for (const UnitId unit : session.units_of(inside)) {
            if (auto why = exempt(session, unit))
                return why;
        }
    }
    return std::nullopt;
}

/// Reasons that last. They also end a freeze that pressure has begun.
std::optional<Sentence> must_run(const Session &session, const Config &config, const AppId &app,
                                 TimePoint now)
{
    if (is_disabled(session, now))
        return say("why an application is exempt", "you have paused Headroom");
    if (config.response != Response::Freeze)
        return say("why an application is exempt", "you have chosen that nothing is paused");
    if (auto why = cannot_freeze(session, app))
        return why;
    if (auto why = exempt_unless_asked(session, config, app, now))
        return why;
    if (auto why = on_duty(session, app))
        return why;
    if (auto why = screen_reader_waits(session, app))
        return why;
    for (const UnitId unit : session.units_of(app)) {
        if (auto why = inspected_duty(session, unit, now))
            return why;
    }
    return std::nullopt;
}

std::optional<Sentence> is_marked(const Session &session, const AppId &app)
{
    for (const UnitId unit : session.units_of(app)) {
        if (const UnitUse *use = session.pressure.use(unit); use && use->marked_exempt)
            return say("why an application is exempt",
                       "{} is marked as exempt (user.oomd_avoid or user.oomd_omit)",
                       session.units.at(unit).name());
    }
    return std::nullopt;
}

/// What makes all freezes impossible at present.
std::optional<Sentence> nothing_can_freeze(const Session &session)
{
    if (session.ending)
        return say("why an application can't be frozen", "Headroom is about to end");
    if (session.partings == std::set{Parting::Sleep})
        return say("why an application can't be frozen", "the computer is about to sleep");
    if (!session.partings.empty())
        return say("why an application can't be frozen", "the session is about to end");
    if (auto why = windows_forbid_freezes(session))
        return why;
    if (const auto &freezer = session.capability(Capability::Freeze); !freezer.available)
        return freezer.reason;
    if (const auto &record = session.capability(Capability::RecordFrozen); !record.available)
        return record.reason; // without the ledger, a crash could not be undone
    return std::nullopt;
}

/// Why it can't be frozen, apart from being in front.
std::optional<Sentence> cannot_freeze_behind(const Session &session, const AppId &app)
{
    if (auto why = nothing_can_freeze(session))
        return why;
    if (auto why = runs_stream(session, app))
        // Also on request: a frozen native client stops the sound of all apps (pipewire#3509).
        return why;
    if (auto why = must_run_inside(session, app))
        return why;
    // A part of the foreground app may be in it, such as the tabs of a browser that was opened by a
    // link in it. Also on request: a click on that browser would thaw nothing.
    if (may_have_more_kin(session, app))
        return say("why an application is exempt", "it isn't known which processes {} consists of",
                   session.name_of(app));
    const auto units = session.units_of(app);
    for (const UnitId id : units) {
        if (auto why = exempt(session, id))
            return why;
        if (auto why = systemd_waits(session, id))
            return why;
        if (auto why = session.refusal(id, Act::Freeze))
            return why;
    }
    for (const Window *window : session.windows_of(app)) {
        const auto unit = session.unit_of(*window);
        if (!unit || session.units.at(*unit).app != app)
            return say("why an application can't be frozen",
                       "{} has a window whose process is in a unit that isn't its own",
                       session.name_of(app));
    }
    if (units.empty())
        return say("why an application can't be frozen", "{} has no unit of its own",
                   session.name_of(app));
    return std::nullopt;
}

} // namespace

std::optional<Sentence> cannot_freeze(const Session &session, const AppId &app)
{
    if (auto why = nothing_can_freeze(session))
        return why;
    if (auto why = in_front(session, app))
        return why;
    return cannot_freeze_behind(session, app);
}

std::optional<Sentence> refuse_freeze(const Session &session, const AppId &app)
{
    if (auto why = cannot_freeze(session, app))
        return why;
    return refuse_freeze_behind(session, app);
}

std::optional<Sentence> refuse_freeze_behind(const Session &session, const AppId &app)
{
    if (auto why = cannot_freeze_behind(session, app))
        return why;
    for (const AppId &inside : apps_inside(session, app)) {
        if (auto why = would_be_disconnected(session, inside))
            return why;
    }
    return would_be_disconnected(session, app);
}

std::optional<Sentence> why_not_kept_frozen(const Session &session, const Config &config,
                                            const AppId &app, TimePoint now)
{
    if (auto why = must_run(session, config, app, now))
        return why;
    return would_be_disconnected(session, app);
}

std::optional<Sentence> why_not_frozen(const Session &session, const Config &config,
                                       const AppId &app, Level level, TimePoint now)
{
    if (session.units_of(app).empty())
        return refuse_freeze(session, app);
    if (auto why = must_run(session, config, app, now))
        return why;
    if (auto why = is_marked(session, app))
        return why;
    if (auto why = must_wait(session, config, app, level, now))
        return why;
    return in_sight(session, config, app, level, now);
}

bool is_frozen(const Session &session, const AppId &app)
{
    return std::ranges::any_of(session.units_of(app),
                               [&](UnitId unit) { return session.leases.contains(unit); });
}

bool may_be_frozen(const Session &session, const Config &config, const AppId &app, Level level,
                   TimePoint now)
{
    return !is_frozen(session, app) && !why_not_frozen(session, config, app, level, now);
}

} // namespace headroom
