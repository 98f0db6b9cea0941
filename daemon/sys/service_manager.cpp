// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/service_manager.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <glib-unix.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <utility>

namespace headroom {

namespace {

std::string_view name_in(std::string_view state)
{
    return state.substr(0, state.find('='));
}

} // namespace

ServiceManager::ServiceManager(std::string address) : m_address(std::move(address)) {}

void ServiceManager::notify(std::string_view state)
{
    if (m_address.empty())
        return;
    std::erase_if(m_waiting, [state](const std::string &waiting) {
        return name_in(waiting) == name_in(state);
    });
    m_waiting.emplace_back(state);
    if (!m_room && send_waiting())
        await_room();
}

/// The socket is connected because poll(2) could not otherwise report whether the manager's queue
/// has room.
bool ServiceManager::connect()
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (m_address.size() >= sizeof address.sun_path)
        return false;
    std::ranges::copy(m_address, address.sun_path);
    const bool is_abstract = m_address.starts_with('@');
    if (is_abstract)
        address.sun_path[0] = '\0';
    const std::size_t size =
        offsetof(sockaddr_un, sun_path) + m_address.size() + (is_abstract ? 0 : 1);
    m_socket.reset(socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    return m_socket
        && ::connect(m_socket.get(), reinterpret_cast<const sockaddr *>(&address),
                     static_cast<socklen_t>(size))
        == 0;
}

/// False: there is no room now. A message that cannot be sent at all is dropped, as if no process
/// listened.
bool ServiceManager::try_send(const std::string &state)
{
    for (const bool anew : {!m_socket, true}) { // a restarted manager has another socket
        if (anew && !connect())
            break;
        if (send(m_socket.get(), state.data(), state.size(), MSG_NOSIGNAL) >= 0)
            return true;
        if (errno == EAGAIN)
            return false;
    }
    m_socket.reset();
    return true;
}

void ServiceManager::await_room()
{
    m_room = SourceId{g_unix_fd_add(
        m_socket.get(), G_IO_OUT,
        [](int, GIOCondition, gpointer data) -> gboolean {
            auto *self = static_cast<ServiceManager *>(data);
            self->m_room.forget();
            if (self->send_waiting())
                self->await_room(); // the socket may be another one
            return G_SOURCE_REMOVE;
        },
        this)};
}

/// True: messages are left.
bool ServiceManager::send_waiting()
{
    while (!m_waiting.empty() && try_send(m_waiting.front()))
        m_waiting.pop_front();
    return !m_waiting.empty();
}

} // namespace headroom
