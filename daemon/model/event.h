// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/act.h"
#include "model/capability.h"
#include "model/duty.h"
#include "model/ids.h"
#include "model/need.h"
#include "model/pressure.h"
#include "model/sentence.h"
#include "model/working_set.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// All that can happen. An event is a fact that a watch has observed, or the outcome of one of our
/// acts. It never states what to do.
namespace headroom {

/// One process of a lineage, with the facts that show where an app's tree begins.
struct Ancestor {
    ProcessId id;
    /// The file name of the executable. Where that is hidden, the process's own name, cut to 15
    /// characters. Empty: another user's process.
    std::string program;
    /// Its controlling terminal is no virtual console: it belongs to a terminal.
    bool has_tty = false;
    bool operator==(const Ancestor &) const = default;
};

struct Process {
    ProcessId id;
    UnitId unit; ///< the unit it is in now
    /// Itself, its parent, … as far up as they share its cgroup. Never empty.
    std::vector<Ancestor> lineage;
    /// From the mark that its launcher set in the environment, or from its sandbox's info file.
    /// Empty: neither.
    AppId app_hint;
    bool operator==(const Process &) const = default;
};

/// Shell: notifications and popups, and panels if the source doesn't distinguish them. Focus on
/// them is ignored. Desk: the same, and known to be a panel, a dock or the desktop. Only parts of
/// the desktop have such windows.
enum class WindowKind { Normal, Shell, Desk };

struct Window {
    WindowId id;
    /// nullopt: the pid was refused (a dead process, another user's, or none).
    std::optional<ProcessId> process;
    AppId app_hint; ///< what the window claims, unverified
    WindowKind kind = WindowKind::Normal;
    bool hidden = false; ///< minimised, or on another desktop
    bool fullscreen = false;
    bool operator==(const Window &) const = default;
};

/// Playback: a sound, or a part of the graph through which others' sound passes. Capture: a
/// microphone or a camera. Screencast: the screen. Loopback: what others play.
enum class StreamKind { Playback, Capture, Screencast, Loopback };

struct Stream {
    StreamId id{};
    /// nullopt: the pid was refused, or what the sandbox states about the app is more reliable.
    std::optional<ProcessId> process;
    /// Where process is nullopt: the id from the sandbox, else what the stream claims, unverified.
    /// Empty: neither.
    AppId app_hint;
    StreamKind kind = StreamKind::Playback;
    bool running = false; ///< data flows; false: paused, idle, or being set up
    bool operator==(const Stream &) const = default;
};

/// All apps must run while one of these begins. Some save their data. Some are asked whether the
/// session may end, and an app that doesn't answer delays that.
enum class Parting { Sleep, Shutdown, Logout };

/// What ties a process of one unit to its parent or child in another.
enum class TieKind {
    SameProgram, ///< both run the same program: it has moved a part of itself elsewhere
    Unreadable ///< the program of one of them is unreadable
};

struct Tie {
    UnitId other;
    TieKind kind{};
    bool operator==(const Tie &) const = default;
};

/// What a terminal has started in a tab without a cgroup of its own: most often a shell.
struct Shell {
    ProcessId id;
    std::int32_t started_by = 0; ///< its parent's pid
    bool operator==(const Shell &) const = default;
};

/// One setting as in the user's file: "Pressure/Response" → "warn", "App-org.kde.kate/Rule" →
/// "never".
struct Setting {
    std::string name;
    std::string value;
    bool operator==(const Setting &) const = default;
};

// clang-format off: one event a line where it fits
namespace event {

/// path is below the cgroup2 mount. Slices appear as units, too.
struct UnitAppeared { UnitId unit; std::string path; };
struct UnitGone { UnitId unit; };
/// systemd's facts about a unit, requested for each service that is an app, and once a process of
/// interest is in any unit. main_pid 0: it has none (a scope), or that process is gone.
struct UnitDescribed {
    UnitId unit;
    std::vector<std::string> names;
    std::string source_path;
    std::int32_t main_pid = 0;
    bool starts_programs = false; ///< systemd will, in its cgroup: to stop or to reload it, say
};
/// All ties of a unit's processes to those of other units, as of now. They replace what was
/// reported before. Parent and child that run different programs are no tie: a shell, a launcher or
/// an IDE has put what it started into a unit of its own.
struct UnitTied { UnitId unit; std::vector<Tie> ties; };
/// The process was started before its parent was moved into the unit `parents`. It stayed where
/// apps don't belong or, if by_guest, with the terminal in which its parent was started. by_guest
/// covers only parts of the guest: what runs the same program, or a shell if the guest is a
/// terminal, too. If it is in another app's unit, it runs its parent's program. Whether it was left
/// there depends on windows: see is_left_with_host().
struct LeftBehind { ProcessId process; UnitId parents; bool by_guest = false; };
/// What has started the shell in a tab. Only for a tab whose path doesn't show the terminal.
struct TabStarted { UnitId tab; ProcessId by; };
struct ProcessSeen { Process process; };
/// The process will be reported next. Its app_hint is still being read, so its app isn't known.
struct HintAwaited { ProcessId process; };
struct HintRead { ProcessId process; AppId app_hint; }; ///< Process::app_hint from now on
struct ProcessGone { ProcessId process; };
struct AppLaunched { ProcessId process; AppId app; }; ///< GIO's signal: an unverified hint
/// A launcher has announced a start to the compositor. It is a hint: no process is known yet, and
/// there may never be a new one.
struct AppStarting { AppId app; };
/// A process has taken an app's bus name, as one does that the bus has started.
struct AppNamed { ProcessId process; AppId app; };
/// The owner of the bus name that is this app's id. It is looked up for windows that show nothing
/// else about their process. nullopt: there is no owner any more, or it isn't looked up any more.
struct AppIdOwned { AppId app; std::optional<ProcessId> owner; };
/// From its desktop file. never_frozen: why pressure must not freeze it, whatever it does ("is a
/// terminal", "is a virtual machine", …); empty: it may. shows_windows: it has a desktop file that
/// doesn't run it in a terminal, so users who start it wait for its window. icon: a name in icon
/// themes, or a file's URI; empty: none is known.
struct AppDescribed {
    AppId app;
    std::string name;
    bool terminal = false;
    Sentence never_frozen;
    bool shows_windows = false;
    std::string icon{};
};
/// The window manager, or the owner of a bus name that only the desktop takes. It is no app.
struct DesktopSeen { ProcessId process; };
struct CompositorSeen { ProcessId process; }; ///< draws all windows; its unit is watched for stalls
/// What reports windows. Empty name: nothing any more, so they are unknown. Without visibility
/// ("tells_visibility" in recordings), it identifies windows by names, or sends only UnitFocused.
/// offers_to_end: its compositor may ask the user whether to end an app that doesn't answer, even
/// if the app is hidden.
struct WindowSourceChanged {
    std::string name;
    bool reports_visibility = false;
    bool offers_to_end = false;
};
struct WindowSeen { Window window; }; ///< new or changed
struct WindowGone { WindowId window; };
/// The compositor waits for an answer of the window's app. The user wants something of it, most
/// often to close it.
struct WindowAwaited { WindowId window; };
struct FocusMoved { std::optional<WindowId> window; };
/// From a source that knows units and no windows. nullopt: no unit that it knows has the focus.
struct UnitFocused { std::optional<UnitId> unit; };
struct StreamSeen { Stream stream; }; ///< new or changed
struct StreamGone { StreamId stream{}; };
struct DutySeen { Duty duty; }; ///< new or changed
struct DutyGone { std::string duty; };
/// Something new is on the clipboard. nullopt: the source doesn't report the clipboard owner.
struct Copied { std::optional<ProcessId> by; };
/// No clipboard owner is known: the clipboard is empty, its owner is no app's process, or there is
/// no source any more.
struct NothingCopied {};
/// It wants to be asked to free memory, and is connected for that.
struct ListenerSeen { ProcessId process; };
struct ListenerGone { ProcessId process; };
/// It has read the question whether it can free memory, or an earlier one.
struct QuestionRead { ProcessId process; };
/// What a unit's processes have open or locked. readable: at least one of them could be read.
struct UnitInspected { UnitId unit; std::vector<DutyKind> duties; bool readable = false; };
/// All shells in the unit's own cgroup. Emitted with UnitInspected where a terminal was found.
struct ShellsSeen { UnitId unit; std::vector<Shell> shells; };
/// What runs in a terminal's tab. program: empty if not known. input_age: how long ago a program in
/// it last read typed input, up to 8 s too much; nullopt: not known. shared: another user's program
/// is in it, or another terminal (tmux), or a part of a program that has left it.
struct JobSeen {
    UnitId unit;
    std::string program;
    std::optional<Duration> input_age;
    bool shared = false;
};
struct TabUsed { UnitId unit; }; ///< the user types into a frozen tab, or has closed it
struct PartingBegins { Parting parting{}; };
struct PartingOver { Parting parting{}; }; ///< awake again, or cancelled
struct ScreenReaderSeen { bool running = false; }; ///< until then, none is known to run
struct CapabilityFound { Capability capability; bool available = false; Sentence reason, remedy; };
struct DiskSchedulersSeen { bool only_bfq = false; }; ///< nothing else obeys I/O weights here

/// once_behind: the app is in front, and is to be frozen as soon as it is minimised.
struct FreezeAsked { AppId app; Duration hold{}; bool once_behind = false; };
struct ThawAsked { std::optional<AppId> app; }; ///< nullopt: all apps
struct HoldTaken { AppId app; std::string holder, reason; }; ///< from a D-Bus client
struct HoldReleased { AppId app; std::string holder; };
struct CloseAsked { AppId app; };
struct EndAsked { AppId app; }; ///< the same; what can't be asked about unsaved work may end
/// Whether an app that is to be closed offers an action on the bus by which it quits.
struct QuitLookedFor { AppId app; bool offered = false; };
/// A user wants to know how much memory an app needs. cancelled: no longer.
struct NeedAsked { AppId app; bool cancelled = false; };
/// What was measured, now or on earlier days.
struct NeedsKept { std::vector<DayNeed> needs; };
struct SettingsRead { std::vector<Setting> settings; }; ///< all others have their defaults
/// Whether the desktop's notification settings allow our popups. Until this event they are shown.
struct PopupChosen { bool shown = true; };
struct DisabledFor { Duration length{}; }; ///< does nothing by itself for so long; 0: enabled again
struct Ending {}; ///< the daemon is about to stop: undo everything

/// A frozen unit's program was started again, outside of the unit. It may call the frozen one and
/// wait for the answer.
struct ProgramStarted { UnitId unit; };
/// A frozen unit's display server has sent it what only a used window gets, if only by the pointer.
struct EventsArrived { UnitId unit; };
/// A frozen unit's compositor is about to disconnect it, since it reads none of its events.
struct EventsUnread { UnitId unit; };
/// A process waits for a lock that a frozen unit holds, or at a socket where it listens.
struct UnitNeeded { UnitId unit; };
struct FreezerSettled { UnitId unit; bool frozen = false; }; ///< cgroup.events has changed
/// An act failed. Set is the unit or the process that it was for.
struct ActRefused { UnitId unit; ProcessId process; Act action{}; std::string sentence; };
/// A slice was reclaimed. all: as much as was requested.
struct Reclaimed { UnitId unit; std::uint64_t bytes = 0; bool all = false; };
/// A trigger fired, and total= has really grown. unit.inode 0: the whole system.
struct StallSeen { UnitId unit; Resource resource{}; Duration stalled{}; };
struct PressureSampled { PressureSample sample; };
/// A look at units in the background, and at swap. swapped_out: bytes since boot. swap_on_disk: a
/// part of swap is on a disk, which writing wears. What can't be read is absent.
struct WorkingSetsSeen {
    std::vector<UnitMemory> units;
    std::optional<MemoryLevel> memory;
    std::optional<std::uint64_t> swapped_out;
    std::optional<bool> swap_on_disk{};
};
struct PowerSeen { std::optional<bool> on_battery; }; ///< nullopt: not reported, or not requested
/// A leader and its tree are in that unit now: adopted, or a split tab.
struct Adopted { ProcessId leader; UnitId unit; std::size_t processes = 0; };

} // namespace event
// clang-format on

/// Any of these. The functions that copy, move and destroy it are compiled once, in event.cpp:
/// they depend on each kind. With its own, a file that makes events took 1.7 times as long to
/// compile.
struct Event
    : std::variant<event::UnitAppeared, event::UnitGone, event::UnitDescribed, event::UnitTied,
                   event::LeftBehind, event::TabStarted, event::ProcessSeen, event::HintAwaited,
                   event::HintRead, event::ProcessGone, event::AppLaunched, event::AppStarting,
                   event::AppNamed, event::AppIdOwned, event::AppDescribed, event::DesktopSeen,
                   event::CompositorSeen, event::WindowSourceChanged, event::WindowSeen,
                   event::WindowGone, event::WindowAwaited, event::FocusMoved, event::UnitFocused,
                   event::StreamSeen, event::StreamGone, event::DutySeen, event::DutyGone,
                   event::Copied, event::NothingCopied, event::ListenerSeen, event::ListenerGone,
                   event::QuestionRead, event::UnitInspected, event::ShellsSeen, event::JobSeen,
                   event::TabUsed, event::PartingBegins, event::PartingOver,
                   event::ScreenReaderSeen, event::CapabilityFound, event::DiskSchedulersSeen,
                   event::FreezeAsked, event::ThawAsked, event::HoldTaken, event::HoldReleased,
                   event::CloseAsked, event::EndAsked, event::QuitLookedFor, event::NeedAsked,
                   event::NeedsKept, event::SettingsRead, event::PopupChosen, event::DisabledFor,
                   event::Ending, event::ProgramStarted, event::EventsArrived, event::EventsUnread,
                   event::UnitNeeded, event::FreezerSettled, event::ActRefused, event::Adopted,
                   event::Reclaimed, event::StallSeen, event::PressureSampled,
                   event::WorkingSetsSeen, event::PowerSeen> {
    using variant::variant;
    Event(const Event &other);
    Event(Event &&other) noexcept;
    Event &operator=(const Event &other);
    Event &operator=(Event &&other) noexcept;
    ~Event();
};

[[nodiscard]] Event parting_event(Parting parting, bool begins);

} // namespace headroom
