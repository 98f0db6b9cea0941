// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/bus_names.h"

#include "sys/bus_questions.h"
#include "watch/desktop_files.h"

namespace headroom {

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
    if (!is_application(name))
        return;
    ask_pid_of(m_bus, owner, the_bus_own_patience, m_ending.get(), [this, app = AppId{name}](Result<std::int32_t> pid) {
        if (const auto process = pid.and_then([this](std::int32_t known) { return m_processes.look(known); }))
            m_emit(event::AppNamed{*process, app});
        // Else it is gone again already.
    });
}

} // namespace headroom
