// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"
#include "sys/off_the_loop.h"
#include "sys/process.h"
#include "watch/emit.h"
#include "watch/units/units.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>

namespace headroom {

/// The processes that own windows, launches and streams, each held by a pidfd: their units, and
/// their ends.
class ProcessWatch {
public:
    ProcessWatch(ProcessTable table, UnitWatch &units, Emit emit);

    [[nodiscard]] const ProcessTable &table() const { return m_table; }

    /// Looks at a process, emits ProcessSeen if it is new or has moved to another unit, and follows
    /// it from now on. Reading its environment and root may block for as long as the process likes,
    /// so that comes later (HintRead).
    [[nodiscard]] Result<ProcessId> look(std::int32_t pid);
    /// The unit that a process is in now. Does not follow it.
    [[nodiscard]] Result<UnitId> unit_now(std::int32_t pid);
    /// KWin 6.3 reports the pid that an X11 client states. One in a flatpak states its number in
    /// there, which may be another program's outside. Returns the process with that number inside,
    /// if it is the only one in the only scope that flatpak has made for the window's app.
    /// Otherwise returns the number itself.
    [[nodiscard]] std::int32_t outside_of_flatpak(std::int32_t pid, const AppId &app) const;
    /// Of a process that is followed. UnitId{}: it isn't.
    [[nodiscard]] UnitId unit_of(ProcessId process) const;

    /// Looks at all of them again: an app may have moved itself, as Konsole does, and only cgroups
    /// that appear or vanish show it.
    void look_again();

    /// Called for each unit that a followed process is in, when it is new to that process.
    std::function<void(UnitId, const std::string &path)> on_unit;

private:
    struct Held {
        ProcessId id;
        UniqueFd pidfd;
        SourceId source;
        std::string cgroup;
        UnitId unit;
        std::optional<AppId> hint; ///< nullopt: not read yet
        bool reading = false;
        /// It has moved since reading began, and may run another program by now.
        bool outdated = false;
        ScopedCancellable errands;
    };

    Result<void> place(Held &held);
    void read_hint(Held &held);
    void hint_read(ProcessId process, const AppId &hint);
    void ended(std::int32_t pid);

    ProcessTable m_table;
    UnitWatch &m_units;
    Emit m_emit;
    std::map<std::int32_t, Held> m_held;
};

} // namespace headroom
