// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/duties/media_players.h"

#include "sys/service_query.h"

#include <algorithm>
#include <memory>
#include <string_view>

namespace headroom {

namespace {

constexpr const char *prefix = "org.mpris.MediaPlayer2";
constexpr const char *path = "/org/mpris/MediaPlayer2";
constexpr const char *player = "org.mpris.MediaPlayer2.Player";
constexpr const char *properties = "org.freedesktop.DBus.Properties";
constexpr const char *the_bus = "org.freedesktop.DBus";
constexpr std::size_t most_players = 256;

struct PendingAnswer {
    MediaPlayers *players;
    std::string about; ///< a bus name
};

} // namespace

MediaPlayers::MediaPlayers(GDBusConnection *bus, ProcessWatch &processes, Emit emit)
    : m_bus(bus), m_claims("media", bus, processes, std::move(emit))
{
    m_subscriptions[0] = g_dbus_connection_signal_subscribe(
        bus, the_bus, the_bus, "NameOwnerChanged", "/org/freedesktop/DBus", prefix,
        G_DBUS_SIGNAL_FLAGS_MATCH_ARG0_NAMESPACE,
        [](GDBusConnection *, const char *, const char *, const char *, const char *,
           GVariant *parameters, gpointer self) {
            const char *name = nullptr;
            const char *owner = nullptr;
            g_variant_get(parameters, "(&s&s&s)", &name, nullptr, &owner);
            static_cast<MediaPlayers *>(self)->owner_changed(name, owner);
        },
        this, nullptr);
    m_subscriptions[1] = g_dbus_connection_signal_subscribe(
        bus, nullptr, properties, "PropertiesChanged", path, player, G_DBUS_SIGNAL_FLAGS_NONE,
        [](GDBusConnection *, const char *sender, const char *, const char *, const char *,
           GVariant *parameters, gpointer self) {
            const char *status = nullptr;
            if (!g_variant_is_of_type(parameters, G_VARIANT_TYPE("(sa{sv}as)")))
                return;
            const VariantPtr changed{g_variant_get_child_value(parameters, 1)};
            if (g_variant_lookup(changed.get(), "PlaybackStatus", "&s", &status))
                static_cast<MediaPlayers *>(self)->status_changed(sender, status);
        },
        this, nullptr);
    list_names();
}

MediaPlayers::~MediaPlayers()
{
    g_cancellable_cancel(m_end.get());
    for (const guint subscription : m_subscriptions)
        g_dbus_connection_signal_unsubscribe(m_bus, subscription);
}

/// Finds the players that were there before us.
void MediaPlayers::list_names()
{
    g_dbus_connection_call(
        m_bus, the_bus, "/org/freedesktop/DBus", the_bus, "ListNames", nullptr,
        G_VARIANT_TYPE("(as)"), G_DBUS_CALL_FLAGS_NONE, duty_answer_ms, m_end.get(),
        [](GObject *bus, GAsyncResult *result, gpointer data) {
            GErrorOut problem;
            const VariantPtr answer{
                g_dbus_connection_call_finish(G_DBUS_CONNECTION(bus), result, problem.out())};
            if (!answer)
                return;
            auto *self = static_cast<MediaPlayers *>(data);
            GVariantIter *names = nullptr;
            const char *name = nullptr;
            g_variant_get(answer.get(), "(as)", &names);
            while (g_variant_iter_next(names, "&s", &name)) {
                if (std::string_view{name}.starts_with(std::string{prefix} + "."))
                    self->ask_owner(name);
            }
            g_variant_iter_free(names);
        },
        this);
}

/// Finds the unique name: a signal's sender is never a well-known name.
void MediaPlayers::ask_owner(const std::string &name)
{
    g_dbus_connection_call(
        m_bus, the_bus, "/org/freedesktop/DBus", the_bus, "GetNameOwner",
        g_variant_new("(s)", name.c_str()), G_VARIANT_TYPE("(s)"), G_DBUS_CALL_FLAGS_NONE,
        duty_answer_ms, m_end.get(),
        [](GObject *bus, GAsyncResult *result, gpointer data) {
            const std::unique_ptr<PendingAnswer> pending{static_cast<PendingAnswer *>(data)};
            GErrorOut problem;
            const VariantPtr answer{
                g_dbus_connection_call_finish(G_DBUS_CONNECTION(bus), result, problem.out())};
            const char *owner = nullptr;
            if (!answer)
                return;
            g_variant_get(answer.get(), "(&s)", &owner);
            pending->players->owner_changed(pending->about.c_str(), owner);
        },
        new PendingAnswer{this, name});
}

/// Any program may send signals, but only one with a player's name is a player.
bool MediaPlayers::is_player(const std::string &owner) const
{
    return std::ranges::any_of(m_owners, [&](const auto &entry) { return entry.second == owner; });
}

/// owner: the new one; empty: none. A player may have a name for each instance beside the one for
/// all of them, and plays on when one of these goes.
void MediaPlayers::owner_changed(const char *name, const char *owner)
{
    if (const auto before = m_owners.extract(name); !before.empty() && !is_player(before.mapped()))
        m_claims.remove(before.mapped());
    if (*owner == '\0' || m_owners.size() >= most_players)
        return;
    m_owners.emplace(name, owner);
    ask(owner);
}

void MediaPlayers::ask(const std::string &owner)
{
    g_dbus_connection_call(
        m_bus, owner.c_str(), path, properties, "Get",
        g_variant_new("(ss)", player, "PlaybackStatus"), G_VARIANT_TYPE("(v)"),
        G_DBUS_CALL_FLAGS_NO_AUTO_START, duty_answer_ms, m_end.get(),
        [](GObject *bus, GAsyncResult *result, gpointer data) {
            const std::unique_ptr<PendingAnswer> pending{static_cast<PendingAnswer *>(data)};
            GErrorOut problem;
            const VariantPtr answer{
                g_dbus_connection_call_finish(G_DBUS_CONNECTION(bus), result, problem.out())};
            if (!answer)
                return;
            const VariantPtr box{g_variant_get_child_value(answer.get(), 0)};
            const VariantPtr value{g_variant_get_variant(box.get())};
            if (g_variant_is_of_type(value.get(), G_VARIANT_TYPE_STRING))
                pending->players->status_changed(pending->about,
                                                 g_variant_get_string(value.get(), nullptr));
        },
        new PendingAnswer{this, owner});
}

void MediaPlayers::status_changed(const std::string &owner, const char *status)
{
    if (!is_player(owner))
        return;
    const std::string_view is = status;
    if (is == "Playing" && m_claims.has(owner))
        m_claims.change(owner, DutyKind::Media);
    else if (is == "Playing")
        m_claims.add({.key = owner,
                      .kind = DutyKind::Media,
                      .pid = 0,
                      .peer = owner,
                      .app_name = {},
                      .detail = {}});
    else if (is == "Paused")
        m_claims.change(owner, DutyKind::MediaPaused); // nothing for one that has not played
    else
        m_claims.remove(owner);
}

} // namespace headroom
