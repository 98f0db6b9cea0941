// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/dependents.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <optional>
#include <string_view>

namespace headroom {

namespace {

namespace fs = std::filesystem;

constexpr auto numbered_displays = std::to_array<std::string_view>({"wayland-", "gamescope-"});

/// "socket:[4711]"
std::optional<std::uint32_t> socket_inode(std::string_view target)
{
    constexpr std::string_view before = "socket:[";
    if (!target.starts_with(before) || !target.ends_with(']'))
        return std::nullopt;
    target = target.substr(before.size(), target.size() - before.size() - 1);
    std::uint32_t inode = 0;
    const auto [end, problem] =
        std::from_chars(target.data(), target.data() + target.size(), inode);
    return problem == std::errc{} && end == target.data() + target.size() ? std::optional{inode}
                                                                          : std::nullopt;
}

/// A Wayland compositor's socket, as libwayland names it: $XDG_RUNTIME_DIR/wayland-0.
bool is_display(std::string_view name)
{
    const std::string_view file = name.substr(name.rfind('/') + 1);
    return name.starts_with('/') && file.starts_with("wayland-");
}

/// "/tmp/.X11-unix/X0", abstract or not.
bool is_x_server(std::string_view name)
{
    constexpr std::string_view sockets = "/tmp/.X11-unix/X";
    const auto at = name.find(sockets);
    return at != std::string_view::npos && at + sockets.size() < name.size()
        && name.find_first_not_of("0123456789", at + sockets.size()) == std::string_view::npos;
}

/// "wayland-1", "gamescope-0". libwayland counts to 32. Flatpak's proxy is "wayland-" and six
/// letters or digits, Firefox's is "wayland-proxy-4711".
bool is_numbered_display(std::string_view name)
{
    constexpr std::size_t most_digits = 2;
    const std::string_view file = name.substr(name.rfind('/') + 1);
    return name.starts_with('/')
        && std::ranges::any_of(numbered_displays, [&](std::string_view prefix) {
               return file.starts_with(prefix) && file.size() > prefix.size()
                   && file.size() <= prefix.size() + most_digits
                   && file.find_first_not_of("0123456789", prefix.size()) == std::string_view::npos;
           });
}

/// $XDG_RUNTIME_DIR/pulse/native, of PulseAudio and of pipewire-pulse.
bool is_pulse_server(std::string_view name)
{
    return name.starts_with('/') && name.ends_with("/pulse/native");
}

/// The other end of a connection of the app's, which alone has the name. nullptr: there is none.
const LocalStream *server_of(const SocketInodes &own, const std::vector<LocalStream> &streams,
                             bool (*is_server)(std::string_view name))
{
    const auto found = std::ranges::find_if(streams, [&](const LocalStream &stream) {
        return !stream.listens && own.contains(stream.peer) && is_server(stream.name);
    });
    return found == streams.end() ? nullptr : &*found;
}

/// Bytes of one frame callback and of two. Each is a "done" and a "delete_id" of 12 bytes. A window
/// that was drawn while covered gets them when it becomes visible again, for instance in GNOME's
/// overview. A ping alone has 12 bytes. But three pointer motions and a ping have as many as four
/// frame callbacks, so more than two are not accepted.
constexpr std::array<std::uint32_t, 2> frames{24, 48};

/// Eight events of 32 bytes. A workspace change sends seven. The first pointer motion over a GTK
/// window sends seventy. Toolkits select very different events, so fewer are no sign of use.
constexpr std::uint32_t much_for_x11 = 256;

/// Of a socket's send buffer, which is 208 KiB (net.core.wmem_default) and which no desktop
/// changes. A small event takes 768 bytes of it.
constexpr std::uint32_t much_unsent = 128 * 1024;

} // namespace

void add_sockets(const std::string &proc_root, int pid, SocketInodes &sockets)
{
    std::error_code problem;
    for (auto entry =
             fs::directory_iterator{fs::path{proc_root} / std::to_string(pid) / "fd", problem};
         !problem && entry != fs::directory_iterator{}; entry.increment(problem)) {
        std::error_code gone; // the descriptor may be closed meanwhile
        if (const auto inode = socket_inode(fs::read_symlink(entry->path(), gone).native()))
            sockets.insert(*inode);
    }
}

Dependence dependence_on(const SocketInodes &own, const SocketInodes &still,
                         const std::vector<LocalStream> &streams)
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
        const bool serves = !stream.listens && own.contains(stream.inode) && !stream.name.empty()
            && served.contains(stream.name);
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
    return server_of(own, streams, is_x_server) != nullptr;
}

std::set<std::string> displays_of(const SocketInodes &own, const std::vector<LocalStream> &streams)
{
    std::set<std::string> displays;
    for (const LocalStream &stream : streams) { // only the server's end has the name
        if (!stream.listens && own.contains(stream.peer)
            && (is_x_server(stream.name) || is_numbered_display(stream.name)))
            displays.insert(stream.name);
    }
    return displays;
}

std::string pulse_server_of(const SocketInodes &own, const std::vector<LocalStream> &streams)
{
    const LocalStream *server = server_of(own, streams, is_pulse_server);
    return server ? server->name : "";
}

UnreadEvents unread_events(const SocketInodes &own, const std::vector<LocalStream> &streams)
{
    UnreadEvents unread;
    SocketInodes from_wayland;
    SocketInodes from_x11;
    for (const LocalStream &stream : streams) { // only the server's end has the name
        if (stream.listens || !own.contains(stream.peer))
            continue;
        if (is_display(stream.name)) {
            from_wayland.insert(stream.peer);
            unread.nearly_full = unread.nearly_full || stream.unsent >= much_unsent;
        } else if (is_x_server(stream.name))
            from_x11.insert(stream.peer);
    }
    for (const LocalStream &stream : streams) {
        if (from_wayland.contains(stream.inode))
            unread.wayland += stream.waiting;
        else if (from_x11.contains(stream.inode))
            unread.x11 += stream.waiting;
    }
    return unread;
}

bool more_than_frames(const UnreadEvents &before, const UnreadEvents &now)
{
    return (now.wayland > before.wayland
            && !std::ranges::contains(frames, now.wayland - before.wayland))
        || (now.x11 > before.x11 && now.x11 - before.x11 >= much_for_x11);
}

} // namespace headroom
