// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/capability.h"
#include "model/ids.h"
#include "model/pressure.h"
#include "model/sentence.h"
#include "model/working_set.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// All that can happen, on one screen. An event is a fact that a watch has seen, or the outcome of an act of ours; it never says what to do.
namespace headroom {

/// One process of a lineage: enough to tell where an app's tree begins.
struct Ancestor {
    ProcessId id;
    std::string
        program; ///< file name of the executable; where that is hidden, the process's own name, cut to 15 characters; empty: another user's
    bool has_tty =
        false; ///< has a controlling terminal that is no virtual console: it belongs to the terminal

    bool operator==(const Ancestor &) const = default;
};

struct Process {
    ProcessId id;
    UnitId unit; ///< the unit it is in now
    std::vector<Ancestor>
        lineage; ///< itself, its parent, … as far up as they share its cgroup; never empty
    AppId
        app_hint; ///< from the launcher's environment mark or the sandbox's info file; empty: neither
    bool operator==(const Process &) const = default;
};

/// Shell: notifications, popups, and where it isn't told apart, panels; focus on them means nothing. Desk: the same, and known to be a panel, a dock
/// or the desktop: only a part of the desktop has such a window.
enum class WindowKind { Normal, Shell, Desk };

struct Window {
    WindowId id;
    std::optional<ProcessId>
        process; ///< nullopt: the pid was refused (dead, another user's, nobody's)
    AppId app_hint; ///< what the window calls itself, unverified
    WindowKind kind = WindowKind::Normal;
    bool hidden = false; ///< minimised, or on another desktop
    bool fullscreen = false;
    bool operator==(const Window &) const = default;
};

/// Playback: a sound, or a part of the graph that others' sound goes through. Capture: a microphone or a camera. Screencast: the screen.
/// Loopback: what others play.
enum class StreamKind { Playback, Capture, Screencast, Loopback };

struct Stream {
    StreamId id{};
    std::optional<ProcessId>
        process; ///< nullopt: the pid was refused, or the sandbox's word on the app is the better one
    AppId
        app_hint; ///< where process is nullopt: the sandbox's word, else the stream's own, unverified; empty: neither
    StreamKind kind = StreamKind::Playback;
    bool running = false; ///< data flow; false: paused, idle, being set up
    bool operator==(const Stream &) const = default;
};

/// Why an app must not stand still though it may be neither seen nor heard. From FileServer on they are found by looking at its processes. Clipboard:
/// whatever pastes asks the program that has copied, and waits for the answer. BusService: it owns a name on the bus that others call. Connected: others are
/// connected to a socket where it listens. Wine: all programs of a prefix share one server, which may be in any unit. Terminal: it holds the other end of a
/// terminal that something runs in. Machine: a virtual one.
enum class DutyKind {
    Media,
    TrayIcon,
    Game,
    Inhibitor,
    Background,
    Progress,
    Clipboard,
    BusService,
    FileServer,
    LockAwaited,
    Connected,
    Wine,
    Camera,
    SoundCard,
    Terminal,
    Machine,
    X11Client
};

/// Something that an app is in the middle of, for the user or for others.
struct Duty {
    std::string id; ///< its source's word and whatever tells it from the source's others
    DutyKind kind = DutyKind::Media;
    std::optional<ProcessId> process; ///< nullopt: not told, or refused; then the name has to do
    std::string
        app_name; ///< what the source calls the app: an id, or a name for people; empty: nothing
    std::string detail; ///< the app's own words on it, unverified; empty: none
    bool operator==(const Duty &) const = default;
};

/// What every app must be able to run for: some save, some are asked whether they may be ended, and who doesn't answer holds up everybody.
enum class Parting { Sleep, Shutdown, Logout };

/// What ties a process of one unit to its parent or child in another.
enum class TieKind {
    SameProgram, ///< both run the same program: it has taken a part of itself elsewhere
    Untold ///< what one of them runs can't be read
};

struct Tie {
    UnitId other;
    TieKind kind{};
    bool operator==(const Tie &) const = default;
};

/// What a terminal has started in a tab, and not in a cgroup of its own: most often a shell.
struct Shell {
    ProcessId id;
    std::int32_t started_by = 0; ///< its parent's pid
    bool operator==(const Shell &) const = default;
};

/// One setting as the user's file has it: "Pressure/Response" → "warn", "App-org.kde.kate/Rule" → "never".
struct Setting {
    std::string name;
    std::string value;
    bool operator==(const Setting &) const = default;
};

// clang-format off: one event a line
namespace event {

struct UnitAppeared { UnitId unit; std::string path; }; ///< path below the cgroup2 mount; slices come as units too
struct UnitGone { UnitId unit; };
/// What systemd says of a unit, asked once a process of interest is in it. main_pid 0: it has none (a scope), or it is gone.
struct UnitDescribed { UnitId unit; std::vector<std::string> names; std::string source_path; std::int32_t main_pid = 0; };
/// All ties of a unit's processes to those of other units, as of now; what was seen of them before no longer holds. Parent and child that run different
/// programs are no tie: a shell, a launcher or an IDE has put what it started into a unit of its own.
struct UnitTied { UnitId unit; std::vector<Tie> ties; };
/// It was started before its parent was moved into that unit, and stayed where no application belongs, or (by_guest) with the terminal in which its parent
/// was started. By a guest only what is a part of it: what runs the same program, or a shell, where the guest is a terminal, too.
struct LeftBehind { ProcessId process; UnitId parents; bool by_guest = false; };
struct ProcessSeen { Process process; };
struct HintAwaited { ProcessId process; }; ///< of a process that is about to be seen: its app_hint is still being read, so it isn't known who it is
struct HintRead { ProcessId process; AppId app_hint; }; ///< what Process::app_hint is from now on
struct ProcessGone { ProcessId process; };
struct AppLaunched { ProcessId process; AppId app; }; ///< GIO's signal: a hint, nobody vouches for it
struct AppStarting { AppId app; }; ///< the compositor was told so by whoever starts it: a hint. No process is known yet, and there may never be a new one
struct AppNamed { ProcessId process; AppId app; }; ///< a process has taken the bus name of an application, as one does that the bus has started
/// Who owns the bus name that is this app's id, asked for the sake of windows that say nothing else of their process; nullopt: nobody any more, or nobody asks.
struct AppIdOwned { AppId app; std::optional<ProcessId> owner; };
/// From its desktop file. never_frozen: "is a terminal", "is a virtual machine", …: why pressure must not freeze it whatever it does; empty: it may.
/// shows_windows: it has a desktop file that doesn't put it into a terminal, so whoever starts it waits for its window. icon: a name in icon themes, or
/// the URI of a file; empty: none is told.
struct AppDescribed { AppId app; std::string name; bool terminal = false; Sentence never_frozen; bool shows_windows = false; std::string icon{}; };
struct DesktopSeen { ProcessId process; }; ///< the window manager, or the owner of a bus name that only the desktop has: no app
struct CompositorSeen { ProcessId process; }; ///< whoever draws all windows; its unit is watched for stalls
/// Who tells of windows. Empty name: nobody any more, windows unknown. One that doesn't tell visibility tells windows by their names, or UnitFocused alone.
struct WindowSourceChanged { std::string name; bool tells_visibility = false; };
struct WindowSeen { Window window; }; ///< new or changed
struct WindowGone { WindowId window; };
struct WindowAwaited { WindowId window; }; ///< the compositor waits for its app to answer: somebody wants something of it, its close button most often
struct FocusMoved { std::optional<WindowId> window; };
struct UnitFocused { std::optional<UnitId> unit; }; ///< from a source that knows units and no windows; nullopt: what is in front is in no unit it could name
struct StreamSeen { Stream stream; }; ///< new or changed
struct StreamGone { StreamId stream{}; };
struct DutySeen { Duty duty; }; ///< new, or told anew
struct DutyGone { std::string duty; };
struct Copied { std::optional<ProcessId> by; }; ///< something is on the clipboard that wasn't; nullopt: the source doesn't tell whose it is
struct NothingCopied {}; ///< by anybody who can be told: the clipboard is empty, its owner is no app's process, or there is no source any more
/// What a unit's processes have open or locked. readable: of one of them at least.
struct UnitInspected { UnitId unit; std::vector<DutyKind> duties; bool readable = false; };
/// All of these that are in the unit's own cgroup. Told with UnitInspected where a terminal was found.
struct ShellsSeen { UnitId unit; std::vector<Shell> shells; };
/// What runs in a terminal's tab: the program, empty if it can't be told; how long ago what was typed was last read in it, to 8 s, nullopt if not known.
/// shared: another user's program is in it, or another terminal (tmux), or a part of what has left it.
struct JobSeen { UnitId unit; std::string program; std::optional<Duration> input_age; bool shared = false; };
struct TabUsed { UnitId unit; }; ///< somebody types into a tab that is frozen, or has closed it
struct PartingBegins { Parting parting{}; };
struct PartingOver { Parting parting{}; }; ///< awake again, or called off
struct CapabilityFound { Capability capability; bool available = false; Sentence reason, remedy; };

struct FreezeAsked { AppId app; Duration hold{}; };
struct ThawAsked { std::optional<AppId> app; }; ///< nullopt: everything
struct HoldTaken { AppId app; std::string holder, reason; }; ///< somebody on the bus wants an app left alone
struct HoldReleased { AppId app; std::string holder; };
struct CloseAsked { AppId app; };
struct EndAsked { AppId app; }; ///< the same, and what can't be asked about unsaved work may end without
struct QuitLookedFor { AppId app; bool offered = false; }; ///< whether an app that is to close has an action on the bus by which it quits itself
struct SettingsRead { std::vector<Setting> settings; }; ///< all that differ from the defaults; what isn't among them has its default
struct PopupChosen { bool shown = true; }; ///< in the desktop's settings of notifications, whether ours are to be shown; without this event they are
struct Ending {}; ///< the daemon is to stop: undo all

struct ProgramStarted { UnitId unit; }; ///< what a frozen unit runs was started anew, outside of it: it may ask the frozen one, and wait for the answer
struct EventsArrived { UnitId unit; }; ///< a frozen unit's display server has sent it what a window gets that somebody uses, if only with the pointer
struct EventsUnread { UnitId unit; }; ///< a frozen unit's compositor is about to disconnect it, since it reads none of its events
struct UnitNeeded { UnitId unit; }; ///< somebody waits for a lock that a frozen unit holds, or at a socket where it listens
struct FreezerSettled { UnitId unit; bool frozen = false; }; ///< cgroup.events has changed
struct ActRefused { UnitId unit; ProcessId process; std::string action, sentence; }; ///< an act failed; the half that applies is set
struct Reclaimed { UnitId unit; std::uint64_t bytes = 0; bool all = false; }; ///< a slice was pushed out of memory; all: as much as was asked for
/// A trigger fired, and total= has really grown. unit.inode 0: the whole system.
struct StallSeen { UnitId unit; Resource resource{}; Duration stalled{}; };
struct PressureSampled { PressureSample sample; };
/// A look at units in the background, and at swap. swapped_out: bytes since boot. What can't be read is absent.
struct WorkingSetsSeen { std::vector<UnitMemory> units; std::optional<MemoryLevel> memory; std::optional<std::uint64_t> swapped_out; };
struct PowerSeen { std::optional<bool> on_battery; }; ///< nullopt: nobody tells, or nobody was asked to
/// A leader and its tree are in that unit now: adopted, or a split tab.
struct Adopted { ProcessId leader; UnitId unit; std::size_t processes = 0; };

} // namespace event
// clang-format on

using Event = std::variant<
    event::UnitAppeared, event::UnitGone, event::UnitDescribed, event::UnitTied, event::LeftBehind,
    event::ProcessSeen, event::HintAwaited, event::HintRead, event::ProcessGone, event::AppLaunched,
    event::AppStarting, event::AppNamed, event::AppIdOwned, event::AppDescribed, event::DesktopSeen,
    event::CompositorSeen, event::WindowSourceChanged, event::WindowSeen, event::WindowGone,
    event::WindowAwaited, event::FocusMoved, event::UnitFocused, event::StreamSeen,
    event::StreamGone, event::DutySeen, event::DutyGone, event::Copied, event::NothingCopied,
    event::UnitInspected, event::ShellsSeen, event::JobSeen, event::TabUsed, event::PartingBegins,
    event::PartingOver, event::CapabilityFound, event::FreezeAsked, event::ThawAsked,
    event::HoldTaken, event::HoldReleased, event::CloseAsked, event::EndAsked, event::QuitLookedFor,
    event::SettingsRead, event::PopupChosen, event::Ending, event::ProgramStarted,
    event::EventsArrived, event::EventsUnread, event::UnitNeeded, event::FreezerSettled,
    event::ActRefused, event::Adopted, event::Reclaimed, event::StallSeen, event::PressureSampled,
    event::WorkingSetsSeen, event::PowerSeen>;

[[nodiscard]] inline Event parting_event(Parting parting, bool begins)
{
    return begins ? Event{event::PartingBegins{parting}} : Event{event::PartingOver{parting}};
}

} // namespace headroom
