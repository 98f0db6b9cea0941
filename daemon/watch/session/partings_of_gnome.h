// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"
#include "watch/emit.h"

#include <string>

namespace headroom {

/// GNOME's session manager (MATE's and Cinnamon's are called the same) asks those who have registered whether the session may end. We register to hear the
/// question, agree at once, and meanwhile nobody stands still who is asked the same.
/// https://gitlab.gnome.org/GNOME/gnome-session/-/blob/main/gnome-session/org.gnome.SessionManager.ClientPrivate.xml
class PartingsOfGnome {
public:
    PartingsOfGnome(GDBusConnection *bus, Emit emit);
    ~PartingsOfGnome();
    PartingsOfGnome(const PartingsOfGnome &) = delete;
    PartingsOfGnome &operator=(const PartingsOfGnome &) = delete;

private:
    void register_us();
    void registered(const char *path);
    void heard(const std::string &signal);
    void agree();
    void gone();

    GDBusConnection *m_bus;
    Emit m_emit;
    std::string m_client; ///< the object that the session manager has made for us; empty: none
    guint m_watch = 0;
    guint m_subscription = 0;
    bool m_asked = false;
    ObjectPtr<GCancellable> m_end{g_cancellable_new()};
};

} // namespace headroom
