// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/socket_dump.h"

#include "sys/unique_fd.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <string>
#include <sys/socket.h>
#include <sys/time.h>

namespace headroom {

namespace {

// The kernel answers immediately, or has lost a message.
constexpr timeval timeout{.tv_sec = 2, .tv_usec = 0};

Result<void> ask(int fd, std::string_view what)
{
    nlmsghdr header{};
    header.nlmsg_len = static_cast<std::uint32_t>(sizeof header + what.size());
    header.nlmsg_type = SOCK_DIAG_BY_FAMILY;
    header.nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
    std::string request{bytes_of(header)};
    request += what;
    if (send(fd, request.data(), request.size(), 0) < 0)
        return system_error(errno, "asking the kernel for sockets");
    return {};
}

} // namespace

void drop_front(std::string_view &rest, std::size_t length)
{
    rest.remove_prefix(std::min(NLMSG_ALIGN(length), rest.size()));
}

bool each_socket(std::string_view message, const TakeSocket &take)
{
    for (nlmsghdr header{}; copy_front(message, header) && header.nlmsg_len >= sizeof header
         && header.nlmsg_len <= message.size();
         drop_front(message, header.nlmsg_len)) {
        if (header.nlmsg_type == NLMSG_DONE || header.nlmsg_type == NLMSG_ERROR)
            return true;
        if (header.nlmsg_type == SOCK_DIAG_BY_FAMILY)
            take(message.substr(sizeof header, header.nlmsg_len - sizeof header));
    }
    return false;
}

Result<void> dump_sockets(std::string_view what, const TakeSocket &take)
{
    const UniqueFd fd{socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG)};
    if (!fd)
        return system_error(errno, "opening a socket to ask for sockets");
    (void)setsockopt(fd.get(), SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
    if (auto asked = ask(fd.get(), what); !asked)
        return asked;
    std::string buffer(32768, '\0');
    for (bool over = false; !over;) {
        const ssize_t got = recv(fd.get(), buffer.data(), buffer.size(), 0);
        if (got <= 0)
            return system_error(got < 0 ? errno : ENODATA, "receiving the list of sockets");
        over = each_socket(std::string_view{buffer}.substr(0, static_cast<std::size_t>(got)), take);
    }
    return {};
}

} // namespace headroom
