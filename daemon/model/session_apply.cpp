// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/session.h"

#include <type_traits>
#include <utility>

// Takes every fact. The other session_*.cpp have the facts of their subjects; the rest is here.
namespace headroom {

namespace {

template<typename Fact, typename... Others>
constexpr bool is_one_of = (std::is_same_v<Fact, Others> || ...);

/// Facts that come often, and by which no window, stream or unit becomes another app's. Add a new
/// kind of fact only after checking that.
template<typename Fact>
constexpr bool leaves_owners =
    is_one_of<Fact, event::FocusMoved, event::UnitFocused, event::PressureSampled, event::StallSeen,
              event::WorkingSetsSeen, event::Reclaimed, event::PowerSeen, event::FreezerSettled,
              event::UnitInspected, event::ListenerSeen, event::ListenerGone, event::QuestionRead>;

} // namespace

Changes Session::apply(const Event &event, TimePoint now)
{
    if (!began)
        began = now;
    const auto front = focused_unit();
    std::visit(
        [&](const auto &e) {
            std::optional<KeptOwners::Change> change;
            if constexpr (!leaves_owners<std::decay_t<decltype(e)>>)
                change.emplace(m_owners);
            take(e, now);
            look_at_front(now);
            front_moved(front, now);
        },
        event);
    drop_ended_culprit();
    forget_in_time(now);
    return std::exchange(m_changed, {});
}

/// The user may have moved the focus, or the window or its process has ended. In each case, what is
/// left in the unit was in front a moment ago. If the user has left the app, it is known that none
/// is in front.
void Session::front_moved(std::optional<UnitId> from, TimePoint now)
{
    const auto to = focused_unit();
    if (focus && !to && !is_left())
        front_known.reset(); // what is in front is in no known unit
    if (from == to)
        return;
    if (!is_left())
        update_front_known(to ? find_unit(*to) : nullptr, now);
    // The app with all its units. If the unit is no app's, only the unit.
    const auto whole = [&](UnitId unit) {
        const AppId &app = units.at(unit).app;
        return app.empty() ? std::set{unit} : units_of(app);
    };
    if (from && units.contains(*from)) {
        for (const UnitId unit : whole(*from)) {
            unfocused[unit] = now;
            // It is tried again when the focus comes back. What set the value may be gone by then.
            if (const auto refusals = unit_refusals.find(unit); refusals != unit_refusals.end())
                std::erase_if(refusals->second, [](const auto &refusal) {
                    return refusal.first == Act::Boost || refusal.first == Act::Protect;
                });
        }
    }
    if (to) {
        for (const UnitId unit : whole(*to))
            unfocused.erase(unit);
    }
}

void Session::take(const event::CapabilityFound &e, TimePoint /*now*/)
{
    CapabilityState &state = capabilities[static_cast<std::size_t>(e.capability)];
    if (e.capability == Capability::Audio && state.available != e.available) {
        // Each app reports how many streams it has, or that this is unknown.
        for (const AppId &app : app_ids())
            m_changed.apps.insert(app);
    }
    state = {e.available, e.reason, e.remedy};
    m_changed.capabilities = true;
}

void Session::take(const event::DiskSchedulersSeen &e, TimePoint /*now*/)
{
    only_bfq = e.only_bfq;
}

void Session::take(const event::SettingsRead &e, TimePoint /*now*/)
{
    settings = e.settings; // for queries; the loop makes its Config from them
}

void Session::take(const event::PopupChosen &e, TimePoint /*now*/)
{
    shows_popup = e.shown;
}

void Session::take(const event::ScreenReaderSeen &e, TimePoint /*now*/)
{
    screen_reader = e.running;
}

void Session::take(const event::DisabledFor &e, TimePoint now)
{
    disabled_until = e.length > Duration::zero() ? std::optional{now + e.length} : std::nullopt;
}

void Session::take(const event::ActRefused &e, TimePoint now)
{
    if (e.process != ProcessId{}) {
        adopting.erase(e.process);
        process_refusals[e.process] = e.sentence;
        return;
    }
    if (!units.contains(e.unit))
        return;
    if (e.action == Act::Minimise) { // the app stays in front, and runs
        requests.erase(units.at(e.unit).app);
        return;
    }
    if (e.action == Act::Reclaim) {
        pressure.reclaim_ended(e.unit, now);
        if (const auto lease = leases.find(e.unit); lease != leases.end()) {
            lease->second.reclaimed_dry =
                lease->second.reclaimed_dry || lease->second.reclaiming.has_value();
            lease->second.reclaiming.reset();
            return;
        }
        if (const auto gentle = reclaiming.find(e.unit); gentle != reclaiming.end())
            gentle->second.under_way = false;
    }
    unit_refusals[e.unit][e.action] = {.why = e.sentence, .at = now};
    touch(e.unit);
    switch (e.action) {
    case Act::Boost:
    case Act::Nap: weights.erase(e.unit); break;
    case Act::Freeze: leases.erase(e.unit); break;
    case Act::Protect: protections.erase(e.unit); break;
    case Act::Rejoin: rejoining.erase(e.unit); break;
    case Act::Adopt:
    case Act::Close:
    case Act::Minimise: // handled above
    case Act::Reclaim: break; // nothing of these is in force
    }
}

} // namespace headroom
