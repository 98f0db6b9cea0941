// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/streams/pipewire_objects.h"

#include <string_view>
#include <utility>

namespace headroom {

namespace {

/// Bound at a time: limits the cost of a client that makes nodes without end.
constexpr std::size_t most_objects = 4096;

void add(Properties &properties, const spa_dict *dict)
{
    const spa_dict_item *item = nullptr;
    if (!dict)
        return;
    spa_dict_for_each(item, dict)
    {
        if (item->key && item->value)
            properties.insert_or_assign(item->key, item->value);
    }
}

} // namespace

const pw_node_events PipewireObjects::node_events{
    .version = PW_VERSION_NODE_EVENTS,
    .info =
        [](void *data, const pw_node_info *info) {
            auto *bound = static_cast<Bound *>(data);
            if ((info->change_mask & PW_NODE_CHANGE_MASK_PROPS) != 0)
                add(bound->properties, info->props);
            if ((info->change_mask & PW_NODE_CHANGE_MASK_STATE) != 0)
                bound->running = info->state == PW_NODE_STATE_RUNNING;
            bound->objects->changed(*bound);
        },
    .param = nullptr,
};

const pw_client_events PipewireObjects::client_events{
    .version = PW_VERSION_CLIENT_EVENTS,
    .info =
        [](void *data, const pw_client_info *info) {
            auto *bound = static_cast<Bound *>(data);
            add(bound->properties, info->props);
            bound->objects->changed(*bound);
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
    if (m_bound.size() >= most_objects || m_bound.contains(id))
        return;
    const std::uint32_t version = is_node ? PW_VERSION_NODE : PW_VERSION_CLIENT;
    auto *proxy = static_cast<pw_proxy *>(pw_registry_bind(registry, id, type, version, 0));
    if (!proxy)
        return;
    auto bound = std::make_unique<Bound>(
        Bound{.objects = this, .id = id, .proxy = proxy, .is_node = is_node, .properties = {}});
    add(bound->properties, properties);
    if (is_node)
        pw_proxy_add_object_listener(proxy, &bound->listener, &node_events, bound.get());
    else
        pw_proxy_add_object_listener(proxy, &bound->listener, &client_events, bound.get());
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
    if (bound.is_node && !m_silent)
        m_listener.gone(serial(bound));
}

void PipewireObjects::clear()
{
    stop_reporting();
    while (!m_bound.empty())
        gone(m_bound.begin()->first);
}

void PipewireObjects::changed(const Bound &bound)
{
    if (m_silent)
        return;
    if (bound.is_node)
        return report(bound);
    for (const auto &[id, other] : m_bound) {
        if (other->is_node && number_in(other->properties, PW_KEY_CLIENT_ID) == bound.id)
            report(*other);
    }
}

void PipewireObjects::report(const Bound &node)
{
    const auto client = m_bound.find(static_cast<std::uint32_t>(
        number_in(node.properties, PW_KEY_CLIENT_ID).value_or(PW_ID_ANY)));
    const bool known = client != m_bound.end() && !client->second->is_node;
    m_listener.seen({serial(node), node.properties,
                     known ? client->second->properties : Properties{}, node.running});
}

} // namespace headroom
