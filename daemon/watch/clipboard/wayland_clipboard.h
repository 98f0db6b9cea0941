// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "watch/display/wayland_search.h"
#include "watch/emit.h"

#include <string>

namespace headroom {

/// Reports copies, from a Wayland compositor of this session.
class WaylandClipboard {
public:
    /// See WaylandSearch.
    WaylandClipboard(std::string runtime_dir, std::string display, Emit emit);

    void start() { m_search.start(); }

private:
    Emit m_emit;
    WaylandSearch m_search;
};

} // namespace headroom
