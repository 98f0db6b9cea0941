// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "random_outputs.h"

#include <array>
#include <cstdint>
#include <format>
#include <random>

// Random events of a small world, where everything soon meets everything else: a few units of each
// kind, processes, windows and names.
namespace headroom::seen {

using namespace std::string_literals;

inline const std::array paths{std::string{"app.slice"},
                              std::string{"app.slice/app-a-1.scope"},
                              std::string{"app.slice/app-a-2.scope"},
                              std::string{"app.slice/app-b-1.scope"},
                              std::string{"app.slice/nameless.service"},
                              std::string{"app.slice/app-t.slice"},
                              std::string{"app.slice/app-t.slice/vte-spawn-1.scope"},
                              std::string{"app.slice/app-t.slice/app-a-3.scope"},
                              std::string{"app.slice/app-t-4.scope"},
                              std::string{"app.slice/app-t-4.scope/tab(5).scope"},
                              std::string{"app.slice/app-t-4.scope/tab(6).scope"},
                              std::string{"app.slice/headroomd.service"},
                              std::string{"app.slice/xdg-desktop-portal.service"},
                              std::string{"session.slice/dbus.service"},
                              std::string{"session.slice/pipewire.service"},
                              std::string{"app.slice/app-headroom-b-9.scope"}};
inline const std::array apps{"a", "b", "t", "t:5", "vte:1", "program", "headroomd", "nobody"};

class RandomEvents {
public:
    explicit RandomEvents(std::uint64_t seed) : m_random(seed) {}

    std::size_t below(std::size_t n) { return m_random() % n; }
    bool one_in(std::size_t n) { return below(n) == 0; }

    Event next(const Session &session)
    {
        // now and then another event comes in between
        if (auto more = one_in(8) ? std::nullopt : m_outputs.next())
            return {std::move(*more)};
        switch (below(19)) {
        case 16: return working_sets();
        case 17: return event::PowerSeen{one_in(6) ? std::nullopt : std::optional{one_in(6)}};
        case 12:
        case 13:
        case 14: return event::PressureSampled{sample()};
        case 15: return wish();
        case 0:
        case 1:
        case 2: return unit_event();
        case 3:
        case 4:
        case 5: return process_event();
        case 6:
        case 7:
        case 8: return window_event();
        case 9:
            return event::FreezeAsked{app(), std::array<Duration, 4>{0s, 1s, 3s, 1h}[below(4)],
                                      one_in(2)};
        case 10:
            if (one_in(2))
                return event::CapabilityFound{static_cast<Capability>(below(capability_count)),
                                              !one_in(4), ""s, ""s};
            return event::ThawAsked{one_in(3) ? std::nullopt : std::optional{app()}};
        default: return outcome(session);
        }
    }

private:
    std::minstd_rand m_random; // small, and the same on all platforms
    RandomOutputs m_outputs;
    GroupStalls m_stalls;
    std::map<UnitId, UnitUse> m_uses;
    std::map<UnitId, UnitMemory> m_memories;
    std::optional<std::uint64_t> m_swapped_out;

    /// Totals mostly grow. Now and then one is missing, or starts again at zero.
    template<typename Value> void grow(std::optional<Value> &value, std::size_t by)
    {
        value = one_in(24)
            ? std::nullopt
            : std::optional{one_in(24) ? Value{} : value.value_or(Value{}) + Value{below(by)}};
    }

