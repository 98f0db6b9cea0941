// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "endpoint.h"

#include <algorithm>
#include <ranges>
#include <string_view>

#include <glib.h>

#include "connection_owner.h"

namespace headroom::metrics {

namespace {

constexpr unsigned most_connections = 8;
constexpr std::size_t memory_of_connection = 16 << 10; ///< bounds a request, too
constexpr std::chrono::seconds until_it_is_closed{1}; ///< then we look again

constexpr const char *open_metrics = "application/openmetrics-text; version=1.0.0; charset=utf-8";
constexpr const char *plain = "text/plain; charset=utf-8";

struct Answer {
    unsigned status;
    const char *type;
    std::string text;
};

MHD_Result send(MHD_Connection *connection, const Answer &answer)
{
    MHD_Response *response = MHD_create_response_from_buffer(
        answer.text.size(),
        const_cast<char *>(answer.text.data()), // NOLINT: MHD copies it
        MHD_RESPMEM_MUST_COPY);
    if (response == nullptr)
        return MHD_NO;
    MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, answer.type);
    MHD_add_response_header(response, MHD_HTTP_HEADER_CONNECTION, "close");
    if (answer.status == MHD_HTTP_METHOD_NOT_ALLOWED)
        MHD_add_response_header(response, MHD_HTTP_HEADER_ALLOW, "GET, HEAD");
    const MHD_Result queued = MHD_queue_response(connection, answer.status, response);
    MHD_destroy_response(response);
    return queued;
}

/// What the command prints. It has its own time limits.
Answer output_of(const std::vector<std::string> &command)
{
    std::vector<char *> arguments;
    for (const std::string &word : command)
        arguments.push_back(const_cast<char *>(word.c_str())); // NOLINT: GLib changes nothing
    arguments.push_back(nullptr);
    g_autofree char *output = nullptr;
    g_autofree char *problems = nullptr;
    g_autoptr(GError) error = nullptr;
    int status = 0;
    if (!g_spawn_sync(nullptr, arguments.data(), nullptr, G_SPAWN_DEFAULT, nullptr, nullptr,
                      &output, &problems, &status, &error))
        return {MHD_HTTP_INTERNAL_SERVER_ERROR, plain, std::string{error->message} + "\n"};
    if (!g_spawn_check_wait_status(status, nullptr))
        return {MHD_HTTP_SERVICE_UNAVAILABLE, plain, problems};
    return {MHD_HTTP_OK, open_metrics, output};
}

int socket_of(MHD_Connection *connection)
{
    const MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info != nullptr ? info->connect_fd : -1;
}

} // namespace

std::expected<std::unique_ptr<Endpoint>, std::string> Endpoint::listen(int listener,
                                                                       const Serving &serving)
{
    sockaddr_storage address{};
    socklen_t length = sizeof address;
    auto *plain_address = reinterpret_cast<sockaddr *>(&address); // NOLINT: as the C interface is
    if (getsockname(listener, plain_address, &length) != 0)
        return std::unexpected("the socket can't be used");
    if (address.ss_family != AF_UNIX && !is_loopback(plain_address))
        return std::unexpected("only loopback addresses are served, as others have no owner");
    std::unique_ptr<Endpoint> made(new Endpoint(serving, address));
    made->m_daemon = MHD_start_daemon(
        MHD_USE_AUTO | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_ITC, /* port= */ 0, may_connect,
        made.get(), answer, made.get(), MHD_OPTION_LISTEN_SOCKET, listener,
        MHD_OPTION_CONNECTION_LIMIT, most_connections, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        memory_of_connection, MHD_OPTION_CONNECTION_TIMEOUT,
        static_cast<unsigned>(serving.limits.connection.count()), MHD_OPTION_NOTIFY_CONNECTION,
        connection_changed, made.get(), MHD_OPTION_END);
    if (made->m_daemon == nullptr)
        return std::unexpected("the HTTP server can't be started");
    return made;
}

Endpoint::~Endpoint()
{
    if (m_daemon != nullptr)
        MHD_stop_daemon(m_daemon);
}

