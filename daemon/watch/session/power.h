// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/asked_service.h"
#include "watch/emit.h"

#include <gio/gio.h>
#include <memory>
#include <optional>
#include <string>

namespace headroom {

/// Tells whether the machine runs on battery, while somebody wants to know: UPower's word on the system's bus. Where there is no UPower, a machine without a
/// battery doesn't; of one that has one it isn't known.
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

    /// Cheap to say again. false: nothing is heard any more, so nothing wakes us, and nothing is known.
    void listen(bool wanted);
    /// The part that comes once there is a bus.
    void ask_on(ObjectPtr<GDBusConnection> bus);

private:
    void report(std::optional<bool> on_battery);
    [[nodiscard]] std::optional<bool> without_upower() const;

    std::string m_sys_root;
    Emit m_emit;
    std::optional<bool> m_told;
    ObjectPtr<GDBusConnection> m_bus;
    std::unique_ptr<AskedService> m_upower;
    ObjectPtr<GCancellable> m_listening; ///< nullptr: nobody wants to know
};

/// Whether a battery, or a UPS, feeds the machine or could: by /sys/class/power_supply. Those of mice and headsets don't count. nullopt: it can't be read.
[[nodiscard]] std::optional<bool> has_battery(const std::string &sys_root);

} // namespace headroom
