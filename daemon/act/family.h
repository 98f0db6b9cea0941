// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/cgroup_dir.h"
#include "sys/process.h"

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace headroom {

/// Moves a process's descendants from the cgroup that the process left into its new one. The tree
/// may fork meanwhile. Later children of a moved process start in the right place, so each pass
/// finds fewer. Two passes that find none end it. Make passes in a thread.
class Family {
public:
    /// source: path of the cgroup that was left. destination: the cgroup that the leader is in now.
    /// began: boot-time clock ticks at the beginning of the adoption.
    Family(ProcessTable table, CgroupDir source, CgroupDir destination, ProcessId leader,
           std::uint64_t began);

    /// The leader's parent has left the source, and the leader in it. What else it has left there
    /// follows: its other children, and the crash handlers of its program. Call it before the first
    /// pass.
    void left_by(ProcessId parent);
    /// Makes one pass. Returns the number of processes moved.
    [[nodiscard]] Result<std::size_t> pass();
    /// Returns and forgets the processes that the kernel does not let us move. They are in a
    /// login's session-N.scope, and root owns the common ancestor of both cgroups. systemd may move
    /// them. The next pass finds those that are still there again.
    [[nodiscard]] std::vector<std::int32_t> take_refused() { return std::exchange(m_refused, {}); }
    void moved_by_systemd(std::size_t count) { m_moved += count; }
    [[nodiscard]] std::size_t moved() const { return m_moved; }

private:
    struct Candidate {
        ProcessStat stat;
        std::string program;
    };

    void add_program(const std::string &program);
    [[nodiscard]] std::vector<Candidate> candidates() const;
    [[nodiscard]] bool belongs(const Candidate &candidate,
                               const std::set<std::int32_t> &in_source) const;
    [[nodiscard]] bool handles_crashes(const Candidate &candidate) const;

    ProcessTable m_table;
    CgroupDir m_source;
    CgroupDir m_destination;
    std::uint64_t m_began;
    /// The family's, including dead ones: their children may still be found.
    std::set<std::int32_t> m_pids;
    std::set<std::string> m_programs;
    std::string m_directory; ///< of the program that has left the leader; empty: none, or unknown
    std::uint64_t m_left_since = 0; ///< when that program was started
    std::vector<std::int32_t> m_refused;
    std::size_t m_moved = 0;
};

} // namespace headroom
