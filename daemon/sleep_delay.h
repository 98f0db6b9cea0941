// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"
#include "sys/unique_fd.h"

namespace headroom {

/// Makes logind wait for the daemon's thaws before the machine sleeps or shuts down, as long as
/// something is frozen. Since systemd 256, all of user.slice is frozen during sleep. An app that
/// the daemon had frozen would have missed the signal on which it saves or releases a device. The
/// lock delays and does not block: logind waits for 5 s at most (InhibitDelayMaxSec= in
/// logind.conf(5)).
class SleepDelay {
public:
    SleepDelay() = default;
    ~SleepDelay();
    SleepDelay(const SleepDelay &) = delete;
    SleepDelay &operator=(const SleepDelay &) = delete;

    void update(bool leases_out);
    /// Another logind runs, which may not know of the lock.
    void renew();

private:
    void ask(GDBusConnection *system_bus);

    UniqueFd m_lock; ///< logind's lock; closing it releases it
    /// Set while logind is asked. It stays set after a failure, so that logind is asked only once.
    ObjectPtr<GCancellable> m_asking;
};

} // namespace headroom
