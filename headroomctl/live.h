// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <functional>
#include <string>
#include <vector>

#include <headroom_dbus.h>

#include "apps.h"
#include "culprit.h"
#include "figures.h"
#include "model/pressure_trace.h"
#include "sys/glib_ptr.h"
#include "sys/timer.h"

namespace headroom::ctl {

/// The current data for `top`.
struct LiveSituation {
    bool is_running = false; ///< headroomd runs; otherwise nothing but the next is known
    std::string absence; ///< why it doesn't run, and what to do about it
    std::string level;
    /// Empty: the machine is calm, or the daemon gives no reason.
    std::string level_reason;
    NamedCulprit culprit;
    std::uint64_t disabled_until = 0; ///< since 1970; 0: it is enabled
    std::string response; ///< as chosen_response()
    /// Empty: no app.
    std::string focused;
    /// Headroom's last act, with its reason. Empty: none yet.
    std::string last_act;
    std::vector<App> apps;    ///< sorted by id
    bool is_measured = false; ///< figures were requested and have arrived, or are unavailable
    Measures measures;
    std::string not_measured; ///< why there are no measures
    std::array<PressureTrace, 3> machine; ///< by Resource
};

/// Follows headroomd as long as this object exists, through the daemon's end and the next one's
/// start. Never starts it. Requests figures every two seconds, but not before the previous answer.
class Live {
public:
    /// changed: called after every change. The daemon has to run now.
    [[nodiscard]] static std::expected<std::unique_ptr<Live>, Failure>
    follow(std::function<void()> changed);
    ~Live();
    Live(const Live &) = delete;
    Live &operator=(const Live &) = delete;

    [[nodiscard]] const LiveSituation &situation();
    /// Nothing will ever be reported again.
    [[nodiscard]] bool is_bus_gone() const;

    /// outcome: called with a sentence when the request was carried out, or refused.
    using OnOutcome = std::function<void(const std::string &)>;
    void freeze(const App &app, OnOutcome outcome);
    void thaw(const App &app, OnOutcome outcome);
    void close(const App &app, OnOutcome outcome);
    /// Sets the rule of the app to "never", or back to the default if it is that.
    void never(const App &app, OnOutcome outcome);

private:
    /// Calls the daemon. done: the sentence for success.
    void ask(const char *method, GVariant *arguments, std::string done, OnOutcome outcome);

    Live(ObjectPtr<HeadroomDbusManager> daemon, ObjectPtr<GDBusObjectManager> objects,
         std::function<void()> changed);

    void connect(gpointer object, const char *signal, GCallback callback);
    void owner_changed();
    void request_history();
    void request_figures();
    void answered();

    static void on_owner(GObject *, GParamSpec *, gpointer live);
    static void on_acted(HeadroomDbusManager *, const char *action, const char *app,
                         const char *unit, const char *reason, gboolean is_news, gpointer live);
    static void on_properties(GDBusProxy *, GVariant *, char **, gpointer live);
    static void on_object(GDBusObjectManager *, GDBusObject *, gpointer live);
    static void on_app(GDBusObjectManagerClient *, GDBusObjectProxy *, GDBusProxy *, GVariant *,
                       char **, gpointer live);
    static void on_measured(GObject *, GAsyncResult *result, gpointer live);
    static void on_machine_measured(GObject *, GAsyncResult *result, gpointer live);
    static void on_unit(GObject *, GAsyncResult *result, gpointer live);
    static void on_past(GObject *, GAsyncResult *result, gpointer live);

    ObjectPtr<HeadroomDbusManager> m_daemon;
    ObjectPtr<GDBusObjectManager> m_objects;
    /// Cancelled when the daemon that was called is gone, and in the destructor.
    ObjectPtr<GCancellable> m_calls;
    std::function<void()> m_changed;
    LiveSituation m_situation;
    bool m_apps_are_outdated = true;
    /// Calls for figures that are not answered yet.
    int m_open = 0;
    Timer m_next_look;
    std::vector<std::pair<gpointer, gulong>> m_connections;
};

} // namespace headroom::ctl
