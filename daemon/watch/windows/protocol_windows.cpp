// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/windows/protocol_windows.h"

#include "sys/log_about.h"

#include <format>
#include <set>
#include <utility>

namespace headroom {

namespace {

constexpr std::int32_t no_pid = 0; ///< the compositor doesn't know it

} // namespace

ProtocolWindows::ProtocolWindows(Kind kind, WindowConnection &connection, ProcessWatch &processes,
                                 WindowSources &sources, Emit emit)
    : m_kind(std::move(kind)), m_connection(connection), m_processes(processes), m_sources(sources),
      m_emit(std::move(emit))
{
}

ProtocolWindows::~ProtocolWindows()
{
    compositor_gone();
}

void ProtocolWindows::set_all(std::vector<Entry> windows, const std::optional<WindowId> &focus)
{
    std::set<WindowId> left;
    for (const auto &[id, entry] : m_windows)
        left.insert(id);
    for (Entry &entry : windows) {
        left.erase(entry.window.id);
        put(std::move(entry));
    }
    for (const WindowId &id : left)
        remove(id);
    set_focus(focus);
    complete_list();
}

void ProtocolWindows::complete_list()
{
    m_sources.offer(*this, m_kind.rank);
    if (!m_is_reporting)
        m_connection.outranked();
}

void ProtocolWindows::put(Entry entry)
{
    const auto known = m_windows.find(entry.window.id);
    if (known == m_windows.end() && m_windows.size() >= most)
        return;
    if (known != m_windows.end() && known->second.window == entry.window
        && known->second.pid == entry.pid)
        return;
    pass_on(entry);
    m_windows.insert_or_assign(entry.window.id, std::move(entry));
}

void ProtocolWindows::pass_on(const Entry &entry)
{
    if (!m_is_reporting)
        return;
    Window window = entry.window;
    if (entry.pid != no_pid) {
        if (const auto process = m_processes.look(entry.pid))
            window.process = *process;
        else if (window.kind == WindowKind::Normal)
            log::info_about(
                entry.pid,
                std::format("a window's process is not followed: {}", process.error().sentence));
    }
    m_emit(event::WindowSeen{std::move(window)});
}

void ProtocolWindows::remove(const WindowId &id)
{
    if (m_windows.erase(id) == 0)
        return;
    if (m_focus == id)
        m_focus.reset();
    if (m_is_reporting)
        m_emit(event::WindowGone{id});
}

void ProtocolWindows::set_focus(const std::optional<WindowId> &id)
{
    const std::optional<WindowId> to = id && knows(*id) ? id : std::nullopt;
    if (to == m_focus)
        return;
    m_focus = to;
    if (m_is_reporting)
        m_emit(event::FocusMoved{to});
}

void ProtocolWindows::await(const WindowId &id)
{
    if (m_is_reporting && knows(id))
        m_emit(event::WindowAwaited{id});
}

void ProtocolWindows::set_offers_to_end(bool offers)
{
    if (std::exchange(m_offers_to_end, offers) != offers && m_is_reporting)
        emit_source();
}

void ProtocolWindows::emit_source()
{
    m_emit(event::WindowSourceChanged{m_kind.name, m_kind.reports_visibility, m_offers_to_end});
}

void ProtocolWindows::compositor_gone()
{
    m_windows.clear();
    m_focus.reset();
    m_is_reporting = false;
    m_sources.withdraw(*this);
}

Result<void> ProtocolWindows::close(const std::vector<WindowId> &windows)
{
    Result<void> all;
    for (const WindowId &id : windows) {
        if (auto asked = m_connection.close(id); !asked)
            all = std::move(asked); // the others are closed anyway
    }
    return all;
}

void ProtocolWindows::stop_reporting()
{
    m_is_reporting = false;
    m_connection.outranked();
}

void ProtocolWindows::start_reporting()
{
    m_is_reporting = true;
    emit_source();
    for (const auto &[id, entry] : m_windows)
        pass_on(entry);
    m_emit(event::FocusMoved{m_focus});
}

} // namespace headroom
