// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/partings.h"

namespace headroom {

namespace {

/// Both are started by the bus when the user wants to leave, and end when it is decided: the question, and what carries it out.
constexpr const char *of_plasma[] = {"org.kde.LogoutPrompt", "org.kde.Shutdown"};

} // namespace

PartingWatch::PartingWatch(GDBusConnection *bus, Emit emit) : m_emit(std::move(emit))
{
    for (const char *name : of_plasma) {
        m_names.push_back(g_bus_watch_name_on_connection(
            bus, name, G_BUS_NAME_WATCHER_FLAGS_NONE,
            [](GDBusConnection *, const char *appeared, const char *, gpointer self) { static_cast<PartingWatch *>(self)->plasma_asks(appeared, true); },
            [](GDBusConnection *, const char *vanished, gpointer self) { static_cast<PartingWatch *>(self)->plasma_asks(vanished, false); }, this, nullptr));
    }
    watch_logind();
}

PartingWatch::~PartingWatch()
{
    g_cancellable_cancel(m_end.get());
    for (const guint name : m_names)
        g_bus_unwatch_name(name);
    for (const guint subscription : m_subscriptions)
        g_dbus_connection_signal_unsubscribe(m_system_bus.get(), subscription);
}

void PartingWatch::plasma_asks(const std::string &name, bool there)
{
    const bool before = !m_asking.empty();
    if (there)
        m_asking.insert(name);
    else
        m_asking.erase(name);
    if (before == !m_asking.empty())
        return;
    if (before)
        m_emit(event::PartingOver{Parting::Logout});
    else
        m_emit(event::PartingBegins{Parting::Logout});
}

void PartingWatch::watch_logind()
{
    g_bus_get(
        G_BUS_TYPE_SYSTEM, m_end.get(),
        [](GObject *, GAsyncResult *result, gpointer data) {
            ObjectPtr<GDBusConnection> bus{g_bus_get_finish(result, nullptr)};
            if (!bus)
                return; // there is none, or we are gone already
            g_dbus_connection_set_exit_on_close(bus.get(), FALSE); // a bus that is restarted is no reason to leave
            auto *self = static_cast<PartingWatch *>(data);
            self->m_system_bus = std::move(bus);
            self->subscribe("PrepareForSleep", Parting::Sleep);
            self->subscribe("PrepareForShutdown", Parting::Shutdown);
        },
        this);
}

void PartingWatch::subscribe(const char *signal, Parting parting)
{
    struct Heard {
        PartingWatch *self;
        Parting parting;
    };
    m_subscriptions.push_back(g_dbus_connection_signal_subscribe(
        m_system_bus.get(), "org.freedesktop.login1", "org.freedesktop.login1.Manager", signal, "/org/freedesktop/login1", nullptr, G_DBUS_SIGNAL_FLAGS_NONE,
        [](GDBusConnection *, const char *, const char *, const char *, const char *, GVariant *parameters, gpointer data) {
            const auto *heard = static_cast<Heard *>(data);
            if (!g_variant_is_of_type(parameters, G_VARIANT_TYPE("(b)")))
                return;
            gboolean begins = FALSE;
            g_variant_get(parameters, "(b)", &begins);
            if (begins)
                heard->self->m_emit(event::PartingBegins{heard->parting});
            else
                heard->self->m_emit(event::PartingOver{heard->parting});
        },
        new Heard{this, parting}, [](gpointer data) { delete static_cast<Heard *>(data); }));
}

} // namespace headroom
