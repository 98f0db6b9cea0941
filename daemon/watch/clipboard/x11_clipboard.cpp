// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/clipboard/x11_clipboard.h"

#include "watch/session/capabilities.h"

#include <xcb/xfixes.h>

namespace headroom {

namespace {

/// Of XFixes. A server refuses a client that hasn't named a version.
constexpr std::uint32_t major = 5, minor = 0;

} // namespace

void X11Clipboard::connected()
{
    const xcb_query_extension_reply_t *there = xcb_get_extension_data(m_x.get(), &xcb_xfixes_id);
    m_event = there && there->present != 0
        ? static_cast<std::uint8_t>(there->first_event + XCB_XFIXES_SELECTION_NOTIFY)
        : std::uint8_t{0};
    const xcb_atom_t clipboard = m_x.atom(XAtom::Clipboard);
    if (m_event == 0)
        return;
    m_emit(
        describe_clipboard(say("what reports copies: the subject of a sentence", "the X server")));
    m_x.await_reply(xcb_xfixes_query_version(m_x.get(), major, minor).sequence,
                    [](const xcb_generic_reply_t *) {});
    xcb_xfixes_select_selection_input(m_x.get(), m_x.root(), clipboard,
                                      XCB_XFIXES_SELECTION_EVENT_MASK_SET_SELECTION_OWNER
                                          | XCB_XFIXES_SELECTION_EVENT_MASK_SELECTION_WINDOW_DESTROY
                                          | XCB_XFIXES_SELECTION_EVENT_MASK_SELECTION_CLIENT_CLOSE);
    m_x.await_reply(xcb_get_selection_owner(m_x.get(), clipboard).sequence,
                    [this, asked = m_owners](const xcb_generic_reply_t *reply) {
                        if (const auto *got =
                                reinterpret_cast<const xcb_get_selection_owner_reply_t *>(reply);
                            got && m_owners == asked)
                            owner_changed(got->owner);
                    });
}

bool X11Clipboard::event(const xcb_generic_event_t &event)
{
    // An event that another client has sent has one more bit set.
    if (m_event == 0 || event.response_type != m_event)
        return false;
    const auto &changed = reinterpret_cast<const xcb_xfixes_selection_notify_event_t &>(event);
    owner_changed(changed.subtype == XCB_XFIXES_SELECTION_EVENT_SET_SELECTION_OWNER
                      ? changed.owner
                      : static_cast<xcb_window_t>(XCB_NONE));
    return true;
}

/// An owner on another machine has no process here, and another user's can't be frozen by us. Both
/// count as no owner.
void X11Clipboard::owner_changed(xcb_window_t owner)
{
    const std::uint64_t number = ++m_owners;
    if (owner == XCB_NONE)
        return m_emit(event::NothingCopied{});
    m_x.read_process(owner, [this, number](std::int32_t pid) {
        if (number != m_owners)
            return;
        if (const auto process = m_processes.look(pid))
            m_emit(event::Copied{*process});
        else
            m_emit(event::NothingCopied{});
    });
}

void X11Clipboard::gone()
{
    ++m_owners;
    m_emit(event::NothingCopied{});
    if (m_event != 0)
        m_emit(describe_clipboard({}));
    m_event = 0;
}

} // namespace headroom
