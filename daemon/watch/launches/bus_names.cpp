// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/launches/bus_names.h"

#include "model/desktop_parts.h"
#include "sys/bus_queries.h"
#include "watch/units/desktop_files.h"

namespace headroom {

BusNameWatch::BusNameWatch(GDBusConnection *bus, ProcessWatch &processes, Emit emit)
    : m_bus(bus), m_processes(processes), m_emit(std::move(emit))
{
    m_subscription = g_dbus_connection_signal_subscribe(
        m_bus, "org.freedesktop.DBus", "org.freedesktop.DBus", "NameOwnerChanged",
        "/org/freedesktop/DBus", nullptr, G_DBUS_SIGNAL_FLAGS_NONE,
        [](GDBusConnection *, const char *, const char *, const char *, const char *,
           GVariant *parameters, gpointer self) {
            const char *name = nullptr;
            const char *owner = nullptr;
            g_variant_get(parameters, "(&s&s&s)", &name, nullptr, &owner);
            if (*name != ':')
                static_cast<BusNameWatch *>(self)->name_taken(name, owner);
        },
        this, nullptr);
    find_desktop();
}

BusNameWatch::~BusNameWatch()
{
    g_cancellable_cancel(m_ending.get());
    g_dbus_connection_signal_unsubscribe(m_bus, m_subscription);
}

/// Finds the desktop, which mostly runs before us.
void BusNameWatch::find_desktop()
{
    g_dbus_connection_call(
        m_bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ListNames",
        nullptr, G_VARIANT_TYPE("(as)"), G_DBUS_CALL_FLAGS_NONE, default_bus_timeout,
        m_ending.get(),
        [](GObject *bus, GAsyncResult *result, gpointer self) {
            const VariantPtr answer{
                g_dbus_connection_call_finish(G_DBUS_CONNECTION(bus), result, nullptr)};
            // It was cancelled and the watch is gone, or the bus has gone, and we end with it.
            if (!answer)
                return;
            GVariantIter *names = nullptr;
            g_variant_get(answer.get(), "(as)", &names);
            for (const char *name = nullptr; g_variant_iter_next(names, "&s", &name);) {
                if (is_desktop_name(name))
                    static_cast<BusNameWatch *>(self)->desktop_name_taken(name);
            }
            g_variant_iter_free(names);
        },
        this);
}

void BusNameWatch::desktop_name_taken(const std::string &name)
{
    query_pid(
        m_bus, name.c_str(), default_bus_timeout, m_ending.get(), [this](Result<std::int32_t> pid) {
            if (const auto process =
                    pid.and_then([this](std::int32_t known) { return m_processes.look(known); }))
                m_emit(event::DesktopSeen{*process});
            // Otherwise it has gone already, or it is Headroom itself.
        });
}

/// owner: empty if the name has no owner any more.
void BusNameWatch::name_taken(const std::string &name, const char *owner)
{
    m_asked.erase(name); // the last owner has gone
    if (*owner == '\0')
        return;
    if (is_desktop_name(name))
        desktop_name_taken(name);
    check_application_name(m_asked[name].get(), name,
                           [this, name, owner = std::string{owner}](bool yes) {
                               m_asked.erase(name);
                               if (yes)
                                   application_named(name, owner);
                           });
}

void BusNameWatch::application_named(const AppId &app, const std::string &owner)
{
    query_pid(m_bus, owner.c_str(), default_bus_timeout, m_ending.get(),
              [this, app](Result<std::int32_t> pid) {
                  if (const auto process = pid.and_then(
                          [this](std::int32_t known) { return m_processes.look(known); }))
                      m_emit(event::AppNamed{*process, app});
                  // Otherwise it has gone already.
              });
}

} // namespace headroom
