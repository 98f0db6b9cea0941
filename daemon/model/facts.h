// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/act.h"
#include "model/app_info.h"
#include "model/question.h"
#include "model/capability.h"
#include "model/event.h"
#include "model/ids.h"
#include "model/in_force.h"
#include "model/job.h"
#include "model/lease.h"
#include "model/need.h"
#include "model/pressure_history.h"
#include "model/unit.h"
#include "model/unit_name.h"
#include "model/working_set.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

/// The facts of a session, by subject. model/session.h puts them together.
namespace headroom {

/// What is in front: a window or, where no source reports windows, a unit.
using InFront = std::variant<WindowId, UnitId>;

struct CapabilityState {
    bool available = false;
    Sentence reason = say("why a machine lacks something", "not checked yet");
    Sentence remedy;
};

/// Which units and processes there are, and which app each belongs to.
struct KnownUnits {
    std::map<UnitId, Unit> units;
    /// By the path of slices: the units directly in the last slice.
    std::map<std::vector<std::string>, std::set<UnitId>> members;
    std::map<AppId, std::set<UnitId>> by_app; ///< the units of each app
    /// As each unit's processes show them. The other unit may not have appeared yet.
    std::map<UnitId, std::map<UnitId, TieKind>> ties;
    std::map<ProcessId, Process> processes;
    /// Tabs whose path doesn't show the terminal → what has started their shells.
    std::map<UnitId, ProcessId> tab_starters;
    /// Processes whose app isn't known yet → since when they are seen.
    std::map<ProcessId, TimePoint> hints_awaited;
    std::map<ProcessId, event::LeftBehind> left_behind; ///< by the process
    /// Were left behind, and have been adopted. One that goes back stays there.
    std::set<ProcessId> fetched;
    std::map<AppId, AppInfo> apps;
    std::map<AppId, ProcessId> app_id_owners; ///< the owners of the bus names that are app ids
    /// Known apps that have nothing left, until they are forgotten: see session_forget.cpp.
    std::map<AppId, TimePoint> gone;
};

/// What was started, by whom, and since when.
struct KnownStarts {
    /// The first event's time. Units that appear at this time were there before.
    std::optional<TimePoint> began;
    /// By the user. Kept until the app has the focus, the user turns to another app, or it ends.
    std::map<AppId, Start> started;
    std::map<ProcessId, Launch> launches;
};

/// Which windows there are, and what draws them.
struct KnownWindows {
    std::map<WindowId, Window> windows;
    std::map<ProcessId, TimePoint> shows_windows_since; ///< when their first normal window was seen
    /// As reported: windows without a process, or of one that opens connections for others.
    std::map<WindowId, Window> unowned_windows;
    /// When an app's last window went. Kept while it has none.
    std::map<AppId, TimePoint> windows_closed;
    std::string window_source;
    bool visibility_known = false;
    bool windows_lost = false; ///< there was a window source, and none has come since
    std::optional<ProcessId> compositor;
    /// Reported as parts of the desktop, besides the compositor. See model/desktop_parts.h.
    std::set<ProcessId> desktop;
};

/// The focus moved from a window to nothing, or its window has closed.
struct FocusLost {
    ProcessId by{}; ///< the window's
    TimePoint at{};
};

/// What is in front, and since when the rest is not.
struct KnownFront {
    std::optional<WindowId> reported_focus; ///< as reported last, for a window of any kind
    /// nullopt: a window has the focus, or it is not known which process lost it.
    std::optional<FocusLost> focus_lost;
    /// The last normal window (or unit) that was activated and still exists.
    std::optional<InFront> focus;
    /// A `focus` that the user has left: it is not in front until it is activated again.
    std::optional<InFront> user_left;
    /// Since when nothing of the app in front is visible, and nothing of it has the focus. nullopt:
    /// something is or has, or it is not known.
    std::optional<TimePoint> out_of_sight;
    /// Since when it is known without a gap which app, if any, is in front. nullopt: it is not
    /// known.
    std::optional<TimePoint> front_known;
    std::map<UnitId, TimePoint> unfocused; ///< when it lost the focus; kept while the unit exists

