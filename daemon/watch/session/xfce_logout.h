// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/name_watch.h"
#include "watch/emit.h"

#include <gio/gio.h>
#include <string>

namespace headroom {

/// Xfce's session manager reports when it begins to end the session. Then it has each of its
/// clients save, and waits up to a minute for one that does not.
/// https://gitlab.xfce.org/xfce/xfce4-session/-/blob/master/xfce4-session/xfsm-manager-dbus.xml
class XfceLogout {
public:
    /// The arguments outlive it.
    XfceLogout(GDBusConnection *bus, BusPeers &peers, Emit emit);
    ~XfceLogout();
    XfceLogout(const XfceLogout &) = delete;
    XfceLogout &operator=(const XfceLogout &) = delete;

private:
    void owner_changed(const std::string &owner);
    void state_changed(GVariant *states);
    void set_ending(bool is_ending);
    void unsubscribe();

    GDBusConnection *m_bus;
    Emit m_emit;
    guint m_subscription = 0; ///< to signals of the name's present owner
    bool m_is_ending = false;
    NameWatch m_watch;
};

} // namespace headroom
