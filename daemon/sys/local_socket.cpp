// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/local_socket.h"

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <glib-unix.h>
#include <sys/un.h>
#include <unistd.h>

namespace headroom {

Result<UniqueFd> connect_local(const std::string &path, int type)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path)
        return error(ErrorKind::BadInput, "the path of the socket " + path + " is too long");
    std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
    // An abstract name has no other end than that of the address.
    const std::size_t size =
        path.starts_with('\0') ? offsetof(sockaddr_un, sun_path) + path.size() : sizeof address;
    UniqueFd fd{socket(AF_UNIX, type | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)};
    if (!fd)
        return system_error(errno, "making a socket");
    if (::connect(fd.get(), reinterpret_cast<const sockaddr *>(&address),
                  static_cast<socklen_t>(size))
        != 0)
        return system_error(errno, "connecting to " + path);
    return fd;
}

std::int32_t peer_of(int fd)
{
    ucred credentials{};
    socklen_t size = sizeof credentials;
    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 ? credentials.pid : 0;
}

Result<std::unique_ptr<LocalSocket>> LocalSocket::connect(const std::string &path)
{
    auto fd = connect_local(path);
    if (!fd)
        return std::unexpected(fd.error());
    return std::unique_ptr<LocalSocket>{new LocalSocket{std::move(*fd)}};
}

LocalSocket::LocalSocket(UniqueFd fd) : m_fd(std::move(fd))
{
    m_source = SourceId{g_unix_fd_add(
        m_fd.get(), static_cast<GIOCondition>(G_IO_IN | G_IO_HUP | G_IO_ERR),
        [](int, GIOCondition, gpointer self) -> gboolean {
            return static_cast<LocalSocket *>(self)->readable() ? G_SOURCE_CONTINUE
                                                                : G_SOURCE_REMOVE;
        },
        this)};
}

bool LocalSocket::readable()
{
    std::array<char, 65536> piece;
    const ssize_t got = read(m_fd.get(), piece.data(), piece.size());
    if (got > 0) {
        const auto receive = on_data; // the callback may destroy us
        if (receive)
            receive({piece.data(), static_cast<std::size_t>(got)});
        return true;
    }
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return true;
    m_source.forget();
    const auto report_end = on_closed;
    if (report_end)
        report_end();
    return false;
}

Result<void> LocalSocket::send(std::string_view text) const
{
    const ssize_t sent = ::send(m_fd.get(), text.data(), text.size(), MSG_NOSIGNAL);
    if (sent < 0)
        return system_error(errno, "writing to a compositor's socket");
    if (static_cast<std::size_t>(sent) != text.size())
        return error(ErrorKind::Failed, "a compositor's socket is full");
    return {};
}

} // namespace headroom
