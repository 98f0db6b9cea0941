// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/session.h"

#include <algorithm>

// Which app users are shown as the cause of a shortage, by what was done. So all views name the
// same app, and none has to follow the acts.
namespace headroom {

namespace {

std::optional<NamedCulprit> named_by(const Session &session, const Action &action,
                                     const action::Freeze &freeze)
{
    if (freeze.in_turn)
        return std::nullopt; // no app alone is the cause
    if (freeze.cause == FreezeCause::Pressure)
        return NamedCulprit{action.app, action.reason, Resource::Memory};
    // The user paused it. If it is the culprit already, the reason for that says more, unless it
    // is a notification's text: that it was not paused.
    if (session.culprit && session.culprit->app == action.app)
        return session.notice && session.notice->text == session.culprit->sentence
            ? std::optional{NamedCulprit{action.app, action.reason, session.culprit->resource}}
            : std::nullopt;
    // While nothing is short, that had another reason.
    return session.level >= Level::High
        ? std::optional{NamedCulprit{action.app, action.reason, std::nullopt}}
        : std::nullopt;
}

std::optional<NamedCulprit> named_by(const Session &session, const Action &action,
                                     const action::SetWeights &set)
{
    // A paused app stays at the top with its button, whatever else is slowed down.
    const bool outranked = session.culprit && session.culprit->app != action.app
        && session.is_paused(session.culprit->app);
    return set.kind == WeightKind::Nap && !outranked
        ? std::optional{NamedCulprit{action.app, action.reason, set.resource}}
        : std::nullopt;
}

std::optional<NamedCulprit> named_by(const Session & /*session*/, const Action & /*action*/,
                                     const action::Notify &notify)
{
    const Notice &notice = notify.notice;
    return !notice.app.empty() && !notice.frozen // else the freeze has named it
        ? std::optional{NamedCulprit{notice.app, notice.text, Resource::Memory}}
        : std::nullopt;
}

std::optional<NamedCulprit> named_by(const Session & /*session*/, const Action & /*action*/,
                                     const auto & /*other*/)
{
    return std::nullopt;
}

} // namespace

Sentence ran_short(Resource resource)
{
    switch (resource) {
    case Resource::Cpu: return say("why something was done", "the CPU was busy");
    case Resource::Io: return say("why something was done", "the disk was busy");
    case Resource::Memory: break;
    }
    return say("why something was done", "memory ran short");
}

bool Session::is_paused(const AppId &app) const
{
    return std::ranges::any_of(leases, [&](const auto &entry) { return entry.second.app == app; });
}

bool Session::has_weights(const AppId &app, WeightKind kind) const
{
    return std::ranges::any_of(weights, [&](const auto &entry) {
        return entry.second.app == app && entry.second.kind == kind;
    });
}

const NamedCulprit *Session::culprit_to_show() const
{
    return culprit && level >= Level::Uneasy ? &*culprit : nullptr;
}

void Session::name_culprit(const Action &action)
{
    auto named =
        std::visit([&](const auto &what) { return named_by(*this, action, what); }, action.what);
    if (named)
        culprit = std::move(named);
    const bool resumed = std::holds_alternative<action::Thaw>(action.what);
    if (resumed && culprit && culprit->app == action.app && !is_paused(action.app))
        culprit.reset();
    drop_ended_culprit();
}

/// Nothing of ours is in force on the app any more, or it has ended.
void Session::drop_ended_culprit()
{
    if (culprit && !is_paused(culprit->app) && !has_weights(culprit->app, WeightKind::Nap)
        && !(notice && notice->app == culprit->app))
        culprit.reset();
}

} // namespace headroom
