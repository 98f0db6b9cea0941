// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "lease_watchdog.h"

#include <systemd/sd-daemon.h>

namespace headroom {

namespace {

constexpr guint period_s = 10;
constexpr guint pet_every_s = 4; // twice within the period, with room for one that comes late

} // namespace

void LeaseWatchdog::update(bool leases_out)
{
    if (leases_out == static_cast<bool>(m_timer))
        return;
    if (!leases_out) {
        m_timer.reset();
        (void)sd_notify(0, "WATCHDOG_USEC=0"); // systemd takes 0 for "no watchdog": service_start_watchdog() in its service.c
        return;
    }
    (void)sd_notifyf(0, "WATCHDOG_USEC=%u\nWATCHDOG=1", period_s * 1000000U);
    m_timer = SourceId{g_timeout_add_seconds(
        pet_every_s,
        [](gpointer) -> gboolean {
            (void)sd_notify(0, "WATCHDOG=1");
            return G_SOURCE_CONTINUE;
        },
        nullptr)};
}

} // namespace headroom
