// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/wayland_clipboard.h"

#include "sys/log.h"
#include "watch/capabilities.h"

#include <algorithm>
#include <filesystem>
#include <format>

namespace headroom {

namespace {

constexpr int looks = 50; ///< after that many, nobody will listen
constexpr std::int64_t too_short_us = 1'000'000; ///< who ends us sooner would do so again

bool is_socket_name(std::string_view file)
{
    return file.starts_with("wayland-") && !file.ends_with(".lock");
}

} // namespace

WaylandClipboard::WaylandClipboard(std::string runtime_dir, std::string display, Emit emit)
    : m_runtime_dir(std::move(runtime_dir)), m_display(std::move(display)), m_emit(std::move(emit)),
      m_search(
          "Wayland compositors", [](const SocketSearch::Appeared &appeared) { return is_socket_name(appeared.name); },
          [this] { return m_control || std::ranges::any_of(places(), [this](const std::string &path) { return connect(path); }); }, looks)
{
}

void WaylandClipboard::start()
{
    (void)m_search.watch(m_runtime_dir);
    m_search.look();
}

/// A compositor within this one's window comes later, so by its number after it.
std::vector<std::string> WaylandClipboard::places() const
{
    std::vector<std::string> found;
    std::error_code gone;
    for (const auto &file : std::filesystem::directory_iterator{m_runtime_dir, gone}) {
        if (is_socket_name(file.path().filename().string()))
            found.push_back(file.path());
    }
    std::ranges::sort(found);
    if (!m_display.empty())
        found.insert(found.begin(), std::filesystem::path{m_runtime_dir} / m_display); // a whole path stays what it is
    return found;
}

bool WaylandClipboard::connect(const std::string &path)
{
    if (m_search.is_spurned(path))
        return false;
    auto control = DataControl::connect(path);
    if (!control)
        return false;
    m_control = std::move(*control);
    m_begun_us = 0;
    m_control->on_begun = [this, path] {
        m_begun_us = g_get_monotonic_time();
        log::info(path + " tells when somebody has copied");
        m_emit(clipboard_capability("the Wayland compositor"));
    };
    m_control->on_change = [this](bool copied) { copied ? m_emit(event::Copied{}) : m_emit(event::NothingCopied{}); };
    m_control->on_end = [this, path](const std::string &why) { ended(std::string{path}, why); };
    return true;
}

/// Where it has told for a while there may be a new one behind the same socket, as when KWin is started anew. Else it isn't asked again until something new
/// appears.
void WaylandClipboard::ended(const std::string &path, const std::string &why)
{
    log::info(std::format("nothing is heard from {} of who copies: {}", path, why));
    if (m_begun_us == 0 || g_get_monotonic_time() < m_begun_us + too_short_us)
        m_search.spurn(path);
    if (m_begun_us != 0) {
        m_emit(event::NothingCopied{});
        m_emit(clipboard_capability(""));
    }
    m_control.reset();
    m_search.look_soon();
}

} // namespace headroom
