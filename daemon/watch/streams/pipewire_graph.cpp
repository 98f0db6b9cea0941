// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/streams/pipewire_graph.h"

#include "sys/glib_ptr.h"

#include <cerrno>
#include <format>
#include <glib-unix.h>
#include <map>
#include <pipewire/impl-module.h>
#include <pipewire/pipewire.h>
#include <string_view>

// libpipewire's objects must be destroyed in this order: bound objects, registry, core, context,
// loop. Hooks go before the objects that they are on.
namespace headroom {

namespace {

/// Bound at a time: limits the cost of a client that makes nodes without end.
constexpr std::size_t most_objects = 4096;

using LoopPtr = std::unique_ptr<pw_loop, Calling<pw_loop_destroy>>;
using ContextPtr = std::unique_ptr<pw_context, Calling<pw_context_destroy>>;

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

/// A context that only looks: it has none of the modules of a client's configuration. One of these
/// asks rtkit for real-time priority.
pw_properties *context_properties()
{
    return pw_properties_new(PW_KEY_CONFIG_NAME, "null", "context.modules.allow-empty", "true",
                             "support.dbus", "false", "context.num-data-loops", "0",
                             PW_KEY_APP_NAME, "Headroom", PW_KEY_MEDIA_CATEGORY, "Manager",
                             PW_KEY_REMOTE_INTENTION, "manager", nullptr);
}

} // namespace

struct PipewireGraph::Connection {
    /// A bound client or node.
    struct Bound {
        Connection *connection;
        std::uint32_t id;
        pw_proxy *proxy;
        bool is_node;
        Properties properties;
        bool running = false;
        spa_hook listener{};
    };

    explicit Connection(PipewireGraph &graph) : m_graph(graph) {}
    ~Connection();
    Connection(const Connection &) = delete;
    Connection &operator=(const Connection &) = delete;

    [[nodiscard]] Result<void> open();

private:
    void appeared(std::uint32_t id, const char *type, const spa_dict *properties);
    void gone(std::uint32_t id);
    void bind(std::uint32_t id, const char *type, bool is_node, const spa_dict *properties);
    void changed(const Bound &bound);
    void report(const Bound &node);
    void synced(int sequence);
    void failed(std::uint32_t id, int code, const char *message);
    [[nodiscard]] static StreamId serial(const Bound &node)
    {
        return number_in(node.properties, PW_KEY_OBJECT_SERIAL).value_or(node.id);
    }

    static const pw_core_events core_events;
    static const pw_registry_events registry_events;
    static const pw_node_events node_events;
    static const pw_client_events client_events;

