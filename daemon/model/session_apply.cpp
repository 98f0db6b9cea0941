// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/session.h"

// Every fact comes in here. Those about units and windows are taken in the files of these names; here is what people ask for, and what became of it.
namespace headroom {

void Session::apply(const Event &event, TimePoint now)
{
    std::visit([&](const auto &e) { take(e, now); }, event);
}

void Session::take(const event::CapabilityFound &e, TimePoint /*now*/)
{
    capabilities[static_cast<std::size_t>(e.capability)] = {e.available, e.reason, e.remedy};
}

void Session::take(const event::FreezeAsked &e, TimePoint now)
{
    requests[e.app] = {.asked = now, .hold = e.hold, .ended = std::nullopt};
    if (focused_app() == e.app)
        end_request(e.app, ThawCause::Activated); // it is in front: the wish shall not come true when it no longer is
}

void Session::take(const event::ThawAsked &e, TimePoint /*now*/)
{
    for (auto &[app, request] : requests) {
        if (!e.app || *e.app == app)
            end_request(app, ThawCause::Asked);
    }
}

void Session::take(const event::Ending & /*e*/, TimePoint /*now*/)
{
    ending = true;
    for (auto &[app, request] : requests)
        end_request(app, ThawCause::Ending);
}

void Session::take(const event::FreezerSettled &e, TimePoint /*now*/)
{
    const auto lease = leases.find(e.unit);
    if (lease == leases.end())
        return;
    if (e.frozen)
        lease->second.state = FreezerState::Frozen;
    else if (lease->second.state == FreezerState::Frozen)
        end_request(lease->second.app, ThawCause::ByOthers); // `systemctl thaw`, or a hand in /sys/fs/cgroup: the user's word
    touch(e.unit);
}

void Session::take(const event::ActRefused &e, TimePoint /*now*/)
{
    if (e.process != ProcessId{}) {
        adopting.erase(e.process);
        process_refusals[e.process] = e.sentence;
        return;
    }
    if (!units.contains(e.unit))
        return;
    unit_refusals[e.unit][e.action] = e.sentence;
    touch(e.unit);
    if (e.action == "boost")
        boosts.erase(e.unit);
    if (e.action == "freeze")
        leases.erase(e.unit);
}

void Session::end_request(const AppId &app, ThawCause cause)
{
    if (const auto request = requests.find(app); request != requests.end() && !request->second.ended)
        request->second.ended = cause;
}

} // namespace headroom
