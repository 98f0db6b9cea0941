// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/frozen/needs_of_frozen.h"

#include "sys/file_locks.h"

namespace headroom {

FrozenNeeds needs_of_frozen(const std::vector<StillApp> &apps, const std::string &proc_root)
{
    SocketInodes all;
    for (const StillApp &app : apps)
        all.insert(app.still->sockets.begin(), app.still->sockets.end());
    const auto streams = local_streams();
    FrozenNeeds needs{
        .waited_for = {}, .unread = {}, .problem = streams ? "" : streams.error().sentence};
    for (const StillApp &app : apps) {
        if (is_lock_awaited(proc_root + "/locks", app.still->pids)
            || (streams && dependence_on(app.still->sockets, all, *streams) == Dependence::Waiting))
            needs.waited_for.push_back(app.unit);
        if (streams)
            needs.unread[app.unit] = unread_events(app.still->sockets, *streams);
    }
    return needs;
}

} // namespace headroom
