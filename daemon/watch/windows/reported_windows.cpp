// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/windows/reported_windows.h"

#include "sys/log.h"
#include "sys/log_about.h"
#include "watch/session/capabilities.h"

#include <format>
#include <glib.h>
#include <utility>

namespace headroom {

namespace {

constexpr std::size_t most_windows = 4096;
constexpr std::string_view gnome_shell = "gnome-shell";

/// Of an unreadable report, which may also be too long.
bool may_be_snapshot(std::string_view json)
{
    return json.contains(R"("snapshot")");
}

} // namespace

Result<std::string> ReportedWindows::report(std::string_view compositor, std::string_view json)
{
    auto report = parse_window_report(json);
    if (!report) {
        // The next snapshot may be unreadable as well. What is hidden would be outdated for good.
        if (compositor == m_compositor && may_be_snapshot(json))
            reporter_gone();
        return std::unexpected(report.error());
    }
    // A snapshot replaces all that is known. Anything else is about the windows of its compositor.
    if (m_is_synchronized && compositor != m_compositor
        && report->type != WindowReport::Type::Snapshot)
        return "";
    if (report->type == WindowReport::Type::End) {
        reporter_gone();
        return "";
    }
    if (report->type == WindowReport::Type::Ask)
        return take_requests();
    return take(*report, compositor) ? "" : "snapshot";
}

/// False: the report is about unknown windows.
bool ReportedWindows::take(WindowReport &report, std::string_view compositor)
{
    m_outside.clear(); // other processes may have these numbers by now
    if (report.type == WindowReport::Type::Snapshot) {
        m_compositor = compositor;
        take_snapshot(report);
        return true;
    }
    if (!m_is_synchronized)
        return false;
    switch (report.type) {
    case WindowReport::Type::Window:
        take_window(std::move(report.windows.front().window), report.windows.front().pid);
        return true;
    case WindowReport::Type::Gone:
        m_windows.erase(*report.id);
        m_emit(event::WindowGone{*report.id});
        return true;
    case WindowReport::Type::Awaited: m_emit(event::WindowAwaited{*report.id}); return true;
    case WindowReport::Type::Starting:
        if (!report.app.empty())
            on_starting(report.app);
        return true;
    case WindowReport::Type::Copied:
        m_reports_clipboard = true;
        m_emit(event::Copied{});
        return true;
    case WindowReport::Type::Uncopied: m_emit(event::NothingCopied{}); return true;
    case WindowReport::Type::Focus:
        if (report.id && !m_windows.contains(*report.id))
            return false;
        m_emit(event::FocusMoved{report.id});
        return true;
    case WindowReport::Type::Snapshot: // handled above
    case WindowReport::Type::End: // both handled by report()
    case WindowReport::Type::Ask: return true;
    }
    return true;
}

Result<void> ReportedWindows::request(Wish wish, const std::vector<WindowId> &windows)
{
    if (auto prompted = m_prompt_reporter(m_compositor); !prompted)
        return prompted;
    drop_old_requests();
    Requested &requested = m_requested[wish];
    requested.windows.insert(requested.windows.end(), windows.begin(), windows.end());
    requested.since_us = g_get_monotonic_time();
    return {};
}

/// Drops requests that have become too old. A reporter that returns late must close nothing.
void ReportedWindows::drop_old_requests()
{
    std::erase_if(m_requested, [this](const auto &entry) {
        const auto &[wish, requested] = entry;
        if (g_get_monotonic_time() <= requested.since_us + longest_wait_us)
            return false;
        log::warning(std::format("{} windows are not {}: {} did not ask which in time",
                                 requested.windows.size(),
                                 wish == Wish::Close ? "closed" : "minimised", m_compositor));
        return true;
    });
}

/// One kind at a time. The reporter asks once for each, since each request has prompted it.
std::string ReportedWindows::take_requests()
{
    drop_old_requests();
    if (m_requested.empty())
        return "";
    const auto taken = m_requested.extract(m_requested.begin());
    std::string request = taken.key() == Wish::Close ? "close" : "minimise";
    for (const WindowId &id : taken.mapped().windows)
        request += " " + id;
    return request;
}

/// All processes of the flatpak are looked at. A program may have thousands of windows, and state
/// another process for each.
std::int32_t ReportedWindows::outside_of_flatpak(std::int32_t pid, const AppId &app)
{
    constexpr std::size_t most_looks = 8; // in one report
    const std::pair stated{pid, app};
    if (const auto known = m_outside.find(stated); known != m_outside.end())
        return known->second;
    if (m_outside.size() >= most_looks)
        return pid;
    return m_outside[stated] = m_processes.outside_of_flatpak(pid, app);
}

void ReportedWindows::take_window(Window window, std::int32_t pid)
{
    if (m_windows.size() >= most_windows && !m_windows.contains(window.id))
        return;
    pid = outside_of_flatpak(pid, window.app_hint);
    if (const auto process = m_processes.look(pid))
        window.process = *process;
    else if (window.kind == WindowKind::Normal)
        log::info_about(
            pid, std::format("a window's process is not followed: {}", process.error().sentence));
    m_windows.insert(window.id);
    m_emit(event::WindowSeen{std::move(window)});
}

void ReportedWindows::take_snapshot(WindowReport &report)
{
    m_is_synchronized = true;
    // Nothing outranks a reporter, so it is used from here on.
    m_sources.offer(*this, WindowSources::Rank::Reports);
    std::set<WindowId> gone = m_windows;
    for (auto &entry : report.windows) {
        gone.erase(entry.window.id);
        take_window(std::move(entry.window), entry.pid);
    }
    for (const WindowId &id : gone) {
        m_windows.erase(id);
        m_emit(event::WindowGone{id});
    }
    m_emit(event::FocusMoved{report.id});
    // KWin's script doesn't know of copies; KWin reports them to data-control clients.
    if (m_compositor == gnome_shell && !std::exchange(m_reports_clipboard, true))
        m_emit(describe_clipboard(
            say("what reports copies: the subject of a sentence", "the extension in GNOME Shell")));
}

void ReportedWindows::start_reporting()
{
    m_emit(event::WindowSourceChanged{m_compositor, true});
}

void ReportedWindows::reporter_gone()
{
    m_windows.clear();
    m_requested.clear();
    // If this reporter didn't report copies, another source's reports still hold.
    if (std::exchange(m_reports_clipboard, false)) {
        m_emit(event::NothingCopied{});
        m_emit(describe_clipboard({}));
    }
    if (std::exchange(m_is_synchronized, false))
        m_sources.withdraw(*this);
}

} // namespace headroom
