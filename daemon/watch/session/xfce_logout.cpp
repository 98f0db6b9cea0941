// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/session/xfce_logout.h"

#include <utility>

namespace headroom {

namespace {

/// Of the states of GetState(). Clients save now, and then those which asked for more time.
constexpr guint32 shutdown = 3;
constexpr guint32 shutdown_phase_2 = 4;

} // namespace

XfceLogout::XfceLogout(GDBusConnection *bus, BusPeers &peers, Emit emit)
    : m_bus(bus), m_emit(std::move(emit)),
      m_watch(bus, peers, "org.xfce.SessionManager",
              [this](const std::string &owner) { owner_changed(owner); })
{
}

XfceLogout::~XfceLogout()
{
    unsubscribe();
}

void XfceLogout::owner_changed(const std::string &owner)
{
    unsubscribe();
    set_ending(false);
    if (owner.empty())
        return;
    m_subscription = g_dbus_connection_signal_subscribe(
        m_bus, owner.c_str(), "org.xfce.Session.Manager", "StateChanged",
        "/org/xfce/SessionManager", nullptr, G_DBUS_SIGNAL_FLAGS_NONE,
        [](GDBusConnection *, const char *, const char *, const char *, const char *,
           GVariant *states,
           gpointer self) { static_cast<XfceLogout *>(self)->state_changed(states); },
        this, nullptr);
}

void XfceLogout::state_changed(GVariant *states)
{
    if (!g_variant_is_of_type(states, G_VARIANT_TYPE("(uu)")))
        return;
    guint32 state = 0;
    g_variant_get(states, "(uu)", nullptr, &state);
    set_ending(state == shutdown || state == shutdown_phase_2);
}

void XfceLogout::set_ending(bool is_ending)
{
    if (std::exchange(m_is_ending, is_ending) != is_ending)
        m_emit(parting_event(Parting::Logout, is_ending));
}

void XfceLogout::unsubscribe()
{
    if (m_subscription != 0)
        g_dbus_connection_signal_unsubscribe(m_bus, std::exchange(m_subscription, 0));
}

} // namespace headroom
