// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/session/gnome_logout.h"

#include "sys/log.h"

#include <format>
#include <utility>

namespace headroom {

namespace {

constexpr const char *session_manager = "org.gnome.SessionManager";
constexpr const char *client_private = "org.gnome.SessionManager.ClientPrivate";
constexpr int timeout_ms = 5000;

} // namespace

GnomeLogout::GnomeLogout(GDBusConnection *bus, BusPeers &peers, Emit emit)
    : m_bus(bus), m_emit(std::move(emit)),
      m_watch(bus, peers, session_manager,
              [this](const std::string &owner) { owner_changed(owner); })
{
}

GnomeLogout::~GnomeLogout()
{
    if (m_end)
        g_cancellable_cancel(m_end.get());
    if (m_subscription != 0)
        g_dbus_connection_signal_unsubscribe(m_bus, m_subscription);
}

void GnomeLogout::owner_changed(const std::string &owner)
{
    gone();
    m_owner = owner;
    if (!m_owner.empty())
        register_client();
}

void GnomeLogout::register_client()
{
    m_end.reset(g_cancellable_new());
    g_dbus_connection_call(
        m_bus, m_owner.c_str(), "/org/gnome/SessionManager", session_manager, "RegisterClient",
        g_variant_new("(ss)", "org.headroomd.Headroom", ""), G_VARIANT_TYPE("(o)"),
        G_DBUS_CALL_FLAGS_NO_AUTO_START, timeout_ms, m_end.get(),
        [](GObject *bus, GAsyncResult *result, gpointer self) {
            GErrorOut problem;
            const VariantPtr answer{
                g_dbus_connection_call_finish(G_DBUS_CONNECTION(bus), result, problem.out())};
            const char *path = nullptr;
            if (answer) {
                g_variant_get(answer.get(), "(&o)", &path);
                return static_cast<GnomeLogout *>(self)->registered(path);
            }
            if (!g_error_matches(problem.get(), G_IO_ERROR, G_IO_ERROR_CANCELLED))
                log::info(std::format("GNOME's session manager will not report a logout: {}",
                                      problem->message));
        },
        this);
}

void GnomeLogout::registered(const char *path)
{
    m_client = path;
    m_subscription = g_dbus_connection_signal_subscribe(
        m_bus, m_owner.c_str(), client_private, nullptr, path, nullptr, G_DBUS_SIGNAL_FLAGS_NONE,
        [](GDBusConnection *, const char *, const char *, const char *, const char *signal,
           GVariant *, gpointer self) { static_cast<GnomeLogout *>(self)->handle_signal(signal); },
        this, nullptr);
}

void GnomeLogout::handle_signal(const std::string &signal)
{
    const bool over = signal == "CancelEndSession";
    if (!over && signal != "QueryEndSession" && signal != "EndSession")
        return; // such as Stop: the service manager ends us
    if (std::exchange(m_is_ending, !over) != !over)
        m_emit(parting_event(Parting::Logout, !over));
    if (!over)
        agree();
}

void GnomeLogout::agree()
{
    g_dbus_connection_call(m_bus, m_owner.c_str(), m_client.c_str(), client_private,
                           "EndSessionResponse", g_variant_new("(bs)", TRUE, ""), nullptr,
                           G_DBUS_CALL_FLAGS_NO_AUTO_START, timeout_ms, nullptr, nullptr, nullptr);
}

void GnomeLogout::gone()
{
    if (m_end)
        g_cancellable_cancel(m_end.get());
    if (m_subscription != 0)
        g_dbus_connection_signal_unsubscribe(m_bus, std::exchange(m_subscription, 0));
    m_client.clear();
    if (std::exchange(m_is_ending, false))
        m_emit(parting_event(Parting::Logout, false));
}

} // namespace headroom
