// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"
#include "sys/name_watch.h"
#include "watch/emit.h"

#include <string>

namespace headroom {

/// GNOME's session manager (MATE's and Cinnamon's have the same name) asks its registered clients
/// whether the session may end. We register to receive the question, and agree immediately. Until
/// the end is called off, no app is frozen, since the apps are asked as well.
/// https://gitlab.gnome.org/GNOME/gnome-session/-/blob/main/gnome-session/org.gnome.SessionManager.ClientPrivate.xml
class GnomeLogout {
public:
    /// The arguments outlive it.
    GnomeLogout(GDBusConnection *bus, BusPeers &peers, Emit emit);
    ~GnomeLogout();
    GnomeLogout(const GnomeLogout &) = delete;
    GnomeLogout &operator=(const GnomeLogout &) = delete;

private:
    void owner_changed(const std::string &owner);
    void register_client();
    void registered(const char *path);
    void handle_signal(const std::string &signal);
    void agree();
    void gone();

    GDBusConnection *m_bus;
    Emit m_emit;
    /// The object that the session manager has made for us; empty: none.
    std::string m_client;
    /// The session manager's unique name; empty: none. It gets all calls, and only its signals
    /// count, so no later owner of its name takes its place.
    std::string m_owner;
    guint m_subscription = 0;
    bool m_is_ending = false;
    ObjectPtr<GCancellable> m_end; ///< for the calls to this owner
    NameWatch m_watch;
};

} // namespace headroom
