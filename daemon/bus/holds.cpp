// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "bus/holds.h"

#include "bus/answer.h"
#include "bus/arguments.h"
#include "sys/plain_text.h"

#include <format>

namespace headroom {

namespace {

constexpr std::size_t longest_reason = 255;

/// The holder's name in Session::holds and App.Holds.
std::string holder(const std::string &client, std::uint32_t id)
{
    return std::format("{}/{}", client, id);
}

template<typename Key>
std::size_t count_of(const std::map<Key, std::size_t> &counts, const Key &key)
{
    const auto found = counts.find(key);
    return found == counts.end() ? 0 : found->second;
}

template<typename Key> void count_down(std::map<Key, std::size_t> &counts, const Key &key)
{
    const auto found = counts.find(key);
    if (found != counts.end() && --found->second == 0)
        counts.erase(found);
}

} // namespace

Holds::~Holds()
{
    for (const auto &[name, client] : m_clients)
        g_bus_unwatch_name(client.watch);
}

void Holds::connect(HeadroomDbusManager *skeleton)
{
    using HandleHold = gboolean (*)(HeadroomDbusManager *, GDBusMethodInvocation *, const char *,
                                    const char *, gpointer);
    const HandleHold handle_hold = [](HeadroomDbusManager *manager, GDBusMethodInvocation *call,
                                      const char *app, const char *reason,
                                      gpointer self) -> gboolean {
        if (const auto id = static_cast<Holds *>(self)->take(call, app, reason))
            headroom_dbus_manager_complete_hold(manager, call, *id);
        else
            answer_error(call, id.error());
        return TRUE;
    };
    using HandleRelease =
        gboolean (*)(HeadroomDbusManager *, GDBusMethodInvocation *, guint, gpointer);
    const HandleRelease handle_release = [](HeadroomDbusManager *manager,
                                            GDBusMethodInvocation *call, guint id,
                                            gpointer self) -> gboolean {
        if (const auto done =
                static_cast<Holds *>(self)->release(g_dbus_method_invocation_get_sender(call), id))
            headroom_dbus_manager_complete_release(manager, call);
        else
            answer_error(call, done.error());
        return TRUE;
    };
    g_signal_connect(skeleton, "handle-hold", G_CALLBACK(handle_hold), this);
    g_signal_connect(skeleton, "handle-release", G_CALLBACK(handle_release), this);
}

Result<std::uint32_t> Holds::take(GDBusMethodInvocation *call, const char *id_of_app,
                                  const char *reason)
{
    const auto app = checked_app(id_of_app);
    if (!app)
        return std::unexpected(app.error());
    if (*reason == '\0' || std::string_view{reason}.size() > longest_reason)
        return error(ErrorKind::BadInput, "a reason has 1 to 255 bytes");
    const std::string name = g_dbus_method_invocation_get_sender(call);
    const auto known = m_clients.find(name);
    const CallerPlace place =
        known == m_clients.end() ? m_requests.place_of(name) : known->second.place;
    if (const auto within = check_limits(name, place, *app); !within)
        return std::unexpected(within.error());
    const std::uint32_t id = ++m_last_id;
    Client &client = find_or_add_client(g_dbus_method_invocation_get_connection(call), name);
    client.place = place;
    client.holds.emplace(id, *app);
    ++m_in_place[place];
    ++m_on_app[*app];
    m_requests.hold(*app, holder(name, id), plain_text(reason));
    return id;
}

/// A program may open any number of connections, and a sandboxed one may even be given any number
/// of units (by flatpak's portal). But it may name one app only.
Result<void> Holds::check_limits(const std::string &name, const CallerPlace &place,
                                 const AppId &app) const
{
    const auto client = m_clients.find(name);
    if (client != m_clients.end() && client->second.holds.size() >= most)
        return error(ErrorKind::Refused, std::format("the caller has {} holds, the maximum", most));
    if (count_of(m_in_place, place) >= most)
        return error(ErrorKind::Refused,
                     std::holds_alternative<UnitId>(place)
                         ? std::format("the caller's unit has {} holds, the maximum", most)
                         : std::format("the caller's process has {} holds, the maximum", most));
    if (count_of(m_on_app, app) >= most_on_app)
        return error(ErrorKind::Refused,
                     std::format("there are {} holds on {}, the maximum", most_on_app, app));
    return {};
}

void Holds::forget(const CallerPlace &place, const AppId &app)
{
    count_down(m_in_place, place);
    count_down(m_on_app, app);
}

Holds::Client &Holds::find_or_add_client(GDBusConnection *bus, const std::string &name)
{
    Client &client = m_clients[name];
    // Also reports "vanished" if the client left before the watch began.
    if (client.watch == 0)
        client.watch = g_bus_watch_name_on_connection(
            bus, name.c_str(), G_BUS_NAME_WATCHER_FLAGS_NONE, nullptr,
            [](GDBusConnection *, const char *gone, gpointer self) {
                static_cast<Holds *>(self)->client_gone(gone);
            },
            this, nullptr);
    return client;
}

Result<void> Holds::release(const std::string &name, std::uint32_t id)
{
    const auto client = m_clients.find(name);
    if (client == m_clients.end() || !client->second.holds.contains(id))
        return error(ErrorKind::BadInput, std::format("you have no hold {}", id));
    const AppId app = client->second.holds.extract(id).mapped();
    forget(client->second.place, app);
    if (client->second.holds.empty()) {
        g_bus_unwatch_name(client->second.watch);
        m_clients.erase(client);
    }
    m_requests.release(app, holder(name, id));
    return {};
}

void Holds::client_gone(const std::string &name)
{
    const auto gone = m_clients.extract(name);
    if (gone.empty())
        return;
    g_bus_unwatch_name(gone.mapped().watch);
    for (const auto &[id, app] : gone.mapped().holds) {
        forget(gone.mapped().place, app);
        m_requests.release(app, holder(name, id));
    }
}

} // namespace headroom
