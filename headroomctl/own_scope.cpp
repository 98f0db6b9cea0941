// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "own_scope.h"

#include <map>

#include <unistd.h>
extern "C" { // the header forgot to say so itself before glibc 2.42
#include <sys/pidfd.h>
}

#include <gio/gunixfdlist.h>
#include <glib/gi18n.h>

#include "model/unit_name.h"
#include "session_bus.h"
#include "sys/glib_ptr.h"
#include "waiting.h"

namespace headroom::ctl {

namespace {

constexpr const char *systemd_name = "org.freedesktop.systemd1";
constexpr const char *systemd_path = "/org/freedesktop/systemd1";
constexpr const char *systemd_interface = "org.freedesktop.systemd1.Manager";
constexpr guint longest_job_seconds = 25;

/// The jobs that systemd has finished, with their results: a job may be over before we have read its name.
using FinishedJobs = std::map<std::string, std::string>;

void job_removed(GDBusConnection *, const char *, const char *, const char *, const char *, GVariant *arguments, gpointer jobs)
{
    const char *job = nullptr;
    const char *result = nullptr;
    if (!g_variant_is_of_type(arguments, G_VARIANT_TYPE("(uoss)")))
        return;
    g_variant_get(arguments, "(u&o&s&s)", nullptr, &job, nullptr, &result);
    static_cast<FinishedJobs *>(jobs)->insert_or_assign(job, result);
}

/// The desktop file that the id names; empty if none is installed.
std::string desktop_file(const std::string &app_id)
{
    const std::string below = "applications/" + app_id + ".desktop";
    const std::string own = std::string(g_get_user_data_dir()) + "/" + below;
    if (g_file_test(own.c_str(), G_FILE_TEST_IS_REGULAR))
        return own;
    for (const char *const *directory = g_get_system_data_dirs(); *directory != nullptr; ++directory) {
        const std::string path = std::string(*directory) + "/" + below;
        if (g_file_test(path.c_str(), G_FILE_TEST_IS_REGULAR))
            return path;
    }
    return {};
}

struct Scope {
    std::string name;
    std::string description;
    std::string source_path;
};

GVariant *request(const Scope &scope, bool by_pidfd)
{
    GVariantBuilder properties;
    g_variant_builder_init(&properties, G_VARIANT_TYPE("a(sv)"));
    const auto add = [&properties](const char *name, GVariant *value) { g_variant_builder_add(&properties, "(sv)", name, value); };
    add("Description", g_variant_new_string(scope.description.c_str()));
    add("Slice", g_variant_new_string("app.slice"));
    add("CollectMode", g_variant_new_string("inactive-or-failed"));
    // By default the kernel's killing of one process would have systemd stop all the others.
    add("OOMPolicy", g_variant_new_string("continue"));
    if (!scope.source_path.empty())
        add("SourcePath", g_variant_new_string(scope.source_path.c_str()));
    if (by_pidfd)
        add("PIDFDs", g_variant_new_parsed("[handle 0]"));
    else
        add("PIDs", g_variant_new_parsed("[%u]", static_cast<guint32>(getpid())));
    return g_variant_new("(ssa(sv)@a(sa(sv)))", scope.name.c_str(), "fail", &properties, g_variant_new_array(G_VARIANT_TYPE("(sa(sv))"), nullptr, 0));
}

/// Asks for the scope and gives back the job's path. Without a pidfd to send, we are meant by our number.
std::string start(GDBusConnection *bus, const Scope &scope, GUnixFDList *pidfd, GError **error)
{
    PendingResult pending("systemd");
    g_dbus_connection_call_with_unix_fd_list(bus, systemd_name, systemd_path, systemd_interface, "StartTransientUnit", request(scope, pidfd != nullptr),
                                             G_VARIANT_TYPE("(o)"), G_DBUS_CALL_FLAGS_NO_AUTO_START,
                                             /* timeout_msec= */ -1, pidfd, nullptr, PendingResult::arrived, &pending);
    g_autoptr(GVariant) reply = g_dbus_connection_call_with_unix_fd_list_finish(bus, nullptr, pending.result(), error);
    if (reply == nullptr)
        return {};
    const char *job = nullptr;
    g_variant_get(reply, "(&o)", &job);
    return job;
}

/// Ourselves, in the form that can be sent; nullptr on a kernel without.
ObjectPtr<GUnixFDList> own_pidfd()
{
    const int pidfd = pidfd_open(getpid(), 0);
    return ObjectPtr<GUnixFDList>(pidfd >= 0 ? g_unix_fd_list_new_from_array(&pidfd, 1) : nullptr);
}

/// systemd before 255.
bool knows_no_pidfds(const GError *error)
{
    return g_error_matches(error, G_DBUS_ERROR, G_DBUS_ERROR_UNKNOWN_PROPERTY) || g_error_matches(error, G_DBUS_ERROR, G_DBUS_ERROR_PROPERTY_READ_ONLY);
}

std::expected<std::string, Failure> start_by_best_means(GDBusConnection *bus, const Scope &scope)
{
    const auto pidfd = own_pidfd();
    g_autoptr(GError) error = nullptr;
    std::string job = start(bus, scope, pidfd.get(), &error);
    if (error != nullptr && pidfd && knows_no_pidfds(error)) {
        g_clear_error(&error);
        job = start(bus, scope, nullptr, &error);
    }
    if (error != nullptr)
        return std::unexpected(failed_call(error, "systemd"));
    return job;
}

gboolean set(gpointer flag)
{
    *static_cast<bool *>(flag) = true;
    return G_SOURCE_CONTINUE;
}

std::expected<void, Failure> finish(const FinishedJobs &finished, const std::string &job)
{
    bool too_late = false;
    const guint limit = g_timeout_add_seconds(longest_job_seconds, set, &too_late);
    wait_until("systemd", [&] { return too_late || finished.contains(job); });
    g_source_remove(limit);
    if (too_late)
        // Translators: %s is the name of a program, "headroomd" or "systemd".
        return std::unexpected(Failure{NotReachable, formatted(C_("error: a sentence", "%s did not answer."), "systemd")});
    if (const std::string &result = finished.at(job); result != "done")
        // Translators: %s is systemd's own word, such as "failed" or "timeout".
        return std::unexpected(Failure{Refused, formatted(C_("error: a sentence", "systemd could not make a unit for it: %s."), result.c_str())});
    return {};
}

} // namespace

std::expected<void, Failure> enter_own_scope(GDBusConnection *bus, const std::string &app_id, const std::string &description)
{
    const std::string random = formatted("%08x%08x", g_random_int(), g_random_int());
    const Scope scope{headroom_scope_name(app_id, random), description, desktop_file(app_id)};
    if (scope.name.empty())
        // Translators: a unit of systemd; %s is what it should have been called after.
        return std::unexpected(Failure{WrongUsage, formatted(C_("error: a sentence", "No unit can be named after \"%s\"."), app_id.c_str())});
    FinishedJobs finished;
    const guint subscription = g_dbus_connection_signal_subscribe(bus, systemd_name, systemd_interface, "JobRemoved", systemd_path, nullptr,
                                                                  G_DBUS_SIGNAL_FLAGS_NONE, job_removed, &finished, nullptr);
    const auto job = start_by_best_means(bus, scope);
    auto result = job ? finish(finished, *job) : std::expected<void, Failure>(std::unexpected(job.error()));
    g_dbus_connection_signal_unsubscribe(bus, subscription);
    return result;
}

} // namespace headroom::ctl
