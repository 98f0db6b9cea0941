// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/ask.h"

#include <sys/socket.h>

namespace headroom {

void ask_to_free_memory(const std::vector<ProcessId> &listeners, const Outside &outside)
{
    for (const int connection : outside.connections_of(listeners)) {
        // A connection that takes no byte has unread ones: its process does not listen. That only
        // costs the time that an answer may take.
        constexpr char any = '\n';
        (void)send(connection, &any, 1, MSG_DONTWAIT | MSG_NOSIGNAL);
    }
}

} // namespace headroom