void Endpoint::serve()
{
    std::unique_lock lock(m_lock);
    for (;;) {
        const auto now = Clock::now();
        end_old_connections(now);
        if (m_connections.empty() && now - m_last_use >= m_serving.limits.idle)
            break;
        auto next = m_last_use + m_serving.limits.idle;
        if (!m_connections.empty()) {
            const auto oldest = std::ranges::min(m_connections | std::views::values);
            next = oldest + m_serving.limits.connection;
        }
        // A connection that has been ended stays until its command is done, as MHD's thread waits
        // for that.
        m_changed.wait_until(lock, next > now ? next : now + until_it_is_closed);
    }
    lock.unlock();
    MHD_quiesce_daemon(m_daemon);
    lock.lock();
    // One may have been accepted meanwhile.
    while (!m_connections.empty()) {
        end_old_connections(Clock::now());
        m_changed.wait_for(lock, until_it_is_closed);
    }
}

/// MHD's own limit is for inactivity, so a byte now and then would keep a connection for ever. MHD
/// notices the end of the socket and closes it. m_lock is held, and MHD closes no socket before
/// connection_changed().
void Endpoint::end_old_connections(Clock::time_point now)
{
    for (const auto &[socket, since] : m_connections) {
        if (now - since >= m_serving.limits.connection)
            shutdown(socket, SHUT_RDWR);
    }
}

const sockaddr *Endpoint::address() const
{
    return reinterpret_cast<const sockaddr *>(&m_address); // NOLINT: as the C interface is
}

/// Over TCP, other users could connect. The mode of a socket in the file system keeps them out.
MHD_Result Endpoint::may_connect(void *self, const sockaddr *client, socklen_t /*length*/)
{
    const auto *endpoint = static_cast<Endpoint *>(self);
    if (!endpoint->is_tcp())
        return MHD_YES;
    const auto user = connection_owner(client, endpoint->address());
    return user && endpoint->m_serving.users.contains(*user) ? MHD_YES : MHD_NO;
}

void Endpoint::connection_changed(void *self, MHD_Connection *connection, void ** /*context*/,
                                  MHD_ConnectionNotificationCode what)
{
    auto *endpoint = static_cast<Endpoint *>(self);
    const std::scoped_lock lock(endpoint->m_lock);
    endpoint->m_last_use = Clock::now();
    if (what == MHD_CONNECTION_NOTIFY_STARTED)
        endpoint->m_connections.emplace(socket_of(connection), endpoint->m_last_use);
    else
        endpoint->m_connections.erase(socket_of(connection));
    endpoint->m_changed.notify_all();
}

/// A page in the user's own browser may have a name that leads to this address. It sends that name.
bool Endpoint::names_us(MHD_Connection *connection) const
{
    if (!is_tcp())
        return true;
    const char *host = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Host");
    std::string_view name = host != nullptr ? host : "";
    if (const auto colon = name.rfind(':');
        colon != name.npos && name.find(']', colon) == name.npos)
        name = name.substr(0, colon);
    return name == "localhost" || name == "127.0.0.1" || name == "[::1]"
        || name == in_url(address());
}

MHD_Result Endpoint::send_metrics(MHD_Connection *connection) const
{
    return send(connection, output_of(m_serving.command));
}

MHD_Result Endpoint::answer(void *self, MHD_Connection *connection, const char *path,
                            const char *method, const char * /*version*/, const char * /*upload*/,
                            std::size_t * /*upload_size*/, void ** /*context*/)
{
    const auto *endpoint = static_cast<Endpoint *>(self);
    const std::string_view wanted = method;
    if (wanted != "GET" && wanted != "HEAD")
        return send(connection, {MHD_HTTP_METHOD_NOT_ALLOWED, plain, "GET or HEAD\n"});
    if (std::string_view{path} != "/metrics")
        return send(connection, {MHD_HTTP_NOT_FOUND, plain, "/metrics\n"});
    if (!endpoint->names_us(connection))
        return send(connection, {MHD_HTTP_FORBIDDEN, plain, "not the name of this address\n"});
    return endpoint->send_metrics(connection);
}

} // namespace headroom::metrics
