// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/units/processes.h"

#include "model/cgroup_path.h"
#include "model/job.h"
#include "sys/cgroup_processes.h"

#include <format>
#include <glib-unix.h>
#include <utility>

namespace headroom {

ProcessWatch::ProcessWatch(ProcessTable table, UnitWatch &units, Emit emit)
    : m_table(std::move(table)), m_units(units), m_emit(std::move(emit))
{
}

namespace {

struct Ended {
    ProcessWatch *watch;
    void (ProcessWatch::*ended)(std::int32_t);
    std::int32_t pid;
};

/// This is read in the main loop, so it has to be little.
constexpr MostRead of_a_flatpak{.cgroups = 16, .processes = 128};

/// The path of the unit that this cgroup of the process is in.
Result<std::string> unit_root(std::int32_t pid, const std::string &cgroup)
{
    const auto parsed = parse_cgroup_path(cgroup);
    if (!parsed || parsed->unit.empty())
        return error(ErrorKind::Failed,
                     std::format("process {} is in {}, which is in no unit", pid, cgroup));
    return control_root(*parsed);
}

} // namespace

Result<ProcessId> ProcessWatch::look(std::int32_t pid)
{
    if (const auto held = m_held.find(pid); held != m_held.end()) {
        if (is_alive(held->second.pidfd.get())) {
            const ProcessId id = held->second.id;
            if (auto placed = place(held->second); !placed)
                return std::unexpected(placed.error());
            return id;
        }
        ended(pid); // another process may have its number by now
    }
    auto pidfd = m_table.hold(pid);
    if (!pidfd)
        return std::unexpected(pidfd.error());
    const auto stat = m_table.stat(pid);
    if (!stat)
        return std::unexpected(stat.error());
    Held held{.id = stat->id,
              .pidfd = std::move(*pidfd),
              .source = {},
              .cgroup = {},
              .unit = {},
              .hint = {},
              .errands = {}};
    if (auto placed = place(held); !placed)
        return std::unexpected(placed.error());
    if (!is_alive(held.pidfd.get())) {
        m_emit(event::ProcessGone{held.id});
        return error(ErrorKind::Failed, std::format("process {} has ended", pid));
    }
    held.source = SourceId{g_unix_fd_add_full(
        G_PRIORITY_DEFAULT, held.pidfd.get(), G_IO_IN,
        [](int, GIOCondition, gpointer data) -> gboolean {
            const Ended what = *static_cast<Ended *>(data);
            (what.watch->*what.ended)(what.pid);
            return G_SOURCE_REMOVE;
        },
        new Ended{this, &ProcessWatch::ended, pid},
        [](gpointer data) { delete static_cast<Ended *>(data); })};
    m_held.emplace(pid, std::move(held));
    return stat->id;
}

Result<UnitId> ProcessWatch::unit_now(std::int32_t pid)
{
    const auto pidfd = m_table.hold(pid);
    if (!pidfd)
        return std::unexpected(pidfd.error());
    const auto path = m_table.cgroup(pid);
    if (!path)
        return std::unexpected(path.error());
    const auto root = unit_root(pid, *path);
    if (!root)
        return std::unexpected(root.error());
    if (!is_alive(pidfd->get()))
        return error(ErrorKind::Failed, std::format("process {} has ended", pid));
    return m_units.add_unit(*root);
}

std::int32_t ProcessWatch::outside_of_flatpak(std::int32_t pid, const AppId &app) const
{
    const std::string scope = m_units.only_flatpak(app);
    if (scope.empty() || pid <= 0)
        return pid;
    if (const auto cgroup = m_table.cgroup(pid); cgroup && is_at_or_below(*cgroup, scope))
        return pid; // as a Wayland client's, which the kernel has reported
    const auto inside = processes_below(m_units.dirs().root_path() + scope, of_a_flatpak);
    if (!inside || !inside->are_all)
        return pid;
    std::optional<std::int32_t> found;
    for (const std::int32_t each : inside->pids) {
        if (m_table.inner_pid(each) != pid)
            continue;
        if (found)
            return pid;
        found = each;
    }
    return found.value_or(pid);
}

UnitId ProcessWatch::unit_of(ProcessId process) const
{
    const auto held = m_held.find(process.pid);
    return held != m_held.end() && held->second.id == process ? held->second.unit : UnitId{};
}

Result<void> ProcessWatch::place(Held &held)
{
    const std::int32_t pid = held.id.pid;
    const auto path = m_table.cgroup(pid);
    if (!path)
        return std::unexpected(path.error());
    if (*path == held.cgroup)
        return {};
    const auto root = unit_root(pid, *path);
    if (!root)
        return std::unexpected(root.error());
    const auto unit = m_units.add_unit(*root);
    if (!unit)
        return std::unexpected(unit.error());
    auto lineage = m_table.lineage(pid);
    if (!lineage)
        return std::unexpected(lineage.error());
    held.cgroup = *path;
    if (held.unit == *unit)
        return {}; // it moved within its unit
    held.unit = *unit;
    if (!held.hint)
        m_emit(event::HintAwaited{held.id});
    m_emit(event::ProcessSeen{{.id = held.id,
                               .unit = *unit,
                               .lineage = std::move(*lineage),
                               .app_hint = held.hint.value_or("")}});
    read_hint(held);
    if (on_unit)
        on_unit(*unit, *root);
    return {};
}

void ProcessWatch::read_hint(Held &held)
{
    if (held.reading) {
        held.outdated = true;
        return;
    }
    held.reading = true;
    off_the_loop<AppId>(
        held.errands.get(), {"headroom-hint", std::to_string(held.unit.inode)},
        [table = m_table, pid = held.id.pid] { return table.app_hint(pid); },
        [this, process = held.id](const AppId &hint) { hint_read(process, hint); });
}

void ProcessWatch::hint_read(ProcessId process, const AppId &hint)
{
    Held &held = m_held.at(process.pid); // its end would have cancelled this call
    if (!is_alive(held.pidfd.get()))
        return; // another process may have its number, and may be what was read
    held.reading = false;
    if (std::exchange(held.outdated, false))
        return read_hint(held);
    if (held.hint == hint)
        return;
    held.hint = hint;
    m_emit(event::HintRead{process, hint});
}

void ProcessWatch::look_again()
{
    for (auto &[pid, held] : m_held)
        (void)place(held); // if this fails, the process has ended, and its pidfd reports that
}

void ProcessWatch::ended(std::int32_t pid)
{
    const auto held = m_held.find(pid);
    if (held == m_held.end())
        return;
    m_emit(event::ProcessGone{held->second.id});
    held->second.source.reset();
    m_held.erase(held);
}

} // namespace headroom
