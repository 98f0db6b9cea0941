// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/session.h"

// Facts about pressure: that something stalls, and what it looked like at one moment.
namespace headroom {

void Session::take(const event::CompositorSeen &e, TimePoint /*now*/)
{
    compositor = e.process;
}

void Session::take(const event::StallSeen & /*e*/, TimePoint now)
{
    pressure.stall_seen(now);
}

void Session::take(const event::PressureSampled &e, TimePoint now)
{
    pressure.add(e.sample, now);
}

} // namespace headroom
