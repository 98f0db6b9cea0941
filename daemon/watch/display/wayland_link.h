// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"
#include "sys/interface.h"
#include "sys/result.h"
#include "watch/display/wayland_end.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <wayland-client.h>

namespace headroom {

template<auto Destroy, typename T> using Owned = std::unique_ptr<T, Deleter<Destroy>>;

/// For proxies of interfaces without a destructor request.
struct EndProxy {
    template<typename T> void operator()(T *proxy) const
    {
        wl_proxy_destroy(reinterpret_cast<wl_proxy *>(proxy));
    }
};

/// A client's connection to a Wayland compositor, in the main context. Never blocks. Destroy what
/// is made from it first.
class WaylandLink {
public:
    class Listener : public Interface {
    public:
        /// The list of the compositor's globals is complete.
        virtual void globals_listed() = 0;
        /// The compositor is gone, or end() was called. Called once, with the reason as a sentence;
        /// may destroy the link.
        virtual void ended(WaylandEnd how, const std::string &why) = 0;
    };

    /// An error if no process listens there. The listener must outlive the link.
    [[nodiscard]] static Result<std::unique_ptr<WaylandLink>> connect(const std::string &path,
                                                                      Listener &listener);
    ~WaylandLink() = default;
    WaylandLink(const WaylandLink &) = delete;
    WaylandLink &operator=(const WaylandLink &) = delete;

    /// The highest version of an interface that the compositor supports; 0: it lacks the interface.
    [[nodiscard]] std::uint32_t version_of(std::string_view interface) const;
    /// Binds the first global of that interface; there must be one.
    [[nodiscard]] void *bind(const wl_interface &interface, std::uint32_t version) const;
    /// Calls `then` when the compositor has sent all events that precede its answer
    /// (wl_display.sync). One at a time.
    void call_after_sync(std::function<void()> then);
    /// Sends pending requests; what doesn't fit is sent by a later call. An error: the compositor
    /// is gone.
    [[nodiscard]] Result<void> flush() const;
    /// Ends the link from the main loop: while libwayland calls us, nothing may be destroyed.
    void end(std::string why);
    /// The compositor's process. 0: unknown.
    [[nodiscard]] std::int32_t peer() const;

private:
    struct Global {
        std::uint32_t name = 0; ///< the registry's number
        std::uint32_t version = 0;
    };

    WaylandLink(wl_display *display, Listener &listener);
    bool receive();
    void end(WaylandEnd how, std::string why);
    void report_end();

    Listener &m_listener;
    Owned<wl_display_disconnect, wl_display> m_display;
    std::unique_ptr<wl_registry, EndProxy> m_registry;
    std::unique_ptr<wl_callback, EndProxy> m_sync;
    SourceId m_source;
    SourceId m_ending;
    std::map<std::string, Global, std::less<>> m_globals; ///< by interface, the first of each
    std::function<void()> m_then;
    /// Bytes that arrived since the last complete message. Once half a message fills libwayland's
    /// buffer, libwayland never reads again.
    std::size_t m_unparsed = 0;
    std::string m_ended; ///< why; empty: it hasn't
    WaylandEnd m_how{}; ///< once it has ended
};

} // namespace headroom
