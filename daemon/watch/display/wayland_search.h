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

/// A Wayland compositor that is asked for one thing.
class WaylandTeller {
public:
    WaylandTeller() = default;
    WaylandTeller(const WaylandTeller &) = delete;
    WaylandTeller &operator=(const WaylandTeller &) = delete;
    virtual ~WaylandTeller() = default;

    std::function<void()> on_begun; ///< it tells, and has told what there was
    /// It is gone, or tells nothing, or no longer. Told once, with a sentence; may destroy this.
    std::function<void(const std::string &why)> on_end;

protected:
    void begins() const
    {
        if (on_begun)
            on_begun();
    }
    void ends(const std::string &why) const
    {
        if (const auto tell = on_end) // a copy: whoever is told may destroy this
            tell(why);
    }
};

/// Finds a Wayland compositor that tells something, and the next one when it is gone.
class WaylandSearch {
public:
    enum class Whom {
        Any, ///< the session's own first
        Own, ///< the session's own; if that isn't known or nobody listens there, the only other one
    };
    /// An error: nobody listens there. Whether the compositor tells anything, only time shows.
    using Connect = std::function<Result<std::unique_ptr<WaylandTeller>>(const std::string &path)>;

    /// what: "who copies", for the log. runtime_dir: where compositors have their sockets. display: the name of the session's own, or its path; empty:
    /// it isn't known.
    WaylandSearch(std::string what, std::string runtime_dir, std::string display, Whom whom,
                  Connect connect);

    void start();

    std::function<void()> on_begun;
    std::function<void()> on_ended; ///< the one that had begun

private:
    [[nodiscard]] std::vector<std::string> places() const;
    bool connect(const std::string &path);
    void ended(const std::string &path, const std::string &why);

    std::string m_what;
    std::string m_runtime_dir;
    std::string m_display;
    Whom m_whom;
    Connect m_connect;
    SocketSearch m_search; ///< excluded: who is there doesn't tell
    std::unique_ptr<WaylandTeller> m_teller; ///< null: none is there
    std::int64_t m_begun_us = 0; ///< when it began to tell, monotonic; 0: it hasn't
};

} // namespace headroom
