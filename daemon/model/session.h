// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/act.h"
#include "model/action.h"
#include "model/app_info.h"
#include "model/event.h"
#include "model/ids.h"
#include "model/in_force.h"
#include "model/job.h"
#include "model/lease.h"
#include "model/owners.h"
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

/// What is true now, as plain values. Only Session::apply() (facts) and Session::note() (acts)
/// change it. The exception are the flags for the bus, which daemon.cpp clears.
namespace headroom {

/// What is in front: a window or, where no source reports windows, a unit.
using InFront = std::variant<WindowId, UnitId>;

struct CapabilityState {
    bool available = false;
    Sentence reason = say("why a machine lacks something", "not looked at yet");
    Sentence remedy;
};

struct Session {
    std::map<UnitId, Unit> units;
    /// By the path of slices: the units directly in the last slice.
    std::map<std::vector<std::string>, std::set<UnitId>> members;
    std::map<AppId, std::set<UnitId>> by_app; ///< the units of each app
    /// As each unit's processes show them. The other unit may not have appeared yet.
    std::map<UnitId, std::map<UnitId, TieKind>> ties;
    /// By the user. Kept until the app has the focus, the user turns to another app, or it ends.
    std::map<AppId, Start> started;
    /// The first event's time. Units that appear at this time were there before.
    std::optional<TimePoint> began;
    std::map<ProcessId, Process> processes;
    /// Processes whose app isn't known yet → since when they are seen.
    std::map<ProcessId, TimePoint> hints_awaited;
    std::map<WindowId, Window> windows;
    std::map<ProcessId, TimePoint> shows_windows_since; ///< when their first normal window was seen
    /// As reported: windows without a process, or of one that opens connections for others.
    std::map<WindowId, Window> unowned_windows;
    std::map<AppId, ProcessId> app_id_owners; ///< the owners of the bus names that are app ids
    std::map<StreamId, Stream> streams;
    std::map<AppId, TimePoint> fell_silent; ///< when an app's last running stream ended or paused
    std::map<std::string, Duty> duties; ///< by their ids
    std::map<UnitId, Inspection> inspections;
    std::map<UnitId, Job> jobs; ///< of terminals' tabs
    std::map<UnitId, std::vector<Shell>> shells; ///< of tabs without a unit, by the terminal's unit
    std::map<AppId, AppInfo> apps;
    std::map<ProcessId, Launch> launches;
    std::map<ProcessId, event::LeftBehind> left_behind; ///< by the process
    std::array<CapabilityState, capability_count> capabilities;
    std::vector<Setting> settings; ///< all that differ from the defaults
    /// Whether the desktop's notification settings allow our popups.
    bool shows_popup = true;
    std::string window_source;
    bool visibility_known = false;
    std::set<Parting> partings; ///< under way
    bool ending = false;

    PressureHistory pressure;
    Level level = Level::Unknown; ///< in force: the one reported last
    Sentence level_reason; ///< empty: none was reported yet
    TimePoint level_since{};
    std::optional<ProcessId> compositor;
    /// Reported as parts of the desktop, besides the compositor. See model/desktop_parts.h.
    std::set<ProcessId> desktop;
    std::optional<bool> on_battery; ///< nullopt: not known
    std::optional<SwapSeen> swap; ///< nullopt: no working set was measured yet
    /// Of units in the background, until a window of their app is visible or in front again.
    std::map<UnitId, WorkingSet> working_sets;
    std::map<AppId, std::map<std::string, std::string>> holds; ///< app → holder → reason
    std::map<AppId, Offences> offences;
    std::map<AppId, TimePoint> thawed_by_user; ///< when a freeze last ended for the user
    std::map<AppId, TimePoint> needed; ///< when it was last thawed because others waited for it
    std::map<AppId, CloseWish> close_asked;
    std::set<AppId> quits_itself; ///< offers an action for that; looked up when it is to be closed
    std::optional<TimePoint> last_thaw; ///< of any app
    std::optional<Notice> notice; ///< in force: the contents of the notification
    TimePoint notice_since{};

    /// When an app's last window went. Kept while it has none.
    std::map<AppId, TimePoint> windows_closed;
    std::optional<WindowId> reported_focus; ///< as reported last, for a window of any kind
    /// The last normal window (or unit) that was activated and still exists.
    std::optional<InFront> focus;
    /// Since when it is known without a gap which app is in front. nullopt: it is not known.
    std::optional<TimePoint> front_known;
    std::map<UnitId, TimePoint> unfocused; ///< when it lost the focus; kept while the unit exists
    std::map<AppId, FreezeRequest> requests;

