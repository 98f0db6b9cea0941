// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/display/wayland_search.h"

#include "sys/log.h"

#include <algorithm>
#include <filesystem>
#include <format>
#include <utility>

namespace headroom {

namespace {

constexpr int looks = 50; ///< after that many, no process will listen
/// A compositor that disconnects us sooner may do so again.
constexpr std::int64_t too_short_us = 1'000'000;
/// A compositor that crashed soon after its start may be restarted, and crash again.
constexpr guint first_pause_ms = 1'000;

/// A compositor's socket as libwayland names it: neither its lock file nor a browser's proxy
/// (wayland-proxy-1234).
bool is_socket_name(std::string_view file)
{
    constexpr std::string_view prefix = "wayland-";
    return file.starts_with(prefix) && file.size() > prefix.size()
        && file.find_first_not_of("0123456789", prefix.size()) == std::string_view::npos;
}

} // namespace

WaylandSearch::WaylandSearch(std::string what, std::string runtime_dir, std::string display,
                             Which which, Owner &owner)
    : m_what(std::move(what)), m_runtime_dir(std::move(runtime_dir)), m_display(std::move(display)),
      m_which(which), m_owner(owner), m_search("Wayland compositors", *this, looks)
{
}

void WaylandSearch::start()
{
    (void)m_search.watch(m_runtime_dir);
    m_search.look();
}

bool WaylandSearch::matters(const SocketSearch::Appeared &appeared) const
{
    return is_socket_name(appeared.name);
}

bool WaylandSearch::look()
{
    return m_reporter
        || std::ranges::any_of(places(), [this](const std::string &path) { return connect(path); });
}

/// A nested compositor starts later, so its number is higher.
std::vector<std::string> WaylandSearch::places() const
{
    // If m_display is an absolute path, it replaces the directory.
    const std::string own =
        m_display.empty() ? "" : std::filesystem::path{m_runtime_dir} / m_display;
    if (m_which == Which::Own && m_search.is_excluded(own))
        return {}; // it listens, but doesn't report this
    std::vector<std::string> found;
    std::error_code gone;
    for (const auto &file : std::filesystem::directory_iterator{m_runtime_dir, gone}) {
        if (is_socket_name(file.path().filename().string()) && file.path() != own)
            found.push_back(file.path());
    }
    if (m_which == Which::Own && found.size() != 1)
        found.clear();
    std::ranges::sort(found);
    if (!own.empty())
        found.insert(found.begin(), own);
    return found;
}

bool WaylandSearch::connect(const std::string &path)
{
    if (m_search.is_excluded(path))
        return false;
    auto reporter = m_owner.connect(path, *this);
    if (!reporter)
        return false;
    m_reporter = std::move(*reporter);
    m_path = path;
    m_begun_us = 0;
    return true;
}

void WaylandSearch::begun()
{
    m_begun_us = g_get_monotonic_time();
    log::info(std::format("{} reports {}", m_path, m_what));
    m_owner.begun();
}

/// If it had reported for a while, a new compositor may be behind the same socket, as when KWin
/// restarts. Otherwise, one that doesn't report this isn't asked again until something new appears.
void WaylandSearch::ended(WaylandEnd how, const std::string &why)
{
    log::info(std::format("{} does not report {}: {}", m_path, m_what, why));
    const bool was_short = m_begun_us == 0 || g_get_monotonic_time() < m_begun_us + too_short_us;
    if (!was_short)
        m_retries.begin_anew();
    else
        m_search.exclude(m_path);
    if (was_short && how == WaylandEnd::Lost)
        try_again_later();
    if (m_begun_us != 0)
        m_owner.ended();
    m_reporter.reset();
    m_search.look_soon();
}

/// KWin's wrapper keeps the listening socket when KWin crashes. So no new file shows the next KWin,
/// however often that happens.
void WaylandSearch::try_again_later()
{
    const auto pause_ms = m_retries.next_pause_ms(first_pause_ms);
    if (!pause_ms)
        return m_retries.begin_anew(); // with a new socket
    m_soon_lost.insert(m_path);
    m_retry = Timer::once(*pause_ms, [this] {
        for (const std::string &path : std::exchange(m_soon_lost, {}))
            m_search.include(path);
        m_search.look();
    });
}

} // namespace headroom
