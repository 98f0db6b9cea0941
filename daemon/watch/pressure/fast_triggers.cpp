// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/pressure/fast_triggers.h"

#include "sys/local_socket.h"
#include "sys/trigger_request.h"

#include <cerrno>
#include <cstring>
#include <format>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/socket.h>

namespace headroom {

namespace {

/// The fd that came along, if one did.
UniqueFd passed_with(msghdr &message)
{
    for (cmsghdr *header = CMSG_FIRSTHDR(&message); header != nullptr;
         header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS)
            continue;
        int fd = -1;
        std::memcpy(&fd, CMSG_DATA(header), sizeof fd);
        return UniqueFd{fd};
    }
    return {};
}

Result<UniqueFd> answer_on(int connection, std::chrono::milliseconds patience)
{
    pollfd answered{.fd = connection, .events = POLLIN, .revents = 0};
    if (poll(&answered, 1, static_cast<int>(patience.count())) <= 0)
        return std::unexpected(
            Error{ErrorKind::Failed, "headroom-broker does not answer", ETIMEDOUT});
    std::array<char, longest_trigger_message> text{};
    iovec part{.iov_base = text.data(), .iov_len = text.size()};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    const ssize_t got = recvmsg(connection, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (got <= 0)
        return error(ErrorKind::Failed, "headroom-broker has ended");
    UniqueFd fd = passed_with(message);
    const auto answer = parse_trigger_answer({text.data(), static_cast<std::size_t>(got)});
    if (!answer)
        return std::unexpected(answer.error());
    if (!fd)
        return error(ErrorKind::Failed, "headroom-broker sent no trigger");
    return fd;
}

Result<UniqueFd> request_one(int connection, const std::string &cgroup, const StallTrigger &trigger,
                             std::chrono::milliseconds patience)
{
    const std::string resource{name_of(trigger.resource)};
    const TriggerRequest request{
        .kind = trigger.kind,
        .stall = trigger.threshold,
        .window = fast_window,
        .file = cgroup.empty() ? resource : std::format("{}/{}.pressure", cgroup, resource)};
    const std::string text = as_message(request);
    // A broker that has closed the connection may have sent the reason before.
    (void)send(connection, text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    return answer_on(connection, patience);
}

} // namespace

Result<FastTriggers> FastTriggers::request(const std::string &socket, const std::string &cgroup,
                                           std::span<const StallTrigger> triggers,
                                           std::chrono::milliseconds patience)
{
    auto connection = connect_local(socket, SOCK_SEQPACKET);
    if (!connection)
        return error(ErrorKind::Unavailable, connection.error().sentence);
    FastTriggers fast{.connection = std::move(*connection), .fired = {}};
    Error refusal;
    bool has_any = false;
    for (const StallTrigger &trigger : triggers) {
        auto fd = request_one(fast.connection.get(), cgroup, trigger, patience);
        if (!fd) {
            refusal = fd.error();
            // An answer names no request. A late one would be taken for that to the next request,
            // and the trigger for that of another resource.
            if (refusal.code == ETIMEDOUT)
                return std::unexpected(refusal);
            continue;
        }
        fast.fired.at(static_cast<std::size_t>(trigger.resource)) = std::move(*fd);
        has_any = true;
    }
    if (!has_any)
        return std::unexpected(refusal);
    return fast;
}

bool take_event(int fired)
{
    epoll_event event{};
    return epoll_wait(fired, &event, 1, 0) <= 0 || (event.events & (EPOLLERR | EPOLLHUP)) == 0;
}

} // namespace headroom
