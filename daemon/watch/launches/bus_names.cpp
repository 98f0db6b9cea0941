// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/launches/bus_names.h"

#include "model/desktop_parts.h"
#include "sys/bus_queries.h"
#include "watch/units/desktop_files.h"

namespace headroom {

BusNameWatch::BusNameWatch(GDBusConnection *bus, BusPeers &peers, ProcessWatch &processes,
                           Emit emit)
    : m_bus(bus), m_peers(peers), m_processes(processes), m_emit(std::move(emit))
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
            for (const char *name = nullptr; g_variant_iter_next(names, "&s", &name);)
                static_cast<BusNameWatch *>(self)->name_found(name);
            g_variant_iter_free(names);
        },
        this);
}

void BusNameWatch::name_found(const std::string &name)
{
    if (!is_desktop_name(name))
        return;
    query_owner(m_bus, name.c_str(), m_ending.get(),
                [this, name](const Result<std::string> &owner) {
                    if (owner)
                        desktop_name_taken(name, *owner);
                    // Otherwise it has lost the name already.
                });
}

void BusNameWatch::desktop_name_taken(const std::string &name, const std::string &owner)
{
    m_peers.identify_owner(name, owner, [this](const BusPeer &peer) {
        if (const auto process = process_of(peer))
            m_emit(event::DesktopSeen{*process});
    });
}

/// nullopt: it has gone already, or it is Headroom itself.
std::optional<ProcessId> BusNameWatch::process_of(const BusPeer &peer)
{
    const auto process = m_processes.look(peer.pid);
    return process && m_peers.has_its_pid(peer) ? std::optional{*process} : std::nullopt;
}

/// owner: empty if the name has no owner any more.
void BusNameWatch::name_taken(const std::string &name, const char *owner)
{
    m_asked.erase(name); // the last owner has gone
    if (*owner == '\0')
        return;
    if (is_desktop_name(name))
        desktop_name_taken(name, owner);
    check_application_name(m_asked[name].get(), name,
                           [this, name, owner = std::string{owner}](bool yes) {
                               m_asked.erase(name);
                               if (yes)
                                   application_named(name, owner);
                           });
}

/// A program in a sandbox may own another app's name, which would thaw that app. A flatpak or a
/// snap is started in a unit of its own, so its name isn't needed.
void BusNameWatch::application_named(const AppId &app, const std::string &owner)
{
    m_peers.identify(owner, [this, app](const BusPeer &peer) {
        if (!is_outside(peer.sandbox))
            return;
        if (const auto process = process_of(peer))
            m_emit(event::AppNamed{*process, app});
    });
}

} // namespace headroom
