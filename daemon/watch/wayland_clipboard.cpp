// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/wayland_clipboard.h"

#include "sys/log.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <format>
#include <glib-unix.h>
#include <limits.h>
#include <sys/inotify.h>

namespace headroom {

namespace {

constexpr guint look_every_ms = 20; ///< a socket has a name before somebody listens on it
constexpr int looks = 50;           ///< after that many, nobody will
constexpr std::int64_t too_short_us = 1'000'000; ///< who ends us sooner would do so again

bool is_socket_name(std::string_view file)
{
    return file.starts_with("wayland-") && !file.ends_with(".lock");
}

} // namespace

WaylandClipboard::WaylandClipboard(std::string runtime_dir, std::string display, Emit emit)
    : m_runtime_dir(std::move(runtime_dir)), m_display(std::move(display)), m_emit(std::move(emit))
{
}

void WaylandClipboard::start()
{
    m_inotify.reset(inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
    if (!m_inotify || inotify_add_watch(m_inotify.get(), m_runtime_dir.c_str(), IN_CREATE | IN_MOVED_TO | IN_ONLYDIR) < 0)
        log::info(system_error("watching " + m_runtime_dir + " for Wayland compositors").error().sentence);
    else
        m_source = SourceId{g_unix_fd_add(
            m_inotify.get(), G_IO_IN,
            [](int, GIOCondition, gpointer self) -> gboolean { return static_cast<WaylandClipboard *>(self)->read_events() ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE; }, this)};
    look();
}

bool WaylandClipboard::read_events()
{
    alignas(inotify_event) std::array<char, 16 * (sizeof(inotify_event) + NAME_MAX + 1)> buffer{};
    const ssize_t got = read(m_inotify.get(), buffer.data(), buffer.size());
    bool found = false;
    for (const char *at = buffer.data(); at < buffer.data() + got;) {
        const auto *seen = reinterpret_cast<const inotify_event *>(at);
        at += sizeof(inotify_event) + seen->len;
        found = found || (seen->mask & IN_Q_OVERFLOW) != 0 || (seen->len > 0 && is_socket_name(seen->name));
    }
    if (found) {
        m_spurned.clear(); // somebody else may listen there now
        m_looks_left = looks;
        look();
    }
    return true;
}

void WaylandClipboard::look()
{
    m_looking.reset();
    if (m_control || std::ranges::any_of(places(), [this](const std::string &path) { return connect(path); }))
        return;
    if (m_looks_left > 0) {
        --m_looks_left;
        look_soon();
    }
}

void WaylandClipboard::look_soon()
{
    m_looking = SourceId{g_timeout_add(
        look_every_ms,
        [](gpointer data) -> gboolean {
            auto *self = static_cast<WaylandClipboard *>(data);
            self->m_looking.forget();
            self->look();
            return G_SOURCE_REMOVE;
        },
        this)};
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
    if (m_spurned.contains(path))
        return false;
    auto control = DataControl::connect(path);
    if (!control)
        return false;
    m_control = std::move(*control);
    m_begun_us = 0;
    m_control->on_begun = [this, path] {
        m_begun_us = g_get_monotonic_time();
        log::info(path + " tells when somebody has copied");
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
        m_spurned.insert(path);
    if (m_begun_us != 0)
        m_emit(event::NothingCopied{});
    m_control.reset();
    look_soon();
}

} // namespace headroom
