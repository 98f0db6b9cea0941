// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/pressure.h"
#include "sys/cgroup_dir.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace headroom {

/// What all units of a slice have used together. This shows whether each of them must be read. The
/// few busy units are read anyway, and mostly the rest are idle. Only if the slice has used more
/// than the busy ones has an idle one become busy.
class SliceTotals {
public:
    explicit SliceTotals(CgroupDir dir) : m_dir(std::move(dir)) {}

    /// Reads them. False: not reported, so each unit has to be read.
    bool read_memory();
    bool read_counters();

    /// These four add the use of a unit that was read.
    void add_held(std::int64_t bytes) { m_held_known += bytes; }
    void add_refaults(std::uint64_t pages) { m_refaults_known += pages; }
    void add_cpu(Duration time) { m_cpu_known += time; }
    void add_io(std::uint64_t bytes) { m_io_known += bytes; }

    [[nodiscard]] bool memory_is_explained() const;
    [[nodiscard]] bool refaults_are_explained() const;
    [[nodiscard]] bool counters_are_explained() const;

    /// These three start the count anew.
    void restart_memory_count();
    void restart_refault_count();
    void restart_counters();

private:
    CgroupDir m_dir;
    UniqueFd m_stat_file, m_swap_file, m_cpu_file, m_io_file;
    std::optional<std::uint64_t> m_held, m_held_then, m_refaults, m_refaults_then, m_io, m_io_then;
    std::optional<Duration> m_cpu, m_cpu_then;
    std::int64_t m_held_known = 0;
    std::uint64_t m_refaults_known = 0, m_io_known = 0;
    Duration m_cpu_known{};
};

/// The slice right below the user manager that contains the unit, at whatever depth. Empty: none.
[[nodiscard]] std::string_view top_slice(std::string_view cgroup_path);

} // namespace headroom
