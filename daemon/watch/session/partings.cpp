// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/session/partings.h"

#include "sys/bus_queries.h"

#include <utility>

namespace headroom {

namespace {

/// The bus starts both when the user wants to leave, and both end when that is decided: the prompt,
/// and the service that carries it out.
constexpr const char *of_plasma[] = {"org.kde.LogoutPrompt", "org.kde.Shutdown"};

} // namespace

PartingWatch::PartingWatch(GDBusConnection *bus, BusPeers &peers, Emit emit)
    : m_emit(std::move(emit))
{
    for (const char *name : of_plasma)
        m_names.push_back(
            std::make_unique<NameWatch>(bus, peers, name, [this, name](const std::string &owner) {
                plasma_logout_changed(name, !owner.empty());
            }));
    watch_logind();
}

PartingWatch::~PartingWatch()
{
    g_cancellable_cancel(m_end.get());
    if (m_owner_watch != 0)
        g_bus_unwatch_name(m_owner_watch);
    for (const guint subscription : m_subscriptions)
        g_dbus_connection_signal_unsubscribe(m_system_bus.get(), subscription);
}

void PartingWatch::plasma_logout_changed(const char *name, bool there)
{
    const bool before = !m_asking.empty();
    if (there)
        m_asking.insert(name);
    else
        m_asking.erase(name);
    if (before == !m_asking.empty())
        return;
    m_emit(parting_event(Parting::Logout, !before));
}

void PartingWatch::watch_logind()
{
    open_system_bus(m_end.get(), [this](Result<ObjectPtr<GDBusConnection>> bus) {
        if (!bus)
            return; // then nothing puts this machine to sleep
        m_system_bus = std::move(*bus);
        subscribe("PrepareForSleep", Parting::Sleep);
        subscribe("PrepareForShutdown", Parting::Shutdown);
        watch_owner();
    });
}

/// Once a logind has left, nothing reports that what it has announced is over. Nothing would be
/// frozen ever again. It also leaves while the machine shuts down, so only the next one shows that
/// it goes on.
void PartingWatch::watch_owner()
{
    m_owner_watch = g_bus_watch_name_on_connection(
        m_system_bus.get(), "org.freedesktop.login1", G_BUS_NAME_WATCHER_FLAGS_NONE,
        [](GDBusConnection *, const char *, const char *owner, gpointer self) {
            static_cast<PartingWatch *>(self)->logind_appeared(owner);
        },
        [](GDBusConnection *bus, const char *, gpointer self) {
            if (!bus) // the connection is closed, so no signal will come any more
                static_cast<PartingWatch *>(self)->forget_logind();
        },
        this, nullptr);
}

void PartingWatch::logind_appeared(const std::string &owner)
{
    const std::string before = std::exchange(m_logind, owner);
    if (before.empty() || before == owner)
        return;
    forget_logind();
    if (on_new_logind)
        on_new_logind();
}

void PartingWatch::forget_logind()
{
    for (const Parting parting : std::exchange(m_begun, {}))
        m_emit(parting_event(parting, false));
}

void PartingWatch::subscribe(const char *signal, Parting parting)
{
    struct Subscription {
        PartingWatch *self;
        Parting parting;
    };
    m_subscriptions.push_back(g_dbus_connection_signal_subscribe(
        m_system_bus.get(), "org.freedesktop.login1", "org.freedesktop.login1.Manager", signal,
        "/org/freedesktop/login1", nullptr, G_DBUS_SIGNAL_FLAGS_NONE,
        [](GDBusConnection *, const char *, const char *, const char *, const char *,
           GVariant *parameters, gpointer data) {
            const auto *subscription = static_cast<Subscription *>(data);
            if (!g_variant_is_of_type(parameters, G_VARIANT_TYPE("(b)")))
                return;
            gboolean begins = FALSE;
            g_variant_get(parameters, "(b)", &begins);
            if (begins != FALSE)
                subscription->self->m_begun.insert(subscription->parting);
            else
                subscription->self->m_begun.erase(subscription->parting);
            subscription->self->m_emit(parting_event(subscription->parting, begins));
        },
        new Subscription{this, parting},
        [](gpointer data) { delete static_cast<Subscription *>(data); }));
}

} // namespace headroom
