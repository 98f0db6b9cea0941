// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/units/kin_seen.h"

#include "model/cgroup_path.h"
#include "model/job.h"
#include "model/unit_name.h"
#include "sys/cgroup_processes.h"
#include "sys/process.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace headroom {

namespace {

/// Programs that run many others: two processes of an interpreter are kin only if the script is the
/// same, too. Shells start programs and don't consist of several processes.
constexpr std::array interpreters{"python", "perl", "ruby", "node",  "java",
                                  "gjs",    "mono", "lua",  "guile", "wine"};
constexpr std::array shells{"bash", "dash",    "sh",           "zsh",
                            "fish", "busybox", "tmux: server", "screen"};

bool is_interpreter(std::string_view program)
{
    return std::ranges::any_of(interpreters,
                               [&](std::string_view name) { return program.starts_with(name); });
}

/// Children of the same program that are reported. A browser has a few, and a crafted program must
/// not cost more.
constexpr std::size_t most_parts = 16;

/// nullopt: unknown. A shell is never the same program.
std::optional<bool> run_the_same(const ProcessTable &table, std::int32_t one, std::int32_t other)
{
    const std::string program = table.program(one);
    const std::string others = table.program(other);
    // Chromium's sandboxed processes hide their executable. Any process may read their name, which
    // is still the program's.
    if (program.empty() || others.empty()) {
        const std::string name = table.name(one);
        return !name.empty() && name == table.name(other) ? std::optional{true} : std::nullopt;
    }
    if (program != others || std::ranges::find(shells, program) != shells.end())
        return false;
    if (!is_interpreter(program))
        return true;
    const std::string script = table.script(one);
    return !script.empty() && script == table.script(other);
}

/// Empty: the process is in no app's unit, or has ended.
std::string application_unit_of(const ProcessTable &table, std::int32_t pid,
                                const std::string &manager_path)
{
    const auto cgroup = table.cgroup(pid);
    const auto path = cgroup ? parse_cgroup_path(*cgroup) : std::nullopt;
    const bool is_ours = path && !path->unit.empty() && !path->slices.empty()
        && path->unit_root.starts_with(manager_path + "/");
    return is_ours ? control_root(*path) : std::string{};
}

/// It leads a session on a terminal of its own, as a shell does that a terminal starts.
bool begins_a_tab(const ProcessTable &table, const ProcessStat &process)
{
    if (!process.has_tty || process.session != process.id.pid)
        return false;
    const auto parent = table.stat(process.parent);
    return parent && parent->terminal != process.terminal;
}

/// Whether a program other than GUEST is a terminal in this cgroup or below, or has started a tab
/// there. An IDE's own processes are no guests of its tabs.
bool has_guests(const ProcessTable &table, const std::string &directory, const std::string &guest)
{
    const auto is_anothers_tab = [&](std::int32_t pid) {
        const auto process = table.stat(pid);
        return process && begins_a_tab(table, *process) && table.program(process->parent) != guest;
    };
    const auto pids = processes_below(directory).value_or(std::set<std::int32_t>{});
    return std::ranges::any_of(pids, [&](std::int32_t pid) {
        return is_anothers_tab(pid) || std::ranges::any_of(table.children(pid), is_anothers_tab);
    });
}

/// Whether the unit is a scope of ours. A tab's shell is never adopted by itself. So its terminal
/// was adopted, and has moved itself since.
bool is_scope_of_ours(const CgroupPath &path)
{
    const auto name = parse_unit_name(path.unit);
    return name && name->origin == UnitOrigin::Headroom;
}

/// The cgroup to look at.
struct Place {
    std::string root; ///< directory of the cgroup2 mount
    std::string path; ///< below it
    std::string manager_path;
};

/// The parent of the shells that lead a session on a terminal of their own, outside of this tab. An
/// orphan's parent is the user manager, which is in no app's unit. nullopt: there is none, or there
/// are several.
std::optional<ProcessId> starter_of_tab(const ProcessTable &table,
                                        const std::set<std::int32_t> &pids,
                                        const std::string &manager_path)
{
    std::optional<ProcessId> found;
    for (const std::int32_t pid : pids) {
        const auto shell = table.stat(pid);
        if (!shell || pids.contains(shell->parent) || !begins_a_tab(table, *shell)
            || application_unit_of(table, shell->parent, manager_path).empty())
            continue;
        const auto starter = table.stat(shell->parent);
        if (!starter || (found && *found != starter->id))
            return std::nullopt;
        found = starter->id;
    }
    return found;
}

class Search {
public:
    Search(const ProcessTable &table, Place place) : m_table(table), m_place(std::move(place)) {}

