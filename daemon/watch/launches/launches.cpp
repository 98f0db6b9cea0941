// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/launches/launches.h"

#include "sys/log_about.h"

#include <format>
#include <optional>

namespace headroom {

namespace {

constexpr std::size_t longest_id = 255; // the longest file name
constexpr unsigned most_looks = 64; ///< otherwise they would pile up behind an unreadable process

/// The id of the desktop file at this path; empty: it is none.
AppId id_of_file(const std::string &file)
{
    constexpr std::string_view ending = ".desktop";
    const auto slash = file.rfind('/');
    if (slash == std::string::npos || !file.ends_with(ending) || file.size() - slash > longest_id)
        return {};
    return file.substr(slash + 1, file.size() - slash - 1 - ending.size());
}

/// Whether PID is OF's parent, the parent's parent, and so on.
bool is_ancestor(const ProcessTable &table, std::int32_t of, std::int32_t pid)
{
    constexpr int deepest = 64; // bounds the cost of a crafted tree
    std::optional<std::int32_t> at = of;
    for (int level = 0; level < deepest && at && *at > 1; ++level) {
        const auto facts = table.stat(*at);
        at = facts ? std::optional{facts->parent} : std::nullopt;
        if (at == pid)
            return true;
    }
    return false;
}

} // namespace

LaunchWatch::LaunchWatch(GDBusConnection *bus, BusPeers &peers, ProcessWatch &processes,
                         std::function<bool(std::int32_t)> is_desktop, Emit emit)
    : m_bus(bus), m_peers(peers), m_processes(processes), m_is_desktop(std::move(is_desktop)),
      m_emit(std::move(emit))
{
    m_subscription = g_dbus_connection_signal_subscribe(
        m_bus, nullptr, "org.gtk.gio.DesktopAppInfo", "Launched", "/org/gtk/gio/DesktopAppInfo",
        nullptr, G_DBUS_SIGNAL_FLAGS_NONE,
        [](GDBusConnection *, const char *sender, const char *, const char *, const char *,
           GVariant *parameters,
           gpointer self) { static_cast<LaunchWatch *>(self)->announced(sender, parameters); },
        this, nullptr);
}

LaunchWatch::~LaunchWatch()
{
    g_dbus_connection_signal_unsubscribe(m_bus, m_subscription);
}

void LaunchWatch::announced(const std::string &sender, GVariant *parameters)
{
    if (!g_variant_is_of_type(parameters, G_VARIANT_TYPE("(aysxasa{sv})")))
        return;
    const VariantPtr path{g_variant_get_child_value(parameters, 0)};
    gint64 pid = 0;
    g_variant_get_child(parameters, 2, "x", &pid);
    const Launched launched{id_of_file(g_variant_get_bytestring(path.get())),
                            pid > 0 && pid <= INT32_MAX ? static_cast<std::int32_t>(pid) : 0};
    // It is no app, or was activated over the bus: then there is no pid, but its window is
    // reported.
    if (launched.app.empty() || launched.pid == 0)
        return;
    m_peers.identify(sender,
                     [this, launched](const BusPeer &peer) { check_sender(peer, launched); });
}

void LaunchWatch::check_sender(const BusPeer &sender, const Launched &launched)
{
    if (sender.sandbox.standing == Standing::Free
        && (m_is_desktop(sender.pid) || is_ancestor(m_processes.table(), launched.pid, sender.pid)))
        accept(sender, launched);
    else if (sandbox_of("/proc", launched.pid, {}).standing == Standing::Free
             && m_looks < most_looks)
        look_for_mark(sender, launched);
    else
        ignore(sender, launched);
}

/// A launcher that forks twice or has ended (gtk-launch) is no ancestor. GIO marks the environment
/// of what it starts, and no process can write into another one's. A sandboxed process may write
/// anything into its own, so its mark doesn't count.
void LaunchWatch::look_for_mark(const BusPeer &sender, const Launched &launched)
{
    ++m_looks;
    off_the_loop<AppId>(
        m_errands.get(), {"headroom-mark", sender.name},
        [table = m_processes.table(), pid = launched.pid] { return table.app_hint(pid); },
        [this, sender, launched](const AppId &marked) {
            --m_looks;
            if (marked == launched.app)
                accept(sender, launched);
            else
                ignore(sender, launched);
        });
}

void LaunchWatch::ignore(const BusPeer &sender, const Launched &launched)
{
    ++m_forged;
    log::warning_about(sender.pid,
                       std::format("process {} announced that it has launched process {} as {}, "
                                   "which can't be true; ignoring it ({} of these so far)",
                                   sender.pid, launched.pid, launched.app, m_forged));
}

void LaunchWatch::accept(const BusPeer &sender, const Launched &launched)
{
    const auto process = m_processes.look(launched.pid);
    if (!process)
        return log::info_about(
            sender.pid,
            std::format("a launch was announced, but {}; ignoring it", process.error().sentence));
    m_emit(event::AppLaunched{*process, launched.app});
}

} // namespace headroom
