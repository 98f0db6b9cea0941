// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "peer.h"

#include "sys/peer_pidfd.h"

#include <algorithm>
#include <cerrno>
#include <format>
#include <optional>
#include <ranges>
#include <string_view>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>

namespace headroom::broker {

namespace {

/// Where the kernel does not pin the process, the pid may be another process's by now, but only of
/// one that was started since. It is then judged instead.
UniqueFd pidfd_of(int connection, pid_t pid)
{
    auto pinned = peer_pidfd(connection);
    if (!pinned || *pinned)
        return pinned ? std::move(*pinned) : UniqueFd{};
    return UniqueFd{static_cast<int>(syscall(SYS_pidfd_open, pid, 0))};
}

bool is_alive(const UniqueFd &pidfd)
{
    pollfd ended{.fd = pidfd.get(), .events = POLLIN, .revents = 0};
    return poll(&ended, 1, 0) == 0;
}

/// nullopt: unreadable.
std::optional<std::string> file_of(const std::string &proc_root, pid_t pid, const char *name)
{
    constexpr std::size_t longest = 65536; // of a mountinfo, the first lines suffice
    const std::string path = std::format("{}/{}/{}", proc_root, pid, name);
    const UniqueFd fd{open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)};
    std::string text(longest, '\0');
    std::size_t size = 0;
    while (fd && size < longest) {
        const ssize_t got = read(fd.get(), text.data() + size, longest - size);
        if (got < 0)
            return std::nullopt;
        if (got == 0)
            break;
        size += static_cast<std::size_t>(got);
    }
    text.resize(size);
    return fd ? std::optional{text} : std::nullopt;
}

/// "36 35 98:0 / / rw …" → "36". A mount has one id in all the kernel, and a new mount namespace
/// has copies. Empty: none at "/", as after chroot().
std::string_view id_of_root_mount(std::string_view mountinfo)
{
    constexpr std::size_t mount_point = 4;
    for (const auto part : mountinfo | std::views::split('\n')) {
        const std::string_view line{part};
        std::size_t index = 0;
        for (const auto field : line | std::views::split(' ')) {
            if (index++ == mount_point && std::string_view{field} == "/")
                return line.substr(0, line.find(' '));
        }
    }
    return {};
}

/// "NSpid:\t4711\t2": how many PID namespaces it has a pid in, of those that we see.
std::ptrdiff_t pid_namespaces(std::string_view status)
{
    constexpr std::string_view key = "\nNSpid:";
    const auto at = status.find(key);
    if (at == std::string_view::npos)
        return 0;
    std::string_view line = status.substr(at + key.size());
    line = line.substr(0, line.find('\n'));
    return std::ranges::count(line, '\t');
}

Result<void> sandboxed(std::string_view why)
{
    return error(ErrorKind::Refused, std::format("the caller is in a sandbox: {}", why));
}

Result<void> check_sandbox(const std::string &proc_root, pid_t pid)
{
    const auto first_mounts = file_of(proc_root, 1, "mountinfo");
    const auto first_users = file_of(proc_root, 1, "uid_map");
    const auto first_status = file_of(proc_root, 1, "status");
    if (!first_mounts || !first_users || !first_status)
        return error(ErrorKind::Failed,
                     "no caller can be told from one in a sandbox, since PID 1 can't be read: "
                     "/proc is probably mounted with hidepid=");
    const auto read = [&proc_root, pid](const char *name) {
        return file_of(proc_root, pid, name).value_or("");
    };
    const auto mounts = read("mountinfo");
    const auto root_mount = id_of_root_mount(mounts);
    if (root_mount.empty() || root_mount != id_of_root_mount(*first_mounts))
        return sandboxed("it has a mount namespace of its own");
    const auto users = read("uid_map");
    if (users.empty() || users != *first_users)
        return sandboxed("it has a user namespace of its own");
    const auto depth = pid_namespaces(read("status"));
    if (depth == 0 || depth != pid_namespaces(*first_status))
        return sandboxed("it has a PID namespace of its own");
    // Unreadable if no security module has labels.
    if (read("attr/current").starts_with("snap."))
        return sandboxed("it is a snap");
    return {};
}

} // namespace

Result<Peer> peer_of(int connection)
{
    ucred credentials{};
    socklen_t size = sizeof credentials;
    if (getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0)
        return system_error(errno, "identifying the caller");
    Peer peer{.uid = credentials.uid,
              .pid = credentials.pid,
              .pidfd = pidfd_of(connection, credentials.pid)};
    if (peer.pid <= 0 || !peer.pidfd)
        return error(ErrorKind::Failed, "the caller is gone");
    return peer;
}

Result<void> check_peer(const Peer &peer, uid_t owner, const std::string &proc_root)
{
    if (peer.uid == 0 || owner == 0)
        return error(ErrorKind::Refused, "root arms triggers itself");
    if (peer.uid != owner)
        return error(
            ErrorKind::Refused,
            std::format("this is for user {}, and the caller is user {}", owner, peer.uid));
    const auto free = check_sandbox(proc_root, peer.pid);
    if (!is_alive(peer.pidfd))
        return error(ErrorKind::Failed, "the caller is gone");
    return free;
}

} // namespace headroom::broker
