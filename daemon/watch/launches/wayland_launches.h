// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "watch/display/wayland_search.h"
#include "watch/emit.h"
#include "watch/launches/start_limit.h"

#include <functional>
#include <string>

namespace headroom {

/// Reports apps that are about to start, from the session's own compositor: by Wayland, or by its
/// extension. A D-Bus activated app only gets a call. If it runs already, nothing new appears, so
/// only this shows that the user has started it again. A client may have forged the report.
class WaylandLaunches final : private WaylandSearch::Owner {
public:
    /// Given the id of an app that is about to start: the frozen app that this would thaw, if the
    /// report may be forged. Otherwise empty.
    using Doubted = std::function<AppId(const AppId &id)>;
    /// For the first two see WaylandSearch.
    WaylandLaunches(std::string runtime_dir, std::string display, Doubted doubted, Emit emit);

    void start() { m_search.start(); }

    /// GNOME Shell's extension has reported the start of this app. It ends a freeze, or nothing:
    /// any client can cause such reports all the time, so an app must not count as just started.
    void reported(const AppId &id);

private:
    Result<std::unique_ptr<WaylandReporter>> connect(const std::string &path,
                                                     WaylandReporter::Listener &listener) override;

    void starts(const AppId &id);

    Doubted m_doubted;
    Emit m_emit;
    StartLimit m_limit;
    unsigned m_ignored = 0;
    WaylandSearch m_search;
};

} // namespace headroom