    PipewireGraph &m_graph;
    LoopPtr m_loop;
    ContextPtr m_context;
    pw_core *m_core = nullptr;
    pw_registry *m_registry = nullptr;
    spa_hook m_core_listener{};
    spa_hook m_registry_listener{};
    SourceId m_source;
    std::map<std::uint32_t, std::unique_ptr<Bound>> m_bound;
    int m_sequence = 0;
    /// The registry has listed all objects. Those that were bound have yet to report their
    /// properties.
    bool m_listed = false;
    bool m_lost = false;
};

const pw_core_events PipewireGraph::Connection::core_events{
    .version = PW_VERSION_CORE_EVENTS,
    .info = nullptr,
    .done =
        [](void *self, std::uint32_t id, int sequence) {
            if (id == PW_ID_CORE)
                static_cast<Connection *>(self)->synced(sequence);
        },
    .ping = nullptr,
    .error =
        [](void *self, std::uint32_t id, int, int code, const char *message) {
            static_cast<Connection *>(self)->failed(id, code, message);
        },
    .remove_id = nullptr,
    .bound_id = nullptr,
    .add_mem = nullptr,
    .remove_mem = nullptr,
    .bound_props = nullptr,
};

const pw_registry_events PipewireGraph::Connection::registry_events{
    .version = PW_VERSION_REGISTRY_EVENTS,
    .global =
        [](void *self, std::uint32_t id, std::uint32_t, const char *type, std::uint32_t,
           const spa_dict *properties) {
            static_cast<Connection *>(self)->appeared(id, type, properties);
        },
    .global_remove = [](void *self,
                        std::uint32_t id) { static_cast<Connection *>(self)->gone(id); },
};

const pw_node_events PipewireGraph::Connection::node_events{
    .version = PW_VERSION_NODE_EVENTS,
    .info =
        [](void *data, const pw_node_info *info) {
            auto *bound = static_cast<Bound *>(data);
            if ((info->change_mask & PW_NODE_CHANGE_MASK_PROPS) != 0)
                add(bound->properties, info->props);
            if ((info->change_mask & PW_NODE_CHANGE_MASK_STATE) != 0)
                bound->running = info->state == PW_NODE_STATE_RUNNING;
            bound->connection->changed(*bound);
        },
    .param = nullptr,
};

const pw_client_events PipewireGraph::Connection::client_events{
    .version = PW_VERSION_CLIENT_EVENTS,
    .info =
        [](void *data, const pw_client_info *info) {
            auto *bound = static_cast<Bound *>(data);
            add(bound->properties, info->props);
            bound->connection->changed(*bound);
        },
    .permissions = nullptr,
};

PipewireGraph::Connection::~Connection()
{
    m_source.reset();
    while (!m_bound.empty())
        gone(m_bound.begin()->first);
    if (m_registry) {
        spa_hook_remove(&m_registry_listener);
        pw_proxy_destroy(reinterpret_cast<pw_proxy *>(m_registry));
    }
    if (m_core) {
        spa_hook_remove(&m_core_listener);
        pw_core_disconnect(m_core);
    }
    m_context.reset();
    if (m_loop)
        pw_loop_leave(m_loop.get());
}

Result<void> PipewireGraph::Connection::open()
{
    const auto unavailable = [](const char *doing) {
        return error(ErrorKind::Unavailable, system_error(errno, doing).error().sentence);
    };
    m_loop.reset(pw_loop_new(nullptr));
    if (!m_loop)
        return unavailable("preparing to talk to PipeWire");
    pw_loop_enter(m_loop.get());
    m_context.reset(pw_context_new(m_loop.get(), context_properties(), 0));
    if (!m_context
        || !pw_context_load_module(m_context.get(), "libpipewire-module-protocol-native", nullptr,
                                   nullptr))
        return unavailable("preparing to talk to PipeWire");
    m_core = pw_context_connect(m_context.get(), nullptr, 0);
    if (!m_core)
        return unavailable("connecting to PipeWire");
    pw_core_add_listener(m_core, &m_core_listener, &core_events, this);
    m_registry = pw_core_get_registry(m_core, PW_VERSION_REGISTRY, 0);
    if (!m_registry)
        return unavailable("listing what is in PipeWire");
    pw_registry_add_listener(m_registry, &m_registry_listener, &registry_events, this);
    m_sequence = pw_core_sync(m_core, PW_ID_CORE, 0);
    m_source = SourceId{g_unix_fd_add(
        pw_loop_get_fd(m_loop.get()), static_cast<GIOCondition>(G_IO_IN | G_IO_ERR | G_IO_HUP),
        [](int, GIOCondition, gpointer self) -> gboolean {
            pw_loop_iterate(static_cast<Connection *>(self)->m_loop.get(), 0);
            return G_SOURCE_CONTINUE;
        },
        this)};
    return {};
}

void PipewireGraph::Connection::appeared(std::uint32_t id, const char *type,
                                         const spa_dict *properties)
{
    const std::string_view what{type};
    if (what == PW_TYPE_INTERFACE_Client)
        bind(id, type, false, properties);
    else if (what == PW_TYPE_INTERFACE_Node && properties
             && !spa_dict_lookup(properties, PW_KEY_DEVICE_ID)
             && spa_dict_lookup(properties, PW_KEY_CLIENT_ID))
        bind(id, type, true, properties); // the others are hardware, or the server's own
}

void PipewireGraph::Connection::bind(std::uint32_t id, const char *type, bool is_node,
                                     const spa_dict *properties)
{
    if (m_bound.size() >= most_objects || m_bound.contains(id))
        return;
    const std::uint32_t version = is_node ? PW_VERSION_NODE : PW_VERSION_CLIENT;
    auto *proxy = static_cast<pw_proxy *>(pw_registry_bind(m_registry, id, type, version, 0));
    if (!proxy)
        return;
    auto bound = std::make_unique<Bound>(
        Bound{.connection = this, .id = id, .proxy = proxy, .is_node = is_node, .properties = {}});
    add(bound->properties, properties);
    if (is_node)
        pw_proxy_add_object_listener(proxy, &bound->listener, &node_events, bound.get());
    else
        pw_proxy_add_object_listener(proxy, &bound->listener, &client_events, bound.get());
    m_bound.emplace(id, std::move(bound));
}

void PipewireGraph::Connection::gone(std::uint32_t id)
{
    const auto found = m_bound.extract(id);
    if (found.empty())
        return;
    const Bound &bound = *found.mapped();
    spa_hook_remove(&found.mapped()->listener);
    pw_proxy_destroy(bound.proxy);
    if (bound.is_node && !m_lost && m_source)
        m_graph.on_gone(serial(bound));
}

void PipewireGraph::Connection::changed(const Bound &bound)
{
    if (m_lost)
        return;
    if (bound.is_node)
        return report(bound);
    for (const auto &[id, other] : m_bound) {
        if (other->is_node && number_in(other->properties, PW_KEY_CLIENT_ID) == bound.id)
            report(*other);
    }
}

void PipewireGraph::Connection::report(const Bound &node)
{
    const auto client = m_bound.find(static_cast<std::uint32_t>(
        number_in(node.properties, PW_KEY_CLIENT_ID).value_or(PW_ID_ANY)));
    const bool known = client != m_bound.end() && !client->second->is_node;
    m_graph.on_node({serial(node), node.properties,
                     known ? client->second->properties : Properties{}, node.running});
}

/// The first time, the registry has listed all objects. The second time, those that were bound have
/// reported their properties.
void PipewireGraph::Connection::synced(int sequence)
{
    if (sequence != m_sequence || m_lost)
        return;
    if (std::exchange(m_listed, true))
        m_graph.on_ready();
    else
        m_sequence = pw_core_sync(m_core, PW_ID_CORE, 0);
}

void PipewireGraph::Connection::failed(std::uint32_t id, int code, const char *message)
{
    // Other errors concern one object: it went away during a request.
    const bool broken =
        id == PW_ID_CORE && (code == -EPIPE || code == -ECONNRESET || code == -EPROTO);
    if (!broken || std::exchange(m_lost, true))
        return;
    m_source.reset(); // a socket that hangs up stays readable for ever
    m_graph.on_lost(std::format("PipeWire has gone: {}", message ? message : "no word why"));
}

PipewireGraph::PipewireGraph()
{
    pw_init(nullptr, nullptr);
}

PipewireGraph::~PipewireGraph()
{
    disconnect();
    pw_deinit();
}

Result<void> PipewireGraph::connect()
{
    m_connection = std::make_unique<Connection>(*this);
    auto opened = m_connection->open();
    if (!opened)
        m_connection.reset();
    return opened;
}

void PipewireGraph::disconnect()
{
    m_connection.reset();
}

} // namespace headroom
