// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/act.h"
#include "model/action.h"
#include "model/event.h"
#include "model/facts.h"
#include "model/owners.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

/// What is true now, as plain values. Only Session::apply() (facts), Session::note() (acts) and
/// Session::leave_front() (time) change it.
namespace headroom {

/// What a fact or an act has changed, as far as bus/ publishes it.
struct Changes {
    std::set<AppId> apps;
    bool capabilities = false;

    void add(Changes more)
    {
        apps.merge(more.apps);
        capabilities = capabilities || more.capabilities;
    }
};

/// All facts. Each subject is a base, so that a rule may take the part that it looks at.
struct Session : KnownUnits,
                 KnownStarts,
                 KnownWindows,
                 KnownFront,
                 KnownUses,
                 KnownMachine,
                 KnownPressure,
                 KnownWishes,
                 KnownActs {
    // Compiled once, as Event's are: they depend on all that a session knows.
    Session();
    Session(const Session &other);
    Session(Session &&other) noexcept;
    Session &operator=(const Session &other);
    Session &operator=(Session &&other) noexcept;
    ~Session();

    /// Takes a fact. Never fails: a fact that makes no sense (an unknown unit, a window twice)
    /// changes as little as possible.
    Changes apply(const Event &event, TimePoint now);
    /// Notes that an action is now in force, or under way. If it fails later, event::ActRefused
    /// takes it back.
    Changes note(const Action &action, TimePoint now);
    /// Notes that the app in front no longer is, since nothing of it has been visible for a while.
    /// No fact reports that: leaves_front_at() in policy/ has the time.
    Changes leave_front();

    [[nodiscard]] const CapabilityState &capability(Capability which) const
    {
        return capabilities[static_cast<std::size_t>(which)];
    }
    /// The part of the weights that this machine supports. The others would have no effect and are
    /// not set.
    [[nodiscard]] Weights supported_weights(const Weights &wish) const;
    /// Whether a window of the app has the focus by the last report, of whatever kind.
    [[nodiscard]] bool has_reported_focus(const AppId &app) const;
    [[nodiscard]] const Unit *find_unit(UnitId id) const;
    /// The unit that a window's process is in. Where the source reports no processes, the only unit
    /// of the app that the window names. Otherwise unknown.
    [[nodiscard]] std::optional<UnitId> unit_of(const Window &window) const;
    /// Why an act on a unit failed. nullopt: it has not failed.
    [[nodiscard]] std::optional<Sentence> refusal(UnitId unit, Act act) const;
    /// The app to show as the cause of the shortage. nullptr: nothing is short, or nothing was done
    /// about an app.
    [[nodiscard]] const NamedCulprit *culprit_to_show() const;
    /// Whether a freeze of ours is in force on any of its units.
    [[nodiscard]] bool is_paused(const AppId &app) const;
    /// Whether weights of this kind are in force on any of its units.
    [[nodiscard]] bool has_weights(const AppId &app, WeightKind kind) const;
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
    /// The process of the window with the focus, of any kind. For a second after the focus moved to
    /// nothing, or that window has closed, the process that had it. nullopt: not known.
    [[nodiscard]] std::optional<ProcessId> focus_owner(TimePoint now) const;
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
    /// The app's processes that want to be asked to free memory.
    [[nodiscard]] std::vector<ProcessId> listeners_of(const AppId &app) const;
    /// Bytes that can't be dropped, of all units of an app. nullopt: unknown for some of them.
    [[nodiscard]] std::optional<std::uint64_t> held_by(const AppId &app) const;
    /// Whether the working sets of all its units were measured within WorkingSet::longest_gap.
    [[nodiscard]] bool was_looked_at_lately(const AppId &app, TimePoint now) const;
    /// nullptr: they are about to change. References into them are valid until the next fact.
    [[nodiscard]] const Owners *owners() const { return m_owners.get(*this); }

private:
    void take(const event::UnitAppeared &e, TimePoint now);
    void take(const event::UnitGone &e, TimePoint now);
    void take(const event::UnitDescribed &e, TimePoint now);
    void take(const event::UnitTied &e, TimePoint now);
    void take(const event::LeftBehind &e, TimePoint now);
    void take(const event::TabStarted &e, TimePoint now);
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
    void take(const event::ListenerSeen &e, TimePoint now);
    void take(const event::ListenerGone &e, TimePoint now);
    void take(const event::QuestionRead &e, TimePoint now);
    void take(const event::UnitInspected &e, TimePoint now);
    void take(const event::ShellsSeen &e, TimePoint now);
    void take(const event::JobSeen &e, TimePoint now);
    void take(const event::TabUsed &e, TimePoint now);
    void take(const event::PartingBegins &e, TimePoint now);
    void take(const event::PartingOver &e, TimePoint now);
    void take(const event::ScreenReaderSeen &e, TimePoint now);
    void take(const event::CapabilityFound &e, TimePoint now);
    void take(const event::DiskSchedulersSeen &e, TimePoint now);
    void take(const event::FreezeAsked &e, TimePoint now);
    void take(const event::ThawAsked &e, TimePoint now);
    void take(const event::HoldTaken &e, TimePoint now);
    void take(const event::HoldReleased &e, TimePoint now);
    void take(const event::CloseAsked &e, TimePoint now);
    void take(const event::EndAsked &e, TimePoint now);
    void take(const event::QuitLookedFor &e, TimePoint now);
    void take(const event::NeedAsked &e, TimePoint now);
    void take(const event::NeedsKept &e, TimePoint now);
    void take(const event::SettingsRead &e, TimePoint now);
    void take(const event::PopupChosen &e, TimePoint now);
    void take(const event::DisabledFor &e, TimePoint now);
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
    void take_needs(const std::vector<UnitNeed> &seen, Duration age);
    void take(const event::WorkingSetsSeen &e, TimePoint now);
    void take(const event::PowerSeen &e, TimePoint now);

    void set_own_app(UnitId unit, AppId app);
    void regroup(UnitId unit);
    void note_fetched(ProcessId leader, UnitId from);
    void set_app(UnitId unit, AppId app);
    void name_tab(UnitId id, ProcessId starter);
    void name_tabs();
    void started_by_user(const AppId &app, TimePoint now);
    void touch(UnitId unit);
    [[nodiscard]] std::set<AppId> frozen_or_to_be() const;
    void end_freeze(const AppId &id, ThawCause cause);
    void end_freeze_of_tabs(const AppId &terminal, ThawCause cause);
    void end_all_freezes(ThawCause cause);
    void thaw_to_answer(const AppId &id, TimePoint now);
    void end_freeze_of_owner(const Window &window, ThawCause cause);
    /// Frozen apps whose window this may be, though it is in no app's unit.
    [[nodiscard]] std::set<AppId> frozen_owners_of(const Window &window) const;
    void close_wanted(const AppId &app, CloseWish wish);
    void name_unit(UnitId id, const Process &process, const AppId &window_hint);
    void front_moved(std::optional<UnitId> from, TimePoint now);
    [[nodiscard]] bool opens_connections_for_others(const Window &window) const;
    [[nodiscard]] Window with_owner(const Window &told) const;
    void focus_moved_to(InFront to, TimePoint now);
    void note_focus_lost(TimePoint now);
    void look_at_front(TimePoint now);
    bool outlasts_ping(const AppId &app, TimePoint now);
    void forget_earlier_starts(const AppId &app, TimePoint now);
    void note_first_window(const AppId &app, TimePoint now);
    void update_front_known(const Unit *front, TimePoint now);
    void note_last_window_closed(const AppId &app, TimePoint now);
    void forget_working_sets(const AppId &app);
    void note_playing(const Duty &duty, TimePoint now);
    void may_have_copied(const AppId &app, std::optional<ProcessId> process);
    void front_may_have_copied(TimePoint now);
    void stream_ended(const Stream &stream, TimePoint now);
    void end_streams_of(ProcessId process, TimePoint now);
    void drop_request(const AppId &app);
    void name_culprit(const Action &action);
    void drop_ended_culprit();
    void forget_in_time(TimePoint now);
    void forget_processes(TimePoint now);
    void forget_apps(TimePoint now);
    void forget_refused_freezes(TimePoint now);

    KeptOwners m_owners;
    Changes m_changed; ///< by the fact that is being taken; empty between two calls
    std::optional<TimePoint> m_copied; ///< when something was, by an unknown clipboard owner
    TimePoint m_forgot{}; ///< when forget_in_time() last looked for what can be forgotten
    std::size_t m_kept = 0; ///< the number of entries after that
    std::size_t m_most_units = 0; ///< since then
};

} // namespace headroom
