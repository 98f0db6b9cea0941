// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "bus/requests.h"
#include "sys/glib_ptr.h"

#include <headroom_dbus.h>
#include <string>

namespace headroom {

/// org.headroomd.Headroom1.Compositor: hears window reports from the process that owns the compositor's bus name, and from nobody else.
class CompositorInterface {
public:
    explicit CompositorInterface(const Requests &requests);
    ~CompositorInterface();
    CompositorInterface(const CompositorInterface &) = delete;
    CompositorInterface &operator=(const CompositorInterface &) = delete;

    [[nodiscard]] Result<void> publish(GDBusConnection *bus);

private:
    void owner_changed(GDBusConnection *bus, const char *owner);
    void ask_for_process(GDBusConnection *bus);
    void report(GDBusMethodInvocation *call, const char *json);

    const Requests &m_requests;
    ObjectPtr<HeadroomDbusCompositor> m_skeleton;
    std::string m_owner; ///< unique bus name of the compositor; empty: there is none
    ObjectPtr<GCancellable> m_asking; ///< for the owner's process
    guint m_watch = 0;
};

} // namespace headroom
