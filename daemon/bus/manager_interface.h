// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "bus/gated_interface.h"
#include "bus/holds.h"
#include "bus/measure.h"
#include "bus/requests.h"
#include "bus/settings_interface.h"
#include "bus/totals.h"
#include "sys/cgroup_dir.h"
#include "sys/glib_ptr.h"

#include <headroom_dbus.h>

namespace headroom {

/// org.headroomd.Headroom1.Manager: the calls, and the properties that mirror the session as a
/// whole.
class ManagerInterface {
public:
    ManagerInterface(Requests &requests, const CgroupDirs &dirs, std::string proc_root, Gate &gate);

    [[nodiscard]] Result<void> publish(GDBusConnection *bus);
    void mirror(const Session &session, const Changes &changed);
    void acted(std::string_view verb, const Action &action);

private:
    void connect();
    void mirror_culprit(const Session &session);
    void mirror_capabilities(const Session &session);

    Requests &m_requests;
    Measurement m_measurement;
    TotalsInterface m_totals;
    Gate &m_gate;
    PublicProperties m_properties;
    ObjectPtr<HeadroomDbusManager> m_skeleton;
    GatedInterface m_published;
    Holds m_holds;
    SettingsInterface m_settings;
};

} // namespace headroom
