// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/interface.h"
#include "sys/result.h"
#include "sys/retries.h"
#include "sys/timer.h"
#include "watch/display/socket_search.h"
#include "watch/display/wayland_end.h"

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace headroom {

/// A connection to a Wayland compositor, for one kind of report.
class WaylandReporter : public Interface {
public:
    class Listener : public Interface {
    public:
        /// It reports, and has reported the initial state.
        virtual void begun() = 0;
        /// The compositor is gone, doesn't report this, or has stopped. Called once, with the
        /// reason as a sentence; may destroy the reporter.
        virtual void ended(WaylandEnd how, const std::string &why) = 0;
    };
};

/// Finds a Wayland compositor that reports one thing, and the next one when it is gone.
class WaylandSearch final : private SocketSearch::Owner, private WaylandReporter::Listener {
public:
    enum class Which {
        Any, ///< the session's own first
        /// The session's own. If that is unknown or doesn't listen, the only other one.
        Own,
    };
    /// Recognises what is searched for, and connects to it.
    class Owner : public Interface {
    public:
        /// An error: no process listens there. Whether the compositor reports anything turns out
        /// later.
        virtual Result<std::unique_ptr<WaylandReporter>>
        connect(const std::string &path, WaylandReporter::Listener &listener) = 0;
        virtual void begun() {}
        /// The one that had begun has ended.
        virtual void ended() {}
    };

    /// what: "the clipboard owner", for the log. runtime_dir: where compositors have their sockets.
    /// display: the name or path of the session's own socket; empty: unknown. The owner must
    /// outlive this object.
    WaylandSearch(std::string what, std::string runtime_dir, std::string display, Which which,
                  Owner &owner);

    void start();

private:
    [[nodiscard]] bool matters(const SocketSearch::Appeared &appeared) const override;
    bool look() override;
    void begun() override;
    void ended(WaylandEnd how, const std::string &why) override;
    void try_again_later();
    [[nodiscard]] std::vector<std::string> places() const;
    bool connect(const std::string &path);

    std::string m_what;
    std::string m_runtime_dir;
    std::string m_display;
    Which m_which;
    Owner &m_owner;
    /// Excludes compositors that don't report this, and for a while those that were soon lost.
    SocketSearch m_search;
    std::set<std::string> m_soon_lost; ///< paths that are excluded for a while
    Retries m_retries; ///< after losses soon after the compositor was found
    Timer m_retry;
    std::unique_ptr<WaylandReporter> m_reporter; ///< null: not connected
    std::string m_path; ///< where the reporter is connected
    std::int64_t m_begun_us = 0; ///< when its reports began, monotonic; 0: they haven't
};

} // namespace headroom
