// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "bus/answer.h"
#include "bus/gate.h"
#include "bus/requests.h"

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace headroom {

/// One object an app, under an ObjectManager; each mirrors what the session says of its app. Which apps run is shown to those alone who may know, so nothing
/// is registered for a single one: GDBus would list it to everybody.
class AppObjects {
public:
    explicit AppObjects(Gate &gate) : m_gate(gate) {}
    ~AppObjects();
    AppObjects(const AppObjects &) = delete;
    AppObjects &operator=(const AppObjects &) = delete;

    [[nodiscard]] Result<void> publish(GDBusConnection *bus);
    /// Brings the objects of the given apps up to date; an app that has neither unit nor window any more loses its object.
    void mirror(const Session &session, const std::set<AppId> &changed);

private:
    using Shared = std::shared_ptr<const PublicProperties>;

    void called(GDBusMethodInvocation *call);
    void list_all();
    void listed();
    void go_on_telling();
    void send_signal(const std::string &path, const char *interface, const char *signal,
                     GVariant *arguments);
    [[nodiscard]] std::string described(GDBusMethodInvocation *call) const;
    [[nodiscard]] const PublicProperties *at(const std::string &path) const;

    Gate &m_gate;
    GDBusConnection *m_bus = nullptr;
    std::unique_ptr<GDBusNodeInfo, Calling<g_dbus_node_info_unref>>
        m_standard; ///< what GDBus has descriptions of, and gives to nobody
    std::vector<guint> m_registered;
    guint m_subtree = 0;
    std::map<std::string, Shared>
        m_apps; ///< by their paths; a change makes new properties, since a thread may read the old ones

    // GetManagedObjects() is answered by a thread. What changes meanwhile is told after the answer, or whoever asked would take it for older than that.
    struct Told {
        std::string path;
        const char *interface;
        const char *signal;
        VariantPtr arguments;
    };
    bool m_listing = false;
    Calls m_asked; ///< who has asked since a list was begun
    std::deque<Told> m_to_tell;
    SourceId m_telling;
    ObjectPtr<GCancellable> m_end{g_cancellable_new()};
};

/// App.State: "running", "napped", "freezing", "frozen"; that of the unit furthest along.
[[nodiscard]] const char *state_of(const Session &session, const AppId &app);

/// The object path of an app: bytes other than letters and digits become _XX, as systemd does with unit names.
[[nodiscard]] std::string app_object_path(const AppId &app);

} // namespace headroom
