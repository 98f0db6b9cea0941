// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/streams/pipewire_graph.h"

#include "sys/glib_ptr.h"
#include "watch/streams/pipewire_objects.h"

#include <cerrno>
#include <format>
#include <glib-unix.h>
#include <pipewire/impl-module.h>
#include <pipewire/pipewire.h>
#include <utility>

// libpipewire's objects must be destroyed in this order: bound objects, registry, core, context,
// loop. Hooks go before the objects that they are on.
namespace headroom {

namespace {

using LoopPtr = std::unique_ptr<pw_loop, Deleter<pw_loop_destroy>>;
using ContextPtr = std::unique_ptr<pw_context, Deleter<pw_context_destroy>>;

/// A context that only observes. It loads no modules of the usual client configuration, one of
/// which asks rtkit for real-time priority.
pw_properties *context_properties()
{
    return pw_properties_new(PW_KEY_CONFIG_NAME, "null", "context.modules.allow-empty", "true",
                             "support.dbus", "false", "context.num-data-loops", "0",
                             PW_KEY_APP_NAME, "Headroom", PW_KEY_MEDIA_CATEGORY, "Manager",
                             PW_KEY_REMOTE_INTENTION, "manager", nullptr);
}

} // namespace

struct PipewireGraph::Connection {
    explicit Connection(Listener &listener) : m_listener(listener), m_objects(listener) {}
    ~Connection();
    Connection(const Connection &) = delete;
    Connection &operator=(const Connection &) = delete;

    [[nodiscard]] Result<void> open();

private:
    void synced(int sequence);
    void failed(std::uint32_t id, int code, const char *message);

    static const pw_core_events core_events;
    static const pw_registry_events registry_events;

    Listener &m_listener;
    PipewireObjects m_objects;
    LoopPtr m_loop;
    ContextPtr m_context;
    pw_core *m_core = nullptr;
    pw_registry *m_registry = nullptr;
    spa_hook m_core_listener{};
    spa_hook m_registry_listener{};
    SourceId m_source;
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
            auto *connection = static_cast<Connection *>(self);
            connection->m_objects.appeared(connection->m_registry, id, type, properties);
        },
    .global_remove = [](void *self,
                        std::uint32_t id) { static_cast<Connection *>(self)->m_objects.gone(id); },
};

PipewireGraph::Connection::~Connection()
{
    m_source.reset();
    m_objects.clear();
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

/// The first time, the registry has listed all objects. The second time, those that were bound have
/// reported their properties.
void PipewireGraph::Connection::synced(int sequence)
{
    if (sequence != m_sequence || m_lost)
        return;
    if (std::exchange(m_listed, true))
        m_listener.ready();
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
    m_objects.stop_reporting();
    m_source.reset(); // a socket that hangs up stays readable for ever
    m_listener.lost(std::format("PipeWire has gone: {}", message ? message : "no word why"));
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

Result<void> PipewireGraph::connect(Listener &listener)
{
    m_connection = std::make_unique<Connection>(listener);
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
