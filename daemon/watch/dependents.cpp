// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/dependents.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <string_view>

namespace headroom {

namespace {

namespace fs = std::filesystem;

/// "socket:[4711]"
std::optional<std::uint32_t> socket_inode(std::string_view target)
{
    constexpr std::string_view before = "socket:[";
    if (!target.starts_with(before) || !target.ends_with(']'))
        return std::nullopt;
    target = target.substr(before.size(), target.size() - before.size() - 1);
    std::uint32_t inode = 0;
    const auto [end, problem] = std::from_chars(target.data(), target.data() + target.size(), inode);
    return problem == std::errc{} && end == target.data() + target.size() ? std::optional{inode} : std::nullopt;
}

/// A compositor's, as libwayland names it: $XDG_RUNTIME_DIR/wayland-0.
bool is_display(std::string_view name)
{
    const std::string_view file = name.substr(name.rfind('/') + 1);
    return name.starts_with('/') && file.starts_with("wayland-");
}

/// Of what a socket may send before it has to wait. That is 208 KiB (net.core.wmem_default), and no
/// desktop changes it: a small event takes 768 bytes of it.
constexpr std::uint32_t much_unsent = 128 * 1024;

} // namespace

void add_sockets(const std::string &proc_root, int pid, SocketInodes &sockets)
{
    std::error_code problem;
    for (auto entry = fs::directory_iterator{fs::path{proc_root} / std::to_string(pid) / "fd", problem}; !problem && entry != fs::directory_iterator{};
         entry.increment(problem)) {
        std::error_code gone; // it was closed meanwhile
        if (const auto inode = socket_inode(fs::read_symlink(entry->path(), gone).native()))
            sockets.insert(*inode);
    }
}

Dependence depended_on(const SocketInodes &own, const SocketInodes &still, const std::vector<LocalStream> &streams)
{
    std::set<std::string_view> served;
    for (const LocalStream &stream : streams) {
        if (!stream.listens || !own.contains(stream.inode))
            continue;
        if (stream.waiting > 0)
            return Dependence::Waiting;
        served.insert(stream.name);
    }
    Dependence found = Dependence::None;
    for (const LocalStream &stream : streams) {
        const bool serves = !stream.listens && own.contains(stream.inode) && !stream.name.empty() && served.contains(stream.name);
        if (!serves || stream.peer == 0 || still.contains(stream.peer))
            continue;
        if (stream.waiting > 0)
            return Dependence::Waiting;
        found = Dependence::Connected;
    }
    return found;
}

bool is_x11_client(const SocketInodes &own, const std::vector<LocalStream> &streams)
{
    return std::ranges::any_of(streams, [&](const LocalStream &stream) {
        return !stream.listens && own.contains(stream.peer) && stream.name.contains("/tmp/.X11-unix/X"); // abstract or not
    });
}

bool leaves_events_unread(const SocketInodes &own, const std::vector<LocalStream> &streams)
{
    return std::ranges::any_of(streams, [&](const LocalStream &stream) {
        return !stream.listens && own.contains(stream.peer) && stream.unsent >= much_unsent && is_display(stream.name);
    });
}

} // namespace headroom
