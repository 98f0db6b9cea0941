// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/minimise_first.h"

#include "policy/why_not_frozen.h"
#include "policy/window_source.h"

#include <algorithm>

namespace headroom {

namespace {

/// A compositor that is short of memory itself may take seconds.
constexpr Duration minimised_within = std::chrono::seconds{10};

/// Whether a request still waits until its app isn't in front.
bool awaits_minimising(const Session &session, const AppId &app, const FreezeRequest &request,
                       TimePoint now)
{
    return request.once_behind && now < request.asked + minimised_within
        && can_minimise_first(session, app);
}

/// The user has minimised its windows already, or turned to another desktop.
bool has_nothing_to_minimise(const Session &session, const AppId &app)
{
    return session.visibility_known
        && std::ranges::all_of(session.windows_of(app),
                               [](const Window *window) { return window->hidden; });
}

Action minimise(const Session &session, const AppId &app)
{
    const UnitId unit = *session.units_of(app).begin();
    action::Minimise windows;
    for (const Window *window : session.windows_of(app)) {
        if (!window->hidden)
            windows.windows.push_back(window->id);
    }
    return {std::move(windows), unit, session.units.at(unit).name(), app,
            say("done", "minimised {} to pause it: you requested it", session.name_of(app))};
}

} // namespace

bool can_minimise_first(const Session &session, const AppId &app)
{
    return session.focused_app() == app
        && (minimises_windows(session)
            || (has_nothing_to_minimise(session, app) && !session.has_reported_focus(app)))
        && !refuse_freeze_behind(session, app);
}

bool minimises_on_request(const Session &session, const AppId &app)
{
    const NamedCulprit *culprit = session.culprit_to_show();
    const bool is_shown =
        (culprit && culprit->app == app) || (session.notice && session.notice->app == app);
    return (is_shown || has_nothing_to_minimise(session, app)) && can_minimise_first(session, app);
}

std::optional<Sentence> why_request_refused(const Session &session, const AppId &app)
{
    return minimises_on_request(session, app) ? std::nullopt : refuse_freeze(session, app);
}

bool was_not_minimised(const Session &session, const AppId &app, const FreezeRequest &request,
                       TimePoint now)
{
    const bool has_begun = std::ranges::any_of(session.leases, [&](const auto &lease) {
        return lease.second.app == app && lease.second.cause == FreezeCause::Asked;
    });
    return request.once_behind && now >= request.asked + minimised_within && !has_begun
        && !request.answers_until;
}

void minimise_first(const Session &session, TimePoint now, Wanted &wanted)
{
    for (const auto &[app, request] : session.requests) {
        if (request.ended || !awaits_minimising(session, app, request, now))
            continue;
        wanted.look_again_at(request.asked + minimised_within);
        if (!request.minimised && !has_nothing_to_minimise(session, app))
            wanted.minimises.push_back(minimise(session, app));
    }
}

} // namespace headroom
