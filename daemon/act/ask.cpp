// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/ask.h"

#include <sys/socket.h>

namespace headroom {

void ask_to_free_memory(const std::vector<ProcessId> &listeners, const Outside &outside)
{
    for (const int connection : outside.connections_of(listeners)) {
        // If the socket is full, the process has not read earlier bytes and will not respond. That
        // costs only the wait for its answer.
        constexpr char any = '\n';
        (void)send(connection, &any, 1, MSG_DONTWAIT | MSG_NOSIGNAL);
    }
}

} // namespace headroom
