// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <chrono>
#include <condition_variable>
#include <expected>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include <sys/socket.h>
#include <sys/types.h>

#include <microhttpd.h>

namespace headroom::metrics {

struct Limits {
    /// Of inactivity. Then the program ends, and systemd starts it again.
    std::chrono::seconds idle{20};
    /// For a connection from its begin to its end, however busy it is.
    std::chrono::seconds connection{30};
};

struct Serving {
    std::vector<std::string> command; ///< prints the metrics
    std::set<uid_t> users; ///< who may connect over TCP
    Limits limits;
};

/// Answers GET /metrics at one listening socket.
class Endpoint {
public:
    /// Keeps `listener`. Fails with a sentence.
    [[nodiscard]] static std::expected<std::unique_ptr<Endpoint>, std::string>
    listen(int listener, const Serving &serving);
    ~Endpoint();
    Endpoint(const Endpoint &) = delete;
    Endpoint &operator=(const Endpoint &) = delete;

    /// Serves until nothing has connected for `idle`. Then nothing is accepted any more. A later
    /// connection stays in the queue of the socket.
    void serve();

private:
    using Clock = std::chrono::steady_clock;
    Endpoint(const Serving &serving, const sockaddr_storage &address)
        : m_serving(serving), m_address(address)
    {
    }
    static MHD_Result may_connect(void *self, const sockaddr *client, socklen_t length);
    static void connection_changed(void *self, MHD_Connection *connection, void **context,
                                   MHD_ConnectionNotificationCode what);
    static MHD_Result answer(void *self, MHD_Connection *connection, const char *path,
                             const char *method, const char *version, const char *upload,
                             std::size_t *upload_size, void **context);
    [[nodiscard]] bool is_tcp() const { return m_address.ss_family != AF_UNIX; }
    [[nodiscard]] const sockaddr *address() const;
    [[nodiscard]] bool names_us(MHD_Connection *connection) const;
    [[nodiscard]] MHD_Result send_metrics(MHD_Connection *connection) const;
    void end_old_connections(Clock::time_point now);

    const Serving &m_serving;
    const sockaddr_storage m_address; ///< of the listener
    MHD_Daemon *m_daemon = nullptr;
    std::mutex m_lock; ///< for the next three, which MHD's thread changes
    std::condition_variable m_changed;
    std::map<int, Clock::time_point> m_connections; ///< by their sockets; since when
    Clock::time_point m_last_use = Clock::now();
};

} // namespace headroom::metrics
