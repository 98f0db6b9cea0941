// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/local_streams.h"

#include "sys/socket_dump.h"
#include "sys/tcp_sockets.h"

#include <format>
#include <linux/rtnetlink.h>
#include <linux/unix_diag.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <utility>

namespace headroom {

namespace {

constexpr std::size_t most_streams = 65536;

void take_attribute(std::uint16_t type, std::string_view value, LocalStream &stream)
{
    unix_diag_rqlen queue{};
    if (type == UNIX_DIAG_NAME)
        // The kernel ends a path with a NUL. An abstract name begins with one.
        stream.name = value.starts_with('\0') ? value : value.substr(0, value.find('\0'));
    else if (type == UNIX_DIAG_PEER)
        (void)copy_front(value, stream.peer);
    else if (type == UNIX_DIAG_RQLEN && copy_front(value, queue)) {
        stream.waiting = queue.udiag_rqueue;
        stream.unsent = stream.listens ? 0 : queue.udiag_wqueue;
    }
}

void take_stream(std::string_view body, std::vector<LocalStream> &streams)
{
    unix_diag_msg header{};
    if (!copy_front(body, header) || streams.size() >= most_streams)
        return;
    drop_front(body, sizeof header);
    LocalStream stream{
        .inode = header.udiag_ino, .listens = header.udiag_state == TCP_LISTEN, .name = {}};
    for (rtattr attribute{}; copy_front(body, attribute) && attribute.rta_len >= sizeof attribute
         && attribute.rta_len <= body.size();
         drop_front(body, attribute.rta_len))
        take_attribute(attribute.rta_type,
                       body.substr(sizeof attribute, attribute.rta_len - sizeof attribute), stream);
    streams.push_back(std::move(stream));
}

LocalStream as_stream(const TcpSocket &socket)
{
    return {.inode = socket.inode,
            .peer = socket.peer,
            .waiting = socket.waiting,
            .listens = socket.listens,
            .name = socket.serves ? std::format("tcp:{}", socket.ends.here.port) : ""};
}

} // namespace

bool take_local_streams(std::string_view message, std::vector<LocalStream> &streams)
{
    return each_socket(message, [&](std::string_view body) { take_stream(body, streams); });
}

Result<std::vector<LocalStream>> local_streams()
{
    unix_diag_req what{};
    what.sdiag_family = AF_UNIX;
    what.udiag_states = 1U << TCP_ESTABLISHED | 1U << TCP_LISTEN;
    what.udiag_show = UDIAG_SHOW_NAME | UDIAG_SHOW_PEER | UDIAG_SHOW_RQLEN;
    std::vector<LocalStream> streams;
    if (auto dumped = dump_sockets(bytes_of(what),
                                   [&](std::string_view body) { take_stream(body, streams); });
        !dumped)
        return std::unexpected(dumped.error());
    for (const TcpSocket &socket : tcp_sockets())
        streams.push_back(as_stream(socket));
    return streams;
}

} // namespace headroom
