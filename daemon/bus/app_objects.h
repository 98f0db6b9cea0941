// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "bus/answer.h"
#include "bus/app_properties.h"
#include "bus/gate.h"
#include "bus/requests.h"

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace headroom {

/// One object per app, under an ObjectManager, which mirrors the app in the session. Only callers
/// with permission may see which apps run. So no single app is registered with GDBus, which would
/// list it to every caller.
class AppObjects {
public:
    explicit AppObjects(Gate &gate) : m_gate(gate) {}
    ~AppObjects();
    AppObjects(const AppObjects &) = delete;
    AppObjects &operator=(const AppObjects &) = delete;

    [[nodiscard]] Result<void> publish(GDBusConnection *bus);
    /// Updates the objects of these apps. An app without units and windows loses its object.
    void mirror(const Session &session, const Config &config, const std::set<AppId> &changed);

private:
    using Shared = std::shared_ptr<const PublicProperties>;

    void handle_call(GDBusMethodInvocation *call);
    void list_all();
    void send_queued_signals();
    void resume_reporting();
    void send_signal(const std::string &path, const char *interface, const char *signal,
                     GVariant *arguments);
    [[nodiscard]] std::string described(GDBusMethodInvocation *call) const;
    [[nodiscard]] const PublicProperties *find(const std::string &path) const;

    Gate &m_gate;
    GDBusConnection *m_bus = nullptr;
    /// The standard interfaces, which GDBus does not hand out descriptions of.
    std::unique_ptr<GDBusNodeInfo, Deleter<g_dbus_node_info_unref>> m_standard;
    std::vector<guint> m_registered;
    guint m_subtree = 0;
    /// By path. A change makes a new object, since a thread may read the old one.
    std::map<std::string, Shared> m_apps;

    // A thread answers GetManagedObjects(). Signals about changes wait until the answer is sent.
    // Otherwise the caller would take them for older than the list. They also wait if one turn
    // changes so many apps that the loop would stand still.
    struct QueuedSignal {
        std::string path;
        const char *interface;
        const char *signal;
        VariantPtr arguments;
    };
    bool m_queues = false; ///< whether signals are queued now
    Calls m_waiting_calls; ///< calls since then
    std::deque<QueuedSignal> m_queued_signals;
    SourceId m_reporting;
    ObjectPtr<GCancellable> m_end{g_cancellable_new()};
};

/// The object path of an app. Bytes other than letters and digits become _XX, as in systemd's
/// object paths of units.
[[nodiscard]] std::string app_object_path(const AppId &app);

} // namespace headroom
