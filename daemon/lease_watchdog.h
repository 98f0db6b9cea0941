// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/service_manager.h"
#include "sys/timer.h"

namespace headroom {

/// Arms systemd's watchdog for the daemon, only while something is frozen. A daemon that hangs then
/// would leave it frozen. A daemon that has frozen nothing needs no wake-ups.
class LeaseWatchdog {
public:
    explicit LeaseWatchdog(ServiceManager &manager) : m_manager(manager) {}

    void update(bool leases_out);

private:
    ServiceManager &m_manager;
    Timer m_timer;
};

} // namespace headroom
