// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/boost_focused.h"

#include "model/job.h"
#include "policy/exempt.h"
#include "policy/exempt_while_audible.h"
#include "model/guests.h"
#include "policy/session_slice.h"
#include "policy/started_by_user.h"

#include <algorithm>

namespace headroom {

namespace {

/// A terminal's tabs compete for the CPU as the terminal.
AppId whose(const Unit &unit)
{
    return unit.terminal.value_or(unit.app);
}

/// A slice that holds only this app competes in its place, so it needs the weight, too
/// (app-org.gnome.Terminal.slice/vte-spawn-….scope). The slices above that one hold a slice, which
/// is exempt, so they are no app's.
void boost_lone_slice(const Session &session, const Unit &unit, const WantedWeights &boost,
                      Wanted &wanted)
{
    const auto &path = unit.path.slices;
    if (path.size() <= 1)
        return;
    if (std::ranges::any_of(session.members.at(path), [&](UnitId id) {
            return whose(session.units.at(id)) != whose(unit) || exempt(session, id);
        }))
        return;
    const auto slice = unit_of_slice(session, path);
    if (slice && !session.refusal(*slice, Act::Boost))
        wanted.weights[*slice] = boost;
}

/// A container is no app. It goes by the app in it that is in front, or was a moment ago.
AppId boosted_as(const Session &session, UnitId id)
{
    const Unit &unit = session.units.at(id);
    if (unit.placement != Placement::Container)
        return unit.app;
    if (const auto app = session.focused_app(); app && session.focused_unit() == id)
        return *app;
    const auto in_force = session.weights.find(id);
    return in_force == session.weights.end() ? unit.name() : in_force->second.app;
}

/// A weight harms nothing in a container, whatever else runs there. All else exempts it.
bool may_be_boosted(const Session &session, UnitId id)
{
    return session.units.at(id).placement == Placement::Container || !exempt(session, id);
}

void boost(const Session &session, UnitId of, const Weights &weights, Sentence reason,
           Wanted &wanted)
{
    const UnitId id = known_to_systemd(session, of);
    const Unit &unit = session.units.at(id);
    if (!may_be_boosted(session, id) || session.refusal(id, Act::Boost) || weights == Weights{})
        return;
    const WantedWeights boost{weights, WeightKind::Boost, boosted_as(session, id),
                              std::move(reason)};
    wanted.weights[id] = boost;
    boost_lone_slice(session, unit, boost, wanted);
}

void boost_units(const Session &session, const AppId &app, const Weights &weights,
                 const Sentence &reason, Wanted &wanted)
{
    for (const UnitId unit : session.units_of(app))
        boost(session, unit, weights, reason, wanted);
}

/// Boosts a window's app with all its units, or the container that it is in. A window in no app's
/// unit boosts nothing else.
void boost_app(const Session &session, std::optional<UnitId> in, const Weights &weights,
               const Sentence &reason, Wanted &wanted)
{
    if (!in)
        return;
    const AppId &app = session.units.at(*in).app;
    if (app.empty())
        boost(session, *in, weights, reason, wanted);
    boost_units(session, app, weights, reason, wanted);
    for (const UnitId id : tabs_of(session, app)) {
        const Unit &tab = session.units.at(id);
        // A split one was in the terminal's unit until a moment ago. Ptyxis puts each into a scope
        // beside its own, and VTE into the slice that the terminal is in. In a slice of their own,
        // the slice is boosted.
        if (tab.is_split || session.tab_starters.contains(id)
            || (!tab.is_inside() && tab.path.slices.size() <= 1))
            boost(session, id, weights, reason, wanted);
    }
}

void boost_by_rule(const Session &session, const Config &config, const Weights &weights,
                   Wanted &wanted)
{
    if (!config.has_rule(AppRule::Foreground))
        return;
    for (const AppId &app : session.app_ids()) {
        if (std::ranges::none_of(ids_with_guests(session, app), [&](const AppId &id) {
                return config.rule(id) == AppRule::Foreground;
            }))
            continue;
        boost_units(session, app, weights,
                    say("why something was done",
                        "by your rule, {} always counts as the active app", session.name_of(app)),
                    wanted);
    }
}

} // namespace

void boost_focused(const Session &session, const Config &config, TimePoint now, Wanted &wanted)
{
    if (session.ending)
        return;
    const Weights weights = session.supported_weights(config.boosted);
    for (const auto &[id, since] : session.unfocused) {
        if (!session.weights.contains(known_to_systemd(session, id)))
            continue;
        if (now < since + config.boost_lingers) {
            boost(session, id, weights,
                  say("why something was done", "{} was the active app a moment ago",
                      session.name_of(boosted_as(session, id))),
                  wanted);
            wanted.look_again_at(since + config.boost_lingers);
        }
    }
    for (const auto &[id, window] : session.windows) {
        if (window.kind == WindowKind::Normal && window.fullscreen && !window.hidden)
            boost_app(session, session.unit_of(window), weights,
                      say("why something was done", "{} is in full screen",
                          session.name_of(session.app_of(window))),
                      wanted);
    }
    // In a call, the audio and video that are sent must not falter.
    for (const AppId &app : capturing_apps(session)) {
        boost_units(session, app, weights,
                    say("why something was done", "{} is recording", session.name_of(app)), wanted);
    }
    for (const AppId &app : awaited_apps(session)) {
        boost_units(session, app, weights,
                    say("why something was done", "{} is starting", session.name_of(app)), wanted);
    }
    boost_by_rule(session, config, weights, wanted);
    if (const auto front = session.focused_unit())
        boost_app(session, front, weights,
                  say("why something was done", "{} is the active app",
                      session.name_of(boosted_as(session, *front))),
                  wanted);
}

} // namespace headroom
