// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "act/actor.h"
#include "act/gnome_extension.h"
#include "act/outside.h"
#include "black_box.h"
#include "bus/app_objects.h"
#include "bus/compositor_interface.h"
#include "bus/manager_interface.h"
#include "given_back.h"
#include "history.h"
#include "kept_needs.h"
#include "lease_watchdog.h"
#include "loop.h"
#include "options.h"
#include "place.h"
#include "recording/recorder.h"
#include "sleep_delay.h"
#include "stall_minutes.h"
#include "sys/service_manager.h"
#include "sys/systemd_client.h"
#include "sys/timer.h"
#include "watch/clipboard/wayland_clipboard.h"
#include "watch/duties/duties.h"
#include "watch/duties/inspector.h"
#include "watch/frozen/freezer.h"
#include "watch/frozen/frozen_apps.h"
#include "watch/launches/bus_names.h"
#include "watch/launches/launches.h"
#include "watch/launches/wayland_launches.h"
#include "watch/listeners/listeners.h"
#include "watch/pressure/pressure.h"
#include "watch/pressure/working_sets.h"
#include "watch/session/partings.h"
#include "watch/session/gnome_logout.h"
#include "watch/session/power.h"
#include "watch/session/screen_reader.h"
#include "watch/session/xfce_logout.h"
#include "watch/settings/settings.h"
#include "watch/streams/pipewire.h"
#include "watch/units/desktop_files.h"
#include "watch/units/jobs.h"
#include "watch/units/kin.h"
#include "watch/units/processes.h"
#include "watch/units/unit_facts.h"
#include "watch/units/units.h"
#include "watch/windows/app_id_owners.h"
#include "watch/windows/windows.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace headroom {

/// All parts of the daemon, and the connections between them. Decides nothing.
class Daemon final : private LoopObserver, private Outside, private Requests {
public:
    Daemon(const Options &options, Place &place, GDBusConnection *bus);
    ~Daemon() override;
    Daemon(const Daemon &) = delete;
    Daemon &operator=(const Daemon &) = delete;

    [[nodiscard]] Result<void> start();
    [[nodiscard]] int run();
    void end(); ///< undoes everything, then makes run() return

private:
    [[nodiscard]] std::unique_ptr<Actor> make_performer();
    void connect_watches();
    void before_event(const Event &event, TimePoint at) override;
    void after_action(const Action &action, TimePoint at) override;
    void after_turn(const Decision &decision, const Changes &changed) override;
    static constexpr const char *our_name = "org.headroomd.Headroom1";

    void own_names();
    void sweep_leftovers();
    void look_again_soon();
    void look_at_adopted(ProcessId leader);
    void refused(const event::ActRefused &problem);
    void look_for_policy(const Decision &decision, const Changes &changed);
    void describe_source(const event::WindowSourceChanged &source);
    void describe_new_apps(const std::set<AppId> &changed);
    enum class Described { Once, Again };
    void describe_services(const std::set<UnitId> &units, Described described);
    void look_at_tabs(const std::set<UnitId> &to_inspect, const std::set<AppId> &changed);
    void remember(const Event &event, TimePoint at);
    void keep_need(const Action &action);
    void name_acquired();
    void names_lost();
    [[nodiscard]] Result<void> is_there(const AppId &app) const;
    [[nodiscard]] Result<void> may_be_closed(const AppId &app) const;
    [[nodiscard]] bool is_desktop(std::int32_t pid) const;
    [[nodiscard]] AppId thawed_by_doubtful_start(const AppId &id) const;
    Result<void> close_now(const AppId &app, bool unasked);
    [[nodiscard]] Result<std::vector<Sentence>> explained(const AppId &id) const;

    Result<void> close_windows(const std::vector<WindowId> &windows) override;
    Result<void> minimise_windows(const std::vector<WindowId> &windows) override;
    [[nodiscard]] std::vector<int>
    connections_of(const std::vector<ProcessId> &listeners) const override;
    void answer_choice(const AppId &app, const Result<void> &done) const;
    void freeze_was_chosen(const AppId &app) override;
    void close_was_chosen(const AppId &app) override;
    void never_was_chosen(const AppId &app) override;