    StallTotals &grow(StallTotals &stalls)
    {
        grow(stalls.some, 200'000);
        grow(stalls.full, 200'000);
        return stalls;
    }

    PressureSample sample()
    {
        PressureSample sample;
        grow(m_stalls.cpu);
        grow(m_stalls.io);
        grow(m_stalls.memory);
        for (auto *group : {&sample.system, &sample.compositor, &sample.focused}) {
            if (!one_in(6))
                *group = m_stalls;
        }
        sample.focused_unit = unit();
        if (!one_in(6))
            sample.memory = MemoryLevel{1000 * mib, below(600) * mib, below(300) * mib,
                                        one_in(2) ? 0 : 512 * mib, below(512) * mib};
        for (std::size_t i = 0; i < paths.size(); ++i) {
            UnitUse &use = m_uses[{i + 1}];
            use.unit = {i + 1};
            grow(use.held, one_in(4) ? 90 * mib : mib);
            grow(use.refaults, 5000);
            grow(use.io, 90 * mib);
            grow(use.cpu, 200'000);
            use.marked_exempt = one_in(16);
            sample.units.push_back(use);
            if (use.held)
                sample.needs.push_back({use.unit, *use.held});
        }
        return sample;
    }

    Event working_sets()
    {
        event::WorkingSetsSeen seen;
        for (std::size_t i = 0; i < paths.size(); ++i) {
            if (one_in(4))
                continue;
            UnitMemory &memory = m_memories[{i + 1}];
            memory.unit = {i + 1};
            memory.current = one_in(24) ? std::nullopt : std::optional{below(900) * mib};
            grow(memory.memory_stalled, one_in(2) ? 2 : 200'000);
            grow(memory.io_stalled, 2);
            memory.marked_exempt = one_in(16);
            grow(memory.returned, one_in(2) ? mib : 1);
            seen.units.push_back(memory);
        }
        if (!one_in(8))
            seen.memory = MemoryLevel{1000 * mib, 500 * mib, 100 * mib, one_in(8) ? 0 : 512 * mib,
                                      below(512) * mib};
        grow(m_swapped_out, 4 * mib);
        seen.swapped_out = m_swapped_out;
        seen.swap_on_disk = one_in(8) ? std::nullopt : std::optional{one_in(2)};
        return seen;
    }

    Event wish()
    {
        switch (below(18)) {
        case 16:
            return event::JobSeen{
                unit(), "make",
                one_in(4) ? std::nullopt : std::optional{Duration{below(40'000'000)}}, one_in(8)};
        case 17: return event::TabUsed{unit()};
        case 12: return event::Copied{one_in(2) ? std::optional{process()} : std::nullopt};
        case 15:
            if (one_in(2))
                return event::ScreenReaderSeen{!one_in(4)};
            return event::PopupChosen{one_in(2)};
        case 18: return event::DisabledFor{std::array<Duration, 3>{0s, 1s, 1min}[below(3)]};
        case 14: return event::WindowAwaited{window()};
        case 13: return event::NothingCopied{};
        case 10: return event::PartingBegins{static_cast<Parting>(below(3))};
        case 11: return event::PartingOver{static_cast<Parting>(below(3))};
        case 7:
            return event::DutySeen{{std::format("d{}", below(4)), static_cast<DutyKind>(below(18)),
                                    one_in(2) ? std::optional{process()} : std::nullopt, app(),
                                    ""}};
        case 8: return event::DutyGone{std::format("d{}", below(4))};
        case 9:
            return event::UnitInspected{
                unit(),
                one_in(2) ? std::vector<DutyKind>{}
                          : std::vector{one_in(2) ? DutyKind::Camera : DutyKind::Terminal},
                !one_in(4)};
        case 5: return event::StreamGone{below(4)};
        case 6: return stream_seen();
        case 0: return event::HoldTaken{app(), "somebody", "because"};
        case 1: return event::HoldReleased{app(), "somebody"};
        case 2:
            switch (below(4)) {
            case 0: return event::EndAsked{app()};
            case 1: return event::QuitLookedFor{app(), one_in(2)};
            default: return event::CloseAsked{app()};
            }
        case 4: return event::NeedAsked{app(), one_in(4)};
        case 3: return event::StallSeen{unit(), Resource::Memory, 20ms};
        default: return event::CompositorSeen{process()};
        }
    }

    AppId app() { return apps[below(apps.size())]; }
    UnitId unit() { return {1 + below(paths.size() + 1)}; }
    ProcessId process() { return {static_cast<std::int32_t>(2 + below(8)), 1}; }
    WindowId window() { return std::format("w{}", below(6)); }

    template<typename Map> UnitId unit_in(const Map &map)
    {
        return map.empty()
            ? unit()
            : std::next(map.begin(), static_cast<std::ptrdiff_t>(below(map.size())))->first;
    }

    Event tied()
    {
        event::UnitTied tied{unit(), {}};
        for (std::size_t count = below(3); count > 0; --count)
            tied.ties.push_back({unit(), one_in(4) ? TieKind::Unreadable : TieKind::SameProgram});
        return tied;
    }

    Event left_behind() { return event::LeftBehind{process(), unit()}; }

    Event process_seen()
    {
        if (one_in(4))
            return one_in(2) ? Event{event::HintAwaited{process()}}
                             : Event{event::HintRead{process(), one_in(2) ? app() : ""}};
        const ProcessId id = process();
        Process seen{.id = id,
                     .unit = unit(),
                     .lineage = {{id, one_in(6) ? "kwalletd6" : "program", one_in(6)}},
                     .app_hint = one_in(3) ? app() : ""};
        for (std::size_t depth = below(3); depth > 0; --depth)
            seen.lineage.push_back({process(), one_in(3) ? "dbus-daemon" : "sh", one_in(6)});
        return event::ProcessSeen{std::move(seen)};
    }

    Event window_seen()
    {
        Window seen{.id = window(), .process = process(), .app_hint = one_in(2) ? app() : ""};
        if (one_in(8))
            seen.process.reset();
        seen.kind =
            one_in(5) ? (one_in(8) ? WindowKind::Desk : WindowKind::Shell) : WindowKind::Normal;
        seen.fullscreen = one_in(6);
        return m_outputs.put(std::move(seen), below(2), below(3), one_in(4));
    }

    /// Returns the first window that changes; next() returns the others.
    Event desktop_changed()
    {
        m_outputs.turn_to(below(2), below(3));
        auto first = m_outputs.next();
        return first ? Event{std::move(*first)} : Event{event::FocusMoved{std::nullopt}};
    }

    Event window_gone()
    {
        WindowId gone = window();
        m_outputs.take_away(gone);
        return event::WindowGone{std::move(gone)};
    }

    Event stream_seen()
    {
        Stream seen{.id = below(4),
                    .process = process(),
                    .app_hint = one_in(2) ? app() : "",
                    .kind = static_cast<StreamKind>(below(4)),
                    .running = one_in(2)};
        if (one_in(4))
            seen.process.reset();
        return event::StreamSeen{std::move(seen)};
    }

    /// Results of acts. More likely of what is in force than of anything else.
    Event outcome(const Session &session)
    {
        const ProcessId leader =
            session.adopting.empty() ? process() : session.adopting.begin()->first;
        switch (below(11)) {
        case 10: return event::EventsArrived{unit_in(session.leases)};
        case 9: return event::EventsUnread{unit_in(session.leases)};
        case 7: return event::ProgramStarted{unit_in(session.leases)};
        case 8: return event::UnitNeeded{unit_in(session.leases)};
        case 5:
            return event::Reclaimed{one_in(2) ? unit_in(session.leases)
                                              : unit_in(session.reclaiming),
                                    below(40) * mib, !one_in(4)};
        case 6:
            return event::ActRefused{
                unit_in(session.weights), {}, one_in(2) ? Act::Nap : Act::Reclaim, "no"};
        case 0: return event::FreezerSettled{unit_in(session.leases), !one_in(3)};
        case 1: return event::ActRefused{unit_in(session.leases), {}, Act::Freeze, "no"};
        case 2: return event::ActRefused{unit_in(session.weights), {}, Act::Boost, "no"};
        case 3: return event::ActRefused{{}, leader, Act::Adopt, "no"};
        default: return event::Adopted{leader, unit(), 1};
        }
    }

    Event unit_event()
    {
        const std::size_t i = below(paths.size());
        switch (below(8)) {
        case 6: return one_in(3) ? left_behind() : tied();
        case 0: return event::UnitGone{unit()};
        case 1: return described();
        default: return event::UnitAppeared{{i + 1}, std::format("{}/{}", manager, paths[i])};
        }
    }

    Event described()
    {
        event::UnitDescribed facts{
            unit(), {}, one_in(2) ? "/x/" + app() + ".desktop" : "", one_in(2) ? process().pid : 0};
        facts.starts_programs = facts.main_pid == 2;
        return facts;
    }

    Event process_event()
    {
        switch (below(8)) {
        case 0: return event::ProcessGone{process()};
        case 1:
            return one_in(2) ? Event{event::AppNamed{process(), app()}}
                             : Event{event::AppLaunched{process(), app()}};
        case 2:
            if (one_in(3))
                return event::AppIdOwned{app(),
                                         one_in(4) ? std::nullopt : std::optional{process()}};
            return one_in(8) ? Event{event::DesktopSeen{process()}}
                             : Event{event::AppStarting{app()}};
        case 3:
            return event::AppDescribed{app(), "name", one_in(2),
                                       one_in(6) ? "name is a terminal"s : ""s};
        case 4: return one_in(3) ? listener_event() : Event{event::ListenerSeen{process()}};
        default: return process_seen();
        }
    }

    Event listener_event()
    {
        return one_in(2) ? Event{event::ListenerGone{process()}}
                         : Event{event::QuestionRead{process()}};
    }

    Event window_event()
    {
        switch (below(8)) {
        case 0: return window_gone();
        case 7: return desktop_changed();
        case 1:
            return one_in(3) ? event::WindowSourceChanged{"mutter", false}
                             : event::WindowSourceChanged{one_in(2) ? "" : "kwin", true};
        case 2:
        case 3:
            if (one_in(3))
                return event::UnitFocused{one_in(6) ? std::nullopt : std::optional{unit()}};
            return event::FocusMoved{one_in(6) ? std::nullopt : std::optional{window()}};
        default: return window_seen();
        }
    }
};

} // namespace headroom::seen
