// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "situation.h"

#include "daemon_proxy.h"
#include "session_bus.h"
#include "waiting.h"

namespace headroom::ctl {

namespace {

/// A machine without measurements still has apps to show, so a failure becomes a part of the
/// situation.
void measure(HeadroomDbusManager *daemon, Situation &situation)
{
    PendingResult pending("headroomd");
    headroom_dbus_manager_call_measure(daemon, nullptr, PendingResult::arrived, &pending);
    g_autoptr(GVariant) measures = nullptr;
    g_autoptr(GError) error = nullptr;
    if (!headroom_dbus_manager_call_measure_finish(daemon, &measures, pending.result(), &error)) {
        situation.not_measured = failed_call(error, "headroomd").sentence;
        return;
    }
    situation.measures = measures_in(measures);
}

} // namespace

std::expected<Situation, Failure> present_situation()
{
    const auto daemon = running_daemon(Properties::Load);
    if (!daemon)
        return std::unexpected(daemon.error());
    auto apps = list_apps(bus_of(daemon->get()));
    if (!apps)
        return std::unexpected(apps.error());
    Situation situation{
        .version = present(headroom_dbus_manager_get_version(daemon->get())),
        .level = present(headroom_dbus_manager_get_level(daemon->get())),
        .level_reason = reason_for_level(daemon->get()),
        .disabled_until = headroom_dbus_manager_get_disabled_until(daemon->get()),
        .focused = present(headroom_dbus_manager_get_focused(daemon->get())),
        .window_source = present(headroom_dbus_manager_get_window_source(daemon->get())),
        .windows_known = headroom_dbus_manager_get_windows_known(daemon->get()) != FALSE,
        .capabilities = capabilities_of(daemon->get()),
        .apps = std::move(*apps),
    };
    measure(daemon->get(), situation);
    return situation;
}

} // namespace headroom::ctl
