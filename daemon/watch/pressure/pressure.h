// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/off_the_loop.h"
#include "watch/emit.h"
#include "watch/pressure/pressure_group.h"
#include "watch/pressure/pressure_uses.h"

#include <list>
#include <memory>
#include <set>
#include <string>

namespace headroom {

/// Pressure, in two ways. Quiet: the kernel wakes us through triggers, and nothing runs here. When asked to: a look at all of it every so often.
class PressureWatch {
public:
    /// Reading pressure faster than this loses stall time for every reader of the machine (the kernel weighs by jiffies).
    static constexpr Duration fastest = std::chrono::milliseconds{50};
    /// cpu.stat and io.stat are read at most so often: nobody is judged by them in less time.
    static constexpr Duration between_counters = std::chrono::milliseconds{500};
    /// Units whose triggers stay armed, the followed ones among them: focus comes back, and giving a trigger up is dear.
    static constexpr std::size_t kept_units = 8;

    /// proc_root: "/proc", or a fixture.
    PressureWatch(const CgroupDirs &dirs, std::string proc_root, Emit emit);
    PressureWatch(const PressureWatch &) = delete;
    PressureWatch &operator=(const PressureWatch &) = delete;

    /// Opens the system's files and arms their triggers. Without triggers, it works but for StallSeen. Unavailable: nothing is told of pressure at all.
    [[nodiscard]] Result<void> start();

    /// Whose stalls are told besides the system's, and are in samples, a moment later. Cheap to say again.
    void follow(std::optional<UnitId> focused, std::optional<UnitId> compositor);
    [[nodiscard]] bool is_following() const; ///< that moment is over
    void forget(UnitId unit);

    /// nullopt: no more samples. The first one is taken at once, unless that would be too soon after the last one.
    void sample_every(std::optional<Duration> period);
    [[nodiscard]] Duration worst_lateness() const
    {
        return m_worst;
    } ///< of the main loop, since sampling began last

    /// What the kernel says of the whole machine now. A resource that it says nothing of is missing.
    [[nodiscard]] std::map<Resource, StallAverages> averages() const
    {
        return m_system ? m_system->averages() : std::map<Resource, StallAverages>{};
    }

    /// The next sample has all units, and not only those that have changed: for whoever hears of none before it.
    void tell_all_again() { m_all_again = true; }

    /// The units of applications; asked for each sample.
    std::function<std::vector<UnitId>()> units_of_interest;

private:
    struct Recent {
        UnitId unit;
        std::unique_ptr<PressureGroup> group; ///< nullptr: still being opened
    };

    void bring_forward(UnitId unit);
    void open_group(std::shared_ptr<const CgroupDir> dir);
    void heed(const Recent &recent) const;
    [[nodiscard]] std::optional<GroupStalls> stalls_of(std::optional<UnitId> unit) const;
    [[nodiscard]] PressureSample sample() const; ///< but for the units
    void look();
    void seen(std::vector<UnitUse> units);
    void look_at_units();
    void forget_uses();
    void look_at(gint64 monotonic_us);
    void tell_deaf(const std::string &whose, const std::optional<Error> &refusal);

    const CgroupDirs &m_dirs;
    std::string m_proc_root;
    Emit m_emit;
    std::unique_ptr<PressureGroup> m_system;
    UniqueFd m_meminfo;
    std::list<Recent> m_recent; ///< last followed first
    std::optional<UnitId> m_focused;
    std::optional<UnitId> m_compositor;
    std::set<int> m_told; ///< reasons for no triggers that are in the journal already
    std::shared_ptr<UnitUses> m_uses; ///< a thread's while it reads them
    bool m_are_read = false;
    bool m_all_again = false;
    CallsOff m_end;

    std::optional<Duration> m_period;
    SourceId m_timer;
    gint64 m_due = 0; ///< all of these in microseconds, monotonic
    gint64 m_began = 0;
    gint64 m_looked = 0;
    gint64 m_counters_read = 0;
    unsigned m_looks = 0;
    Duration m_worst{};
};

} // namespace headroom
