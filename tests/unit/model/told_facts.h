// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/event.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace headroom::seen {

using namespace std::string_literals;

/// What events have stated and not taken back, in the plainest form: an event affects only what it
/// is about. For an oracle, see told_world.h.
struct ToldFacts {
    /// Doubtful is a window without a process, or whose process was the compositor when it was
    /// reported. In truth it is another app's, or the desktop's own. A window in which a password
    /// is typed is the desktop's, too, whatever unit its process is in.
    struct KnownWindow {
        Window window;
        bool is_doubtful = false;
        bool asks_for_password = false;
    };
    struct Look {
        TimePoint at{};
        std::vector<DutyKind> duties;
        bool readable = false;
    };

    std::set<UnitId> there;
    std::map<UnitId, std::int32_t> main_pids;
    std::map<UnitId, bool> start_programs; ///< whether systemd will start programs in it
    std::map<UnitId, std::vector<Tie>> ties;
    std::map<ProcessId, Process> processes;
    std::set<ProcessId> desktop;
    std::optional<ProcessId> compositor;
    std::map<WindowId, KnownWindow> windows;
    std::string source = "kwin"; ///< as a desk begins
    bool reports_visibility = true;
    std::optional<WindowId> focus; ///< as reported last, for a window of any kind
    std::optional<WindowId> front_window;
    std::optional<UnitId> front_unit;
    /// Since when the units in front were known, without a gap.
    std::optional<TimePoint> front_known;
    std::map<StreamId, Stream> streams;
    std::map<UnitId, TimePoint> last_heard; ///< when a stream of one of its processes stopped
    std::map<std::string, Duty> duties;
    std::set<ProcessId> listeners;
    std::map<UnitId, Look> looks;
    /// Whether pressure may freeze what its desktop file declares it to be.
    std::map<AppId, bool> described;
    std::map<AppId, std::set<std::string>> holds;
    std::set<AppId> to_close;
    std::set<AppId> needs_asked; ///< and not cancelled
    std::set<Parting> partings;
    bool screen_reader = false;
    std::set<Capability> capabilities;
    bool only_bfq = false;
    std::optional<bool> on_battery;
    std::optional<PressureSample> sample;
    std::optional<event::WorkingSetsSeen> memory_seen;
    std::map<UnitId, UnitMemory> memory;
    bool is_ending = false;

    void take(const event::UnitAppeared &e, TimePoint /*now*/) { there.insert(e.unit); }
    void take(const event::UnitGone &e, TimePoint /*now*/)
    {
        there.erase(e.unit);
        main_pids.erase(e.unit);
        start_programs.erase(e.unit);
        ties.erase(e.unit);
        looks.erase(e.unit);
        memory.erase(e.unit);
        last_heard.erase(e.unit);
        if (front_unit == e.unit)
            front_unit.reset();
    }
    void take(const event::UnitDescribed &e, TimePoint /*now*/)
    {
        main_pids[e.unit] = e.main_pid;
        start_programs[e.unit] = e.starts_programs;
    }
    void take(const event::UnitTied &e, TimePoint /*now*/)
    {
        if (there.contains(e.unit))
            ties[e.unit] = e.ties;
    }
    void take(const event::ProcessSeen &e, TimePoint /*now*/)
    {
        processes[e.process.id] = e.process;
    }
    void take(const event::ProcessGone &e, TimePoint now)
    {
        for (const auto &[id, stream] : streams) {
            if (stream.process == e.process)
                stream_stops(id, now);
        }
        std::erase_if(streams,
                      [&](const auto &entry) { return entry.second.process == e.process; });
        processes.erase(e.process);
        desktop.erase(e.process);
    }
    void take(const event::Adopted &e, TimePoint /*now*/)
    {
        processes.erase(e.leader);
    } // its event reports where it is now
    void take(const event::DesktopSeen &e, TimePoint /*now*/) { desktop.insert(e.process); }
    void take(const event::CompositorSeen &e, TimePoint /*now*/) { compositor = e.process; }

