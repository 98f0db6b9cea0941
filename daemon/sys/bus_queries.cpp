// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/bus_queries.h"

namespace headroom {

namespace {

using ProcessAnswer = std::function<void(Result<std::int32_t>)>;
using OwnerAnswer = std::function<void(Result<std::string>)>;
using BusAnswer = std::function<void(Result<ObjectPtr<GDBusConnection>>)>;

/// Cancelled: the caller is gone, or has sent another request since.
bool was_cancelled(const GErrorOut &problem)
{
    return g_error_matches(problem.get(), G_IO_ERROR, G_IO_ERROR_CANCELLED) != FALSE;
}

Result<std::int32_t> pid_in(GVariant *answer, const GErrorOut &problem)
{
    if (!answer)
        return error(ErrorKind::Failed, problem->message);
    guint32 pid = 0;
    g_variant_get(answer, "(u)", &pid);
    if (pid == 0 || pid > G_MAXINT32)
        return error(ErrorKind::BadInput, "the bus gives no pid that a process can have");
    return static_cast<std::int32_t>(pid);
}

} // namespace

void query_pid(GDBusConnection *bus, const char *peer, int timeout_ms, GCancellable *end,
               ProcessAnswer answered)
{
    g_dbus_connection_call(
        bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
        "GetConnectionUnixProcessID", g_variant_new("(s)", peer), G_VARIANT_TYPE("(u)"),
        G_DBUS_CALL_FLAGS_NONE, timeout_ms, end,
        [](GObject *source, GAsyncResult *result, gpointer data) {
            const std::unique_ptr<ProcessAnswer> asker{static_cast<ProcessAnswer *>(data)};
            GErrorOut problem;
            const VariantPtr answer{
                g_dbus_connection_call_finish(G_DBUS_CONNECTION(source), result, problem.out())};
            if (!was_cancelled(problem))
                (*asker)(pid_in(answer.get(), problem));
        },
        new ProcessAnswer{std::move(answered)});
}

void query_owner(GDBusConnection *bus, const char *name, GCancellable *end, OwnerAnswer answered)
{
    g_dbus_connection_call(
        bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
        "GetNameOwner", g_variant_new("(s)", name), G_VARIANT_TYPE("(s)"), G_DBUS_CALL_FLAGS_NONE,
        default_bus_timeout, end,
        [](GObject *source, GAsyncResult *result, gpointer data) {
            const std::unique_ptr<OwnerAnswer> asker{static_cast<OwnerAnswer *>(data)};
            GErrorOut problem;
            const VariantPtr answer{
                g_dbus_connection_call_finish(G_DBUS_CONNECTION(source), result, problem.out())};
            if (was_cancelled(problem))
                return;
            if (!answer)
                return (*asker)(error(ErrorKind::Failed, problem->message));
            const char *owner = nullptr;
            g_variant_get(answer.get(), "(&s)", &owner);
            (*asker)(std::string{owner});
        },
        new OwnerAnswer{std::move(answered)});
}

void open_system_bus(GCancellable *end, BusAnswer opened)
{
    g_bus_get(
        G_BUS_TYPE_SYSTEM, end,
        [](GObject *, GAsyncResult *result, gpointer data) {
            const std::unique_ptr<BusAnswer> asker{static_cast<BusAnswer *>(data)};
            GErrorOut problem;
            ObjectPtr<GDBusConnection> bus{g_bus_get_finish(result, problem.out())};
            if (was_cancelled(problem))
                return;
            if (!bus)
                return (*asker)(error(ErrorKind::Unavailable, problem->message));
            // A restart of the bus must not end the daemon.
            g_dbus_connection_set_exit_on_close(bus.get(), FALSE);
            (*asker)(std::move(bus));
        },
        new BusAnswer{std::move(opened)});
}

} // namespace headroom
