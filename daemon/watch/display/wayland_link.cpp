// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/display/wayland_link.h"

#include "sys/local_socket.h"

#include <cerrno>
#include <glib-unix.h>
#include <sys/ioctl.h>

namespace headroom {

namespace {

constexpr std::size_t longest_message = 1U << 16U;
/// Most bytes that may arrive without a complete message.
constexpr std::size_t longest_unparsed = 1U << 20U;

/// Newer versions of libwayland read for as long as there is data, and buffer all of it until the
/// message is complete. Older ones lack both the function and the fault.
template<typename Display> void bound_buffer(Display *display)
{
    if constexpr (requires { wl_display_set_max_buffer_size(display, longest_message); })
        wl_display_set_max_buffer_size(display, longest_message);
}

} // namespace

Result<std::unique_ptr<WaylandLink>> WaylandLink::connect(const std::string &path,
                                                          Listener &listener)
{
    auto socket = connect_local(path);
    if (!socket)
        return std::unexpected(socket.error());
    // From here on libwayland closes the socket.
    wl_display *display = wl_display_connect_to_fd(socket->release());
    if (!display)
        return system_error(errno, "connecting to " + path);
    return std::unique_ptr<WaylandLink>{new WaylandLink{display, listener}};
}

WaylandLink::WaylandLink(wl_display *display, Listener &listener)
    : m_listener(listener), m_display(display), m_registry(wl_display_get_registry(display))
{
    bound_buffer(display);
    static constexpr wl_registry_listener registry_listener{
        .global =
            [](void *data, wl_registry *, std::uint32_t name, const char *interface,
               std::uint32_t version) {
                static_cast<WaylandLink *>(data)->m_globals.try_emplace(interface,
                                                                        Global{name, version});
            },
        // each object reports its own end
        .global_remove = [](void *, wl_registry *, std::uint32_t) {},
    };
    wl_registry_add_listener(m_registry.get(), &registry_listener, this);
    call_after_sync([this] { m_listener.globals_listed(); });
    (void)flush();
    m_source = SourceId{g_unix_fd_add(
        wl_display_get_fd(display), static_cast<GIOCondition>(G_IO_IN | G_IO_HUP | G_IO_ERR),
        [](int, GIOCondition, gpointer self) -> gboolean {
            return static_cast<WaylandLink *>(self)->receive() ? G_SOURCE_CONTINUE
                                                               : G_SOURCE_REMOVE;
        },
        this)};
}

std::uint32_t WaylandLink::version_of(std::string_view interface) const
{
    const auto global = m_globals.find(interface);
    return global == m_globals.end() ? 0 : global->second.version;
}

void *WaylandLink::bind(const wl_interface &interface, std::uint32_t version) const
{
    return wl_registry_bind(m_registry.get(), m_globals.find(interface.name)->second.name,
                            &interface, version);
}

void WaylandLink::call_after_sync(std::function<void()> then)
{
    static constexpr wl_callback_listener listener{
        .done = [](void *data, wl_callback *, std::uint32_t) {
            auto *self = static_cast<WaylandLink *>(data);
            self->m_sync.reset();
            const auto next = std::move(self->m_then);
            next();
        }};
    m_then = std::move(then);
    m_sync.reset(wl_display_sync(m_display.get()));
    wl_callback_add_listener(m_sync.get(), &listener, this);
}

Result<void> WaylandLink::flush() const
{
    if (wl_display_flush(m_display.get()) < 0 && errno != EAGAIN)
        return system_error(errno, "writing to the Wayland compositor");
    return {};
}

std::int32_t WaylandLink::peer() const
{
    return peer_of(wl_display_get_fd(m_display.get()));
}

void WaylandLink::end(std::string why)
{
    end(WaylandEnd::Left, std::move(why));
}

void WaylandLink::end(WaylandEnd how, std::string why)
{
    m_source.reset();
    m_how = how;
    m_ended = std::move(why);
    m_ending = SourceId{g_idle_add(
        [](gpointer self) -> gboolean {
            static_cast<WaylandLink *>(self)->report_end();
            return G_SOURCE_REMOVE;
        },
        this)};
}

void WaylandLink::report_end()
{
    m_ending.forget();
    const std::string why = m_ended;
    m_listener.ended(m_how, why); // this object may be destroyed now
}

/// False: the source is removed. We disconnect from a compositor that sends an impossible
/// message. Otherwise the rest of its data would stay readable, and wake us again and again.
bool WaylandLink::receive()
{
    wl_display *display = m_display.get();
    int waiting = 0;
    (void)ioctl(wl_display_get_fd(display), FIONREAD, &waiting);
    bool alive = true;
    while (alive && wl_display_prepare_read(display) != 0)
        alive = wl_display_dispatch_pending(display) >= 0;
    alive = alive && wl_display_read_events(display) >= 0;
    const int understood = alive ? wl_display_dispatch_pending(display) : -1;
    alive = understood >= 0 && flush();
    if (!alive && m_ended.empty())
        end(WaylandEnd::Lost, "it is gone");
    m_unparsed = understood > 0 ? 0 : m_unparsed + static_cast<std::size_t>(waiting);
    if (m_unparsed > longest_unparsed && m_ended.empty())
        end("it sent invalid data");
    return m_ended.empty();
}

} // namespace headroom
