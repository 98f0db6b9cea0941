// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/systemd_client.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <string_view>
#include <systemd/sd-bus.h>

namespace headroom {

namespace {

constexpr const char *service = "org.freedesktop.systemd1";
constexpr const char *manager_path = "/org/freedesktop/systemd1";
constexpr const char *manager_interface = "org.freedesktop.systemd1.Manager";
constexpr const char *properties_interface = "org.freedesktop.DBus.Properties";
constexpr int answer_within_ms = 25000;

struct PendingCall {
    SystemdClient::Reply reply;
    std::string doing;
};

/// Errors of GDBus and of the bus: systemd doesn't answer, or has left the bus to re-execute
/// itself.
constexpr GDBusError of_the_bus[] = {
    G_DBUS_ERROR_NO_REPLY,          G_DBUS_ERROR_TIMEOUT,         G_DBUS_ERROR_TIMED_OUT,
    G_DBUS_ERROR_DISCONNECTED,      G_DBUS_ERROR_LIMITS_EXCEEDED, G_DBUS_ERROR_SERVICE_UNKNOWN,
    G_DBUS_ERROR_NAME_HAS_NO_OWNER,
};

/// Whether the error is systemd's own.
bool is_an_answer(const GError *problem)
{
    return g_dbus_error_is_remote_error(problem) != FALSE
        && std::ranges::none_of(of_the_bus, [problem](GDBusError each) {
               return g_error_matches(problem, G_DBUS_ERROR, each) != FALSE;
           });
}

/// See SystemdClient::Reply.
int code_of(const GError *problem)
{
    if (!is_an_answer(problem))
        return ETIMEDOUT;
    const CharPtr name{g_dbus_error_get_remote_error(problem)};
    const bool is_no_unit =
        name && std::string_view{name.get()} == "org.freedesktop.systemd1.NoSuchUnit";
    return is_no_unit ? ENOENT : 0;
}

std::string sentence_of(const std::string &doing, GError *problem)
{
    g_dbus_error_strip_remote_error(problem);
    return doing + ": " + problem->message;
}

/// Empty: there is no such path.
std::string path_of(const std::string &unit)
{
    char *encoded = nullptr;
    if (sd_bus_path_encode("/org/freedesktop/systemd1/unit", unit.c_str(), &encoded) < 0)
        return {};
    std::string path = encoded;
    std::free(encoded);
    return path;
}

void handle_reply(GObject *source, GAsyncResult *result, gpointer data)
{
    const std::unique_ptr<PendingCall> pending{static_cast<PendingCall *>(data)};
    GError *problem = nullptr;
    VariantPtr answer{g_dbus_connection_call_with_unix_fd_list_finish(G_DBUS_CONNECTION(source),
                                                                      nullptr, result, &problem)};
    if (answer) {
        pending->reply(std::move(answer));
        return;
    }
    const GErrorPtr owned{problem};
    const int code = code_of(problem);
    pending->reply(
        std::unexpected(Error{ErrorKind::Failed, sentence_of(pending->doing, problem), code}));
}

/// systemd broadcasts the end of a job, possibly before it answers the call. So subscribe first and
/// compare later.
struct PendingJob {
    GDBusConnection *bus = nullptr;
    guint subscription = 0;
    std::string unit;
    std::function<void(Result<void>)> done;

