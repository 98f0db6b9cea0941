// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "watch/display/wayland_search.h"
#include "watch/windows/protocol_windows.h"

#include <string>

namespace headroom {

class ToplevelList;

/// Windows from the session's Wayland compositor, if it has no socket of its own for that: labwc,
/// Wayfire, river, phoc. Nested compositors are not asked: their foreground app may not be the
/// user's.
class WaylandWindows final : private WaylandSearch::Owner, private WindowConnection {
public:
    /// See WaylandSearch. The other references must outlive it.
    WaylandWindows(std::string runtime_dir, std::string display, ProcessWatch &processes,
                   WindowSources &sources, Emit emit);

    void start() { m_search.start(); }

private:
    Result<std::unique_ptr<WaylandReporter>> connect(const std::string &path,
                                                     WaylandReporter::Listener &listener) override;
    void begun() override;
    void ended() override;
    [[nodiscard]] Result<void> close(const WindowId &window) override;
    void outranked() override;

    ProcessWatch &m_processes;
    Emit m_emit;
    ProtocolWindows m_windows;
    WaylandSearch m_search;
    /// The search's, while it reports. Undefined before.
    ToplevelList *m_list = nullptr;
};

} // namespace headroom
