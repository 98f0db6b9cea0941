// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/launches/wayland_launches.h"

#include "sys/log_about.h"
#include "watch/launches/activation_feedback.h"

#include <format>
#include <utility>

namespace headroom {

WaylandLaunches::WaylandLaunches(std::string runtime_dir, std::string display, Doubted doubted,
                                 Emit emit)
    : m_doubted(std::move(doubted)), m_emit(std::move(emit)),
      m_search("which applications start", std::move(runtime_dir), std::move(display),
               WaylandSearch::Which::Own, *this)
{
}

Result<std::unique_ptr<WaylandReporter>>
WaylandLaunches::connect(const std::string &path, WaylandReporter::Listener &listener)
{
    return ActivationFeedback::connect(path, listener, [this](const AppId &id) { starts(id); });
}

void WaylandLaunches::reported(const AppId &id)
{
    if (!m_doubted(id).empty())
        starts(id);
}

/// A panel's launcher is used while a sandboxed app is active, too, so such a report can't just be
/// ignored.
void WaylandLaunches::starts(const AppId &id)
{
    const AppId doubted = m_doubted(id);
    if (doubted.empty() || m_limit.allows(doubted, TimePoint{Duration{g_get_monotonic_time()}}))
        return m_emit(event::AppStarting{id});
    ++m_ignored;
    log::warning_about(0,
                       std::format("the compositor has announced several starts of {} within a "
                                   "minute, which an app may have forged; ignoring all but the "
                                   "first ({} of these so far)",
                                   doubted, m_ignored));
}

} // namespace headroom
