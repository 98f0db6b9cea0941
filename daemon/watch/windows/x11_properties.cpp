// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/windows/x11.h"

#include "model/unit_escape.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

// Reads the properties and attributes of one window. It is reported when the last answer is there.
namespace headroom {

namespace {

/// A manager first announces the new desktop, then unmaps the windows of the last one.
constexpr guint unmapped_within_ms = 200;

/// Windows that show progress, as for icons in the duties' launcher_progress.cpp.
constexpr std::size_t most_in_progress = 64;
constexpr std::ptrdiff_t most_of_a_process = 8;

constexpr std::array desk_types{XAtom::TypeDesktop, XAtom::TypeDock};
constexpr std::array shell_types{
    XAtom::TypeNotification, XAtom::TypeSplash,    XAtom::TypeTooltip, XAtom::TypeMenu,
    XAtom::TypeDropdownMenu, XAtom::TypePopupMenu, XAtom::TypeCombo,   XAtom::TypeDnd};

bool has(const std::vector<std::uint32_t> &values, xcb_atom_t atom)
{
    return std::ranges::find(values, atom) != values.end();
}

} // namespace

void X11Windows::read_process(xcb_window_t id)
{
    ++m_seen.at(id).unanswered;
    m_x.read_process(id, [this, id](std::int32_t pid) {
        if (const auto seen = m_seen.find(id); seen != m_seen.end())
            seen->second.entry.pid = pid;
        answered(id);
    });
}

/// Some managers unmap a window that they hide, others only its frame. The latter causes no event
/// on the window, but the server sends one when the window is visible again.
void X11Windows::read_map_state(xcb_window_t id)
{
    ++m_seen.at(id).unanswered;
    const unsigned sequence = xcb_get_window_attributes(m_x.get(), id).sequence;
    m_x.await_reply(sequence, [this, id](const xcb_generic_reply_t *reply) {
        const auto seen = m_seen.find(id);
        const auto *got = reinterpret_cast<const xcb_get_window_attributes_reply_t *>(reply);
        if (got && seen != m_seen.end()) {
            const bool viewable = got->map_state == XCB_MAP_STATE_VIEWABLE;
            if (std::exchange(seen->second.viewable, viewable) != viewable) {
                const std::uint32_t mask = XCB_EVENT_MASK_PROPERTY_CHANGE
                    | (viewable ? 0 : XCB_EVENT_MASK_VISIBILITY_CHANGE);
                xcb_change_window_attributes(m_x.get(), id, XCB_CW_EVENT_MASK, &mask);
                if (!viewable)
                    read_map_state(id); // it may be back before the mask was set
            }
        }
        answered(id);
    });
}

void X11Windows::read_map_states()
{
    for (const auto &[id, seen] : m_seen)
        read_map_state(id);
}

void X11Windows::look_again_soon()
{
    if (m_look_again)
        return;
    m_look_again = Timer::once(unmapped_within_ms, [this] {
        if (m_x.get()) {
            read_map_states();
            m_x.flush_soon();
        }
    });
}

/// Two texts, each ended by a NUL: the instance and the class.
void X11Windows::read_class(xcb_window_t id)
{
    ++m_seen.at(id).unanswered;
    constexpr std::uint32_t longest = 128; // in units of four bytes
    m_x.await_reply(
        xcb_get_property(m_x.get(), 0, id, XCB_ATOM_WM_CLASS, XCB_ATOM_STRING, 0, longest).sequence,
        [this, id](const xcb_generic_reply_t *reply) {
            const auto seen = m_seen.find(id);
            if (const auto *got = reinterpret_cast<const xcb_get_property_reply_t *>(reply);
                got && seen != m_seen.end()) {
                const std::string_view both{
                    static_cast<const char *>(xcb_get_property_value(got)),
                    static_cast<std::size_t>(xcb_get_property_value_length(got))};
                const auto middle = both.find('\0');
                std::string_view name =
                    middle == std::string_view::npos ? both : both.substr(middle + 1);
                name = name.substr(0, name.find('\0'));
                seen->second.entry.window.app_hint =
                    usable_app_id(std::string{name}) ? std::string{name} : "";
            }
            answered(id);
        });
}

/// A manager's question whether to end an app that doesn't answer is a window of another process,
/// transient for the app's. It is all that shows that a manager has closed a window by itself, or
/// before the app was frozen.
void X11Windows::read_parent(xcb_window_t id)
{
    m_x.read_property(
        id, XCB_ATOM_WM_TRANSIENT_FOR, [this, id](const std::vector<std::uint32_t> &values) {
            const auto seen = m_seen.find(id);
            const auto parent = values.empty() ? m_seen.end() : m_seen.find(values.front());
            if (seen != m_seen.end() && parent != m_seen.end()
                && seen->second.entry.pid != parent->second.entry.pid)
                m_windows.await(parent->second.entry.window.id);
        });
}

/// A percentage (libxapp). Firefox shows its downloads this way, and removes it at the end. Other
/// apps may leave it at 100.
void X11Windows::read_progress(xcb_window_t id)
{
    m_x.read_property(
        id, m_x.atom(XAtom::Progress), [this, id](const std::vector<std::uint32_t> &values) {
            constexpr std::uint32_t all = 100;
            set_progress(id, !values.empty() && values.front() > 0 && values.front() < all);
        });
}

void X11Windows::set_progress(xcb_window_t id, bool under_way)
{
    const std::string duty = "window-progress " + std::to_string(id);
    if (!under_way) {
        if (m_progress.erase(id) > 0)
            m_emit(event::DutyGone{duty});
        return;
    }
    const auto seen = m_seen.find(id);
    if (seen == m_seen.end() || m_progress.contains(id) || m_progress.size() >= most_in_progress)
        return;
    const std::int32_t pid = seen->second.entry.pid;
    const auto is_its = [&](xcb_window_t other) { return m_seen.at(other).entry.pid == pid; };
    if (std::ranges::count_if(m_progress, is_its) >= most_of_a_process)
        return;
    m_progress.insert(id);
    const auto process = m_processes.look(pid);
    m_emit(event::DutySeen{{.id = duty,
                            .kind = DutyKind::Progress,
                            .process = process ? std::optional{*process} : std::nullopt,
                            .app_name = seen->second.entry.window.app_hint,
                            .detail = {}}});
}

void X11Windows::read(xcb_window_t id, xcb_atom_t property)
{
    ++m_seen.at(id).unanswered;
    m_x.read_property(id, property, [this, id, property](const std::vector<std::uint32_t> &values) {
        const auto found = m_seen.find(id);
        if (found == m_seen.end())
            return;
        Seen &seen = found->second;
        if (property == m_x.atom(XAtom::IcccmState)) {
            constexpr std::uint32_t normal = 1;
            seen.iconic = !values.empty() && values.front() != normal;
            read_map_state(id);
        } else if (property == m_x.atom(XAtom::WmState)) {
            seen.minimised = has(values, m_x.atom(XAtom::StateHidden));
            seen.entry.window.fullscreen = has(values, m_x.atom(XAtom::StateFullscreen));
        } else {
            const auto is_one = [&](XAtom type) { return has(values, m_x.atom(type)); };
            seen.entry.window.kind = std::ranges::any_of(desk_types, is_one) ? WindowKind::Desk
                : std::ranges::any_of(shell_types, is_one)                   ? WindowKind::Shell
                                                                             : WindowKind::Normal;
        }
        answered(id);
    });
}

} // namespace headroom
