// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "random_events.h"
#include "told_facts.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

// What is true in the world of random_events.h, derived only from what was reported. It shares no
// code with the model or the policy, and knows less. Where a report can be read in two ways, it has
// no opinion. What it does state must hold.
namespace headroom::seen {

class ToldWorld {
public:
    void happens(const Event &event, TimePoint now)
    {
        note_front(now);
        std::visit([&](const auto &e) { m_told.take(e, now); }, event);
        if (const auto *moved = std::get_if<event::FocusMoved>(&event);
            moved && moved->window == m_told.front_window)
            m_out_of_sight.reset();
        note_front(now);
    }

    /// One app may be in it, and nothing in it is known to be needed by the session.
    [[nodiscard]] bool may_be_touched(UnitId unit) const
    {
        return is_app(unit) && !is_part_of_session(unit);
    }

    [[nodiscard]] bool listens(ProcessId process) const
    {
        return m_told.listeners.contains(process);
    }

    [[nodiscard]] bool is_part_of_session(UnitId unit) const
    {
        const auto desk = [](const auto &entry) {
            return entry.second.window.kind == WindowKind::Desk;
        };
        const auto is_here = [&](ProcessId process) { return is_in(process, {unit}); };
        const auto leads_session = [&](const auto &entry) {
            const std::string &program = entry.second.lineage.back().program;
            return entry.second.unit == unit
                && (program == "kwalletd6" || program == "dbus-daemon");
        };
        return (m_told.compositor && is_here(*m_told.compositor))
            || std::ranges::any_of(m_told.desktop, is_here)
            || std::ranges::any_of(m_told.windows,
                                   [&](const auto &each) {
                                       return desk(each) && each.second.window.process
                                           && is_here(*each.second.window.process);
                                   })
            || std::ranges::any_of(m_told.processes, leads_session);
    }

    /// All units that are one app with this one, as far as ties show.
    [[nodiscard]] std::set<UnitId> whole(UnitId unit) const
    {
        std::set<UnitId> all{unit};
        for (std::size_t before = 0; before != all.size();) {
            before = all.size();
            for (const auto &[from, ties] : m_told.ties) {
                for (const Tie &tie : ties) {
                    const bool counts = tie.kind == TieKind::SameProgram && may_have_kin(from)
                        && may_have_kin(tie.other);
                    if (counts && (all.contains(from) || all.contains(tie.other)))
                        all.insert({from, tie.other});
                }
            }
        }
        return all;
    }

    [[nodiscard]] bool has_ties(UnitId unit) const
    {
        return std::ranges::any_of(m_told.ties, [&](const auto &entry) {
            return (entry.first == unit && !entry.second.empty())
                || std::ranges::any_of(entry.second,
                                       [&](const Tie &tie) { return tie.other == unit; });
        });
    }
    [[nodiscard]] const std::map<UnitId, std::vector<Tie>> &ties() const { return m_told.ties; }
    [[nodiscard]] bool may_have_kin(UnitId unit) const { return is_app(unit) && !is_tab(unit); }
    [[nodiscard]] bool is_tab(UnitId unit) const { return kind_of(unit) == Kind::Tab; }
    [[nodiscard]] bool is_stray_source(UnitId unit) const { return kind_of(unit) == Kind::Shared; }

    /// The last component of its path.
    [[nodiscard]] static std::string name_of(UnitId unit)
    {
        const std::string &path = paths.at(unit.inode - 1);
        return path.substr(path.rfind('/') + 1);
    }
    [[nodiscard]] static bool is_service(UnitId unit)
    {
        return name_of(unit).ends_with(".service");
    }
    /// The units that a weight on it applies to: for a slice, all that is in it.
    [[nodiscard]] std::vector<UnitId> members(UnitId unit) const
    {
        if (!name_of(unit).ends_with(".slice"))
            return {unit};
        std::vector<UnitId> inside;
        for (const UnitId each : m_told.there) {
            const std::string &path = paths.at(each.inode - 1);
            if (path.starts_with(paths.at(unit.inode - 1) + "/")
                && path.find('/', paths.at(unit.inode - 1).size() + 1) == std::string::npos)
                inside.push_back(each);
        }
        return inside;
    }
    [[nodiscard]] bool has_normal_window(const WindowId &id) const
    {
        const auto window = m_told.windows.find(id);
        return window != m_told.windows.end() && window->second.window.kind == WindowKind::Normal;
    }

