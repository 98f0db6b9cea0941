// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "own_scope.h"

#include <unistd.h>
extern "C" { // the header lacks this before glibc 2.42
#include <sys/pidfd.h>
}

#include <gio/gunixfdlist.h>

#include "model/own_unit_name.h"
#include "session_bus.h"
#include "sys/glib_ptr.h"
#include "transient_unit.h"

namespace headroom::ctl {

namespace {

struct Scope {
    std::string name;
    std::string app_id;
    std::string description;
};

GVariant *scope_properties(const Scope &scope, bool by_pidfd)
{
    GVariantBuilder properties = unit_properties(scope.app_id, scope.description);
    if (by_pidfd)
        g_variant_builder_add(&properties, "(sv)", "PIDFDs", g_variant_new_parsed("[handle 0]"));
    else
        g_variant_builder_add(&properties, "(sv)", "PIDs",
                              g_variant_new_parsed("[%u]", static_cast<guint32>(getpid())));
    return g_variant_builder_end(&properties);
}

/// Our own pidfd, as a list to send. nullptr if the kernel has no pidfds.
ObjectPtr<GUnixFDList> own_pidfd()
{
    const int pidfd = pidfd_open(getpid(), 0);
    return ObjectPtr<GUnixFDList>(pidfd >= 0 ? g_unix_fd_list_new_from_array(&pidfd, 1) : nullptr);
}

/// True for systemd before 255.
bool lacks_pidfds(const GError *error)
{
    return g_error_matches(error, G_DBUS_ERROR, G_DBUS_ERROR_UNKNOWN_PROPERTY)
        || g_error_matches(error, G_DBUS_ERROR, G_DBUS_ERROR_PROPERTY_READ_ONLY);
}

/// Requests the scope and returns the job's path. Without a pidfd to send, our pid identifies us.
std::expected<std::string, Failure> start_by_best_means(const TransientUnits &units,
                                                        const Scope &scope)
{
    const auto pidfd = own_pidfd();
    g_autoptr(GError) error = nullptr;
    std::string job =
        units.request(scope.name, scope_properties(scope, pidfd != nullptr), pidfd.get(), &error);
    if (error != nullptr && pidfd && lacks_pidfds(error)) {
        g_clear_error(&error);
        job = units.request(scope.name, scope_properties(scope, false), nullptr, &error);
    }
    if (error != nullptr)
        return std::unexpected(failed_call(error, "systemd"));
    return job;
}

} // namespace

std::expected<void, Failure> enter_own_scope(GDBusConnection *bus, const std::string &app_id,
                                             const std::string &description)
{
    const Scope scope{headroom_scope_name(app_id, random_for_unit()), app_id, description};
    if (scope.name.empty())
        return std::unexpected(no_unit_name(app_id));
    const TransientUnits units(bus);
    const auto job = start_by_best_means(units, scope);
    return job ? units.finish(*job) : std::expected<void, Failure>(std::unexpected(job.error()));
}

} // namespace headroom::ctl
