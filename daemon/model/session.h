// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

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

/// What is true now, as plain values. Session::apply() changes it by facts and Session::note() by
/// acts. Nothing else does, but for the flags for the bus, which daemon.cpp clears.
namespace headroom {

/// What is in front: a window or, where nobody tells of windows, a unit.
using InFront = std::variant<WindowId, UnitId>;

struct CapabilityState {
    bool available = false;
    Sentence reason = say("why a machine lacks something", "not looked at yet");
    Sentence remedy;
};

struct Session {
    std::map<UnitId, Unit> units;
    std::map<std::vector<std::string>, std::set<UnitId>>
        members; ///< by the path of slices: what lies directly in the last one
    std::map<AppId, std::set<UnitId>> by_app; ///< the units of each app
    std::map<UnitId, std::map<UnitId, TieKind>>
        ties; ///< as each unit's processes show them; the other may not have appeared yet
    std::map<AppId, Start>
        started; ///< by the user: until it has the focus, the user turns to another app, or it ends
    std::optional<TimePoint>
        began; ///< the first event's time: units of that moment were there before
    std::map<ProcessId, Process> processes;
    std::map<ProcessId, TimePoint>
        hints_awaited; ///< of these it isn't known yet who they are → since when they are seen
    std::map<WindowId, Window> windows;
    std::map<ProcessId, TimePoint>
        shows_windows_since; ///< by those whose first normal window has been seen
    std::map<WindowId, Window>
        unowned_windows; ///< as told: those whose process is none, or one that opens connections for others
    std::map<AppId, ProcessId>
        app_id_owners; ///< who owns the bus names that are the app ids of these
    std::map<StreamId, Stream> streams;
    std::map<AppId, TimePoint>
        fell_silent; ///< when the last running stream of an app ended or paused
    std::map<std::string, Duty> duties; ///< by their ids
    std::map<UnitId, Inspection> inspections;
    std::map<UnitId, Job> jobs; ///< of terminals' tabs
    std::map<UnitId, std::vector<Shell>>
        shells; ///< of tabs that have no unit, by that of their terminal
    std::map<AppId, AppInfo> apps;
    std::map<ProcessId, Launch> launches;
    std::map<ProcessId, event::LeftBehind> left_behind; ///< by the process
    std::array<CapabilityState, capability_count> capabilities;
    std::vector<Setting> settings; ///< all that differ from the defaults
    bool shows_popup =
        true; ///< unless the user has chosen otherwise in the desktop's settings of notifications
    std::string window_source;
    bool visibility_known = false;
    std::set<Parting> partings; ///< under way
    bool ending = false;

    PressureHistory pressure;
    Level level = Level::Unknown; ///< in force: the one told last
    Sentence level_reason; ///< empty: none was told yet
    TimePoint level_since{};
    std::optional<ProcessId> compositor;
    std::set<ProcessId>
        desktop; ///< told to be a part of it, besides the compositor; see model/desktop_parts.h
    std::optional<bool> on_battery; ///< nullopt: not known
    std::optional<SwapSeen> swap; ///< nullopt: no working set was ever looked at
    std::map<UnitId, WorkingSet>
        working_sets; ///< of units in the background, until something of their app is seen again
    std::map<AppId, std::map<std::string, std::string>>
        holds; ///< app → who wants it left alone → why
    std::map<AppId, Offences> offences;
    std::map<AppId, TimePoint>
        thawed_by_user; ///< when somebody last ended a freeze because the app is wanted
    std::map<AppId, TimePoint>
        needed; ///< when a freeze was last ended because others waited for the app
    std::map<AppId, CloseWish> close_asked;
    std::set<AppId> quits_itself; ///< has an action for that, as was found when it was to close
    std::optional<TimePoint> last_thaw; ///< of anybody
    std::optional<Notice> notice; ///< in force: what the notification says
    TimePoint notice_since{};

    std::map<AppId, TimePoint>
        windows_closed; ///< when an app's last window went; kept while it has none
    std::optional<WindowId> told_focus; ///< as told last, whatever window that is
    std::optional<InFront>
        focus; ///< the last normal window (or unit) that was activated and still exists
    std::optional<TimePoint>
        front_known; ///< since when it is known without a gap which app is in front; nullopt: it isn't
    std::map<UnitId, TimePoint>
        unfocused; ///< when a unit lost the focus; kept while the unit exists
    std::map<AppId, FreezeRequest> requests;

