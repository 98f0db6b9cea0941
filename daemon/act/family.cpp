// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/family.h"

#include "model/never_apps.h"

#include <algorithm>
#include <array>
#include <format>
#include <sstream>
#include <string_view>

namespace headroom {

namespace {

/// Any app may run a shell. The desktop starts its own parts by shells, so an orphaned shell may be
/// the desktop's.
bool is_shell(std::string_view program)
{
    constexpr std::array<std::string_view, 5> shells{"sh", "dash", "bash", "zsh", "busybox"};
    return std::ranges::find(shells, program) != shells.end();
}

std::string directory_of(const std::string &executable)
{
    return executable.substr(0, executable.rfind('/'));
}

} // namespace

Family::Family(ProcessTable table, CgroupDir source, CgroupDir destination, ProcessId leader,
               std::uint64_t began)
    : m_table(std::move(table)), m_source(std::move(source)), m_destination(std::move(destination)),
      m_began(began), m_pids{leader.pid}
{
    add_program(m_table.program(leader.pid));
}

void Family::left_by(ProcessId parent)
{
    m_pids.insert(parent.pid);
    m_left_since = parent.start_ticks;
    m_directory = directory_of(m_table.executable(parent.pid));
}

void Family::add_program(const std::string &program)
{
    // Two programs whose names are unreadable are not the same.
    if (!program.empty() && !is_shell(program))
        m_programs.insert(program);
}

std::vector<Family::Candidate> Family::candidates() const
{
    std::vector<Candidate> found;
    std::istringstream pids{m_source.read(cgroup_file::procs).value_or("")};
    for (std::int32_t pid = 0; pids >> pid;) {
        if (const auto stat = m_table.stat(pid); stat)
            found.push_back({*stat, m_table.program(pid)});
    }
    // Parents come before children, so one walk over the list follows a whole chain.
    std::ranges::sort(found, {}, [](const Candidate &c) {
        return std::pair{c.stat.id.start_ticks, c.stat.id.pid};
    });
    return found;
}

/// A process belongs if its parent is of the family (dead or alive), or if its session leader is.
/// So does an orphan that started during the adoption and runs a program of the family. Its parent
/// exited between two passes, so its lineage is unknown.
bool Family::belongs(const Candidate &candidate, const std::set<std::int32_t> &in_source) const
{
    if (m_pids.contains(candidate.stat.parent) || m_pids.contains(candidate.stat.session)
        || m_pids.contains(candidate.stat.id.pid))
        return true;
    if (in_source.contains(candidate.stat.parent))
        return false;
    const bool is_new =
        candidate.stat.id.start_ticks >= m_began && m_programs.contains(candidate.program);
    return is_new || handles_crashes(candidate);
}

/// Crashpad, which Chromium and Electron programs have, forks twice to start its handler. So it is
/// an orphan from the start, in a session of its own, and only its place shows whose it is. A
/// process that crashes waits for it.
bool Family::handles_crashes(const Candidate &candidate) const
{
    return !m_directory.empty() && candidate.program.ends_with("crashpad_handler")
        && candidate.stat.id.start_ticks >= m_left_since
        && directory_of(m_table.executable(candidate.stat.id.pid)) == m_directory;
}

Result<std::size_t> Family::pass()
{
    const auto all = candidates();
    std::set<std::int32_t> in_source;
    for (const Candidate &candidate : all)
        in_source.insert(candidate.stat.id.pid);
    std::size_t moved = 0;
    for (bool found_more = true; found_more;) {
        found_more = false;
        for (const Candidate &candidate : all) {
            const std::int32_t pid = candidate.stat.id.pid;
            if (!in_source.contains(pid) || is_never_app(candidate.program)
                || !belongs(candidate, in_source))
                continue;
            const auto written = m_destination.write(cgroup_file::procs, std::format("{}", pid));
            if (!written && written.error().code != ESRCH && written.error().code != EACCES)
                return std::unexpected(written.error());
            if (!written && written.error().code == EACCES)
                m_refused.push_back(pid);
            in_source.erase(pid);
            m_pids.insert(pid);
            add_program(candidate.program);
            moved += written ? 1 : 0;
            found_more = true;
        }
    }
    m_moved += moved;
    return moved;
}

} // namespace headroom