    std::map<UnitId, Lease> leases; ///< in force: frozen by us
    std::map<UnitId, WeightsInForce> weights; ///< in force: weights set by us
    std::map<UnitId, GentleReclaim> reclaiming; ///< in force: slices of these are reclaimed
    /// Leaders that are being moved to a scope of their own → the unit that they leave.
    std::map<ProcessId, UnitId> adopting;
    std::set<UnitId> rejoining; ///< split tabs that are being moved back
    /// Act → why it failed. It is not tried again.
    std::map<UnitId, std::map<Act, Sentence>> unit_refusals;
    /// When a freeze under pressure was given up because it took too long.
    std::map<UnitId, TimePoint> never_settled;
    std::map<ProcessId, Sentence> process_refusals; ///< the same for adoptions
    std::map<AppId, Sentence> last_reason;
    /// Known apps that have nothing left, until they are forgotten: see session_forget.cpp.
    std::map<AppId, TimePoint> gone;
    std::set<AppId> changed; ///< apps that the bus has to report again; the daemon then clears this
    bool capabilities_changed = true; ///< the same of capabilities

    /// Takes a fact. Never fails: a fact that makes no sense (an unknown unit, a window twice)
    /// changes as little as possible.
    void apply(const Event &event, TimePoint now);
    /// Notes that an action is now in force, or under way. If it fails later, event::ActRefused
    /// takes it back.
    void note(const Action &action, TimePoint now);

    [[nodiscard]] const CapabilityState &capability(Capability which) const
    {
        return capabilities[static_cast<std::size_t>(which)];
    }
    /// The part of the weights that this machine supports. The others would have no effect and are
    /// not set.
    [[nodiscard]] Weights supported_weights(const Weights &wish) const;
    [[nodiscard]] const Unit *find_unit(UnitId id) const;
    /// The unit that a window's process is in. Where the source reports no processes, the only unit
    /// of the app that the window names. Otherwise unknown.
    [[nodiscard]] std::optional<UnitId> unit_of(const Window &window) const;
    /// Why an act on a unit failed. nullopt: it has not failed.
    [[nodiscard]] std::optional<Sentence> refusal(UnitId unit, Act act) const;
    [[nodiscard]] const std::set<UnitId> &units_of(const AppId &app) const;
    /// The app's id and the own ids of its units. Rules, holds and duties may use any of these.
    [[nodiscard]] std::set<AppId> ids_of(const AppId &app) const;
    /// The app with this id, or with a unit that has it as its own. The id itself where there is
    /// none.
    [[nodiscard]] AppId app_called(const AppId &id) const;
    /// Every app that has a unit or a normal window, sorted.
    [[nodiscard]] std::vector<AppId> app_ids() const;
    [[nodiscard]] std::optional<AppId> focused_app() const;
    /// The app ids of windows whose owner only that id can show.
    [[nodiscard]] std::set<AppId> app_ids_in_doubt() const;
    [[nodiscard]] std::optional<UnitId> focused_unit() const;
    [[nodiscard]] std::optional<UnitId> compositor_unit() const;
    /// The app's name for users. Its id where no desktop file has a name.
    [[nodiscard]] std::string name_of(const AppId &app) const;
    [[nodiscard]] AppId app_of(const Window &window) const;
    /// By its unit alone. Empty: it is in no app's unit.
    [[nodiscard]] AppId app_of(ProcessId process) const;
    /// Empty: not known, or no app's.
    [[nodiscard]] AppId app_of(const Stream &stream) const;
    /// Which app a process is that is in no app's unit: by its hint, the launch, the window's own
    /// claim, or the program's name. Empty: not known yet, or none of them is usable.
    [[nodiscard]] AppId identify(const Process &process, const AppId &window_hint) const;
    [[nodiscard]] std::vector<const Window *> windows_of(const AppId &app) const; ///< normal ones
    [[nodiscard]] bool has_windows(const AppId &app) const; ///< normal ones
    [[nodiscard]] std::vector<const Stream *> streams_of(const AppId &app) const;
    [[nodiscard]] std::vector<const Duty *> duties_of(const AppId &app) const;
    /// nullptr: they are about to change. References into them are valid until the next fact.
    [[nodiscard]] const Owners *owners() const { return m_owners.get(*this); }

private:
    void take(const event::UnitAppeared &e, TimePoint now);
    void take(const event::UnitGone &e, TimePoint now);
    void take(const event::UnitDescribed &e, TimePoint now);
    void take(const event::UnitTied &e, TimePoint now);
    void take(const event::LeftBehind &e, TimePoint now);
    void take(const event::ProcessSeen &e, TimePoint now);
    void take(const event::HintAwaited &e, TimePoint now);
    void take(const event::HintRead &e, TimePoint now);
    void take(const event::ProcessGone &e, TimePoint now);
    void take(const event::AppLaunched &e, TimePoint now);
    void take(const event::AppStarting &e, TimePoint now);
    void take(const event::AppNamed &e, TimePoint now);
    void take(const event::AppIdOwned &e, TimePoint now);
    void take(const event::AppDescribed &e, TimePoint now);
    void take(const event::DesktopSeen &e, TimePoint now);
    void take(const event::CompositorSeen &e, TimePoint now);
    void take(const event::WindowSourceChanged &e, TimePoint now);
    void take(const event::WindowSeen &e, TimePoint now);
    void take(const event::WindowGone &e, TimePoint now);
    void take(const event::WindowAwaited &e, TimePoint now);
    void take(const event::FocusMoved &e, TimePoint now);
    void take(const event::UnitFocused &e, TimePoint now);
    void take(const event::StreamSeen &e, TimePoint now);
    void take(const event::StreamGone &e, TimePoint now);
    void take(const event::DutySeen &e, TimePoint now);
    void take(const event::DutyGone &e, TimePoint now);
    void take(const event::Copied &e, TimePoint now);
    void take(const event::NothingCopied &e, TimePoint now);
    void take(const event::UnitInspected &e, TimePoint now);
    void take(const event::ShellsSeen &e, TimePoint now);
    void take(const event::JobSeen &e, TimePoint now);
    void take(const event::TabUsed &e, TimePoint now);
    void take(const event::PartingBegins &e, TimePoint now);
    void take(const event::PartingOver &e, TimePoint now);
    void take(const event::CapabilityFound &e, TimePoint now);
    void take(const event::FreezeAsked &e, TimePoint now);
    void take(const event::ThawAsked &e, TimePoint now);
    void take(const event::HoldTaken &e, TimePoint now);
    void take(const event::HoldReleased &e, TimePoint now);
    void take(const event::CloseAsked &e, TimePoint now);
    void take(const event::EndAsked &e, TimePoint now);
    void take(const event::QuitLookedFor &e, TimePoint now);
    void take(const event::SettingsRead &e, TimePoint now);
    void take(const event::PopupChosen &e, TimePoint now);
    void take(const event::Ending &e, TimePoint now);
    void take(const event::ProgramStarted &e, TimePoint now);
    void take(const event::UnitNeeded &e, TimePoint now);
    void take(const event::EventsArrived &e, TimePoint now);
    void take(const event::EventsUnread &e, TimePoint now);
    void take(const event::FreezerSettled &e, TimePoint now);
    void take(const event::ActRefused &e, TimePoint now);
    void take(const event::Adopted &e, TimePoint now);
    void take(const event::Reclaimed &e, TimePoint now);
    void take(const event::StallSeen &e, TimePoint now);
    void take(const event::PressureSampled &e, TimePoint now);
    void take(const event::WorkingSetsSeen &e, TimePoint now);
    void take(const event::PowerSeen &e, TimePoint now);