    void compare(std::int32_t inside, std::int32_t outside)
    {
        const std::string unit = application_unit_of(m_table, outside, m_place.manager_path);
        if (unit.empty() || unit == m_place.path)
            return;
        const auto same = run_the_same(m_table, inside, outside);
        if (same == false
            || application_unit_of(m_table, inside, m_place.manager_path) != m_place.path)
            return; // processes in a tab inside this unit belong to the tab
        const bool is_kin =
            same && !is_guest_in(m_place.path, inside) && !is_guest_in(unit, outside);
        const SeenTie tie{unit, is_kin ? TieKind::SameProgram : TieKind::Unreadable};
        if (std::ranges::find(m_found, tie) == m_found.end())
            m_found.push_back(tie);
    }

    /// Whether the parent was a guest in the child's unit, has left it, and has started the child
    /// in between: a part of itself, or a shell, if the parent is a terminal, too.
    [[nodiscard]] bool is_left_by_guest(std::int32_t parent, std::int32_t child,
                                        const std::string &childs_unit)
    {
        const auto path = parse_cgroup_path(childs_unit);
        const auto stat = m_table.stat(child);
        const bool is_its_tab = path && !tab_of(*path) && stat && begins_a_tab(m_table, *stat);
        if (is_its_tab && is_scope_of_ours(*path))
            return true;
        return is_guest_in(childs_unit, parent)
            && (is_its_tab || run_the_same(m_table, parent, child) == true);
    }

    [[nodiscard]] bool is_part(std::int32_t parent, std::int32_t child)
    {
        if (m_parts >= most_parts || run_the_same(m_table, parent, child) != true)
            return false;
        ++m_parts;
        return true;
    }

    [[nodiscard]] std::vector<SeenTie> found() { return std::move(m_found); }

private:
    /// Looks at a whole unit, so it does that once for each program.
    bool is_guest_in(const std::string &unit, std::int32_t pid)
    {
        const auto [known, is_new] = m_guests.try_emplace({unit, m_table.program(pid)}, false);
        if (is_new)
            known->second = has_guests(m_table, m_place.root + unit, known->first.second);
        return known->second;
    }

    const ProcessTable &m_table;
    Place m_place;
    std::vector<SeenTie> m_found;
    std::size_t m_parts = 0;
    std::map<std::pair<std::string, std::string>, bool> m_guests; ///< by unit and program
};

} // namespace

SeenKin kin_seen_of(const std::string &directory, const std::string &unit_path,
                    const std::string &manager_path, const std::string &proc_root)
{
    const ProcessTable table{proc_root};
    Search search{
        table, {directory.substr(0, directory.size() - unit_path.size()), unit_path, manager_path}};
    std::vector<ChildElsewhere> children;
    const auto pids = processes_below(directory).value_or(std::set<std::int32_t>{});
    const auto path = parse_cgroup_path(unit_path);
    const auto tab_starter =
        path && is_tab_of_unknown(*path) ? starter_of_tab(table, pids, manager_path) : std::nullopt;
    for (const std::int32_t pid : pids) {
        const auto facts = table.stat(pid);
        if (facts && facts->parent > 1 && !pids.contains(facts->parent))
            search.compare(pid, facts->parent);
        for (const std::int32_t child : table.children(pid)) {
            if (pids.contains(child))
                continue;
            search.compare(pid, child);
            if (auto unit = application_unit_of(table, child, manager_path); !unit.empty()) {
                const bool by_guest = search.is_left_by_guest(pid, child, unit);
                const bool is_part = search.is_part(pid, child);
                children.push_back({child, std::move(unit), by_guest, is_part});
            }
        }
    }
    return {search.found(), std::move(children), tab_starter, pids.empty()};
}

} // namespace headroom
