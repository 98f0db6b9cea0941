// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "client.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <optional>

#include <sys/epoll.h>
#include <sys/socket.h>

namespace headroom::broker {

namespace {

Result<void> admit(int connection, const World &world)
{
    const auto peer = world.identify(connection);
    return peer ? check_peer(*peer, world.owner, world.roots.proc)
                : Result<void>{std::unexpected(peer.error())};
}

/// Becomes readable when the trigger fires, and is useless once the trigger's file is closed. The
/// receiver can't get at the file.
Result<UniqueFd> watch_over(int trigger)
{
    UniqueFd watch{epoll_create1(EPOLL_CLOEXEC)};
    epoll_event event{.events = EPOLLPRI, .data = {}};
    if (!watch || epoll_ctl(watch.get(), EPOLL_CTL_ADD, trigger, &event) != 0)
        return system_error(errno, "watching the trigger");
    return watch;
}

} // namespace

Client::Client(UniqueFd connection, const World &world, Allowance &allowance)
    : m_connection(std::move(connection)), m_world(world), m_allowance(allowance),
      m_admitted(admit(m_connection.get(), world))
{
}

Client::Next Client::serve()
{
    const auto request = receive();
    if (!request && (request.error().code == EAGAIN || request.error().code == EINTR))
        return Next::Await;
    const auto watch = arm(request);
    const bool is_sent =
        send(watch ? Result<void>{} : std::unexpected(watch.error()), watch ? watch->get() : -1);
    const bool may_go_on = m_admitted && request && ++m_messages < m_world.limits.messages;
    return is_sent && may_go_on ? Next::Await : Next::Close;
}

void Client::refuse(std::string_view sentence) const
{
    (void)send(error(ErrorKind::Refused, std::string{sentence}), -1); // closed in any case
}

Result<TriggerRequest> Client::receive() const
{
    std::array<char, longest_trigger_message> text{};
    iovec part{.iov_base = text.data(), .iov_len = text.size()};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    // Without room for them, the kernel closes descriptors that were sent along.
    const ssize_t got = recvmsg(m_connection.get(), &message, MSG_DONTWAIT);
    if (got < 0)
        return system_error(errno, "receiving the request");
    if ((message.msg_flags & MSG_CTRUNC) != 0)
        return error(ErrorKind::BadInput, "no descriptor may be sent with a request");
    if ((message.msg_flags & MSG_TRUNC) != 0)
        return error(ErrorKind::BadInput, "the request is too long");
    if (got == 0) // or the end: a client that has left gets no answer
        return error(ErrorKind::BadInput, "the request is empty");
    return parse_trigger_request({text.data(), static_cast<std::size_t>(got)});
}

Result<UniqueFd> Client::arm(const Result<TriggerRequest> &request)
{
    if (!m_admitted)
        return std::unexpected(m_admitted.error());
    if (!request)
        return std::unexpected(request.error());
    if (const auto bounded = check_bounds(*request); !bounded)
        return std::unexpected(bounded.error());
    if (m_triggers.size() >= m_world.limits.triggers)
        return error(ErrorKind::Refused, "this connection has all triggers that it may have");
    auto file = open_pressure_file(m_world.roots, m_world.owner, request->file);
    if (!file)
        return file;
    if (!m_allowance.take(std::chrono::steady_clock::now()))
        return error(ErrorKind::Refused, "too many triggers were requested in a short time");
    if (const auto armed = m_world.arm(file->get(), *request); !armed)
        return std::unexpected(armed.error());
    auto watch = watch_over(file->get());
    if (watch)
        m_triggers.push_back(std::move(*file));
    return watch;
}

bool Client::send(const Result<void> &answer, int passed) const
{
    std::string text = as_message(answer);
    iovec part{.iov_base = text.data(), .iov_len = text.size()};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    if (passed >= 0) {
        message.msg_control = control.data();
        message.msg_controllen = control.size();
        cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof passed);
        std::memcpy(CMSG_DATA(header), &passed, sizeof passed);
    }
    return sendmsg(m_connection.get(), &message, MSG_DONTWAIT | MSG_NOSIGNAL) >= 0;
}

} // namespace headroom::broker
