// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/display/x11_connection.h"

#include "sys/log.h"
#include "sys/off_the_loop.h"

#include <cstring>
#include <format>
#include <glib-unix.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <unistd.h>
#include <xcb/res.h>
#include <xcb/xcbext.h>
#include <xcb/xfixes.h>

namespace headroom {

namespace {

constexpr const char *sockets = "/tmp/.X11-unix"; ///< any user may create files there

/// ":0.0" -> "X0"
std::string socket_name(std::string_view display)
{
    const std::string_view number = display.substr(display.rfind(':') + 1);
    return "X" + std::string{number.substr(0, number.find('.'))};
}

// clang-format off: in the order of XAtom
constexpr std::array<const char *, static_cast<std::size_t>(XAtom::Count)> atom_names{
    "_NET_ACTIVE_WINDOW", "_NET_CLIENT_LIST", "_NET_CURRENT_DESKTOP", "_NET_WM_DESKTOP",
    "WM_STATE", "_NET_WM_STATE", "_NET_WM_STATE_HIDDEN", "_NET_WM_STATE_FULLSCREEN",
    "_NET_WM_WINDOW_TYPE", "_NET_WM_WINDOW_TYPE_DESKTOP", "_NET_WM_WINDOW_TYPE_DOCK",
    "_NET_WM_WINDOW_TYPE_NOTIFICATION", "_NET_WM_WINDOW_TYPE_SPLASH",
    "_NET_WM_WINDOW_TYPE_TOOLTIP", "_NET_WM_WINDOW_TYPE_MENU", "_NET_WM_WINDOW_TYPE_DROPDOWN_MENU",
    "_NET_WM_WINDOW_TYPE_POPUP_MENU", "_NET_WM_WINDOW_TYPE_COMBO", "_NET_WM_WINDOW_TYPE_DND",
    "CLIPBOARD", "_NET_CLOSE_WINDOW", "_NET_SUPPORTING_WM_CHECK", "_NET_WM_XAPP_PROGRESS"};
// clang-format on

using XEvent = std::unique_ptr<xcb_generic_event_t, decltype(&std::free)>;

/// Events and replies in a round of the main loop: others need a turn, too.
constexpr int most_at_once = 256;

/// A server may have its socket and refuse for longer than one errand tries, if memory is short. No
/// new file shows that it listens at last.
constexpr guint first_pause_ms = 1'000;

} // namespace

struct X11Connection::Connected {
    std::unique_ptr<xcb_connection_t, decltype(&xcb_disconnect)> x{nullptr, xcb_disconnect};
    xcb_window_t root = 0;
    std::array<xcb_atom_t, static_cast<std::size_t>(XAtom::Count)> atoms{};
    bool reports_processes = false;

