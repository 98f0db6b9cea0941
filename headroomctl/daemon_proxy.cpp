// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon_proxy.h"

#include <glib/gi18n.h>

#include "daemon_unit.h"
#include "session_bus.h"
#include "waiting.h"

namespace headroom::ctl {

namespace {

bool needs_reason(HeadroomDbusManager *daemon)
{
    const std::string level = present(headroom_dbus_manager_get_level(daemon));
    return level != "calm" && level != "unknown";
}

Failure no_answer()
{
    // Translators: %s is the name of a program, "headroomd" or "systemd".
    return {NotReachable, formatted(C_("error: a sentence", "%s did not answer."), "headroomd")};
}

/// GetAll() leaves out what the caller may not read. Only Get() has the sentence that says why.
Failure why_not_readable(HeadroomDbusManager *daemon)
{
    PendingResult pending("headroomd");
    g_dbus_proxy_call(G_DBUS_PROXY(daemon), "org.freedesktop.DBus.Properties.Get",
                      g_variant_new("(ss)", "org.headroomd.Headroom1.Manager", "Version"),
                      G_DBUS_CALL_FLAGS_NONE, /* timeout_msec= */ -1, nullptr,
                      PendingResult::arrived, &pending);
    g_autoptr(GError) error = nullptr;
    const VariantPtr version{
        g_dbus_proxy_call_finish(G_DBUS_PROXY(daemon), pending.result(), &error)};
    return version ? no_answer() : failed_call(error, "headroomd");
}

} // namespace

std::expected<ObjectPtr<HeadroomDbusManager>, Failure> running_daemon(Properties properties)
{
    const auto bus = session_bus();
    if (!bus)
        return std::unexpected(bus.error());
    int flags = G_DBUS_PROXY_FLAGS_DO_NOT_AUTO_START;
    if (properties != Properties::Follow && properties != Properties::FollowLevel)
        flags |= G_DBUS_PROXY_FLAGS_DO_NOT_CONNECT_SIGNALS;
    if (properties == Properties::Leave)
        flags |= G_DBUS_PROXY_FLAGS_DO_NOT_LOAD_PROPERTIES;
    PendingResult pending("headroomd");
    headroom_dbus_manager_proxy_new(bus->get(), static_cast<GDBusProxyFlags>(flags),
                                    "org.headroomd.Headroom1", "/org/headroomd/Headroom1", nullptr,
                                    PendingResult::arrived, &pending);
    g_autoptr(GError) error = nullptr;
    ObjectPtr<HeadroomDbusManager> daemon(
        headroom_dbus_manager_proxy_new_finish(pending.result(), &error));
    if (!daemon)
        return std::unexpected(failed_call(error, "headroomd"));
    if (!is_on_bus(daemon.get()))
        return std::unexpected(why_daemon_absent(daemon_unit(bus->get()).get()));
    // GDBusProxy does not report properties that it could not load.
    if (properties == Properties::Leave
        || headroom_dbus_manager_get_version(daemon.get()) != nullptr)
        return daemon;
    if (headroom_dbus_manager_get_level(daemon.get()) == nullptr)
        return std::unexpected(no_answer());
    if (properties != Properties::FollowLevel)
        return std::unexpected(why_not_readable(daemon.get()));
    return daemon;
}

bool is_on_bus(HeadroomDbusManager *daemon)
{
    // GDBusProxy keeps the owner when the connection is closed.
    if (g_dbus_connection_is_closed(bus_of(daemon)))
        return false;
    g_autofree char *owner = g_dbus_proxy_get_name_owner(G_DBUS_PROXY(daemon));
    return owner != nullptr;
}

Failure why_gone(HeadroomDbusManager *daemon)
{
    return g_dbus_connection_is_closed(bus_of(daemon)) ? bus_gone() : daemon_absent();
}

GDBusConnection *bus_of(HeadroomDbusManager *daemon)
{
    return g_dbus_proxy_get_connection(G_DBUS_PROXY(daemon));
}

std::string reason_for_level(HeadroomDbusManager *daemon)
{
    return needs_reason(daemon) ? present(headroom_dbus_manager_get_level_reason(daemon)) : "";
}

std::string code_for_level(HeadroomDbusManager *daemon)
{
    return needs_reason(daemon) ? present(headroom_dbus_manager_get_level_reason_code(daemon)) : "";
}

} // namespace headroom::ctl
