// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/journal.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <format>
#include <sys/socket.h>
#include <sys/un.h>
#include <syslog.h>

namespace headroom {

namespace {

/// Appends "NAME=value\n". If the value contains a line break, the form is "NAME\n", the length in
/// eight bytes (little-endian), and "value\n".
void append(std::string &message, std::string_view field)
{
    const auto equals = field.find('=');
    const std::string_view value = field.substr(equals + 1);
    if (!value.contains('\n')) {
        message.append(field).append("\n");
        return;
    }
    std::uint64_t length = value.size();
    if constexpr (std::endian::native == std::endian::big)
        length = std::byteswap(length);
    message.append(field.substr(0, equals))
        .append("\n")
        .append(reinterpret_cast<const char *>(&length), sizeof length)
        .append(value)
        .append("\n");
}

} // namespace

void Journal::send(const std::vector<std::string> &fields)
{
    if (m_dropped > 0
        && try_send(
            {std::format("MESSAGE={} entries were dropped, since the journal took none", m_dropped),
             std::format("PRIORITY={}", LOG_WARNING)}))
        m_dropped = 0;
    if (!try_send(fields))
        ++m_dropped;
}

bool Journal::try_send(const std::vector<std::string> &fields)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (m_path.size() >= sizeof address.sun_path)
        return false;
    std::ranges::copy(m_path, address.sun_path);
    if (!m_socket)
        m_socket.reset(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    std::string message;
    for (const std::string &field : fields)
        append(message, field);
    // The address is passed each time: a restarted journald has another socket at the same path.
    return sendto(m_socket.get(), message.data(), message.size(), MSG_DONTWAIT | MSG_NOSIGNAL,
                  reinterpret_cast<const sockaddr *>(&address), sizeof address)
        >= 0;
}

} // namespace headroom
