// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/service_query.h"
#include "watch/emit.h"

#include <gio/gio.h>
#include <memory>
#include <optional>
#include <string>

namespace headroom {

/// Reports whether the machine runs on battery, on request, from UPower on the system bus. Without
/// UPower, a machine without a battery doesn't; with a battery, it is unknown.
class PowerWatch {
public:
    /// sys_root: "/sys", or a fixture.
    PowerWatch(std::string sys_root, Emit emit)
        : m_sys_root(std::move(sys_root)), m_emit(std::move(emit))
    {
    }
    ~PowerWatch();
    PowerWatch(const PowerWatch &) = delete;
    PowerWatch &operator=(const PowerWatch &) = delete;

    /// Calling it again with the same value is cheap. False: nothing is received any more, so
    /// nothing wakes us, and power is unknown.
    void listen(bool wanted);
    /// The second step, once the bus is open.
    void query_upower(ObjectPtr<GDBusConnection> bus);

private:
    void report(std::optional<bool> on_battery);
    [[nodiscard]] std::optional<bool> without_upower() const;

    std::string m_sys_root;
    Emit m_emit;
    std::optional<bool> m_reported;
    ObjectPtr<GDBusConnection> m_bus;
    std::unique_ptr<ServiceQuery> m_upower;
    ObjectPtr<GCancellable> m_listening; ///< nullptr: not requested
};

/// Whether the machine has a battery or UPS, by /sys/class/power_supply. Those of mice and headsets
/// don't count. nullopt: unreadable.
[[nodiscard]] std::optional<bool> has_battery(const std::string &sys_root);

} // namespace headroom
