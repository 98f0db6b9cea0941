// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "serve.h"

#include "daemon.h"
#include "given_back.h"
#include "place.h"
#include "resident.h"
#include "sys/log.h"
#include "turn_times.h"

#include <glib-unix.h>
#include <sys/resource.h>

namespace headroom {

namespace {

/// The daemon holds a directory fd for each cgroup that it manages. The usual soft limit of 1024 is
/// there for select(), which nothing here uses.
void raise_fd_limit()
{
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        (void)setrlimit(RLIMIT_NOFILE, &limit);
    }
}

} // namespace

int serve(const Options &options)
{
    raise_fd_limit();
    keep_heap_small();
    // GLib keeps idle threads for 15 s, and each wakes up once more to end.
    g_thread_pool_set_max_unused_threads(0);
    auto place = find_place(options);
    if (!place) {
        log::warning(place.error().sentence);
        return 1;
    }
    GErrorOut problem;
    // This call blocks. No loop runs yet.
    const ObjectPtr<GDBusConnection> bus{
        g_bus_get_sync(G_BUS_TYPE_SESSION, nullptr, problem.out())};
    if (!bus) {
        log::warning(std::string{"the session bus can't be reached: "} + problem->message);
        return 1;
    }
    // A lost bus ends the daemon as anything else does: everything is undone first.
    g_dbus_connection_set_exit_on_close(bus.get(), FALSE);
    Daemon daemon{options, *place, bus.get()};
    if (const auto started = daemon.start(); !started) {
        log::warning(started.error().sentence);
        return started.error().kind == ErrorKind::Refused ? exit_status::another_runs : 1;
    }
    stay_resident(); // after start(), since the heap now holds the session
    const auto stop = [](gpointer self) -> gboolean {
        static_cast<Daemon *>(self)->end();
        return G_SOURCE_CONTINUE;
    };
    const SourceId terminate{g_unix_signal_add(SIGTERM, stop, &daemon)};
    const SourceId interrupt{g_unix_signal_add(SIGINT, stop, &daemon)};
    const TurnTimes times{place->runtime_dir};
    return daemon.run();
}

} // namespace headroom
