// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/session.h"

// Facts about pressure: stalls, samples, working sets, and the power supply.
namespace headroom {

void Session::take(const event::CompositorSeen &e, TimePoint now)
{
    compositor = e.process;
    for (const auto &[id, window] : std::map{windows}) {
        if (window.process == e.process)
            take(event::WindowSeen{window}, now); // again, since its owner was unknown
    }
}

void Session::take(const event::StallSeen & /*e*/, TimePoint now)
{
    pressure.stall_seen(now);
}

void Session::take(const event::PressureSampled &e, TimePoint now)
{
    pressure.add(e.sample, now);
    needs.clear();
    for (const UnitNeed &need : e.sample.needs) {
        if (units.contains(need.unit))
            needs[need.unit] = need.bytes;
    }
}

void Session::take(const event::WorkingSetsSeen &e, TimePoint now)
{
    SwapSeen seen{
        .at = now, .memory = e.memory, .swapped_out = e.swapped_out, .out_a_second = std::nullopt};
    const bool follows = swap && now > swap->at && now - swap->at <= WorkingSet::torn;
    if (follows && swap->swapped_out && e.swapped_out && *e.swapped_out >= *swap->swapped_out) {
        const std::chrono::duration<double> time = now - swap->at;
        seen.out_a_second = static_cast<double>(*e.swapped_out - *swap->swapped_out) / time.count();
    }
    swap = seen;
    for (const UnitMemory &of_unit : e.units) {
        if (units.contains(of_unit.unit))
            working_sets[of_unit.unit].add(of_unit, now);
    }
}

void Session::take(const event::PowerSeen &e, TimePoint /*now*/)
{
    on_battery = e.on_battery;
}

} // namespace headroom
