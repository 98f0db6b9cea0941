// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/duties/launcher_progress.h"

#include <string_view>

namespace headroom {

namespace {

constexpr std::size_t most_senders = 64; ///< whose app isn't over its own limit (Claims)
constexpr std::size_t most_shown = 8; ///< by one sender

/// "application://org.kde.dolphin.desktop" → "org.kde.dolphin.desktop"
std::string app_of_uri(std::string_view uri)
{
    constexpr std::string_view scheme = "application://";
    return std::string{uri.starts_with(scheme) ? uri.substr(scheme.size()) : std::string_view{}};
}

std::string key(const std::string &sender, const std::string &uri)
{
    return sender + " " + uri;
}

std::string uri_in(const Claim &claim)
{
    return claim.key.substr(claim.peer.size() + 1);
}

} // namespace

LauncherProgress::LauncherProgress(GDBusConnection *bus, ProcessWatch &processes, Emit emit)
    : m_bus(bus), m_claims("progress", bus, processes, std::move(emit))
{
    m_subscription = g_dbus_connection_signal_subscribe(
        bus, nullptr, "com.canonical.Unity.LauncherEntry", "Update", nullptr, nullptr,
        G_DBUS_SIGNAL_FLAGS_NONE,
        [](GDBusConnection *, const char *sender, const char *, const char *, const char *,
           GVariant *parameters,
           gpointer self) { static_cast<LauncherProgress *>(self)->updated(sender, parameters); },
        this, nullptr);
    m_claims.on_dropped = [this](const Claim &claim) { forget(claim.peer, uri_in(claim)); };
}

LauncherProgress::~LauncherProgress()
{
    g_dbus_connection_signal_unsubscribe(m_bus, m_subscription);
    for (const auto &[name, sender] : m_senders)
        g_bus_unwatch_name(sender.watch);
}

void LauncherProgress::updated(const std::string &sender, GVariant *parameters)
{
    if (!g_variant_is_of_type(parameters, G_VARIANT_TYPE("(sa{sv})")))
        return;
    const char *uri = nullptr;
    g_variant_get_child(parameters, 0, "&s", &uri);
    const VariantPtr properties{g_variant_get_child_value(parameters, 1)};
    gboolean visible = FALSE;
    if (!g_variant_lookup(properties.get(), "progress-visible", "b", &visible))
        return; // a count, or progress alone, which is also sent while hidden
    if (visible)
        add_progress(sender, uri);
    else
        remove_progress(sender, uri);
}

void LauncherProgress::add_progress(const std::string &sender, const std::string &uri)
{
    if (!m_senders.contains(sender) && m_senders.size() >= most_senders)
        return;
    Sender &known = m_senders[sender];
    if (known.keys.size() < most_shown && known.keys.insert(uri).second)
        m_claims.add({.key = key(sender, uri),
                      .kind = DutyKind::Progress,
                      .pid = 0,
                      .peer = sender,
                      .app_name = app_of_uri(uri),
                      .detail = {}});
    if (known.watch == 0)
        known.watch = g_bus_watch_name_on_connection(
            m_bus, sender.c_str(), G_BUS_NAME_WATCHER_FLAGS_NONE, nullptr,
            [](GDBusConnection *, const char *name, gpointer self) {
                static_cast<LauncherProgress *>(self)->sender_gone(name);
            },
            this, nullptr);
}

void LauncherProgress::remove_progress(const std::string &sender, const std::string &uri)
{
    if (forget(sender, uri))
        m_claims.remove(key(sender, uri));
}

/// False: it wasn't known.
bool LauncherProgress::forget(const std::string &sender, const std::string &uri)
{
    const auto known = m_senders.find(sender);
    if (known == m_senders.end() || known->second.keys.erase(uri) == 0)
        return false;
    if (known->second.keys.empty())
        sender_gone(sender);
    return true;
}

void LauncherProgress::sender_gone(const std::string &sender)
{
    const auto known = m_senders.extract(sender);
    if (known.empty())
        return;
    g_bus_unwatch_name(known.mapped().watch);
    for (const std::string &uri : known.mapped().keys)
        m_claims.remove(key(sender, uri));
}

} // namespace headroom