    [[nodiscard]] bool is_left() const { return user_left && user_left == focus; }
};

/// What apps are in the middle of.
struct KnownUses {
    std::map<StreamId, Stream> streams;
    std::map<AppId, TimePoint> fell_silent; ///< when an app's last running stream ended or paused
    std::map<std::string, Duty> duties; ///< by their ids
    std::map<std::string, Played> played; ///< players, by the ids of their duties
    std::set<ProcessId> listeners; ///< want to be asked to free memory
    std::map<UnitId, Inspection> inspections;
    std::map<UnitId, Job> jobs; ///< of terminals' tabs
    std::map<UnitId, std::vector<Shell>> shells; ///< of tabs without a unit, by the terminal's unit
};

/// What the machine and its desktop can do, and whether they are about to stop.
struct KnownMachine {
    std::array<CapabilityState, capability_count> capabilities;
    bool only_bfq = false; ///< as in event::DiskSchedulersSeen
    /// Whether the desktop's notification settings allow our popups.
    bool shows_popup = true;
    std::optional<bool> on_battery; ///< nullopt: not known
    std::set<Parting> partings; ///< under way
    bool screen_reader = false; ///< one is known to run
    bool ending = false;
};

/// How short the machine is, and what units use.
struct KnownPressure {
    PressureHistory pressure;
    Level level = Level::Unknown; ///< in force: the one reported last
    Sentence level_reason; ///< empty: none was reported yet
    TimePoint level_since{};
    TimePoint high_until{}; ///< when the level last fell below high
    std::map<UnitId, NeedNow> needs; ///< of units to be protected; absent: not known
    std::optional<SwapSeen> swap; ///< nullopt: no working set was measured yet
    /// Of units in the background, until a window of their app is visible or in front again.
    std::map<UnitId, WorkingSet> working_sets;
    std::map<AppId, NeedOutcome> need_outcomes; ///< of the last request each
    std::map<AppId, NeedHistory> kept_needs; ///< what apps needed on earlier days, and today
};

/// What the user and D-Bus clients want.
struct KnownWishes {
    std::vector<Setting> settings; ///< all that differ from the defaults
    std::optional<TimePoint> disabled_until; ///< it may be over
    std::map<AppId, std::map<std::string, std::string>> holds; ///< app → holder → reason
    std::map<AppId, FreezeRequest> requests;
    std::map<AppId, NeedRequest> need_requests; ///< under way
    std::map<AppId, CloseWish> close_asked;
    std::set<AppId> quits_itself; ///< offers an action for that; looked up when it is to be closed
    std::map<AppId, TimePoint> thawed_by_user; ///< when a freeze last ended for the user
};

/// A failed act.
struct Refusal {
    Sentence why;
    TimePoint at{};
    bool operator==(const Refusal &) const = default;
};

/// What Headroom has done: acts in force, acts under way, and acts that failed.
struct KnownActs {
    std::map<UnitId, Lease> leases; ///< in force: frozen by us
    std::map<UnitId, WeightsInForce> weights; ///< in force: weights set by us
    std::map<UnitId, ProtectionInForce> protections; ///< in force: memory protected by us
    std::map<UnitId, GentleReclaim> reclaiming; ///< in force: slices of these are reclaimed
    /// Leaders that are being moved to a scope of their own → the unit that they leave.
    std::map<ProcessId, UnitId> adopting;
    std::set<UnitId> rejoining; ///< split tabs that are being moved back
    std::optional<Notice> notice; ///< in force: the contents of the notification
    TimePoint notice_since{};
    std::optional<NamedCulprit> culprit; ///< while something of ours is in force on the app
    /// What is not tried again. A freeze is forgotten after a minute.
    std::map<UnitId, std::map<Act, Refusal>> unit_refusals;
    std::map<ProcessId, Sentence> process_refusals; ///< the same for adoptions
    /// When a freeze under pressure was given up because it took too long.
    std::map<UnitId, TimePoint> never_settled;
    std::map<AppId, Sentence> last_reason;
    std::map<AppId, Offences> offences;
    std::map<AppId, Question> asked; ///< when it was last asked to free memory, and what followed
    std::map<AppId, TimePoint> needed; ///< when it was last thawed because others waited for it
    std::map<AppId, TimePoint> pointed_at; ///< when the pointer last ended a freeze of it
    std::optional<TimePoint> last_thaw; ///< of any app
};

} // namespace headroom
