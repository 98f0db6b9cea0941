// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <array>
#include <expected>
#include <functional>
#include <string>
#include <vector>

#include <headroom_dbus.h>

#include "apps.h"
#include "measure.h"
#include "model/pressure_trace.h"
#include "sys/glib_ptr.h"

namespace headroom::ctl {

struct PastAct;

/// What `top` shows, as it is now.
struct LiveSituation {
    bool there = false; ///< headroomd runs; else nothing below is known
    std::string level;
    std::string level_reason; ///< empty: the machine is calm, or nobody says
    std::string focused;      ///< empty: nobody
    std::string last_act;     ///< what Headroom did last, and why; empty: nothing yet
    std::vector<App> apps;    ///< sorted by id
    Measures measures;
    std::string not_measured; ///< why there are no measures
    std::array<PressureTrace, 3> machine; ///< by Resource
};

/// headroomd, followed for as long as this exists, through its end and the start of the next one. It is never started from here. It is asked for
/// figures every two seconds, and not again before it has answered.
class Live {
public:
    /// changed: called after every change. The daemon has to run now.
    [[nodiscard]] static std::expected<std::unique_ptr<Live>, Failure>
    follow(std::function<void()> changed);
    ~Live();
    Live(const Live &) = delete;
    Live &operator=(const Live &) = delete;

    [[nodiscard]] const LiveSituation &situation();

    /// outcome: called with a sentence when it is done, or refused.
    using Told = std::function<void(const std::string &)>;
    void freeze(const App &app, Told outcome);
    void thaw(const App &app, Told outcome);

private:
    struct Asked;
    Live(ObjectPtr<HeadroomDbusManager> daemon, ObjectPtr<GDBusObjectManager> objects,
         std::function<void()> changed);

    void connect(gpointer object, const char *signal, GCallback callback);
    void owner_changed();
    void act(const PastAct &act);
    void ask_for_past();
    void look();
    void answered();

    static void on_owner(GObject *, GParamSpec *, gpointer live);
    static void on_acted(HeadroomDbusManager *, const char *action, const char *app,
                         const char *unit, const char *reason, gpointer live);
    static void on_properties(GDBusProxy *, GVariant *, char **, gpointer live);
    static void on_object(GDBusObjectManager *, GDBusObject *, gpointer live);
    static void on_app(GDBusObjectManagerClient *, GDBusObjectProxy *, GDBusProxy *, GVariant *,
                       char **, gpointer live);
    static void on_measured(GObject *, GAsyncResult *result, gpointer live);
    static void on_machine_measured(GObject *, GAsyncResult *result, gpointer live);
    static void on_past(GObject *, GAsyncResult *result, gpointer live);
    static void on_frozen(GObject *, GAsyncResult *result, gpointer asked);
    static void on_thawed(GObject *, GAsyncResult *result, gpointer asked);

    ObjectPtr<HeadroomDbusManager> m_daemon;
    ObjectPtr<GDBusObjectManager> m_objects;
    ObjectPtr<GCancellable>
        m_calls; ///< cancelled when the daemon that was asked has gone, and when we go
    std::function<void()> m_changed;
    LiveSituation m_situation;
    bool m_apps_are_old = true;
    int m_open = 0; ///< calls for figures without an answer yet
    SourceId m_next_look;
    std::vector<std::pair<gpointer, gulong>> m_connections;
};

} // namespace headroom::ctl
