// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/launches/wayland_launches.h"

#include "watch/launches/activation_feedback.h"

namespace headroom {

WaylandLaunches::WaylandLaunches(std::string runtime_dir, std::string display, Emit emit)
    : m_emit(std::move(emit)), m_search("which applications start", std::move(runtime_dir),
                                        std::move(display), WaylandSearch::Which::Own, *this)
{
}

Result<std::unique_ptr<WaylandReporter>>
WaylandLaunches::connect(const std::string &path, WaylandReporter::Listener &listener)
{
    return ActivationFeedback::connect(path, listener, m_emit);
}

} // namespace headroom
