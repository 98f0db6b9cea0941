// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"
#include "sys/inotify_events.h"
#include "sys/interface.h"
#include "sys/off_the_loop.h"
#include "sys/retries.h"
#include "sys/timer.h"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>
#include <xcb/xcb.h>

namespace headroom {

enum class XAtom {
    // clang-format off
    ActiveWindow, ClientList, CurrentDesktop, WmDesktop, IcccmState, WmState, StateHidden,
    StateFullscreen, WindowType, TypeDesktop, TypeDock, TypeNotification, TypeSplash, TypeTooltip,
    TypeMenu, TypeDropdownMenu, TypePopupMenu, TypeCombo, TypeDnd, Clipboard, CloseWindow,
    SupportingWmCheck, Progress,
    Count
    // clang-format on
};

using XReply = std::unique_ptr<xcb_generic_reply_t, decltype(&std::free)>;

/// A connection to an X server in the main context. Never blocks: replies arrive later. Connecting
/// does block, so it has a thread.
class X11Connection {
public:
    class Listener : public Interface {
    public:
        /// Connected to a server that reports a window's process. With another server, nothing is
        /// called any more.
        virtual void connected() = 0;
        virtual void event(const xcb_generic_event_t &event) = 0;
        virtual void gone() = 0;
    };

    /// display: ":0". The listener must outlive it.
    X11Connection(std::string display, Listener &listener)
        : m_display(std::move(display)), m_listener(listener)
    {
    }
    ~X11Connection();
    X11Connection(const X11Connection &) = delete;
    X11Connection &operator=(const X11Connection &) = delete;

    /// Connects, now or as soon as that display has a server. Connects again after the server has
    /// gone.
    void start();

    [[nodiscard]] xcb_connection_t *get() const { return m_x.get(); }
    [[nodiscard]] xcb_window_t root() const { return m_root; }
    [[nodiscard]] xcb_atom_t atom(XAtom which) const
    {
        return m_atoms[static_cast<std::size_t>(which)];
    }
    [[nodiscard]] std::int32_t peer() const; ///< the server's process; 0: unknown

    /// answered(nullptr): the server returned an error, mostly because the window is gone.
    void await_reply(unsigned sequence, std::function<void(const xcb_generic_reply_t *)> answered);
    /// The same for a property of 32-bit values; nullopt: it isn't set.
    void read_list(xcb_window_t window, xcb_atom_t property,
                   std::function<void(const std::optional<std::vector<std::uint32_t>> &)> answered);
    /// The same; empty if it isn't set.
    void read_property(xcb_window_t window, xcb_atom_t property,
                       std::function<void(const std::vector<std::uint32_t> &)> answered);
    /// The process of the client that created the window, as the server reports it; 0: unknown.
    void read_process(xcb_window_t window, std::function<void(std::int32_t pid)> answered);
    /// Sends requests without a reply, and handles what arrived meanwhile. xcb_flush() alone may
    /// read that unseen.
    void flush_soon();

private:
    struct Connected;
    struct PendingReply {
        unsigned sequence;
        std::function<void(const xcb_generic_reply_t *)> answered;
    };

    void connect();
    void appeared();
    void connected(std::unique_ptr<Connected> connected);
    void refused();
    void watch_for_server();
    bool drain();
    bool take_next();
    bool answer_next();
    void gone();

    std::string m_display;
    Listener &m_listener;
    std::unique_ptr<xcb_connection_t, decltype(&xcb_disconnect)> m_x{nullptr, xcb_disconnect};
    xcb_window_t m_root = 0;
    std::array<xcb_atom_t, static_cast<std::size_t>(XAtom::Count)> m_atoms{};
    std::deque<PendingReply> m_pending_replies;
    ScopedCancellable m_ending;
    Inotify m_inotify;
    SourceId m_server_source;
    SourceId m_source;
    SourceId m_more;
    Timer m_retry;
    Retries m_retries;
    bool m_connecting = false;
    bool m_appeared = false; ///< a new socket, while it was connecting
};

} // namespace headroom
