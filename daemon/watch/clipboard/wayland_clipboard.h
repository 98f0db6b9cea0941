// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "watch/display/wayland_search.h"
#include "watch/emit.h"

#include <string>

namespace headroom {

/// Reports copies, from a Wayland compositor of this session.
class WaylandClipboard final : private WaylandSearch::Owner {
public:
    /// See WaylandSearch.
    WaylandClipboard(std::string runtime_dir, std::string display, Emit emit);

    void start() { m_search.start(); }

private:
    Result<std::unique_ptr<WaylandTeller>> connect(const std::string &path,
                                                   WaylandTeller::Listener &listener) override;
    void begun() override;
    void ended() override;

    Emit m_emit;
    WaylandSearch m_search;
};

} // namespace headroom