    /// The unit of the window in front, or the unit that was reported to be in front.
    [[nodiscard]] std::optional<UnitId> front() const
    {
        if (m_told.front_unit)
            return m_told.front_unit;
        const auto window =
            m_told.front_window ? m_told.windows.find(*m_told.front_window) : m_told.windows.end();
        return window == m_told.windows.end() ? std::nullopt : unit_of(window->second);
    }
    /// What the user may have left is not, if that was before `since`.
    [[nodiscard]] bool is_in_front(UnitId unit, TimePoint since) const
    {
        const auto now = front();
        return now && whole(unit).contains(*now) && was_in_front_since(*now, since);
    }
    /// At some time since the app in front was activated, nothing of it was visible or focused.
    [[nodiscard]] bool front_may_be_left() const
    {
        return m_out_of_sight && m_out_of_sight == m_told.front_window;
    }
    [[nodiscard]] bool was_in_front_since(UnitId unit, TimePoint since) const
    {
        const auto last = m_last_in_front.find(unit);
        return last != m_last_in_front.end() && last->second > since;
    }
    /// From then on, a unit was known to be in front without a gap.
    [[nodiscard]] bool front_was_known_since(TimePoint since) const
    {
        return m_told.front_known && *m_told.front_known <= since;
    }
    [[nodiscard]] bool has_source() const { return !m_told.source.empty(); }
    [[nodiscard]] bool visibility_is_told() const
    {
        return !m_told.source.empty() && m_told.reports_visibility;
    }

    /// Whether it is an ordinary window of the app.
    [[nodiscard]] bool is_window_of(UnitId unit, const WindowId &id) const
    {
        if (!has_normal_window(id))
            return false;
        const auto its = unit_of(m_told.windows.at(id));
        return its && whole(unit).contains(*its);
    }

    /// Whether a screen reader runs, and would ask one of its windows.
    [[nodiscard]] bool is_read_aloud(UnitId unit) const
    {
        return m_told.screen_reader && std::ranges::any_of(m_told.windows, [&](const auto &entry) {
                   return is_window_of(unit, entry.first);
               });
    }

    [[nodiscard]] bool can_be_seen(UnitId unit) const
    {
        return has_window(unit, [](const Window &window) { return !window.hidden; });
    }

    [[nodiscard]] bool is_heard(UnitId unit, const AppId &app) const
    {
        return std::ranges::any_of(m_told.streams, [&](const auto &entry) {
            const Stream &stream = entry.second;
            return stream.running
                && (stream.process ? is_in(*stream.process, whole(unit)) : stream.app_hint == app);
        });
    }
    [[nodiscard]] bool was_heard_since(UnitId unit, TimePoint since) const
    {
        const auto last = m_told.last_heard.find(unit);
        return last != m_told.last_heard.end() && last->second > since;
    }

    [[nodiscard]] bool is_held(const AppId &app) const
    {
        return m_told.holds.contains(app) && !m_told.holds.at(app).empty();
    }
    [[nodiscard]] bool may_be_stopped_by_its_kind(const AppId &app) const
    {
        const auto kind = m_told.described.find(app);
        return kind != m_told.described.end() && kind->second;
    }

    /// By a duty of its own, or by an inspection of its unit in the last ten seconds.
    [[nodiscard]] bool is_on_duty(UnitId unit, const AppId &app, TimePoint now) const
    {
        const auto look = m_told.looks.find(unit);
        const bool found = look != m_told.looks.end() && now < look->second.at + 10s
            && (!look->second.readable || !look->second.duties.empty());
        return found || std::ranges::any_of(m_told.duties, [&](const auto &entry) {
                   const Duty &duty = entry.second;
                   if (duty.kind == DutyKind::MediaPaused)
                       return false; // for a while only
                   return duty.process ? is_in(*duty.process, whole(unit)) : duty.app_name == app;
               });
    }
    /// Once seen to be a terminal, it stays one.
    [[nodiscard]] bool is_a_terminal(UnitId unit) const
    {
        const auto look = m_told.looks.find(unit);
        return look != m_told.looks.end()
            && std::ranges::find(look->second.duties, DutyKind::Terminal)
            != look->second.duties.end();
    }

