// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/session/partings.h"

#include "sys/bus_queries.h"

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
    });
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
            subscription->self->m_emit(parting_event(subscription->parting, begins));
        },
        new Subscription{this, parting},
        [](gpointer data) { delete static_cast<Subscription *>(data); }));
}

} // namespace headroom