    void take(const event::WindowSourceChanged &e, TimePoint /*now*/)
    {
        reports_visibility = e.reports_visibility;
        if (source == e.name && !e.name.empty())
            return;
        source = e.name;
        windows.clear();
        focus.reset();
        nobody_in_front();
        front_known.reset();
    }
    void take(const event::WindowSeen &e, TimePoint /*now*/)
    {
        const bool is_doubtful = !e.window.process || e.window.process == compositor;
        const auto process = e.window.process ? processes.find(*e.window.process) : processes.end();
        const bool asks_for_password =
            process != processes.end() && process->second.lineage.front().program == "kwalletd6";
        windows[e.window.id] = {e.window, is_doubtful, asks_for_password};
        if (front_window == e.window.id && e.window.kind != WindowKind::Normal)
            front_window.reset();
    }
    void take(const event::WindowGone &e, TimePoint /*now*/)
    {
        windows.erase(e.window);
        if (front_window == e.window)
            front_window.reset();
    }
    void take(const event::FocusMoved &e, TimePoint /*now*/)
    {
        focus = e.window;
        if (!e.window && !reports_visibility)
            front_known.reset();
        const auto window = e.window ? windows.find(*e.window) : windows.end();
        if (window == windows.end() || window->second.window.kind != WindowKind::Normal)
            return; // a popup, or the desktop: the app in front stays in front
        nobody_in_front();
        front_window = e.window;
    }
    void take(const event::UnitFocused &e, TimePoint now)
    {
        if (!e.unit || !there.contains(*e.unit)) {
            front_known.reset();
            return;
        }
        nobody_in_front();
        front_unit = e.unit;
        front_known = front_known.value_or(now);
    }

    void take(const event::StreamSeen &e, TimePoint now)
    {
        if (!e.stream.running)
            stream_stops(e.stream.id, now);
        streams[e.stream.id] = e.stream;
    }
    void take(const event::StreamGone &e, TimePoint now)
    {
        stream_stops(e.stream, now);
        streams.erase(e.stream);
    }
    void take(const event::DutySeen &e, TimePoint /*now*/) { duties[e.duty.id] = e.duty; }
    void take(const event::DutyGone &e, TimePoint /*now*/) { duties.erase(e.duty); }
    void take(const event::Copied &e, TimePoint /*now*/)
    {
        copied_by_nobody();
        if (e.by)
            duties["what was copied"] = {.id = {},
                                         .kind = DutyKind::Clipboard,
                                         .process = e.by,
                                         .app_name = {},
                                         .detail = {}};
    }
    void take(const event::NothingCopied & /*e*/, TimePoint /*now*/) { copied_by_nobody(); }
    void take(const event::ListenerSeen &e, TimePoint /*now*/) { listeners.insert(e.process); }
    void take(const event::ListenerGone &e, TimePoint /*now*/) { listeners.erase(e.process); }
    void take(const event::UnitInspected &e, TimePoint now)
    {
        if (there.contains(e.unit))
            looks[e.unit] = {now, e.duties, e.readable};
    }

    void take(const event::AppDescribed &e, TimePoint /*now*/)
    {
        described[e.app] = e.never_frozen.empty();
    }
    void take(const event::HoldTaken &e, TimePoint /*now*/) { holds[e.app].insert(e.holder); }
    void take(const event::HoldReleased &e, TimePoint /*now*/) { holds[e.app].erase(e.holder); }
    void take(const event::NeedAsked &e, TimePoint /*now*/)
    {
        if (e.cancelled)
            needs_asked.erase(e.app);
        else
            needs_asked.insert(e.app);
    }
    void take(const event::CloseAsked &e, TimePoint /*now*/) { to_close.insert(e.app); }
    void take(const event::EndAsked &e, TimePoint /*now*/) { to_close.insert(e.app); }
    void take(const event::PartingBegins &e, TimePoint /*now*/) { partings.insert(e.parting); }
    void take(const event::PartingOver &e, TimePoint /*now*/) { partings.erase(e.parting); }
    void take(const event::ScreenReaderSeen &e, TimePoint /*now*/) { screen_reader = e.running; }
    void take(const event::CapabilityFound &e, TimePoint /*now*/)
    {
        if (e.available)
            capabilities.insert(e.capability);
        else
            capabilities.erase(e.capability);
    }
    void take(const event::DiskSchedulersSeen &e, TimePoint /*now*/) { only_bfq = e.only_bfq; }
    void take(const event::PowerSeen &e, TimePoint /*now*/) { on_battery = e.on_battery; }
    void take(const event::PressureSampled &e, TimePoint /*now*/) { sample = e.sample; }
    void take(const event::WorkingSetsSeen &e, TimePoint /*now*/)
    {
        memory_seen = e;
        for (const UnitMemory &each : e.units)
            memory[each.unit] = each;
    }
    void take(const event::Ending & /*e*/, TimePoint /*now*/) { is_ending = true; }
    template<typename Other>
    void take(const Other & /*e*/, TimePoint /*now*/) {} ///< no fact is kept of these

private:
    void nobody_in_front()
    {
        front_window.reset();
        front_unit.reset();
    }
    void copied_by_nobody()
    {
        std::erase_if(duties,
                      [](const auto &entry) { return entry.second.kind == DutyKind::Clipboard; });
    }
    void stream_stops(StreamId id, TimePoint now)
    {
        const auto stream = streams.find(id);
        if (stream == streams.end() || !stream->second.running || !stream->second.process)
            return;
        if (const auto process = processes.find(*stream->second.process);
            process != processes.end())
            last_heard[process->second.unit] = now;
    }
};

} // namespace headroom::seen
