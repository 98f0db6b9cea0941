// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/units/kin.h"

#include "model/cgroup_path.h"
#include "sys/off_the_loop.h"

#include <algorithm>
#include <utility>

namespace headroom {

namespace {

/// Between fork() and execve() a child runs its parent's program. A look may catch a launcher's
/// child in that moment, already in a unit of its own.
constexpr guint confirm_after_ms = 1000;

} // namespace

KinWatch::~KinWatch()
{
    g_cancellable_cancel(m_end.get());
}

void KinWatch::forget(UnitId unit)
{
    m_new.erase(unit);
    m_wanted.erase(unit);
    m_tied.erase(unit);
    m_seen_empty.erase(unit);
    m_to_confirm.erase(unit);
}

void KinWatch::look_at_new()
{
    look_at(std::exchange(m_new, {}));
}

void KinWatch::look_at(const std::set<UnitId> &units)
{
    m_wanted.insert(units.begin(), units.end());
    if (!m_under_way)
        begin();
}

/// One thread for all of them: each thread of GLib causes another wake-up when it ends.
void KinWatch::begin()
{
    std::vector<Look> looks;
    for (const UnitId unit : std::exchange(m_wanted, {})) {
        const CgroupDir *dir = m_dirs.find(unit);
        const auto path = dir ? parse_cgroup_path(dir->path()) : std::nullopt;
        const bool may_be_an_app = path && !path->unit.empty() && !path->slices.empty()
            && dir->path().starts_with(m_manager_path + "/");
        if (may_be_an_app && !hangs_at(unit))
            looks.push_back({unit, dir->path(), {}});
    }
    if (looks.empty())
        return;
    m_under_way = true;
    m_looked_at.clear();
    for (const Look &look : looks)
        m_looked_at.push_back(look.unit);
    m_progress = std::make_shared<std::atomic<std::size_t>>(0);
    check_later(0);
    off_the_loop<std::vector<Look>>(
        m_end.get(), "headroom-kin",
        [looks = std::move(looks), root = m_dirs.root_path(), manager_path = m_manager_path,
         proc_root = m_proc_root, progress = m_progress]() mutable {
            for (Look &look : looks) {
                ++*progress;
                look.kin = kin_seen_of(root + look.path, look.path, manager_path, proc_root);
            }
            return std::move(looks);
        },
        [this, batch = ++m_batch](const std::vector<Look> &seen) {
            // An older batch was given up, and later looks are newer.
            if (batch == m_batch)
                finished(seen);
            else
                returned(batch);
        });
}

bool KinWatch::hangs_at(UnitId unit) const
{
    return std::ranges::any_of(m_hanging, [&](const auto &each) { return each.second == unit; });
}

/// Short of memory, a large batch is slow. As long as it goes on, it is not given up.
void KinWatch::check_later(std::size_t begun_before)
{
    m_timeout = Timer::once_in_seconds(answered_within_s, [this, begun_before] {
        const std::size_t begun = *m_progress;
        if (begun == begun_before && begun > 0)
            give_up(begun - 1);
        else
            check_later(begun);
    });
}

/// Each unit that hangs keeps one thread, and its own processes alone can end that. So it is looked
/// at again only when the thread returns.
void KinWatch::give_up(std::size_t hangs)
{
    m_hanging.emplace(m_batch++, m_looked_at[hangs]);
    for (std::size_t i = 0; i < m_looked_at.size(); ++i) {
        if (i != hangs)
            m_wanted.insert(m_looked_at[i]);
    }
    done();
}

void KinWatch::returned(std::uint64_t batch)
{
    if (const auto hung = m_hanging.extract(batch); !hung.empty())
        look_at({hung.mapped()});
}

void KinWatch::finished(const std::vector<Look> &looks)
{
    for (const Look &look : looks) {
        report(look.unit, look.kin.ties);
        report_children(look.unit, look.kin.children);
        if (look.kin.tab_starter && on_tab_starter)
            on_tab_starter(look.unit, *look.kin.tab_starter);
        // A busy systemd may not have moved the process yet.
        if (look.kin.is_empty && m_dirs.is_known(look.unit)
            && m_seen_empty.insert(look.unit).second)
            confirm_soon(look.unit);
    }
    done();
}

void KinWatch::done()
{
    m_timeout.stop();
    m_under_way = false;
    if (!m_wanted.empty())
        begin();
}

void KinWatch::report(UnitId unit, const std::vector<SeenTie> &seen)
{
    std::vector<Tie> ties;
    for (const SeenTie &each : seen) {
        if (const auto other = m_dirs.open_unit(each.unit_path))
            ties.push_back({*other, each.kind});
    }
    if (ties.empty() && !m_tied.contains(unit))
        return;
    if (ties.empty())
        m_tied.erase(unit);
    else if (m_tied.insert(unit).second)
        confirm_soon(unit);
    m_emit(event::UnitTied{unit, std::move(ties)});
}

void KinWatch::report_children(UnitId parents, const std::vector<ChildElsewhere> &children)
{
    for (const ChildElsewhere &child : children) {
        if (const auto at = m_dirs.open_unit(child.unit_path); at && on_child_elsewhere)
            on_child_elsewhere(parents, child, *at);
    }
}

void KinWatch::confirm_soon(UnitId unit)
{
    m_to_confirm.insert(unit);
    if (m_confirm)
        return;
    m_confirm = Timer::once(confirm_after_ms, [this] { look_at(std::exchange(m_to_confirm, {})); });
}

} // namespace headroom
