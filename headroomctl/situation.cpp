// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "situation.h"

#include "daemon_proxy.h"
#include "response.h"

namespace headroom::ctl {

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
        .level_reason_code = code_for_level(daemon->get()),
        .culprit = culprit_of(daemon->get()),
        .disabled_until = headroom_dbus_manager_get_disabled_until(daemon->get()),
        .response = chosen_response(daemon->get()),
        .focused = present(headroom_dbus_manager_get_focused(daemon->get())),
        .window_source = present(headroom_dbus_manager_get_window_source(daemon->get())),
        .windows_known = headroom_dbus_manager_get_windows_known(daemon->get()) != FALSE,
        .capabilities = capabilities_of(daemon->get()),
        .apps = std::move(*apps),
    };
    // A machine without measurements still has apps to show.
    if (auto measures = present_measures(daemon->get()))
        situation.measures = std::move(*measures);
    else
        situation.not_measured = measures.error().sentence;
    return situation;
}

} // namespace headroom::ctl
