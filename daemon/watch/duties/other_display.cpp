// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/duties/other_display.h"

#include "model/desktop_parts.h"
#include "sys/local_socket.h"
#include "sys/process.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <format>
#include <ranges>
#include <sys/stat.h>

namespace headroom {

namespace {

/// A program may make as many as it likes, and each takes a connection.
constexpr std::size_t most_displays = 16;

/// A program may replace its socket by a link, to have us connect to what it can't reach itself.
Result<UniqueFd> connect_itself(const std::string &socket)
{
    if (!socket.starts_with('/'))
        return connect_local(socket); // an abstract name
    const UniqueFd file{open(socket.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC)};
    struct stat info{};
    if (!file || fstat(file.get(), &info) < 0)
        return system_error(errno, "opening the socket " + socket);
    if (!S_ISSOCK(info.st_mode))
        return error(ErrorKind::BadInput, socket + " is no socket");
    return connect_local(std::format("/proc/self/fd/{}", file.get()));
}

class Servers {
public:
    Servers(const WatchedDisplay &watched, const std::vector<LocalStream> &streams,
            const std::string &proc_root)
        : m_streams(streams), m_proc_root(proc_root), m_table(proc_root),
          m_watched(listener_at(watched.socket_file)), m_compositor(watched.compositor)
    {
    }

    [[nodiscard]] bool are_known() const { return m_watched > 0; }

    [[nodiscard]] bool is_elsewhere(const std::string &display, const std::set<int> &pids) const
    {
        const std::int32_t listener = listener_at(display);
        return listener > 0 && !draws_watched(listener) && !is_x_server(m_table.program(listener))
            && !(pids.contains(listener) && is_client_of_watched(listener));
    }

private:
    /// 0: unknown. systemd listens for a service, which it may start later.
    [[nodiscard]] std::int32_t listener_at(const std::string &socket) const
    {
        const auto connection = connect_itself(socket);
        const std::int32_t pid = connection ? peer_of(connection->get()) : 0;
        return m_table.name(pid) == "systemd" ? 0 : pid;
    }

    [[nodiscard]] bool draws_watched(std::int32_t pid) const
    {
        return pid > 0 && (pid == m_watched || pid == m_compositor);
    }

    /// Whether the server itself has its window on the watched display.
    [[nodiscard]] bool is_client_of_watched(std::int32_t server) const
    {
        SocketInodes its;
        add_sockets(m_proc_root, server, its);
        return std::ranges::any_of(
            displays_of(its, m_streams) | std::views::take(most_displays),
            [this](const std::string &display) { return draws_watched(listener_at(display)); });
    }

    const std::vector<LocalStream> &m_streams;
    const std::string &m_proc_root;
    ProcessTable m_table;
    std::int32_t m_watched;
    std::int32_t m_compositor;
};

} // namespace

/// An Xwayland that listens itself is xwayland-satellite's, or has a window like any other program.
/// Either way, a compositor reports its windows. Which one is not known, and mostly it is the
/// session's own.
bool is_on_another_display(const UnitProcesses &unit, const WatchedDisplay &watched,
                           const std::vector<LocalStream> &streams, const std::string &proc_root)
{
    std::set<std::string> displays = displays_of(unit.sockets, streams);
    displays.erase(watched.socket_file);
    if (displays.empty() || watched.socket_file.empty())
        return false;
    const Servers servers{watched, streams, proc_root};
    return servers.are_known()
        && std::ranges::any_of(displays | std::views::take(most_displays),
                               [&](const std::string &display) {
                                   return servers.is_elsewhere(display, unit.pids);
                               });
}

} // namespace headroom
