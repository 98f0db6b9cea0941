// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon_unit.h"

#include <string_view>

#include <glib/gi18n.h>

#include "session_bus.h"
#include "waiting.h"

namespace headroom::ctl {

namespace {

std::string property(GVariant *unit, const char *name)
{
    const char *value = "";
    if (unit != nullptr)
        g_variant_lookup(unit, name, "&s", &value);
    return value;
}

/// What takes the mask back. The file that masks shows whose it is: the user's own, the user's own
/// until the next boot, or the administrator's for all users.
std::string unmask_command(std::string_view masked_by)
{
    if (masked_by.starts_with("/etc/"))
        return "sudo systemctl --global unmask headroomd.service";
    if (masked_by.starts_with(g_get_user_runtime_dir()))
        return "systemctl --user unmask --runtime headroomd.service";
    return "systemctl --user unmask headroomd.service";
}

} // namespace

void request_daemon_unit(GDBusConnection *bus, GCancellable *calls, GAsyncReadyCallback done,
                         gpointer data)
{
    g_dbus_connection_call(bus, "org.freedesktop.systemd1",
                           "/org/freedesktop/systemd1/unit/headroomd_2eservice",
                           "org.freedesktop.DBus.Properties", "GetAll",
                           g_variant_new("(s)", "org.freedesktop.systemd1.Unit"),
                           G_VARIANT_TYPE("(a{sv})"), G_DBUS_CALL_FLAGS_NO_AUTO_START,
                           /* timeout_msec= */ -1, calls, done, data);
}

VariantPtr daemon_unit_in(GObject *bus, GAsyncResult *result)
{
    const VariantPtr answer{g_dbus_connection_call_finish(G_DBUS_CONNECTION(bus), result, nullptr)};
    return VariantPtr{answer ? g_variant_get_child_value(answer.get(), 0) : nullptr};
}

VariantPtr daemon_unit(GDBusConnection *bus)
{
    PendingResult pending("systemd");
    request_daemon_unit(bus, nullptr, PendingResult::arrived, &pending);
    return daemon_unit_in(G_OBJECT(bus), pending.result());
}

Failure why_daemon_absent(GVariant *unit)
{
    if (property(unit, "LoadState") == "masked")
        // Translators: masked: systemd must not start it (systemctl mask); %s is a command.
        return {NotReachable,
                formatted(C_("error: a sentence",
                             "headroomd is masked, so it can't start. To allow it again: %s"),
                          unmask_command(property(unit, "FragmentPath")).c_str()),
                "masked"};
    if (property(unit, "UnitFileState") == "disabled")
        // Translators: disabled: systemd does not start it at login (systemctl disable).
        return {NotReachable,
                C_("error: a sentence",
                   "headroomd is disabled and not running. To start it, now and at every login: "
                   "systemctl --user enable --now headroomd")};
    return daemon_absent();
}

} // namespace headroom::ctl
