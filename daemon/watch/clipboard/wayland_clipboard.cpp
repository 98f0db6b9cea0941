// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/clipboard/wayland_clipboard.h"

#include "watch/clipboard/data_control.h"
#include "watch/session/capabilities.h"

namespace headroom {

WaylandClipboard::WaylandClipboard(std::string runtime_dir, std::string display, Emit emit)
    : m_emit(std::move(emit)),
      m_search("the clipboard owner", std::move(runtime_dir), std::move(display),
               WaylandSearch::Whom::Any,
               [this](const std::string &path) -> Result<std::unique_ptr<WaylandReporter>> {
                   auto control = DataControl::connect(path);
                   if (control)
                       (*control)->on_change = [this](bool copied) {
                           copied ? m_emit(event::Copied{}) : m_emit(event::NothingCopied{});
                       };
                   return control;
               })
{
    m_search.on_begun = [this] {
        m_emit(clipboard_capability(say("who tells of what is copied: the subject of a sentence",
                                        "the Wayland compositor")));
    };
    m_search.on_ended = [this] {
        m_emit(event::NothingCopied{});
        m_emit(clipboard_capability({}));
    };
}

} // namespace headroom