    /// Waits for the server's replies. nullptr: no server listens there.
    static std::unique_ptr<Connected> to(const std::string &display);

private:
    void learn_atoms();
};

std::unique_ptr<X11Connection::Connected> X11Connection::Connected::to(const std::string &display)
{
    auto made = std::make_unique<Connected>();
    int screen = 0;
    constexpr int attempts = 40; // the socket has its name before the server listens
    constexpr gulong apart_us = 25'000;
    for (int i = 0; i < attempts && !made->x; ++i) {
        if (i > 0)
            g_usleep(apart_us);
        made->x.reset(xcb_connect(display.c_str(), &screen));
        if (xcb_connection_has_error(made->x.get()) != 0)
            made->x.reset();
    }
    if (!made->x)
        return nullptr;
    auto screens = xcb_setup_roots_iterator(xcb_get_setup(made->x.get()));
    for (; screens.rem > 1 && screen > 0; --screen)
        xcb_screen_next(&screens);
    made->root = screens.data->root;
    made->learn_atoms();
    // xcb waits for a reply when an extension is first requested.
    const xcb_query_extension_reply_t *resource =
        xcb_get_extension_data(made->x.get(), &xcb_res_id);
    made->reports_processes = resource && resource->present != 0;
    (void)xcb_get_extension_data(made->x.get(), &xcb_xfixes_id);
    return made;
}

void X11Connection::Connected::learn_atoms()
{
    std::array<xcb_intern_atom_cookie_t, atom_names.size()> cookies{};
    for (std::size_t i = 0; i < atom_names.size(); ++i)
        cookies[i] = xcb_intern_atom(
            x.get(), 0, static_cast<std::uint16_t>(std::strlen(atom_names[i])), atom_names[i]);
    for (std::size_t i = 0; i < atom_names.size(); ++i) {
        const std::unique_ptr<xcb_intern_atom_reply_t, Deleter<std::free>> reply{
            xcb_intern_atom_reply(x.get(), cookies[i], nullptr)};
        atoms[i] = reply ? reply->atom : static_cast<xcb_atom_t>(XCB_ATOM_NONE);
    }
}

X11Connection::~X11Connection() = default;

void X11Connection::start()
{
    watch_for_server();
    connect();
}

void X11Connection::watch_for_server()
{
    if (!m_inotify.open()
        || inotify_add_watch(m_inotify.get(), sockets, IN_CREATE | IN_ONLYDIR) < 0)
        return; // no such directory; a server that runs already is still found
    m_server_source = SourceId{g_unix_fd_add(
        m_inotify.get(), G_IO_IN,
        [](int fd, GIOCondition, gpointer data) -> gboolean {
            auto *self = static_cast<X11Connection *>(data);
            bool is_there = false;
            (void)take_inotify_events(fd, [&](const inotify_event &seen) {
                is_there = is_there || (seen.mask & IN_Q_OVERFLOW) != 0
                    || (seen.len > 0 && socket_name(self->m_display) == seen.name);
            });
            if (is_there)
                self->appeared();
            return G_SOURCE_CONTINUE;
        },
        this)};
}

void X11Connection::appeared()
{
    m_retries.begin_anew();
    m_appeared = m_connecting; // the running attempt may be the last one
    connect();
}

void X11Connection::connect()
{
    if (m_x || std::exchange(m_connecting, true))
        return;
    m_retry.stop();
    off_the_loop<std::unique_ptr<Connected>>(
        m_ending.get(), "headroom-x11", [display = m_display] { return Connected::to(display); },
        [this](std::unique_ptr<Connected> made) { connected(std::move(made)); });
}

void X11Connection::connected(std::unique_ptr<Connected> connected)
{
    m_connecting = false;
    if (!connected)
        return refused();
    m_retries.begin_anew();
    m_appeared = false;
    // Found. While it runs, new files in that directory must not wake us.
    m_server_source.reset();
    m_inotify.close();
    m_x = std::move(connected->x);
    m_root = connected->root;
    m_atoms = connected->atoms;
    m_source = SourceId{g_unix_fd_add(
        xcb_get_file_descriptor(m_x.get()),
        static_cast<GIOCondition>(G_IO_IN | G_IO_HUP | G_IO_ERR),
        [](int, GIOCondition, gpointer self) -> gboolean {
            return static_cast<X11Connection *>(self)->drain() ? G_SOURCE_CONTINUE
                                                               : G_SOURCE_REMOVE;
        },
        this)};
    // xcb ends a connection on which a missing extension is called, so a new one wouldn't help.
    if (connected->reports_processes)
        m_listener.connected();
    else
        log::warning(std::format(
            "the X server {} does not report which process owns a window: it lacks X-Resource",
            m_display));
    (void)drain();
}

void X11Connection::refused()
{
    if (std::exchange(m_appeared, false))
        return connect();
    if (const auto pause_ms = m_retries.next_pause_ms(first_pause_ms))
        m_retry = Timer::once(*pause_ms, [this] { connect(); });
    // After the last retry, only a new socket starts the attempts again.
}

std::int32_t X11Connection::peer() const
{
    ucred credentials{};
    socklen_t size = sizeof credentials;
    return getsockopt(xcb_get_file_descriptor(m_x.get()), SOL_SOCKET, SO_PEERCRED, &credentials,
                      &size)
            == 0
        ? credentials.pid
        : 0;
}

void X11Connection::flush_soon()
{
    m_more = SourceId{g_idle_add(
        [](gpointer data) -> gboolean {
            auto *self = static_cast<X11Connection *>(data);
            self->m_more.forget();
            (void)self->drain();
            return G_SOURCE_REMOVE;
        },
        this)};
}

/// xcb reads ahead, so events and replies may be queued though the socket isn't readable: handles
/// all of them. False: the server is gone.
bool X11Connection::drain()
{
    m_more.reset();
    for (int taken = 0; take_next();) {
        if (++taken >= most_at_once) {
            flush_soon();
            return true;
        }
    }
    if (xcb_connection_has_error(m_x.get()) == 0)
        return true;
    gone();
    return false;
}

/// Handles one event or reply. False: there is none.
///
/// Both polls read the socket, and each queues what only the other returns. What is left in a queue
/// wakes nothing. So the events that the last read has queued are returned by a poll that doesn't
/// read. Xlib had the same fault:
/// https://gitlab.freedesktop.org/xorg/lib/libx11/-/commit/406afe4b0f1b655c0db19bbc9a0c48da9a46acf5
bool X11Connection::take_next()
{
    xcb_flush(m_x.get());
    XEvent event{xcb_poll_for_event(m_x.get()), std::free};
    if (!event && answer_next())
        return true;
    if (!event)
        event.reset(xcb_poll_for_queued_event(m_x.get()));
    if (!event)
        return false;
    if (event->response_type != 0) // 0: an error about a window that is gone by now
        m_listener.event(*event);
    return true;
}

bool X11Connection::answer_next()
{
    if (m_pending_replies.empty())
        return false;
    void *reply = nullptr;
    xcb_generic_error_t *problem = nullptr;
    if (xcb_poll_for_reply(m_x.get(), m_pending_replies.front().sequence, &reply, &problem) == 0)
        return false;
    std::free(problem);
    const XReply held{static_cast<xcb_generic_reply_t *>(reply), std::free};
    const PendingReply pending = std::move(m_pending_replies.front());
    m_pending_replies.pop_front();
    pending.answered(held.get());
    return true;
}

void X11Connection::gone()
{
    // drain() is also called by an idle source and while connecting. So m_source may not
    // be the one that ends. Left behind, it would watch an fd number that another file may have.
    m_source.reset();
    m_more.reset();
    m_pending_replies.clear();
    m_x.reset();
    m_listener.gone();
    watch_for_server();
    connect(); // a new one may be there already; otherwise its socket appears later
}

} // namespace headroom
