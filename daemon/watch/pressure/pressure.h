// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/off_the_loop.h"
#include "sys/timer.h"
#include "watch/emit.h"
#include "watch/pressure/pressure_group.h"
#include "watch/pressure/pressure_uses.h"

#include <cstdint>
#include <list>
#include <memory>
#include <set>
#include <string>

namespace headroom {

/// Observes pressure in two ways. While quiet, kernel triggers wake us, and nothing runs here. On
/// request, it samples everything at an interval.
class PressureWatch {
public:
    /// Reading pressure faster than this loses stall time for every reader of the machine, since
    /// the kernel weighs by jiffies.
    static constexpr Duration fastest = std::chrono::milliseconds{50};
    /// The shortest interval between reads of cpu.stat and io.stat: no app is judged by them in
    /// less time.
    static constexpr Duration between_counters = std::chrono::milliseconds{500};
    /// Units whose triggers stay armed, including the followed ones. Focus comes back, and giving
    /// up a trigger takes the kernel milliseconds (synchronize_rcu()).
    static constexpr std::size_t kept_units = 8;

    /// proc_root, sys_root: "/proc" and "/sys", or fixtures.
    PressureWatch(const CgroupDirs &dirs, std::string proc_root, std::string sys_root, Emit emit);
    PressureWatch(const PressureWatch &) = delete;
    PressureWatch &operator=(const PressureWatch &) = delete;

    /// Requests fast triggers of headroom-broker from start() on. If there are none, it tries again
    /// when a shortage ends or a unit is new in front, as it never polls. socket: the broker's.
    /// manager_path: the user manager's cgroup.
    void use_broker(std::string socket, std::string manager_path);
    /// Called when it changes whether there are fast triggers for the machine, or why not.
    /// no_slow: why there are not even slow ones.
    std::function<void(const std::optional<Error> &no_slow, const Result<void> &fast)> on_speed;

    /// Opens the system's files and arms their triggers. Without triggers, only StallSeen is
    /// missing. Unavailable: the kernel reports no pressure at all.
    [[nodiscard]] Result<void> start();

    /// Units whose stalls are reported besides the system's, and are in samples, a moment later.
    /// Calling it again with the same units is cheap.
    void follow(std::optional<UnitId> focused, std::optional<UnitId> compositor);
    [[nodiscard]] bool is_following() const; ///< that moment is over
    void forget(UnitId unit);

    /// nullopt: no more samples. The first one is taken immediately, unless that is too soon after
    /// the last one.
    void sample_every(std::optional<Duration> period);
    /// Units whose need of memory is in samples from now on.
    void include_needs_of(const std::set<UnitId> &units) { m_needs_of = units; }
    /// The longest time that a sample was late since sampling last began: the main loop was busy.
    [[nodiscard]] Duration worst_lateness() const { return m_worst; }

    /// The kernel's averages for the whole machine now. A resource without a report is missing.
    [[nodiscard]] std::map<Resource, StallAverages> averages() const
    {
        return m_system ? m_system->averages() : std::map<Resource, StallAverages>{};
    }

    /// The same for the followed units. Of both, the one that stalls more counts, for each average.
    [[nodiscard]] std::map<Resource, StallAverages> followed_averages() const;

    /// The next sample has all units, and not only those that have changed. For a recorder that
    /// begins.
    void report_all_again() { m_all_again = true; }

    /// Returns the apps' units; called for each sample.
    std::function<std::vector<UnitId>()> units_of_interest;

private:
    struct Recent {
        UnitId unit;
        std::unique_ptr<PressureGroup> group; ///< nullptr: still being opened
    };

    void bring_forward(UnitId unit);
    void open_group(std::shared_ptr<const CgroupDir> dir);
    void listen_or_ignore(const Recent &recent) const;
    void quicken();
    void request_fast(UnitId unit, const std::string &cgroup,
                      std::span<const StallTrigger> triggers);
    void take_fast(UnitId unit, Result<FastTriggers> fast);
    void report_speed(const Result<void> &fast);
    [[nodiscard]] std::optional<GroupStalls> stalls_of(std::optional<UnitId> unit) const;
    [[nodiscard]] PressureSample sample() const; ///< everything but the figures of units
    void look();
    struct Figures {
        std::vector<UnitUse> units;
        std::vector<UnitNeed> needs;
        std::optional<std::uint64_t> zram{}; ///< as read_zram_use()
    };
    void take_figures(Figures figures);
    void look_at_units();
    void forget_uses();
    void look_at(gint64 monotonic_us);
    void warn_without_trigger(const std::string &whose, const std::optional<Error> &refusal);

    const CgroupDirs &m_dirs;
    std::string m_proc_root, m_sys_root;
    Emit m_emit;
    std::unique_ptr<PressureGroup> m_system;
    UniqueFd m_meminfo;
    std::list<Recent> m_recent; ///< last followed first
    std::optional<UnitId> m_focused;
    std::optional<UnitId> m_compositor;
    /// Reasons for missing triggers that have been logged.
    std::set<int> m_logged;
    std::set<UnitId> m_needs_of;
    std::string m_broker_socket; ///< empty: no broker is asked
    std::string m_manager_path;
    std::set<UnitId> m_requested; ///< awaits the broker's answer; UnitId{}: for the machine
    /// Why there are no fast triggers. Empty: there are. nullopt: unknown yet.
    std::optional<std::string> m_no_fast;
    std::shared_ptr<UnitUses> m_uses; ///< belongs to a thread while that reads them
    bool m_is_reading = false;
    bool m_all_again = false;
    ScopedCancellable m_end;

    std::optional<Duration> m_period;
    Timer m_timer;
    gint64 m_due = 0; ///< this and the next three in microseconds, monotonic
    gint64 m_began = 0;
    gint64 m_looked = 0;
    gint64 m_counters_read = 0;
    unsigned m_looks = 0;
    Duration m_worst{};
};

} // namespace headroom
