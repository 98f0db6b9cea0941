// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/clipboard/wayland_clipboard.h"

#include "watch/clipboard/data_control.h"
#include "watch/session/capabilities.h"

namespace headroom {

WaylandClipboard::WaylandClipboard(std::string runtime_dir, std::string display, Emit emit)
    : m_emit(std::move(emit)), m_search("who copies", std::move(runtime_dir), std::move(display),
                                        WaylandSearch::Whom::Any, *this)
{
}

Result<std::unique_ptr<WaylandTeller>> WaylandClipboard::connect(const std::string &path,
                                                                 WaylandTeller::Listener &listener)
{
    return DataControl::connect(path, listener, m_emit);
}

void WaylandClipboard::begun()
{
    m_emit(clipboard_capability(
        say("who tells of what is copied: the subject of a sentence", "the Wayland compositor")));
}

void WaylandClipboard::ended()
{
    m_emit(event::NothingCopied{});
    m_emit(clipboard_capability({}));
}

} // namespace headroom
