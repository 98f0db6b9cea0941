// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon.h"

#include "act/dry_run.h"
#include "act/perform.h"
#include "act/sweep.h"
#include "recording/event_json.h"
#include "sys/log.h"
#include "watch/session/capabilities.h"

#include <algorithm>
#include <format>
#include <unistd.h>
#include <utility>

namespace headroom {

namespace {

/// For systemd's answers to the last calls. After that the daemon ends anyway, and the sweep does
/// the rest.
constexpr guint end_within_ms = 2000;

TimePoint monotonic_now()
{
    return TimePoint{Duration{g_get_monotonic_time()}};
}

/// Empty: it isn't set.
std::string of_environment(const char *variable)
{
    const char *value = g_getenv(variable);
    return value ? value : "";
}

bool has_owner(GDBusConnection *bus, const char *name)
{
    const VariantPtr answer{g_dbus_connection_call_sync(
        bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
        "NameHasOwner", g_variant_new("(s)", name), G_VARIANT_TYPE("(b)"), G_DBUS_CALL_FLAGS_NONE,
        5000, nullptr, nullptr)};
    gboolean owned = FALSE;
    if (answer)
        g_variant_get(answer.get(), "(b)", &owned);
    return owned != FALSE;
}

} // namespace

Daemon::Daemon(const Options &options, Place &place, GDBusConnection *bus)
    : m_options(options), m_place(place), m_bus(bus), m_systemd(bus),
      m_service_manager(of_environment("NOTIFY_SOCKET")), m_loop(Config{}, monotonic_now, *this),
      m_units(place.dirs, place.manager_path, m_emit),
      m_peers(bus, "/proc", g_get_user_runtime_dir()),
      m_processes(ProcessTable{options.proc_root}, m_units, m_emit),
      m_unit_facts(m_systemd, m_emit),
      m_launches(
          bus, m_peers, m_processes, [this](std::int32_t pid) { return is_desktop(pid); }, m_emit),
      m_bus_names(bus, m_peers, m_processes, m_emit), m_app_id_owners(bus, m_processes, m_emit),
      m_windows(
          WindowWatch::places_of_environment(), m_units, m_processes,
          [this](std::string_view compositor) {
              return m_compositor_interface.prompt_reporter(compositor);
          },
          m_emit),
      m_desktop_files(m_emit), m_freezer(place.dirs, m_emit),
      m_frozen_apps(place.dirs, options.proc_root, m_emit),
      m_settings(ConfigDirs::of_environment(), m_emit),
      m_pressure(place.dirs, options.proc_root, options.sys_root, m_emit),
      m_working_sets(place.dirs, options.proc_root, m_emit), m_power(options.sys_root, m_emit),
      m_pipewire(ProcessTable{options.proc_root}, m_processes, m_emit),
      m_duties(bus, m_processes, m_emit),
      m_wayland_clipboard(g_get_user_runtime_dir(), of_environment("WAYLAND_DISPLAY"),
                          m_windows.clipboard_of_wayland()),
      m_wayland_launches(
          g_get_user_runtime_dir(), of_environment("WAYLAND_DISPLAY"),
          [this](const AppId &id) { return thawed_by_doubtful_start(id); }, m_emit),
      m_listeners(
          place.runtime_dir + "/memory-pressure", getuid(),
          [this](std::int32_t pid) {
              return m_processes.look(pid).transform([this](ProcessId process) {
                  return ListenerWatch::Peer{process, m_processes.unit_of(process)};
              });
          },
          m_emit),
      m_partings(bus, m_peers, m_emit), m_gnome_logout(bus, m_peers, m_emit),
      m_xfce_logout(bus, m_peers, m_emit), m_inspector(place.dirs, options.proc_root, m_emit),
      m_kin(place.dirs, place.manager_path, options.proc_root, m_emit),
      m_jobs(place.dirs, options.proc_root, m_emit), m_gnome_extension(bus),
      m_gate(bus, m_peers, *this),
      m_manager_interface(*this, place.dirs, options.proc_root, m_gate), m_app_objects(m_gate),
      m_compositor_interface(*this, m_peers, m_gate),
      m_black_box(options.dry_run ? "" : black_box_path(), present_boot()),
      m_kept_needs(options.dry_run ? "" : needs_path(), m_emit),
      m_main_loop(g_main_loop_new(nullptr, FALSE))
{
    m_actor =
        options.dry_run ? std::unique_ptr<Actor>{std::make_unique<DryRun>()} : make_performer();
    m_loop.set_actor(*m_actor);
    connect_watches();
}

std::unique_ptr<Actor> Daemon::make_performer()
{
    const World world{.dirs = m_place.dirs,
                      .manager_path = m_place.manager_path,
                      .runtime_dir = m_place.runtime_dir,
                      .table = ProcessTable{m_options.proc_root},
                      .systemd = m_systemd,
                      .peers = m_peers};
    return std::make_unique<Performer>(world, static_cast<Outside &>(*this), m_emit);
}

Daemon::~Daemon()
{
    g_cancellable_cancel(m_end.get());
    for (const guint name : m_names) {
        if (name != 0)
            g_bus_unown_name(name);
    }
    g_main_loop_unref(m_main_loop);
}

void Daemon::before_event(const Event &event, TimePoint at)
{
    m_recorder.event(event, at);
    remember(event, at);
    if (const auto *source = std::get_if<event::WindowSourceChanged>(&event))
        describe_source(*source);
    if (const auto *problem = std::get_if<event::ActRefused>(&event))
        refused(*problem);
    if (std::holds_alternative<event::PartingOver>(event) && disabled_until())
        // The clock of the loop stood still while the machine slept.
        m_loop.post(event::DisabledFor{
            std::max(Duration::zero(), Duration{m_disabled_until - wall_now()})});
    if (const auto *gone = std::get_if<event::UnitGone>(&event)) {
        m_pressure.forget(gone->unit);
        m_freezer.forget(gone->unit);
        m_jobs.forget(gone->unit);
        m_actor->forget(gone->unit);
        m_kin.forget(gone->unit);
    }
    if (const auto *gone = std::get_if<event::ProcessGone>(&event))
        m_listeners.process_ended(gone->process);
    if (const auto *adopted = std::get_if<event::Adopted>(&event))
        look_at_adopted(adopted->leader);
    if (const auto *appeared = std::get_if<event::UnitAppeared>(&event))
        m_kin.appeared(appeared->unit);
}

void Daemon::after_turn(const Decision &decision, const Changes &changed)
{
    const Session &session = m_loop.session();
    if (!decision.sample_every)
        m_history.add(m_stall_minutes.pause(session.level, wall_now()));
    if (const bool was = std::exchange(m_is_sampling, decision.sample_every.has_value());
        m_is_sampling && !was)
        m_compositor_interface.check_reporter();
    look_for_policy(decision, changed);
    m_kept_needs.save(session.kept_needs);
    m_manager_interface.mirror(session, changed);
    m_app_objects.mirror(session, m_loop.config(), changed.apps);
    m_given_back.note_entries(session.units.size() + session.windows.size()
                              + session.processes.size() + session.streams.size()
                              + session.apps.size());
    m_watchdog.update(!session.leases.empty());
    m_sleep_delay.update(!session.leases.empty() && !m_options.dry_run);
}

void Daemon::after_action(const Action &action, TimePoint at)
{
    if (std::holds_alternative<action::Freeze>(action.what)) {
        m_freezer.follow(action.unit);
        if (const Unit *unit = m_loop.session().find_unit(action.unit); unit && unit->terminal)
            m_jobs.follow(action.unit);
    }
    if (std::holds_alternative<action::Thaw>(action.what)) {
        m_freezer.forget(action.unit);
        m_jobs.forget(action.unit);
    }
    m_recorder.action(action, at);
    m_history.add(action, m_loop.session().level, wall_now());
    m_black_box.acted(m_loop.session(), action, wall_now());
    keep_need(action);
    if (const auto *change = std::get_if<action::ChangeLevel>(&action.what)) {
        m_tally.level_changed(change->level, at);
        if (change->level >= Level::Uneasy) // sampling may have begun long ago
            m_compositor_interface.check_reporter();
    }
    if (continues_earlier_act(m_loop.session(), action))
        return;
    m_tally.acted(verb(action));
    m_manager_interface.acted(verb(action), action);
}

void Daemon::remember(const Event &event, TimePoint at)
{
    m_history.take(event, m_loop.session(), wall_now());
    if (const auto *sampled = std::get_if<event::PressureSampled>(&event)) {
        m_history.add(m_stall_minutes.add(sampled->sample, m_loop.session(), at, wall_now()));
        m_black_box.sampled(m_loop.session(), at, wall_now());
    }
}

Result<void> Daemon::start()
{
    // Before the sweep: what another daemon has frozen is no leftover.
    if (has_owner(m_bus, our_name))
        return error(ErrorKind::Refused, "another Headroom runs here");
    sweep_leftovers();
    find_capabilities({.dirs = m_place.dirs,
                       .manager_path = m_place.manager_path,
                       .runtime_dir = m_place.runtime_dir,
                       .sys_root = m_options.sys_root,
                       .proc_root = m_options.proc_root,
                       .systemd_on_bus = has_owner(m_bus, "org.freedesktop.systemd1")},
                      m_emit);
    m_settings.start();
    m_pipewire.start();
    m_black_box.start();
    m_kept_needs.start();
    if (auto watching = m_units.start(); !watching)
        return watching;
    m_loop.settle();
    if (m_loop.session().capability(Capability::Pressure).available) {
        if (const auto watching = m_pressure.start(); !watching)
            log::warning(watching.error().sentence);
    }
    if (auto published = m_manager_interface.publish(m_bus); !published)
        return published;
    if (auto published = m_compositor_interface.publish(m_bus); !published)
        return published;
    if (auto published = m_app_objects.publish(m_bus); !published)
        return published;
    m_windows.start();
    m_wayland_clipboard.start();
    m_wayland_launches.start();
    m_kin.look_at_new();
    own_names();
    return {};
}

void Daemon::sweep_leftovers()
{
    if (m_options.dry_run)
        return;
    const auto unset = [this](const Leftover &left) {
        m_systemd.call("SetUnitProperties", left.properties.get(), nullptr,
                       [this, unit = left.unit, mark = left.mark,
                        done = left.done](const Result<VariantPtr> &answer) {
                           if (m_actor->has_set(unit, mark))
                               return; // the mark is ours by now
                           if (answer)
                               done();
                           else if (answer.error().code == ETIMEDOUT)
                               m_actor->unset_left(unit, mark, answer.error().sentence);
                           else
                               log::warning(answer.error().sentence);
                       });
        return true;
    };
    const Swept swept =
        sweep(m_place.dirs, m_place.manager_path, m_place.runtime_dir, SweepAt::Start, unset);
    if (swept.thawed + swept.unweighted + swept.unprotected + swept.rejoined > 0)
        log::info(std::format("undid what was left behind: {} units thawed, the weights of {} "
                              "unset, the memory of {} no longer protected, {} processes of "
                              "terminals' tabs moved back",
                              swept.thawed, swept.unweighted, swept.unprotected, swept.rejoined));
}

int Daemon::run()
{
    g_main_loop_run(m_main_loop);
    return m_status;
}

void Daemon::end()
{
    if (m_ending)
        return;
    m_service_manager.notify("STOPPING=1");
    m_loop.post(event::Ending{});
    m_loop.settle();
    m_black_box.close(m_loop.session().level, wall_now());
    // The thaws are done. Only systemd's answers about weights are pending, and the disk.
    constexpr guint look_every_ms = 5;
    m_ending = Timer::every(look_every_ms, [this, waited_ms = 0U]() mutable {
        waited_ms += look_every_ms;
        m_kept_needs.save(m_loop.session().kept_needs);
        const bool is_idle = m_actor->is_idle() && m_black_box.is_idle() && m_kept_needs.is_idle();
        if (!is_idle && waited_ms < end_within_ms)
            return;
        g_main_loop_quit(m_main_loop);
        m_ending.stop();
    });
}

} // namespace headroom
