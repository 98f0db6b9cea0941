// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/result.h"
#include "watch/display/socket_search.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace headroom {

/// A connection to a Wayland compositor, for one kind of report.
class WaylandReporter {
public:
    WaylandReporter() = default;
    WaylandReporter(const WaylandReporter &) = delete;
    WaylandReporter &operator=(const WaylandReporter &) = delete;
    virtual ~WaylandReporter() = default;

    /// It reports, and has reported the initial state.
    std::function<void()> on_begun;
    /// The compositor is gone, doesn't report this, or has stopped. Called once, with the reason as
    /// a sentence; may destroy this object.
    std::function<void(const std::string &why)> on_end;

protected:
    void begins() const
    {
        if (on_begun)
            on_begun();
    }
    void ends(const std::string &why) const
    {
        if (const auto tell = on_end) // a copy, since the callee may destroy this object
            tell(why);
    }
};

/// Finds a Wayland compositor that reports one thing, and the next one when it is gone.
class WaylandSearch {
public:
    enum class Whom {
        Any, ///< the session's own first
        /// The session's own. If that is unknown or doesn't listen, the only other one.
        Own,
    };
    /// An error: no process listens there. Whether the compositor reports anything turns out later.
    using Connect =
        std::function<Result<std::unique_ptr<WaylandReporter>>(const std::string &path)>;

    /// what: "the clipboard owner", for the log. runtime_dir: where compositors have their sockets.
    /// display: the name or path of the session's own socket; empty: unknown.
    WaylandSearch(std::string what, std::string runtime_dir, std::string display, Whom whom,
                  Connect connect);

    void start();

    std::function<void()> on_begun;
    /// The one that had begun has ended.
    std::function<void()> on_ended;

private:
    [[nodiscard]] std::vector<std::string> places() const;
    bool connect(const std::string &path);
    void ended(const std::string &path, const std::string &why);

    std::string m_what;
    std::string m_runtime_dir;
    std::string m_display;
    Whom m_whom;
    Connect m_connect;
    /// Excludes compositors that don't report this.
    SocketSearch m_search;
    std::unique_ptr<WaylandReporter> m_reporter; ///< null: not connected
    std::int64_t m_begun_us = 0; ///< when its reports began, monotonic; 0: they haven't
};

} // namespace headroom
