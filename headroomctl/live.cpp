// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "live.h"

#include <chrono>

#include <glib/gi18n.h>

#include "daemon_proxy.h"
#include "daemon_unit.h"
#include "past.h"
#include "response.h"
#include "session_bus.h"

namespace headroom::ctl {

namespace {

/// The kernel updates its averages this often, so shorter periods show nothing new.
constexpr guint period_ms = 2000;

TimePoint now()
{
    return TimePoint{std::chrono::microseconds{g_get_monotonic_time()}};
}

bool was_cancelled(const GError *error)
{
    return g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

StallAverages averages_of(GVariant *machine, const char *resource)
{
    g_autoptr(GVariant) values = g_variant_lookup_value(machine, resource, G_VARIANT_TYPE("a{sd}"));
    const auto average = [&values](const char *name) {
        double value = 0;
        return values != nullptr && g_variant_lookup(values, name, "d", &value)
            ? std::optional{value}
            : std::nullopt;
    };
    return {.ten = average("some-avg10"),
            .sixty = average("some-avg60"),
            .three_hundred = average("some-avg300")};
}

} // namespace

std::expected<std::unique_ptr<Live>, Failure> Live::follow(std::function<void()> changed)
{
    auto daemon = running_daemon(Properties::Follow);
    if (!daemon)
        return std::unexpected(daemon.error());
    auto objects = app_objects(bus_of(daemon->get()));
    if (!objects)
        return std::unexpected(objects.error());
    return std::unique_ptr<Live>(
        new Live(std::move(*daemon), std::move(*objects), std::move(changed)));
}

Live::Live(ObjectPtr<HeadroomDbusManager> daemon, ObjectPtr<GDBusObjectManager> objects,
           std::function<void()> changed)
    : m_daemon(std::move(daemon)), m_objects(std::move(objects)), m_changed(std::move(changed))
{
    connect(m_daemon.get(), "notify::g-name-owner", G_CALLBACK(on_owner));
    connect(m_daemon.get(), "g-properties-changed", G_CALLBACK(on_properties));
    connect(m_daemon.get(), "acted", G_CALLBACK(on_acted));
    connect(m_objects.get(), "object-added", G_CALLBACK(on_object));
    connect(m_objects.get(), "object-removed", G_CALLBACK(on_object));
    connect(m_objects.get(), "interface-proxy-properties-changed", G_CALLBACK(on_app));
    owner_changed();
}

Live::~Live()
{
    if (m_calls)
        g_cancellable_cancel(m_calls.get());
    for (const auto &[object, connection] : m_connections)
        g_signal_handler_disconnect(object, connection);
}

void Live::connect(gpointer object, const char *signal, GCallback callback)
{
    m_connections.emplace_back(object, g_signal_connect(object, signal, callback, this));
}

const LiveSituation &Live::situation()
{
    if (m_situation.is_running) {
        m_situation.level = present(headroom_dbus_manager_get_level(m_daemon.get()));
        m_situation.level_reason = reason_for_level(m_daemon.get());
        m_situation.culprit = culprit_of(m_daemon.get());
        m_situation.disabled_until = headroom_dbus_manager_get_disabled_until(m_daemon.get());
        m_situation.response = chosen_response(m_daemon.get());
        m_situation.focused = present(headroom_dbus_manager_get_focused(m_daemon.get()));
        if (std::exchange(m_apps_are_outdated, false))
            m_situation.apps = apps_in(m_objects.get());
    }
    return m_situation;
}

bool Live::is_bus_gone() const
{
    return g_dbus_connection_is_closed(bus_of(m_daemon.get())) != FALSE;
}

/// Drops the state of the old daemon, so that it is not shown as the new one's.
void Live::owner_changed()
{
    if (m_calls)
        g_cancellable_cancel(m_calls.get());
    m_calls.reset(g_cancellable_new());
    m_next_look.stop();
    m_open = 0;
    m_situation = {};
    m_situation.is_running = is_on_bus(m_daemon.get());
    m_apps_are_outdated = true;
    if (m_situation.is_running) {
        request_history();
        request_figures();
    } else {
        m_situation.absence = daemon_absent().sentence;
        request_daemon_unit(bus_of(m_daemon.get()), m_calls.get(), on_unit, this);
    }
    m_changed();
}

void Live::request_history()
{
    headroom_dbus_manager_call_history(m_daemon.get(), 0, m_calls.get(), on_past, this);
}

void Live::request_figures()
{
    m_open = 2;
    headroom_dbus_manager_call_measure(m_daemon.get(), m_calls.get(), on_measured, this);
    headroom_dbus_manager_call_measure_machine(m_daemon.get(), m_calls.get(), on_machine_measured,
                                               this);
}

void Live::answered()
{
    m_changed();
    if (--m_open > 0)
        return;
    m_next_look = Timer::once(period_ms, [this] { request_figures(); });
}

void Live::on_owner(GObject *, GParamSpec *, gpointer live)
{
    static_cast<Live *>(live)->owner_changed();
}

void Live::on_properties(GDBusProxy *, GVariant *, char **, gpointer live)
{
    static_cast<Live *>(live)->m_changed();
}

void Live::on_acted(HeadroomDbusManager *, const char *, const char *, const char *,
                    const char *reason, gboolean is_news, gpointer live)
{
    auto *self = static_cast<Live *>(live);
    if (is_news != FALSE)
        self->m_situation.last_act = reason;
    self->m_changed();
}

void Live::on_object(GDBusObjectManager *, GDBusObject *, gpointer live)
{
    static_cast<Live *>(live)->m_apps_are_outdated = true;
    static_cast<Live *>(live)->m_changed();
}

void Live::on_app(GDBusObjectManagerClient *, GDBusObjectProxy *, GDBusProxy *, GVariant *, char **,
                  gpointer live)
{
    on_object(nullptr, nullptr, live);
}

void Live::on_measured(GObject *daemon, GAsyncResult *result, gpointer live)
{
    g_autoptr(GVariant) measures = nullptr;
    g_autoptr(GError) error = nullptr;
    const bool is_answered = headroom_dbus_manager_call_measure_finish(
                                 HEADROOM_DBUS_MANAGER(daemon), &measures, result, &error)
        != FALSE;
    if (was_cancelled(error))
        return; // we may be gone
    auto *self = static_cast<Live *>(live);
    self->m_situation.is_measured = true;
    self->m_situation.measures = is_answered ? measures_in(measures) : Measures{};
    self->m_situation.not_measured =
        is_answered ? std::string{} : failed_call(error, "headroomd").sentence;
    self->answered();
}

void Live::on_machine_measured(GObject *daemon, GAsyncResult *result, gpointer live)
{
    g_autoptr(GVariant) machine = nullptr;
    g_autoptr(GError) error = nullptr;
    const bool is_answered = headroom_dbus_manager_call_measure_machine_finish(
                                 HEADROOM_DBUS_MANAGER(daemon), &machine, result, &error)
        != FALSE;
    if (was_cancelled(error))
        return;
    auto *self = static_cast<Live *>(live);
    if (is_answered) {
        for (const auto &[resource, name] :
             {std::pair{Resource::Cpu, "cpu"}, {Resource::Io, "io"}, {Resource::Memory, "memory"}})
            self->m_situation.machine.at(static_cast<std::size_t>(resource))
                .take(averages_of(machine, name), now());
    }
    self->answered();
}

void Live::on_unit(GObject *bus, GAsyncResult *result, gpointer live)
{
    const VariantPtr unit = daemon_unit_in(bus, result);
    if (!unit)
        return; // we may be gone
    auto *self = static_cast<Live *>(live);
    self->m_situation.absence = why_daemon_absent(unit.get()).sentence;
    self->m_changed();
}

void Live::on_past(GObject *daemon, GAsyncResult *result, gpointer live)
{
    g_autoptr(GVariant) entries = nullptr;
    g_autoptr(GError) error = nullptr;
    if (headroom_dbus_manager_call_history_finish(HEADROOM_DBUS_MANAGER(daemon), &entries, result,
                                                  &error)
        == FALSE)
        return; // then the last act is unknown
    auto *self = static_cast<Live *>(live);
    for (const PastAct &act : acts_in(entries)) {
        if (act.is_news)
            self->m_situation.last_act = act.reason;
    }
    self->m_changed();
}

} // namespace headroom::ctl
