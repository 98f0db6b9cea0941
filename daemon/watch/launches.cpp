// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/launches.h"

#include "sys/log.h"

#include <format>

namespace headroom {

LaunchWatch::LaunchWatch(GDBusConnection *bus, ProcessWatch &processes, Emit emit) : m_bus(bus), m_processes(processes), m_emit(std::move(emit))
{
    m_subscription = g_dbus_connection_signal_subscribe(
        m_bus, nullptr, "org.gtk.gio.DesktopAppInfo", "Launched", "/org/gtk/gio/DesktopAppInfo", nullptr, G_DBUS_SIGNAL_FLAGS_NONE,
        [](GDBusConnection *, const char *, const char *, const char *, const char *, GVariant *parameters, gpointer self) {
            static_cast<LaunchWatch *>(self)->launched(parameters);
        },
        this, nullptr);
}

LaunchWatch::~LaunchWatch()
{
    g_dbus_connection_signal_unsubscribe(m_bus, m_subscription);
}

void LaunchWatch::launched(GVariant *parameters)
{
    if (!g_variant_is_of_type(parameters, G_VARIANT_TYPE("(aysxasa{sv})")))
        return;
    VariantPtr path{g_variant_get_child_value(parameters, 0)};
    const std::string file = g_variant_get_bytestring(path.get()); // "" where it isn't terminated
    gint64 pid = 0;
    g_variant_get_child(parameters, 2, "x", &pid);
    constexpr std::string_view ending = ".desktop";
    constexpr std::size_t longest_id = 255; // a file name can't be longer
    const auto slash = file.rfind('/');
    if (slash == std::string::npos || !file.ends_with(ending) || file.size() - slash > longest_id || pid <= 0 || pid > INT32_MAX)
        return; // activated over the bus: there is no pid, and its window will tell
    const auto process = m_processes.look(static_cast<std::int32_t>(pid));
    if (!process) {
        log::info(std::format("a launch was announced, but {}; ignoring it", process.error().sentence));
        return;
    }
    m_emit(event::AppLaunched{*process, file.substr(slash + 1, file.size() - slash - 1 - ending.size())});
}

} // namespace headroom
