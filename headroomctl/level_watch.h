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
    /// daemon: a proxy with Properties::Follow, which outlives this.
    LevelWatch(HeadroomDbusManager *daemon, std::function<void()> changed);
    ~LevelWatch();
    LevelWatch(const LevelWatch &) = delete;
    LevelWatch &operator=(const LevelWatch &) = delete;

    /// Unknown, too, while no daemon runs.
    [[nodiscard]] Level level() const;

private:
    HeadroomDbusManager *m_daemon;
    std::function<void()> m_changed;
    gulong m_properties;
    gulong m_owner;
};

} // namespace headroom::ctl
