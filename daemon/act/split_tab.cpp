// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/split_tab.h"

#include "model/unit_name.h"
#include "sys/log.h"
#include "sys/off_the_loop.h"

#include <cerrno>
#include <set>
#include <sstream>

namespace headroom {

namespace {

/// Without a limit, a tree that forks faster than it is moved back would keep us busy for ever.
constexpr int most_passes = 50;

bool is_split_tab(const std::string &unit)
{
    const auto name = parse_unit_name(unit);
    return name && name->origin == UnitOrigin::SplitTab;
}

/// Tries each process once. False: there was none left to try.
Result<bool> pass(const CgroupDir &terminal, const CgroupDir &scope, std::set<int> &tried,
                  std::size_t &moved)
{
    const auto left = scope.read(cgroup_file::procs);
    if (!left)
        return means_gone(left.error()) // its last process has ended
            ? Result<bool>{false}
            : std::unexpected(left.error());
    std::istringstream pids{*left};
    bool found_more = false;
    for (int pid = 0; pids >> pid;) {
        if (!tried.insert(pid).second)
            continue;
        found_more = true;
        const auto written = terminal.write(cgroup_file::procs, std::to_string(pid));
        if (!written && written.error().code != ESRCH && written.error().code != EACCES)
            return std::unexpected(written.error());
        moved += written ? 1 : 0;
    }
    return found_more;
}

void add_name(std::string &ledger, const std::string &scope)
{
    ledger += (ledger.empty() ? "" : " ") + scope;
}

/// Empty if there is none. One that can't be read must not be replaced.
Result<std::string> ledger_of(const CgroupDir &terminal)
{
    auto names = terminal.mark(mark::split);
    return !names && names.error().code == ENODATA ? std::string{} : std::move(names);
}

void keep_ledger(const CgroupDir &terminal, const std::string &ledger)
{
    const auto kept =
        ledger.empty() ? terminal.remove_mark(mark::split) : terminal.set_mark(mark::split, ledger);
    if (!kept)
        log::warning(kept.error().sentence);
}

} // namespace

Result<void> note_split(const CgroupDir &terminal, const std::string &scope)
{
    auto names = ledger_of(terminal);
    if (!names)
        return std::unexpected(names.error());
    add_name(*names, scope);
    return terminal.set_mark(mark::split, *names);
}

void forget_split(const CgroupDir &terminal, const std::string &scope)
{
    const auto ledger = ledger_of(terminal);
    if (!ledger) {
        log::warning(ledger.error().sentence);
        return;
    }
    std::istringstream names{*ledger};
    std::string left;
    for (std::string name; names >> name;) {
        if (name != scope)
            add_name(left, name);
    }
    if (left != *ledger)
        keep_ledger(terminal, left);
}

Result<std::size_t> rejoin(const CgroupDir &terminal, const CgroupDir &scope)
{
    std::size_t moved = 0;
    std::set<int> tried;
    for (int i = 0; i < most_passes; ++i) {
        const auto more = pass(terminal, scope, tried, moved);
        if (!more)
            return std::unexpected(more.error());
        if (!*more)
            break;
    }
    return moved;
}

std::size_t rejoin_all(const CgroupDirs &dirs, const std::string &manager_path,
                       const CgroupDir &terminal, EmptyScopes empty)
{
    const auto names = terminal.mark(mark::split);
    if (!names)
        return 0;
    std::size_t moved = 0;
    std::string left;
    std::istringstream scopes{*names};
    for (std::string name; scopes >> name;) {
        if (!is_split_tab(name))
            continue; // any program of this user can write such a mark
        const auto scope = CgroupDir::open(dirs.root(), manager_path + "/app.slice/" + name);
        const auto back = scope ? rejoin(terminal, *scope)
                                : Result<std::size_t>{0}; // a scope that is gone is empty
        if (!back)
            log::warning(back.error().sentence);
        moved += back.value_or(0);
        if (back.value_or(0) == 0 && empty == EmptyScopes::MayFill)
            add_name(left, name);
    }
    keep_ledger(terminal, left);
    return moved;
}

TabRejoiner::~TabRejoiner()
{
    g_cancellable_cancel(m_end.get());
}

void TabRejoiner::was_split(UnitId scope, std::string name, CgroupDir terminal)
{
    m_splits[scope] = {.terminal = std::make_shared<const CgroupDir>(std::move(terminal)),
                       .name = std::move(name)};
}

void TabRejoiner::forget(UnitId scope)
{
    if (const auto split = m_splits.extract(scope))
        forget_split(*split.mapped().terminal, split.mapped().name);
}

void TabRejoiner::rejoin(UnitId scope)
{
    const auto found = m_splits.find(scope);
    const CgroupDir *known = m_dirs.find(scope);
    if (found == m_splits.end() || !known) {
        m_report(event::ActRefused{scope, {}, Act::Rejoin, "its former unit is not known"});
        return;
    }
    auto opened = CgroupDir::open(m_dirs.root(), known->path());
    if (!opened) {
        m_report(event::ActRefused{scope, {}, Act::Rejoin, opened.error().sentence});
        return;
    }
    const auto dir = std::make_shared<const CgroupDir>(std::move(*opened));
    off_the_loop<Result<std::size_t>>(
        m_end.get(), "headroom-rejoin",
        [terminal = found->second.terminal, dir] { return headroom::rejoin(*terminal, *dir); },
        [this, scope, split = found->second](const Result<std::size_t> &moved) {
            if (moved)
                forget_split(*split.terminal, split.name);
            else
                m_report(event::ActRefused{scope, {}, Act::Rejoin, moved.error().sentence});
        });
}

} // namespace headroom