    void set_own_app(UnitId unit, AppId app);
    void regroup(UnitId unit);
    void set_app(UnitId unit, AppId app);
    void started_by_user(const AppId &app, TimePoint now);
    void touch(UnitId unit);
    [[nodiscard]] std::set<AppId> frozen_or_to_be() const;
    void end_freeze(const AppId &id, ThawCause cause);
    void end_freeze_of_tabs(const AppId &terminal, ThawCause cause);
    void close_wanted(const AppId &app, CloseWish wish);
    void name_unit(UnitId id, const Process &process, const AppId &window_hint);
    void front_moved(std::optional<UnitId> from, TimePoint now);
    [[nodiscard]] bool opens_connections_for_others(const Window &window) const;
    [[nodiscard]] Window with_owner(const Window &told) const;
    void focus_moved_to(InFront to, TimePoint now);
    void forget_earlier_starts(const AppId &app, TimePoint now);
    void note_first_window(const AppId &app, TimePoint now);
    void update_front_known(const Unit *front, TimePoint now);
    void note_last_window_closed(const AppId &app, TimePoint now);
    void forget_working_sets(const AppId &app);
    void may_have_copied(const AppId &app, std::optional<ProcessId> process);
    void stream_ended(const Stream &stream, TimePoint now);
    void end_streams_of(ProcessId process, TimePoint now);
    void drop_request(const AppId &app);
    void forget_in_time(TimePoint now);
    void forget_processes(TimePoint now);
    void forget_apps(TimePoint now);

    KeptOwners m_owners;
    TimePoint m_forgot{}; ///< when forget_in_time() last looked for what can be forgotten
    std::size_t m_kept = 0; ///< the number of entries after that
};

} // namespace headroom
