// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "transient_unit.h"

#include <glib/gi18n.h>

#include "session_bus.h"
#include "sys/plain_text.h"
#include "sys/timer.h"
#include "waiting.h"

namespace headroom::ctl {

namespace {

constexpr const char *systemd_name = "org.freedesktop.systemd1";
constexpr const char *systemd_path = "/org/freedesktop/systemd1";
constexpr const char *systemd_interface = "org.freedesktop.systemd1.Manager";
constexpr guint longest_job_seconds = 25;

void job_removed(GDBusConnection *, const char *, const char *, const char *, const char *,
                 GVariant *arguments, gpointer jobs)
{
    const char *job = nullptr;
    const char *result = nullptr;
    if (!g_variant_is_of_type(arguments, G_VARIANT_TYPE("(uoss)")))
        return;
    g_variant_get(arguments, "(u&o&s&s)", nullptr, &job, nullptr, &result);
    static_cast<std::map<std::string, std::string> *>(jobs)->insert_or_assign(job, result);
}

/// The path of the id's desktop file. Empty if none is installed.
std::string desktop_file(const std::string &app_id)
{
    const std::string below = "applications/" + app_id + ".desktop";
    const std::string own = std::string(g_get_user_data_dir()) + "/" + below;
    if (g_file_test(own.c_str(), G_FILE_TEST_IS_REGULAR))
        return own;
    for (const char *const *directory = g_get_system_data_dirs(); *directory != nullptr;
         ++directory) {
        const std::string path = std::string(*directory) + "/" + below;
        if (g_file_test(path.c_str(), G_FILE_TEST_IS_REGULAR))
            return path;
    }
    return {};
}

} // namespace

TransientUnits::TransientUnits(GDBusConnection *bus)
    : m_bus(bus), m_subscription(g_dbus_connection_signal_subscribe(
                      bus, systemd_name, systemd_interface, "JobRemoved", systemd_path, nullptr,
                      G_DBUS_SIGNAL_FLAGS_NONE, job_removed, &m_finished, nullptr))
{
}

TransientUnits::~TransientUnits()
{
    g_dbus_connection_signal_unsubscribe(m_bus, m_subscription);
}

std::string TransientUnits::request(const std::string &unit, GVariant *properties, GUnixFDList *fds,
                                    GError **error) const
{
    GVariant *arguments =
        g_variant_new("(ss@a(sv)@a(sa(sv)))", unit.c_str(), "fail", properties,
                      g_variant_new_array(G_VARIANT_TYPE("(sa(sv))"), nullptr, 0));
    PendingResult pending("systemd");
    g_dbus_connection_call_with_unix_fd_list(
        m_bus, systemd_name, systemd_path, systemd_interface, "StartTransientUnit", arguments,
        G_VARIANT_TYPE("(o)"), G_DBUS_CALL_FLAGS_NO_AUTO_START,
        /* timeout_msec= */ -1, fds, nullptr, PendingResult::arrived, &pending);
    g_autoptr(GVariant) reply =
        g_dbus_connection_call_with_unix_fd_list_finish(m_bus, nullptr, pending.result(), error);
    if (reply == nullptr)
        return {};
    const char *job = nullptr;
    g_variant_get(reply, "(&o)", &job);
    return job;
}

std::expected<void, Failure> TransientUnits::finish(const std::string &job) const
{
    bool too_late = false;
    const Timer limit = Timer::once_in_seconds(longest_job_seconds, [&] { too_late = true; });
    wait_until("systemd", [&] { return too_late || m_finished.contains(job); });
    if (!m_finished.contains(job))
        // Translators: %s is the name of a program, "headroomd" or "systemd".
        return std::unexpected(Failure{
            NotReachable, formatted(C_("error: a sentence", "%s did not answer."), "systemd")});
    if (const std::string &result = m_finished.at(job); result != "done")
        // Translators: %s is systemd's own word, such as "failed" or "timeout".
        return std::unexpected(
            Failure{Refused,
                    formatted(C_("error: a sentence", "systemd could not make a unit for it: %s."),
                              result.c_str())});
    return {};
}

GVariantBuilder unit_properties(const std::string &app_id, const std::string &description)
{
    GVariantBuilder properties;
    g_variant_builder_init(&properties, G_VARIANT_TYPE("a(sv)"));
    const auto add = [&properties](const char *name, const char *value) {
        g_variant_builder_add(&properties, "(sv)", name, g_variant_new_string(value));
    };
    // systemd writes it to a file as it is, and reads that file again. A line break would begin a
    // line of the unit.
    add("Description", plain_text(description).c_str());
    add("Slice", "app.slice");
    add("CollectMode", "inactive-or-failed");
    // By default systemd stops all processes of the unit if the kernel kills one of them.
    add("OOMPolicy", "continue");
    if (const std::string file = desktop_file(app_id); !file.empty())
        add("SourcePath", file.c_str());
    return properties;
}

std::string random_for_unit()
{
    return formatted("%08x%08x", g_random_int(), g_random_int());
}

Failure no_unit_name(const std::string &app_id)
{
    // Translators: a systemd unit; %s is what it should have been named after.
    return {
        WrongUsage,
        formatted(C_("error: a sentence", "No unit can be named after \"%s\"."), app_id.c_str())};
}

} // namespace headroom::ctl
