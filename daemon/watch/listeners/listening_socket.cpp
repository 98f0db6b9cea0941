// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/listeners/listening_socket.h"

#include "sys/own_file.h"
#include "sys/peer_pidfd.h"

#include <cerrno>
#include <cstring>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace headroom {

namespace {

constexpr int waiting_at_once = 64; ///< more connections than that wait in connect()

} // namespace

Result<UniqueFd> listen_at(const std::string &path)
{
    // Behind a link, files of others would be removed and made. The directory is only ours, so
    // nothing changes after this.
    if (auto own = open_own_directory(path.substr(0, path.rfind('/'))); !own)
        return std::unexpected(own.error());
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path)
        return error(ErrorKind::BadInput, "the path of the socket " + path + " is too long");
    std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
    UniqueFd fd{socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)};
    if (!fd)
        return system_error(errno, "making a socket");
    if (unlink(path.c_str()) != 0 && errno != ENOENT)
        return system_error(errno, "removing " + path);
    if (bind(fd.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0)
        return system_error(errno, "binding to " + path);
    // Its directory keeps others out, too.
    if (chmod(path.c_str(), S_IRUSR | S_IWUSR) != 0 || listen(fd.get(), waiting_at_once) != 0)
        return system_error(errno, "listening on " + path);
    return fd;
}

Result<Connected> connected_by(int connection)
{
    ucred credentials{};
    socklen_t size = sizeof credentials;
    if (getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0)
        return system_error(errno, "identifying a listener");
    auto pidfd = peer_pidfd(connection);
    if (!pidfd)
        return std::unexpected(pidfd.error());
    if (credentials.pid <= 0)
        return error(ErrorKind::Refused, "the process of a listener can't be seen");
    return Connected{.uid = credentials.uid, .pid = credentials.pid, .pidfd = std::move(*pidfd)};
}

} // namespace headroom