    std::map<UnitId, Lease> leases; ///< in force: frozen by us
    std::map<UnitId, WeightsInForce> weights; ///< in force: weights set by us
    std::map<UnitId, GentleReclaim> reclaiming; ///< in force: of these slices are taken
    std::map<ProcessId, UnitId>
        adopting; ///< leaders that are being moved into a scope of their own → the unit that they are taken from
    std::set<UnitId> rejoining; ///< split tabs that are being moved back
    std::map<UnitId, std::map<std::string, Sentence>>
        unit_refusals; ///< act → why it failed; not tried again
    std::map<UnitId, TimePoint>
        never_settled; ///< when a freeze under pressure was given up because it took too long
    std::map<ProcessId, Sentence> process_refusals; ///< the same for adoptions
    std::map<AppId, Sentence> last_reason;
    std::map<AppId, TimePoint>
        gone; ///< apps that are known and of which nothing is left; until they are forgotten: see session_forget.cpp
    std::set<AppId> changed; ///< what the bus has to tell anew; it empties this
    bool capabilities_changed = true; ///< the same of these

    /// Takes in a fact. Never fails: what makes no sense (an unknown unit, a window twice) changes as little as it can.
    void apply(const Event &event, TimePoint now);
    /// Notes that an action is now in force (or under way). If it then fails, event::ActRefused takes it back.
    void note(const Action &action, TimePoint now);

    [[nodiscard]] const CapabilityState &capability(Capability which) const
    {
        return capabilities[static_cast<std::size_t>(which)];
    }
    /// What of a wish for weights this machine can carry out: those that would do nothing are not written.
    [[nodiscard]] Weights heeded(const Weights &wish) const;
    [[nodiscard]] const Unit *find_unit(UnitId id) const;
    /// The unit that a window's process is in; where the source tells no processes, the only one of the app that the window says it is of; else unknown.
    [[nodiscard]] std::optional<UnitId> unit_of(const Window &window) const;
    /// Why an act on a unit failed; nullopt: it hasn't.
    [[nodiscard]] std::optional<Sentence> refusal(UnitId unit, const std::string &act) const;
    [[nodiscard]] const std::set<UnitId> &units_of(const AppId &app) const;
    /// The app's id and what its units call themselves: rules, holds and duties may use any of these.
    [[nodiscard]] std::set<AppId> ids_of(const AppId &app) const;
    /// The app that goes by this id, or that has a unit which does; the id itself where there is none.
    [[nodiscard]] AppId app_called(const AppId &id) const;
    /// Every app that has a unit or a normal window, sorted.
    [[nodiscard]] std::vector<AppId> app_ids() const;
    [[nodiscard]] std::optional<AppId> focused_app() const;
    [[nodiscard]] std::set<AppId>
    app_ids_in_doubt() const; ///< of windows of which only that could tell whose they are
    [[nodiscard]] std::optional<UnitId> focused_unit() const;
    [[nodiscard]] std::optional<UnitId> compositor_unit() const;
    /// What people call an app; its id where no desktop file has another name.
    [[nodiscard]] std::string name_of(const AppId &app) const;
    [[nodiscard]] AppId app_of(const Window &window) const;
    [[nodiscard]] AppId
    app_of(ProcessId process) const; ///< by its unit alone; empty: it is in no application's
    [[nodiscard]] AppId
    app_of(const Stream &stream) const; ///< empty: nobody knows, or it is no application's
    /// Who a process in nobody's unit is; the window's own word is the last resort. Empty if there is none.
    [[nodiscard]] AppId identify(const Process &process, const AppId &window_hint) const;
    [[nodiscard]] std::vector<const Window *> windows_of(const AppId &app) const; ///< normal ones
    [[nodiscard]] bool has_windows(const AppId &app) const; ///< such ones
    [[nodiscard]] std::vector<const Stream *> streams_of(const AppId &app) const;
    [[nodiscard]] std::vector<const Duty *> duties_of(const AppId &app) const;
    /// nullptr: they are about to change. No reference into them outlives the next fact.
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
    void focus_came(InFront to, TimePoint now);
    void turned_to(const AppId &app, TimePoint now);
    void first_window_of(const AppId &app, TimePoint now);
    void follow_front(const Unit *front, TimePoint now);
    void window_left(const AppId &app, TimePoint now);
    void seen_again(const AppId &app);
    void may_have_copied(const AppId &app, std::optional<ProcessId> process);
    void stream_ended(const Stream &stream, TimePoint now);
    void streams_end(ProcessId process, TimePoint now);
    void drop_request(const AppId &app);
    void forget_in_time(TimePoint now);
    void forget_processes(TimePoint now);
    void forget_apps(TimePoint now);

    KeptOwners m_owners;
    TimePoint m_forgot{}; ///< when it was looked last what nothing is left of
    std::size_t m_kept = 0; ///< how much there was after that
};

} // namespace headroom
