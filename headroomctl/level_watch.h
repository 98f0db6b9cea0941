// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <functional>

#include <headroom_dbus.h>

#include "model/pressure.h"

namespace headroom::ctl {

/// The daemon's level, kept current by its signal.
class LevelWatch {
public:
    /// daemon: a proxy with Properties::FollowLevel, which outlives this.
    LevelWatch(HeadroomDbusManager *daemon, std::function<void()> changed);
    ~LevelWatch();
    LevelWatch(const LevelWatch &) = delete;
    LevelWatch &operator=(const LevelWatch &) = delete;

    /// Unknown, too, while no daemon runs, and without the bus.
    [[nodiscard]] Level level() const;
    /// The level by which something is started or not. Calm, too, where the kernel reports no
    /// pressure: free memory alone decides then. The first time, it prints that on stderr.
    [[nodiscard]] Level for_starts();

private:
    HeadroomDbusManager *m_daemon;
    std::function<void()> m_changed;
    gulong m_properties;
    gulong m_owner;
    bool m_explained = false;
};

} // namespace headroom::ctl
