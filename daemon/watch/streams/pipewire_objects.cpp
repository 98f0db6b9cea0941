// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/streams/pipewire_objects.h"

#include <glib.h>
#include <string>
#include <string_view>
#include <utility>

namespace headroom {

namespace {

/// How many may be bound at the same time. A client may make nodes without end.
constexpr std::size_t most_objects = 4096;
constexpr std::size_t most_nodes = 256; ///< of a client
/// A client may change all the time, and each change is one of all its nodes.
constexpr guint between_clients_ms = 30;

/// Whether anything is different now.
bool add(Properties &properties, const spa_dict *dict)
{
    const spa_dict_item *item = nullptr;
    bool is_new = false;
    if (!dict)
        return false;
    spa_dict_for_each(item, dict)
    {
        if (!item->key || !item->value)
            continue;
        std::string &known = properties[item->key];
        is_new = is_new || known != item->value;
        known = item->value;
    }
    return is_new;
}

/// As the server reports it, so it is no claim.
ClientId client_of(const spa_dict *node)
{
    const char *id = spa_dict_lookup(node, PW_KEY_CLIENT_ID);
    return id ? static_cast<ClientId>(g_ascii_strtoull(id, nullptr, 10)) : PW_ID_ANY;
}

} // namespace

const pw_node_events PipewireObjects::node_events{
    .version = PW_VERSION_NODE_EVENTS,
    .info =
        [](void *data, const pw_node_info *info) {
            auto *bound = static_cast<Bound *>(data);
            if ((info->change_mask & PW_NODE_CHANGE_MASK_PROPS) != 0)
                (void)add(bound->properties, info->props);
            if ((info->change_mask & PW_NODE_CHANGE_MASK_STATE) != 0)
                bound->running = info->state == PW_NODE_STATE_RUNNING;
            if (!bound->objects->m_silent)
                bound->objects->report(*bound);
        },
    .param = nullptr,
};

const pw_client_events PipewireObjects::client_events{
    .version = PW_VERSION_CLIENT_EVENTS,
    .info =
        [](void *data, const pw_client_info *info) {
            auto *bound = static_cast<Bound *>(data);
            if (add(bound->properties, info->props))
                bound->objects->client_changed(*bound);
        },
    .permissions = nullptr,
};

void PipewireObjects::appeared(pw_registry *registry, std::uint32_t id, const char *type,
                               const spa_dict *properties)
{
    const std::string_view what{type};
    if (what == PW_TYPE_INTERFACE_Client)
        bind(registry, id, type, false, properties);
    else if (what == PW_TYPE_INTERFACE_Node && properties
             && !spa_dict_lookup(properties, PW_KEY_DEVICE_ID)
             && spa_dict_lookup(properties, PW_KEY_CLIENT_ID))
        bind(registry, id, type, true, properties); // the others are hardware, or the server's own
}

void PipewireObjects::bind(pw_registry *registry, std::uint32_t id, const char *type, bool is_node,
                           const spa_dict *properties)
{
    const ClientId client = is_node ? client_of(properties) : id;
    if (m_bound.size() >= most_objects || m_bound.contains(id)
        || (is_node && m_nodes.contains(client) && m_nodes.at(client).size() >= most_nodes))
        return;
    const std::uint32_t version = is_node ? PW_VERSION_NODE : PW_VERSION_CLIENT;
    auto *proxy = static_cast<pw_proxy *>(pw_registry_bind(registry, id, type, version, 0));
    if (!proxy)
        return;
    auto bound = std::make_unique<Bound>(Bound{.objects = this,
                                               .id = id,
                                               .proxy = proxy,
                                               .is_node = is_node,
                                               .client = client,
                                               .properties = {}});
    (void)add(bound->properties, properties);
    if (is_node) {
        m_nodes[client].insert(id);
        pw_proxy_add_object_listener(proxy, &bound->listener, &node_events, bound.get());
    } else {
        pw_proxy_add_object_listener(proxy, &bound->listener, &client_events, bound.get());
    }
    m_bound.emplace(id, std::move(bound));
}

void PipewireObjects::gone(std::uint32_t id)
{
    const auto found = m_bound.extract(id);
    if (found.empty())
        return;
    const Bound &bound = *found.mapped();
    spa_hook_remove(&found.mapped()->listener);
    pw_proxy_destroy(bound.proxy);
    if (bound.is_node) {
        const auto its = m_nodes.find(bound.client);
        its->second.erase(id);
        if (its->second.empty())
            m_nodes.erase(its);
    }
    if (bound.is_waiting)
        std::erase(m_waiting, id);
    if (m_silent)
        return;
    if (bound.is_node)
        m_listener.gone(serial(bound));
    else
        m_listener.client_gone(id);
}

void PipewireObjects::clear()
{
    stop_reporting();
    while (!m_bound.empty())
        gone(m_bound.begin()->first);
}

void PipewireObjects::client_changed(Bound &client)
{
    if (m_silent || !m_nodes.contains(client.id) || std::exchange(client.is_waiting, true))
        return;
    m_waiting.push_back(client.id);
    if (!m_pause)
        report_clients();
}

/// Reports one client in each turn, and then pauses.
void PipewireObjects::report_clients()
{
    if (m_silent || m_waiting.empty())
        return;
    m_pause = Timer::once(between_clients_ms, [this] { report_clients(); });
    const ClientId id = m_waiting.front();
    m_waiting.pop_front();
    const auto client = m_bound.find(id);
    const auto nodes = m_nodes.find(id);
    if (client == m_bound.end() || client->second->is_node)
        return;
    client->second->is_waiting = false;
    if (nodes == m_nodes.end())
        return;
    for (const std::uint32_t node : nodes->second)
        report(*m_bound.at(node));
}

void PipewireObjects::report(const Bound &node)
{
    const auto client = m_bound.find(node.client);
    const bool known = client != m_bound.end() && !client->second->is_node;
    m_listener.seen({serial(node), node.client, node.properties,
                     known ? client->second->properties : Properties{}, node.running});
}

} // namespace headroom
