// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/windows/x11.h"

#include "watch/windows/compositor_process.h"

#include <algorithm>
#include <utility>

namespace headroom {

namespace {

/// The bit in an event's type that marks events from clients.
constexpr std::uint8_t synthetic = 0x80;

WindowId name_of(xcb_window_t id)
{
    return std::to_string(id);
}

} // namespace

X11Windows::X11Windows(std::string display, ProcessWatch &processes, WindowSources &sources,
                       Emit emit)
    : m_x(std::move(display), *this), m_processes(processes), m_emit(std::move(emit)),
      m_windows({.name = "x11", .rank = WindowSources::Rank::XServer}, *this, processes, sources,
                m_emit),
      m_clipboard(m_x, processes, m_emit)
{
}

void X11Windows::connected()
{
    emit_compositor(m_x.peer(), m_processes, m_emit);
    select_on_root();
    read_manager(); // first: the window manager must be known before any window is
    read_root();
    m_clipboard.connected();
}

void X11Windows::gone()
{
    drop_all();
    m_clipboard.gone();
}

void X11Windows::listen_for_closing(bool on)
{
    if (std::exchange(m_hears_closing, on) == on || !m_x.get())
        return; // a server that comes later is asked when it is connected
    select_on_root();
    m_x.flush_soon();
}

/// A task bar that closes a window sends the window manager a message by way of the root window
/// (EWMH), which all clients with this mask get.
void X11Windows::select_on_root()
{
    const std::uint32_t mask =
        XCB_EVENT_MASK_PROPERTY_CHANGE | (m_hears_closing ? XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY : 0);
    xcb_change_window_attributes(m_x.get(), m_x.root(), XCB_CW_EVENT_MASK, &mask);
}

void X11Windows::read_root()
{
    m_x.read_list(
        m_x.root(), m_x.atom(XAtom::ClientList),
        [this](const std::optional<std::vector<std::uint32_t>> &list) { take_list(list); });
    m_x.read_property(m_x.root(), m_x.atom(XAtom::ActiveWindow),
                      [this](const std::vector<std::uint32_t> &values) {
                          m_active = values.empty() ? 0 : values.front();
                          report_focus();
                      });
}

/// The window manager's check window (EWMH) belongs to its process. That is a part of the desktop,
/// and so are its ancestors.
void X11Windows::read_manager()
{
    m_x.read_property(m_x.root(), m_x.atom(XAtom::SupportingWmCheck),
                      [this](const std::vector<std::uint32_t> &values) {
                          if (values.empty())
                              return;
                          m_x.read_process(values.front(), [this](std::int32_t pid) {
                              // If it has gone, the next manager changes the property.
                              if (const auto process = pid > 0
                                      ? m_processes.look(pid)
                                      : Result<ProcessId>{error(ErrorKind::Failed, "")})
                                  m_emit(event::DesktopSeen{*process});
                          });
                      });
}

void X11Windows::event(const xcb_generic_event_t &what)
{
    if (m_clipboard.event(what))
        return;
    const int type = what.response_type & ~synthetic;
    if (type == XCB_VISIBILITY_NOTIFY) {
        const auto window = reinterpret_cast<const xcb_visibility_notify_event_t &>(what).window;
        if (m_seen.contains(window))
            read_map_state(window);
    }
    // The manager passes it on and pings. Without an answer within seconds, xfwm4 and marco offer
    // to end the app, and a frozen one can't answer.
    if (type == XCB_CLIENT_MESSAGE) {
        const auto &message = reinterpret_cast<const xcb_client_message_event_t &>(what);
        if (message.type == m_x.atom(XAtom::CloseWindow))
            m_windows.await(name_of(message.window));
    }
    if (type != XCB_PROPERTY_NOTIFY)
        return;
    const auto &changed = reinterpret_cast<const xcb_property_notify_event_t &>(what);
    if (changed.window == m_x.root()) {
        if (changed.atom == m_x.atom(XAtom::CurrentDesktop))
            look_again_soon();
        else if (changed.atom == m_x.atom(XAtom::ActiveWindow)
                 || changed.atom == m_x.atom(XAtom::ClientList))
            read_root();
        if (changed.atom == m_x.atom(XAtom::SupportingWmCheck))
            read_manager();
        return;
    }
    if (!m_seen.contains(changed.window))
        return;
    if (changed.atom == XCB_ATOM_WM_CLASS)
        read_class(changed.window);
    else if (changed.atom == m_x.atom(XAtom::Progress))
        read_progress(changed.window);
    else if (changed.atom == m_x.atom(XAtom::WmDesktop))
        read_map_state(changed.window);
    else if (changed.atom == m_x.atom(XAtom::IcccmState) || changed.atom == m_x.atom(XAtom::WmState)
             || changed.atom == m_x.atom(XAtom::WindowType))
        read(changed.window, changed.atom);
}

void X11Windows::drop_all()
{
    for (const xcb_window_t id : std::set{m_progress})
        set_progress(id, false);
    m_seen.clear();
    m_listed = false;
    m_windows.compositor_gone();
}

/// nullopt: the window manager keeps no list, or there is none. Then the windows are unknown, and
/// none may count as hidden.
void X11Windows::take_list(const std::optional<std::vector<std::uint32_t>> &values)
{
    if (!values)
        return drop_all();
    const auto &list = *values;
    std::erase_if(m_seen, [&](const auto &seen) {
        const bool is_gone = std::ranges::find(list, seen.first) == list.end();
        if (is_gone) {
            set_progress(seen.first, false);
            m_windows.remove(name_of(seen.first));
        }
        return is_gone;
    });
    for (const xcb_window_t id : list) {
        if (!m_seen.contains(id))
            appeared(id);
    }
    if (!std::exchange(m_listed, true) && list.empty())
        m_windows.complete_list(); // an empty desktop is a complete list, too
}

void X11Windows::appeared(xcb_window_t id)
{
    m_seen[id].entry.window.id = name_of(id);
    const std::uint32_t mask = XCB_EVENT_MASK_PROPERTY_CHANGE;
    xcb_change_window_attributes(m_x.get(), id, XCB_CW_EVENT_MASK, &mask);
    read_process(id);
    read_class(id);
    read_parent(id);
    read_progress(id);
    for (const XAtom property : {XAtom::IcccmState, XAtom::WmState, XAtom::WindowType})
        read(id, m_x.atom(property));
}

void X11Windows::answered(xcb_window_t id)
{
    const auto seen = m_seen.find(id);
    if (seen == m_seen.end() || --seen->second.unanswered > 0)
        return;
    report(seen->second);
    report_focus();
}

void X11Windows::report(Seen &seen)
{
    if (seen.unanswered > 0)
        return;
    seen.entry.window.hidden = seen.minimised || seen.iconic || !seen.viewable;
    m_windows.put(seen.entry);
}

/// Asks the window manager, which asks the app, as after a click on the close button.
Result<void> X11Windows::close(const WindowId &window)
{
    constexpr std::uint32_t by_a_tool = 2; // as opposed to the app itself
    const auto seen = std::ranges::find_if(
        m_seen, [&](const auto &entry) { return entry.second.entry.window.id == window; });
    if (seen == m_seen.end())
        return error(ErrorKind::Failed, "the window is closed already");
    xcb_client_message_event_t message{};
    message.response_type = XCB_CLIENT_MESSAGE;
    message.format = 32;
    message.window = seen->first;
    message.type = m_x.atom(XAtom::CloseWindow);
    message.data.data32[0] = XCB_CURRENT_TIME;
    message.data.data32[1] = by_a_tool;
    xcb_send_event(m_x.get(), 0, m_x.root(),
                   XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY | XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT,
                   reinterpret_cast<const char *>(&message));
    m_x.flush_soon();
    return {};
}

/// Reports only once all windows are known, so that a partial list is never reported.
void X11Windows::report_focus()
{
    const std::optional<WindowId> focus =
        m_active == 0 ? std::nullopt : std::optional{name_of(m_active)};
    m_windows.set_focus(focus);
    if (m_listed && std::ranges::none_of(m_seen, [](const auto &seen) {
            return seen.second.unanswered > 0;
        }))
        m_windows.complete_list();
}

} // namespace headroom
