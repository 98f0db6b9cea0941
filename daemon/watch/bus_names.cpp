// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/bus_names.h"

#include "model/unit_escape.h"
#include "sys/bus_questions.h"

#include <gio/gdesktopappinfo.h>

namespace headroom {

/// An application's name is its desktop file's (Desktop Entry Specification, "D-Bus Activation"), whether that says so or not: Debian's Text Editor has a
/// service file and DBusActivatable=false. Services that have a desktop file, too, aren't displayed.
bool is_an_applications(const std::string &name)
{
    if (!usable_app_id(name))
        return false;
    const ObjectPtr<GDesktopAppInfo> info{g_desktop_app_info_new((name + ".desktop").c_str())};
    return info && (!g_desktop_app_info_get_nodisplay(info.get()) || g_desktop_app_info_get_boolean(info.get(), G_KEY_FILE_DESKTOP_KEY_DBUS_ACTIVATABLE));
}

BusNameWatch::BusNameWatch(GDBusConnection *bus, ProcessWatch &processes, Emit emit) : m_bus(bus), m_processes(processes), m_emit(std::move(emit))
{
    m_subscription = g_dbus_connection_signal_subscribe(
        m_bus, "org.freedesktop.DBus", "org.freedesktop.DBus", "NameOwnerChanged", "/org/freedesktop/DBus", nullptr, G_DBUS_SIGNAL_FLAGS_NONE,
        [](GDBusConnection *, const char *, const char *, const char *, const char *, GVariant *parameters, gpointer self) {
            const char *name = nullptr;
            const char *owner = nullptr;
            g_variant_get(parameters, "(&s&s&s)", &name, nullptr, &owner);
            if (*name != ':' && *owner != '\0')
                static_cast<BusNameWatch *>(self)->taken(name, owner);
        },
        this, nullptr);
}

BusNameWatch::~BusNameWatch()
{
    g_cancellable_cancel(m_ending.get());
    g_dbus_connection_signal_unsubscribe(m_bus, m_subscription);
}

void BusNameWatch::taken(const std::string &name, const char *owner)
{
    if (!is_an_applications(name))
        return;
    ask_pid_of(m_bus, owner, the_bus_own_patience, m_ending.get(), [this, app = AppId{name}](Result<std::int32_t> pid) {
        if (const auto process = pid.and_then([this](std::int32_t known) { return m_processes.look(known); }))
            m_emit(event::AppNamed{*process, app});
        // Else it is gone again already.
    });
}

} // namespace headroom