    [[nodiscard]] bool is_ending() const { return m_told.is_ending; }
    [[nodiscard]] bool parts() const { return !m_told.partings.empty(); }
    [[nodiscard]] bool can(Capability what) const { return m_told.capabilities.contains(what); }
    [[nodiscard]] bool runs_on_mains() const { return m_told.on_battery == std::optional{false}; }
    [[nodiscard]] bool is_desktop(ProcessId process) const
    {
        return m_told.desktop.contains(process) || m_told.compositor == process;
    }
    [[nodiscard]] std::optional<std::int32_t> main_pid(UnitId unit) const
    {
        const auto told = m_told.main_pids.find(unit);
        return told == m_told.main_pids.end() ? std::nullopt : std::optional{told->second};
    }
    /// Whether systemd is known to start no program in it.
    [[nodiscard]] bool is_left_alone_by_systemd(UnitId unit) const
    {
        const auto told = m_told.start_programs.find(unit);
        return !is_service(unit) || (told != m_told.start_programs.end() && !told->second);
    }
    [[nodiscard]] bool wants_to_close(const AppId &app) const
    {
        return m_told.to_close.contains(app);
    }
    [[nodiscard]] bool wants_to_know_need_of(const AppId &app) const
    {
        return m_told.needs_asked.contains(app);
    }
    [[nodiscard]] const std::optional<PressureSample> &last_sample() const { return m_told.sample; }
    [[nodiscard]] const event::WorkingSetsSeen *last_look_at_memory() const
    {
        return m_told.memory_seen ? &*m_told.memory_seen : nullptr;
    }
    [[nodiscard]] const UnitMemory *memory_of(UnitId unit) const
    {
        const auto seen = m_told.memory.find(unit);
        return seen == m_told.memory.end() ? nullptr : &seen->second;
    }

private:
    enum class Kind { None, Apart, Shared, App, Tab };
    /// What each of `paths` is, set by hand.
    [[nodiscard]] Kind kind_of(UnitId unit) const
    {
        static const std::map<std::string, Kind> kinds{
            {"app.slice", Kind::Apart},
            {"app.slice/app-t.slice", Kind::Apart},
            {"app.slice/headroomd.service", Kind::Apart},
            {"app.slice/xdg-desktop-portal.service", Kind::Apart},
            {"session.slice/pipewire.service", Kind::Apart},
            {"session.slice/dbus.service", Kind::Shared},
            {"app.slice/app-t.slice/vte-spawn-1.scope", Kind::Tab},
            {"app.slice/app-t-4.scope/tab(5).scope", Kind::Tab},
            {"app.slice/app-t-4.scope/tab(6).scope", Kind::Tab}};
        if (!m_told.there.contains(unit))
            return Kind::None;
        const auto kind = kinds.find(paths.at(unit.inode - 1));
        return kind == kinds.end() ? Kind::App : kind->second;
    }
    [[nodiscard]] bool is_app(UnitId unit) const
    {
        return kind_of(unit) == Kind::App || kind_of(unit) == Kind::Tab;
    }

    [[nodiscard]] bool is_in(ProcessId process, const std::set<UnitId> &units) const
    {
        const auto known = m_told.processes.find(process);
        return known != m_told.processes.end() && units.contains(known->second.unit);
    }
    [[nodiscard]] std::optional<UnitId> unit_of(const ToldFacts::KnownWindow &known) const
    {
        if (known.is_doubtful || known.window.kind != WindowKind::Normal || !known.window.process)
            return std::nullopt;
        const auto process = m_told.processes.find(*known.window.process);
        return process == m_told.processes.end() ? std::nullopt
                                                 : std::optional{process->second.unit};
    }
    template<typename Condition> [[nodiscard]] bool has_window(UnitId unit, Condition is_it) const
    {
        return std::ranges::any_of(m_told.windows, [&](const auto &entry) {
            const auto its = unit_of(entry.second);
            return its && whole(unit).contains(*its) && !entry.second.asks_for_password
                && is_it(entry.second.window);
        });
    }
    void note_front(TimePoint now)
    {
        const auto unit = front();
        const auto is_used = [&](const Window &window) {
            return !window.hidden || window.id == m_told.focus;
        };
        if (unit && visibility_is_told() && !has_window(*unit, is_used))
            m_out_of_sight = m_told.front_window;
        if (unit && !front_may_be_left())
            m_last_in_front[*unit] = now;
    }

    ToldFacts m_told;
    std::map<UnitId, TimePoint> m_last_in_front;
    std::optional<WindowId> m_out_of_sight; ///< see front_may_be_left()
};

} // namespace headroom::seen