    void finish(Result<void> outcome)
    {
        if (subscription != 0)
            g_dbus_connection_signal_unsubscribe(bus, std::exchange(subscription, 0));
        if (done)
            std::exchange(done, nullptr)(std::move(outcome));
    }
};

void handle_job_removed(GDBusConnection * /*bus*/, const char * /*sender*/, const char * /*path*/,
                        const char * /*interface*/, const char * /*signal*/, GVariant *parameters,
                        gpointer data)
{
    const auto job = *static_cast<std::shared_ptr<PendingJob> *>(data);
    const char *unit = nullptr;
    const char *result = nullptr;
    g_variant_get(parameters, "(uo&s&s)", nullptr, nullptr, &unit, &result);
    if (job->unit != unit)
        return;
    if (std::string_view{result} == "done")
        job->finish({});
    else
        job->finish(error(ErrorKind::Failed, "starting " + job->unit + ": systemd says " + result));
}

} // namespace

void SystemdClient::call(const char *method, GVariant *parameters, GUnixFDList *fds,
                         Reply reply) const
{
    auto pending = std::make_unique<PendingCall>(std::move(reply),
                                                 std::string{"asking systemd for "} + method);
    g_dbus_connection_call_with_unix_fd_list(m_bus, service, manager_path, manager_interface,
                                             method, parameters, nullptr,
                                             G_DBUS_CALL_FLAGS_NO_AUTO_START, answer_within_ms, fds,
                                             nullptr, handle_reply, pending.release());
}

void SystemdClient::ask_unit(const std::string &unit, const char *method, GVariant *arguments,
                             Reply reply) const
{
    const VariantPtr owned{g_variant_ref_sink(arguments)};
    const std::string path = path_of(unit);
    if (path.empty()) {
        reply(error(ErrorKind::Failed, "naming the unit " + unit + " to systemd failed"));
        return;
    }
    auto pending = std::make_unique<PendingCall>(std::move(reply), "asking systemd about " + unit);
    g_dbus_connection_call_with_unix_fd_list(m_bus, service, path.c_str(), properties_interface,
                                             method, owned.get(), nullptr,
                                             G_DBUS_CALL_FLAGS_NO_AUTO_START, answer_within_ms,
                                             nullptr, nullptr, handle_reply, pending.release());
}

/// The empty interface name requests all of them, so scopes and services need no different calls.
void SystemdClient::unit_properties(const std::string &unit, Reply reply) const
{
    ask_unit(unit, "GetAll", g_variant_new("(s)", ""), std::move(reply));
}

void SystemdClient::unit_property(const std::string &unit, const char *interface,
                                  const char *property, Reply reply) const
{
    ask_unit(unit, "Get", g_variant_new("(ss)", interface, property), std::move(reply));
}

guint SystemdClient::follow_unit(const std::string &unit, const char *interface,
                                 std::function<void(GVariant *)> changed) const
{
    using Changed = std::shared_ptr<std::function<void(GVariant *)>>;
    const std::string path = path_of(unit);
    return g_dbus_connection_signal_subscribe(
        m_bus, service, properties_interface, "PropertiesChanged", path.c_str(), interface,
        G_DBUS_SIGNAL_FLAGS_NONE,
        [](GDBusConnection *, const char *, const char *, const char *, const char *,
           GVariant *parameters, gpointer data) {
            const Changed kept = *static_cast<Changed *>(data); // it may unsubscribe itself
            if (g_variant_is_of_type(parameters, G_VARIANT_TYPE("(sa{sv}as)")) == FALSE)
                return;
            const VariantPtr properties{g_variant_get_child_value(parameters, 1)};
            (*kept)(properties.get());
        },
        new Changed(std::make_shared<std::function<void(GVariant *)>>(std::move(changed))),
        [](gpointer data) { delete static_cast<Changed *>(data); });
}

void SystemdClient::start_transient(const std::string &unit, GVariant *properties, GUnixFDList *fds,
                                    std::function<void(Result<void>)> done) const
{
    const auto job = std::make_shared<PendingJob>(m_bus, 0U, unit, std::move(done));
    job->subscription = g_dbus_connection_signal_subscribe(
        m_bus, service, manager_interface, "JobRemoved", manager_path, nullptr,
        G_DBUS_SIGNAL_FLAGS_NONE, handle_job_removed, new std::shared_ptr<PendingJob>(job),
        [](gpointer data) { delete static_cast<std::shared_ptr<PendingJob> *>(data); });
    GVariant *parameters =
        g_variant_new("(ss@a(sv)@a(sa(sv)))", unit.c_str(), "fail", properties,
                      g_variant_new_array(G_VARIANT_TYPE("(sa(sv))"), nullptr, 0));
    call("StartTransientUnit", parameters, fds, [job](Result<VariantPtr> answer) {
        if (!answer)
            job->finish(std::unexpected(answer.error()));
    });
}

} // namespace headroom