    [[nodiscard]] const Session &session() const override { return m_loop.session(); }
    Result<void> freeze(const AppId &id, Duration hold) override;
    [[nodiscard]] bool may_freeze(const AppId &app) const override;
    Result<void> thaw(const AppId &id) override;
    unsigned thaw_all() override;
    void explain(const AppId &app, const Explained &done) override;
    void hold(const AppId &app, const std::string &holder, const std::string &reason) override;
    void release(const AppId &app, const std::string &holder) override;
    using Done = Requests::Done;
    Result<void> measure_need(const AppId &id) override;
    Result<void> cancel_measurement(const AppId &id) override;
    void close(const AppId &id, bool unasked, const Done &done) override;
    [[nodiscard]] ReadHistory history(WallTime since) override;
    [[nodiscard]] Totals totals() override;
    [[nodiscard]] std::map<Resource, StallAverages> machine_pressure() override;
    [[nodiscard]] std::map<Resource, StallAverages> foreground_pressure() override;
    Result<UniqueFd> record() override;
    void set_setting(const std::string &name, const std::string &value, const Done &done) override;
    void disable_for(Duration length) override;
    [[nodiscard]] std::optional<WallTime> disabled_until() const override;
    void enable_extension(const Done &done) override;
    Result<std::string> report_windows(std::string_view compositor, std::string_view json) override;
    [[nodiscard]] bool is_nested(std::int32_t compositor) const override
    {
        return m_windows.is_nested(compositor);
    }
    void compositor_changed(std::string_view compositor, bool present) override;
    void reporter_gone() override;
    void compositor_process(std::int32_t pid) override;
    [[nodiscard]] bool is_compositor(const std::string &name) const override;
    [[nodiscard]] CallerPlace place_of(const std::string &caller) override;
    [[nodiscard]] bool is_own_app(const BusPeer &caller, const AppId &id) override;

    const Options &m_options;
    Place &m_place;
    GDBusConnection *m_bus;
    SystemdClient m_systemd;
    ServiceManager m_service_manager;
    Loop m_loop;
    const Emit m_emit = [this](Event event) { m_loop.post(std::move(event)); };
    std::unique_ptr<Actor> m_actor;

    UnitWatch m_units;
    BusPeers m_peers;
    ProcessWatch m_processes;
    UnitFacts m_unit_facts;
    LaunchWatch m_launches;
    BusNameWatch m_bus_names;
    AppIdOwners m_app_id_owners;
    WindowWatch m_windows;
    DesktopFiles m_desktop_files;
    FreezerWatch m_freezer;
    FrozenApps m_frozen_apps;
    SettingsWatch m_settings;
    PressureWatch m_pressure;
    WorkingSetWatch m_working_sets;
    PowerWatch m_power;
    PipewireWatch m_pipewire;
    DutyWatch m_duties;
    WaylandClipboard m_wayland_clipboard;
    WaylandLaunches m_wayland_launches;
    ListenerWatch m_listeners;
    PartingWatch m_partings;
    GnomeLogout m_gnome_logout;
    XfceLogout m_xfce_logout;
    ScreenReaderWatch m_screen_reader{m_bus, m_peers, m_emit};
    Inspector m_inspector;
    KinWatch m_kin;
    JobWatch m_jobs;
    GnomeExtension m_gnome_extension;

    Gate m_gate;
    ManagerInterface m_manager_interface;
    AppObjects m_app_objects;
    CompositorInterface m_compositor_interface;
    Recorder m_recorder;
    History m_history;
    BlackBox m_black_box;
    KeptNeeds m_kept_needs;
    Tally m_tally{m_loop.now()};
    WallTime m_began = wall_now();
    StallMinutes m_stall_minutes{m_tally};
    WallTime m_disabled_until{};
    bool m_is_sampling = false;
    /// Whether this machine can freeze apps, whatever its compositor does. nullopt: no source of
    /// windows was seen yet.
    std::optional<CapabilityState> m_machine_freezes;
    GivenBack m_given_back;
    LeaseWatchdog m_watchdog{m_service_manager};
    SleepDelay m_sleep_delay;

    GMainLoop *m_main_loop;
    ObjectPtr<GCancellable> m_end{g_cancellable_new()}; ///< ends D-Bus calls that are pending
    Timer m_look_again;
    Timer m_ending;
    guint m_names[2]{};
    int m_status = 0;
};

} // namespace headroom
