// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/local_streams.h"

#include "sys/unique_fd.h"

#include <cerrno>
#include <cstring>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <linux/unix_diag.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/time.h>

namespace headroom {

namespace {

constexpr std::size_t most_streams = 65536;
// The kernel answers immediately, or has lost a message.
constexpr timeval timeout{.tv_sec = 2, .tv_usec = 0};

/// Copies the front of the rest, since its alignment is not guaranteed.
template<typename T> bool front(std::string_view rest, T &value)
{
    if (rest.size() < sizeof value)
        return false;
    std::memcpy(&value, rest.data(), sizeof value);
    return true;
}

void drop(std::string_view &rest, std::size_t length)
{
    rest.remove_prefix(std::min(NLMSG_ALIGN(length), rest.size()));
}

void take_attribute(std::uint16_t type, std::string_view value, LocalStream &stream)
{
    unix_diag_rqlen queue{};
    if (type == UNIX_DIAG_NAME)
        stream.name = value;
    else if (type == UNIX_DIAG_PEER)
        (void)front(value, stream.peer);
    else if (type == UNIX_DIAG_RQLEN && front(value, queue)) {
        stream.waiting = queue.udiag_rqueue;
        stream.unsent = stream.listens ? 0 : queue.udiag_wqueue;
    }
}

void take_stream(std::string_view body, std::vector<LocalStream> &streams)
{
    unix_diag_msg header{};
    if (!front(body, header) || streams.size() >= most_streams)
        return;
    drop(body, sizeof header);
    LocalStream stream{
        .inode = header.udiag_ino, .listens = header.udiag_state == TCP_LISTEN, .name = {}};
    for (rtattr attribute{}; front(body, attribute) && attribute.rta_len >= sizeof attribute
         && attribute.rta_len <= body.size();
         drop(body, attribute.rta_len))
        take_attribute(attribute.rta_type,
                       body.substr(sizeof attribute, attribute.rta_len - sizeof attribute), stream);
    streams.push_back(std::move(stream));
}

Result<void> ask(int fd)
{
    struct {
        nlmsghdr header;
        unix_diag_req what;
    } request{};
    request.header.nlmsg_len = sizeof request;
    request.header.nlmsg_type = SOCK_DIAG_BY_FAMILY;
    request.header.nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
    request.what.sdiag_family = AF_UNIX;
    request.what.udiag_states = 1U << TCP_ESTABLISHED | 1U << TCP_LISTEN;
    request.what.udiag_show = UDIAG_SHOW_NAME | UDIAG_SHOW_PEER | UDIAG_SHOW_RQLEN;
    if (send(fd, &request, sizeof request, 0) < 0)
        return system_error(errno, "asking the kernel for sockets");
    return {};
}

} // namespace

bool take_local_streams(std::string_view message, std::vector<LocalStream> &streams)
{
    for (nlmsghdr header{}; front(message, header) && header.nlmsg_len >= sizeof header
         && header.nlmsg_len <= message.size();
         drop(message, header.nlmsg_len)) {
        if (header.nlmsg_type == NLMSG_DONE || header.nlmsg_type == NLMSG_ERROR)
            return true;
        if (header.nlmsg_type == SOCK_DIAG_BY_FAMILY)
            take_stream(message.substr(sizeof header, header.nlmsg_len - sizeof header), streams);
    }
    return false;
}

Result<std::vector<LocalStream>> local_streams()
{
    const UniqueFd fd{socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG)};
    if (!fd)
        return system_error(errno, "opening a socket to ask for sockets");
    (void)setsockopt(fd.get(), SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
    if (auto asked = ask(fd.get()); !asked)
        return std::unexpected(asked.error());
    std::vector<LocalStream> streams;
    std::string buffer(32768, '\0');
    for (bool over = false; !over;) {
        const ssize_t got = recv(fd.get(), buffer.data(), buffer.size(), 0);
        if (got <= 0)
            return system_error(got < 0 ? errno : ENODATA, "receiving the list of sockets");
        over = take_local_streams(std::string_view{buffer}.substr(0, static_cast<std::size_t>(got)),
                                  streams);
    }
    return streams;
}

} // namespace headroom
