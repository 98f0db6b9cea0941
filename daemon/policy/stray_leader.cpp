// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/stray_leader.h"

#include "model/desktop_entry.h"
#include "model/desktop_parts.h"
#include "model/placement.h"

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <string_view>

// Implementation notes. A panel starts a browser as a script does: both are the parent. Age tells
// them apart. A script starts its program immediately; a panel was there long before. In the minute
// after a login every process is young. Then only the process itself is adopted, and only if it is
// known as an app. Most of what runs by then are parts of the desktop, and some of them show a
// window.

namespace headroom {

namespace {

using namespace std::string_view_literals;

/// USER_HZ, the unit of process start times: 100 on every architecture but alpha.
constexpr std::uint64_t ticks_a_second = 100;
constexpr std::uint64_t wraps_within = 5 * ticks_a_second;
constexpr std::uint64_t login_takes = 60 * ticks_a_second;

/// A parent that runs one of these, too, may run another program in it.
constexpr std::array interpreters{"sh"sv,   "dash"sv, "bash"sv,     "zsh"sv,  "perl"sv,
                                  "ruby"sv, "node"sv, "electron"sv, "java"sv, "gjs-console"sv};

bool is_interpreter(std::string_view program)
{
    return program.starts_with("python")
        || std::ranges::find(interpreters, program) != interpreters.end();
}

/// What a walk up a lineage looks at.
struct Ground {
    const Session &session;
    const Process &process;
    const Unit &source;
    const AppId &app;
    std::set<ProcessId> desktop;
    std::set<ProcessId> chain;
    std::string main_program; ///< of the source's main process; empty: unknown
    bool terminals_tell = true;
};

bool is_main(const Ground &ground, const Ancestor &ancestor)
{
    return ground.source.main_pid && ancestor.id.pid == *ground.source.main_pid;
}

Ground ground_of(const Session &session, const Process &process, const Unit &source,
                 const AppId &app)
{
    Ground ground{.session = session,
                  .process = process,
                  .source = source,
                  .app = app,
                  .desktop = desktop_processes(session),
                  .chain = {},
                  .main_program = {}};
    ground.chain = session_chain(session, ground.desktop);
    const auto main = std::ranges::find_if(
        process.lineage, [&](const Ancestor &each) { return is_main(ground, each); });
    if (main != process.lineage.end())
        ground.main_program = main->program;
    // If the login process has a tty, all its descendants share it, so it shows no terminal.
    const Ancestor &top = process.lineage.back();
    ground.terminals_tell = !(top.program.empty() && top.has_tty);
    return ground;
}

/// Not for interpreters: a launcher that is a script runs the same program as other scripts.
bool runs_what_main_runs(const Ground &ground, const Ancestor &ancestor)
{
    return ancestor.program == ground.main_program && !is_interpreter(ancestor.program);
}

bool belongs_to_source(const Ground &ground, const Ancestor &ancestor)
{
    return is_main(ground, ancestor) || ancestor.program.empty()
        || runs_what_main_runs(ground, ancestor) || (ancestor.has_tty && ground.terminals_tell)
        || is_exempt_program(ancestor.program) || ground.desktop.contains(ancestor.id)
        || ground.chain.contains(ancestor.id);
}

/// When the desktop began: with the process that has logged the user in, with the unit's main
/// process, or else with the compositor. nullopt: unknown.
std::optional<std::uint64_t> began(const Ground &ground)
{
    const Ancestor &top = ground.process.lineage.back();
    if (top.program.empty() || is_main(ground, top))
        return top.id.start_ticks;
    return ground.session.compositor ? std::optional{ground.session.compositor->start_ticks}
                                     : std::nullopt;
}

/// Whether the desktop itself runs in this unit, and the process may be a part of it. That is so
/// unless it is known to have been started after the login.
bool may_be_from_login(const Ground &ground, const Ancestor &ancestor)
{
    const bool is_the_desktops =
        ground.source.main_pid == 0 || is_part_of_session(ground.session, ground.process.unit);
    if (ground.source.placement == Placement::OwnUnit || !is_the_desktops)
        return false;
    const auto begin = began(ground);
    return !begin || ancestor.id.start_ticks < *begin + login_takes;
}

bool has_ancestor(const Process &process, ProcessId id)
{
    return std::ranges::any_of(process.lineage,
                               [&](const Ancestor &each) { return each.id == id; });
}

/// Whether another app is below `parent`, outside of `child`, or is `parent` itself. Then `parent`
/// starts apps.
bool has_another_app(const Ground &ground, ProcessId parent, ProcessId child)
{
    const auto is_another = [&](ProcessId id, const AppId &hint) {
        const auto found = ground.session.processes.find(id);
        return found != ground.session.processes.end() && has_ancestor(found->second, parent)
            && !has_ancestor(found->second, child)
            && ground.session.identify(found->second, hint) != ground.app;
    };
    return std::ranges::any_of(ground.session.windows,
                               [&](const auto &entry) {
                                   const Window &window = entry.second;
                                   return window.kind == WindowKind::Normal && window.process
                                       && is_another(*window.process, window.app_hint);
                               })
        || (ground.session.shows_windows_since.contains(parent) && is_another(parent, {}))
        || std::ranges::any_of(ground.session.launches, [&](const auto &launch) {
               return is_another(launch.first, launch.second.app);
           });
}

/// Whether a process only exists to start its child: a script, a sandbox, an instance of the same
/// program.
bool wraps(const Ground &ground, const Ancestor &parent, const Ancestor &child)
{
    if (parent.program == child.program && !is_interpreter(parent.program))
        return true;
    return child.id.start_ticks <= parent.id.start_ticks + wraps_within
        && !may_be_from_login(ground, child) && !has_another_app(ground, parent.id, child.id);
}

bool shows_panel(const Session &session, ProcessId process)
{
    return std::ranges::any_of(session.windows, [&](const auto &entry) {
        return entry.second.kind == WindowKind::Desk && entry.second.process == process;
    });
}

bool is_known_as_app(const Ground &ground)
{
    const bool launched = std::ranges::any_of(ground.process.lineage, [&](const Ancestor &each) {
        return ground.session.launches.contains(each.id);
    });
    return launched || !ground.process.app_hint.empty()
        || shows_windows(ground.session, ground.app);
}

/// Whether the unit's own script has started it. Then nothing between the two shows a window or has
/// a terminal, as what runs in a tab would.
bool was_started_by_its_unit(const Ground &ground, std::span<const Ancestor> above)
{
    const auto is_a_terminals = [&](const Ancestor &each) {
        return (each.has_tty && ground.terminals_tell)
            || std::ranges::any_of(ground.session.windows, [&](const auto &entry) {
                   return entry.second.process == each.id;
               });
    };
    return !above.empty() && std::ranges::none_of(above, is_a_terminals);
}

/// An older process with a window, not below the leader, is in the unit or in another one of the
/// same app. Then the unit belongs to that process. Konsole moves itself to a scope, and its shells
/// stay where the launcher put them. What is in a terminal's tab is the terminal's guest, too.
bool has_older_host(const Ground &ground, ProcessId leader)
{
    return std::ranges::any_of(ground.session.windows, [&](const auto &entry) {
        if (!entry.second.process || entry.second.kind != WindowKind::Normal
            || entry.second.process->start_ticks >= leader.start_ticks)
            return false;
        const auto other = ground.session.processes.find(*entry.second.process);
        if (other == ground.session.processes.end() || has_ancestor(other->second, leader))
            return false;
        const AppId hosts = ground.session.app_of(other->first);
        return other->second.unit == ground.process.unit
            || (!hosts.empty() && (hosts == ground.source.app || hosts == ground.source.terminal));
    });
}

bool is_a_guest(const Ground &ground, ProcessId leader, std::span<const Ancestor> above)
{
    return !was_started_by_its_unit(ground, above) && has_older_host(ground, leader);
}

} // namespace

std::optional<ProcessId> stray_leader(const Session &session, const Process &process,
                                      const Unit &source, const AppId &app)
{
    const Ground ground = ground_of(session, process, source, app);
    const auto &lineage = process.lineage;
    std::size_t taken = 0; // how many of the lineage, from the process upwards
    while (taken < lineage.size() && !belongs_to_source(ground, lineage[taken])
           && (taken == 0 || wraps(ground, lineage[taken], lineage[taken - 1])))
        ++taken;
    if (taken == 0)
        return std::nullopt;
    const Ancestor &leader = lineage[taken - 1];
    const Ancestor *above = taken < lineage.size() ? &lineage[taken] : nullptr;
    // A session manager starts the parts of the session, and the apps that were open when the user
    // left. A panel starts what the user clicks.
    if (above && ground.chain.contains(above->id) && !shows_panel(session, above->id)
        && may_be_from_login(ground, leader) && !is_known_as_app(ground))
        return std::nullopt;
    // An app whose name differs from its unit's is no stray there. Nor is one that a script in its
    // unit has started.
    if ((!above || !is_launcher(source.app)) && source.placement == Placement::OwnUnit
        && process.app_hint.empty() && !session.launches.contains(process.id)
        && !is_a_guest(ground, leader.id, std::span{lineage}.subspan(taken)))
        return std::nullopt;
    return leader.id;
}

} // namespace headroom
