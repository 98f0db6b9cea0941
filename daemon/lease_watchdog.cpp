// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "lease_watchdog.h"

#include <format>

namespace headroom {

namespace {

constexpr guint period_s = 10;
constexpr guint pet_every_s = 4; // twice in a period, with room for a late one

} // namespace

void LeaseWatchdog::update(bool leases_out)
{
    if (leases_out == static_cast<bool>(m_timer))
        return;
    if (!leases_out) {
        m_timer.stop();
        // 0 disables the watchdog: service_start_watchdog() in systemd's service.c.
        m_manager.notify("WATCHDOG_USEC=0");
        return;
    }
    m_manager.notify(std::format("WATCHDOG_USEC={}\nWATCHDOG=1", period_s * 1000000U));
    m_timer = Timer::every_seconds(pet_every_s, [this] { m_manager.notify("WATCHDOG=1"); });
}

} // namespace headroom
