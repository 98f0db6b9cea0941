// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "bus/gate.h"
#include "sys/glib_ptr.h"
#include "sys/result.h"

namespace headroom {

/// Publishes an interface of the object /org/headroomd/Headroom1 so that its calls pass the gate.
/// The skeleton is not exported itself; it only dispatches them.
class GatedInterface {
public:
    /// All of them outlive it. properties: nullptr if there are none.
    GatedInterface(Gate &gate, GDBusInterfaceSkeleton *skeleton, const PublicProperties *properties)
        : m_gate(gate), m_skeleton(skeleton), m_properties(properties)
    {
    }
    ~GatedInterface();
    GatedInterface(const GatedInterface &) = delete;
    GatedInterface &operator=(const GatedInterface &) = delete;

    [[nodiscard]] Result<void> publish(GDBusConnection *bus);

private:
    void handle_call(GDBusMethodInvocation *call);

    Gate &m_gate;
    GDBusInterfaceSkeleton *m_skeleton;
    const PublicProperties *m_properties;
    GDBusConnection *m_bus = nullptr;
    guint m_registered = 0;
};

} // namespace headroom
