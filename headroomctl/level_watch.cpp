// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "level_watch.h"

#include <utility>

#include "capabilities.h"
#include "daemon_proxy.h"
#include "terminal_text.h"

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
    if (!is_on_bus(m_daemon))
        return Level::Unknown;
    const std::string name = present(headroom_dbus_manager_get_level(m_daemon));
    for (const Level level : {Level::Calm, Level::Uneasy, Level::High, Level::Critical}) {
        if (name_of(level) == name)
            return level;
    }
    return Level::Unknown;
}

Level LevelWatch::for_starts()
{
    const Level now = level();
    if (now != Level::Unknown || !is_on_bus(m_daemon))
        return now;
    const std::string explanation = without_pressure(m_daemon);
    if (explanation.empty())
        return now;
    if (!std::exchange(m_explained, true))
        g_printerr("%s\n", plain_text(explanation).c_str());
    return Level::Calm;
}

} // namespace headroom::ctl
