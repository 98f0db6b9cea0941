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

/// Brings a process's descendants from the cgroup it was taken out of into the one it is in now. A tree may fork all the while: whoever is moved
/// has its later children born in the right place, so each pass finds fewer, and two passes that find none end it.
class Family {
public:
    /// source: path of the cgroup that was left. destination: the cgroup the leader is in now. began: boot-time ticks when the adoption began.
    Family(ProcessTable table, CgroupDir source, CgroupDir destination, ProcessId leader,
           std::uint64_t began);

    /// One pass. Returns how many were moved.
    [[nodiscard]] Result<std::size_t> pass();
    /// Those of the last passes that the kernel doesn't let us move: they are in a login's session-N.scope, and what lies above both cgroups is root's.
    /// systemd may. Asked for a second time, none; who is still there is in the next pass again.
    [[nodiscard]] std::vector<std::int32_t> take_refused() { return std::exchange(m_refused, {}); }
    void moved_by_systemd(std::size_t count) { m_moved += count; }
    [[nodiscard]] std::size_t moved() const { return m_moved; }

private:
    struct Candidate {
        ProcessStat stat;
        std::string program;
    };

    void knows(const std::string &program);
    [[nodiscard]] std::vector<Candidate> candidates() const;
    [[nodiscard]] bool belongs(const Candidate &candidate,
                               const std::set<std::int32_t> &in_source) const;

    ProcessTable m_table;
    CgroupDir m_source;
    CgroupDir m_destination;
    std::uint64_t m_began;
    std::set<std::int32_t>
        m_pids; ///< of the family, the dead included: their children may still be found
    std::set<std::string> m_programs;
    std::vector<std::int32_t> m_refused;
    std::size_t m_moved = 0;
};

} // namespace headroom
