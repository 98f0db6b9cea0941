// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"

namespace headroom {

/// systemd's watchdog over us, armed only while something is frozen: a daemon that hangs then would leave it so, and a daemon that has frozen
/// nothing needs no wake-ups.
class LeaseWatchdog {
public:
    void update(bool leases_out);

private:
    SourceId m_timer;
};

} // namespace headroom
