// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "level_watch.h"

#include <utility>

#include "daemon_proxy.h"

namespace headroom::ctl {

LevelWatch::LevelWatch(HeadroomDbusManager *daemon, std::function<void()> changed)
    : m_daemon(daemon), m_changed(std::move(changed))
{
    const auto tell = [](LevelWatch *watch) { watch->m_changed(); };
    m_properties =
        g_signal_connect_swapped(daemon, "g-properties-changed", G_CALLBACK(+tell), this);
    // A daemon that goes away takes its properties along without that signal.
    m_owner = g_signal_connect_swapped(daemon, "notify::g-name-owner", G_CALLBACK(+tell), this);
}

LevelWatch::~LevelWatch()
{
    g_signal_handler_disconnect(m_daemon, m_properties);
    g_signal_handler_disconnect(m_daemon, m_owner);
}

Level LevelWatch::level() const
{
    const std::string name = present(headroom_dbus_manager_get_level(m_daemon));
    for (const Level level : {Level::Calm, Level::Uneasy, Level::High, Level::Critical}) {
        if (name_of(level) == name)
            return level;
    }
    return Level::Unknown;
}

} // namespace headroom::ctl
