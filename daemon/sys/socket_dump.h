// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/result.h"

#include <cstddef>
#include <cstring>
#include <functional>
#include <string_view>

/// All sockets of one kind, as the kernel reports them by sock_diag(7). This needs no privilege.
namespace headroom {

/// Called with the kernel's description of one socket, without the header of the message.
using TakeSocket = std::function<void(std::string_view body)>;

/// Copies the front of the rest, since its alignment is not guaranteed. False: it is too short.
template<typename T> bool copy_front(std::string_view rest, T &value)
{
    if (rest.size() < sizeof value)
        return false;
    std::memcpy(&value, rest.data(), sizeof value);
    return true;
}

/// And the padding that follows in netlink(7).
void drop_front(std::string_view &rest, std::size_t length);

template<typename T> std::string_view bytes_of(const T &value)
{
    return {reinterpret_cast<const char *>(&value), sizeof value};
}

/// Parses one message of the answer. True: it was the last one, or an error.
bool each_socket(std::string_view message, const TakeSocket &take);

/// what: a request of the family, without the header. Blocks until the kernel answers, a
/// millisecond for some thousands of sockets. Never call it in the main loop. The answer is empty
/// if the kernel was built without this request.
[[nodiscard]] Result<void> dump_sockets(std::string_view what, const TakeSocket &take);

} // namespace headroom
