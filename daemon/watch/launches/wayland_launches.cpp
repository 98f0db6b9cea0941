// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/launches/wayland_launches.h"

#include "model/unit_escape.h"
#include "watch/launches/activation_feedback.h"

#include <string_view>

namespace headroom {

namespace {

/// Launchers send the desktop file's id, some with its suffix, as the protocol allows, or the whole
/// path.
std::string_view bare_id(std::string_view told)
{
    constexpr std::string_view ending = ".desktop";
    told.remove_prefix(told.rfind('/') + 1); // 0 if there is none
    if (told.ends_with(ending))
        told.remove_suffix(ending.size());
    return told;
}

} // namespace

WaylandLaunches::WaylandLaunches(std::string runtime_dir, std::string display, Emit emit)
    : m_search("which applications start", std::move(runtime_dir), std::move(display),
               WaylandSearch::Whom::Own,
               [emit = std::move(emit)](
                   const std::string &path) -> Result<std::unique_ptr<WaylandReporter>> {
                   auto feedback = ActivationFeedback::connect(path);
                   if (feedback) {
                       (*feedback)->on_activation = [emit](std::string_view app_id) {
                           if (const auto id = bare_id(app_id); usable_app_id(id))
                               emit(event::AppStarting{AppId{id}});
                       };
                   }
                   return feedback;
               })
{
}

} // namespace headroom
