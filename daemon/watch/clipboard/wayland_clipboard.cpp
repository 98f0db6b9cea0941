// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/clipboard/wayland_clipboard.h"

#include "watch/clipboard/data_control.h"
#include "watch/session/capabilities.h"

namespace headroom {

WaylandClipboard::WaylandClipboard(std::string runtime_dir, std::string display, Emit emit)
    : m_emit(std::move(emit)), m_search("the clipboard owner", std::move(runtime_dir),
                                        std::move(display), WaylandSearch::Which::Any, *this)
{
}

Result<std::unique_ptr<WaylandReporter>>
WaylandClipboard::connect(const std::string &path, WaylandReporter::Listener &listener)
{
    return DataControl::connect(path, listener, m_emit);
}

void WaylandClipboard::begun()
{
    m_emit(describe_clipboard(
        say("what reports copies: the subject of a sentence", "the Wayland compositor")));
}

void WaylandClipboard::ended()
{
    m_emit(event::NothingCopied{});
    m_emit(describe_clipboard({}));
}

} // namespace headroom
