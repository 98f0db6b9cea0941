// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "bus/requests.h"
#include "sys/glib_ptr.h"

#include <headroom_dbus.h>
#include <map>

namespace headroom {

/// One object an app, under an ObjectManager; each mirrors what the session says of its app.
class AppObjects {
public:
    AppObjects();

    void publish(GDBusConnection *bus);
    /// Brings the objects of the given apps up to date; an app that has neither unit nor window any more loses its object.
    void mirror(const Session &session, const std::set<AppId> &changed);

private:
    void fill(HeadroomDbusApp *skeleton, const Session &session, const AppId &app);

    ObjectPtr<GDBusObjectManagerServer> m_server;
    std::map<AppId, ObjectPtr<HeadroomDbusApp>> m_apps;
};

/// App.State: "running", "napped", "freezing", "frozen"; that of the unit furthest along.
[[nodiscard]] const char *state_of(const Session &session, const AppId &app);

/// The object path of an app: bytes other than letters and digits become _XX, as systemd does with unit names.
[[nodiscard]] std::string app_object_path(const AppId &app);

} // namespace headroom
