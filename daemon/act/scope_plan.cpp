// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/scope.h"
#include "model/cgroup_path.h"
#include "model/own_unit_name.h"

#include <cstdint>
#include <format>
#include <string>
#include <time.h>
#include <unistd.h>
#include <utility>

// What is to be moved where, as far as that is still possible.
namespace headroom {

namespace {

/// Clock ticks since boot, as /proc/PID/stat counts them.
std::uint64_t ticks_now()
{
    timespec now{};
    clock_gettime(CLOCK_BOOTTIME, &now);
    const auto per_second = static_cast<std::uint64_t>(sysconf(_SC_CLK_TCK));
    return static_cast<std::uint64_t>(now.tv_sec) * per_second
        + static_cast<std::uint64_t>(now.tv_nsec) * per_second / 1'000'000'000U;
}

} // namespace

Result<Adopter::Plan> Adopter::plan(ProcessId leader, UnitId source, const AppId &app,
                                    std::string scope) const
{
    const auto stat = m_world.table.stat(leader.pid);
    if (!stat || stat->id != leader)
        return error(ErrorKind::Failed, std::format("process {} has ended", leader.pid));
    auto cgroup = m_world.table.cgroup(leader.pid);
    if (!cgroup)
        return std::unexpected(cgroup.error());
    const CgroupDir *unit = m_world.dirs.find(source);
    if (!unit || !is_at_or_below(*cgroup, unit->path()))
        return error(ErrorKind::Failed,
                     std::format("process {} has been moved by another program", leader.pid));
    if (scope.empty())
        return error(ErrorKind::BadInput, "no unit can be named after its application id");
    return Plan{leader, app, std::move(scope), std::move(*cgroup), ticks_now()};
}

/// The ledger is written before the move.
Result<Adopter::Plan> Adopter::plan_split(ProcessId shell, UnitId terminal, const AppId &app) const
{
    auto planned = plan(shell, terminal, app, split_tab_scope_name(app, shell.pid));
    if (!planned)
        return planned;
    const CgroupDir *unit = m_world.dirs.find(terminal);
    if (unit->path() != planned->source_cgroup)
        return error(ErrorKind::Failed,
                     std::format("process {} has a cgroup inside its terminal's unit", shell.pid));
    if (const auto noted = note_split(*unit, planned->scope); !noted)
        return std::unexpected(noted.error());
    planned->terminal = unit->name();
    return planned;
}

/// The leader's parent. nullopt: it has ended. Then the parent is the user manager, as that of all
/// orphans.
std::optional<ProcessId> Adopter::parent_in(UnitId parents, ProcessId leader) const
{
    const CgroupDir *unit = m_world.dirs.find(parents);
    const auto stat = m_world.table.stat(leader.pid);
    const auto parent = stat ? m_world.table.stat(stat->parent) : stat;
    if (!unit || !parent
        || !is_at_or_below(m_world.table.cgroup(parent->id.pid).value_or(""), unit->path()))
        return std::nullopt;
    return parent->id;
}

} // namespace headroom
