// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/listeners/listeners.h"

#include "sys/process.h"
#include "watch/listeners/listening_socket.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <glib-unix.h>
#include <sys/socket.h>
#include <unistd.h>

namespace headroom {

namespace {

/// The connection still waits, so without a pause the loop would spin.
constexpr guint pause_ms = 1000;

} // namespace

ListenerWatch::ListenerWatch(std::string path, uid_t owner, Look look, Emit emit)
    : m_path(std::move(path)), m_owner(owner), m_look(std::move(look)), m_emit(std::move(emit)),
      m_reads([this](int fd) { has_read(fd); })
{
}

ListenerWatch::~ListenerWatch()
{
    if (m_listening)
        (void)unlink(m_path.c_str()); // the next start removes it as well
}

Result<void> ListenerWatch::start()
{
    auto listening = listen_at(m_path);
    if (!listening)
        return std::unexpected(listening.error());
    m_listening = std::move(*listening);
    await_connections();
    return {};
}

void ListenerWatch::await_connections()
{
    m_accepting = SourceId{g_unix_fd_add(
        m_listening.get(), G_IO_IN,
        [](int, GIOCondition, gpointer self) -> gboolean {
            return static_cast<ListenerWatch *>(self)->accept() ? G_SOURCE_CONTINUE
                                                                : G_SOURCE_REMOVE;
        },
        this)};
}

/// One connection a turn, so a process that connects all the time does not delay the others.
bool ListenerWatch::accept()
{
    UniqueFd fd{accept4(m_listening.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC)};
    if (fd) {
        add(std::move(fd));
        return true;
    }
    if (errno == EAGAIN || errno == EINTR || errno == ECONNABORTED)
        return true;
    m_accepting.forget(); // no file descriptor is free, or no memory
    m_pause = Timer::once(pause_ms, [this] { await_connections(); });
    return false;
}

/// A connection that is not added is closed.
void ListenerWatch::add(UniqueFd fd)
{
    if (m_connections.size() >= most)
        return;
    const auto peer = peer_of(fd.get());
    if (!peer)
        return; // it has ended, is another user's, or is in no unit; nothing depends on it
    const std::size_t before = count_of(peer->process);
    // Each child of a forking process would have its own limit, so the unit has one, too.
    if (before >= most_of_a_process || count_in(peer->unit) >= most_of_a_unit
        || (before == 0 && !begins_in_time()))
        return;
    const int number = fd.get();
    Connection &added = m_connections[number];
    added.watch = this;
    added.fd = std::move(fd);
    added.peer = *peer;
    added.source = SourceId{g_unix_fd_add(
        number, static_cast<GIOCondition>(G_IO_IN | G_IO_HUP | G_IO_ERR),
        [](int, GIOCondition, gpointer data) -> gboolean {
            auto &connection = *static_cast<Connection *>(data);
            return connection.watch->receive(connection) ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
        },
        &added)};
    m_reads.follow(number);
    if (before == 0)
        m_emit(event::ListenerSeen{peer->process});
}

bool ListenerWatch::begins_in_time()
{
    constexpr gint64 minute = 60 * G_USEC_PER_SEC;
    const gint64 now = g_get_monotonic_time();
    if (m_begun_since == 0 || now - m_minute_began >= minute) {
        m_minute_began = now;
        m_begun_since = 0;
    }
    return m_begun_since++ < most_in_a_minute;
}

Result<ListenerWatch::Peer> ListenerWatch::peer_of(int fd) const
{
    const auto peer = connected_by(fd);
    if (!peer)
        return std::unexpected(peer.error());
    if (peer->uid != m_owner)
        return error(ErrorKind::Refused, "a listener is another user's");
    auto found = m_look(peer->pid);
    if (found && peer->pidfd && !is_alive(peer->pidfd.get()))
        return error(ErrorKind::Failed, "a listener has ended"); // its number is another's by now
    return found;
}

/// What clients send means nothing here. It has to be read, since a full socket would stay ready.
bool ListenerWatch::receive(Connection &connection)
{
    std::array<char, most_received> dropped{};
    const ssize_t got = read(connection.fd.get(), dropped.data(), dropped.size());
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return true;
    if (got > 0) {
        connection.received += static_cast<std::size_t>(got);
        if (connection.received <= most_received)
            return true;
    }
    connection.source.forget(); // this source ends by itself
    const ProcessId process = connection.peer.process;
    m_connections.erase(connection.fd.get());
    if (count_of(process) == 0)
        m_emit(event::ListenerGone{process});
    return false;
}

void ListenerWatch::has_read(int fd)
{
    if (const auto connection = m_connections.find(fd); connection != m_connections.end())
        m_emit(event::QuestionRead{connection->second.peer.process});
}

void ListenerWatch::process_ended(ProcessId process)
{
    const auto closed = std::erase_if(
        m_connections, [&](const auto &entry) { return entry.second.peer.process == process; });
    if (closed > 0)
        m_emit(event::ListenerGone{process});
}

std::size_t ListenerWatch::count_of(ProcessId process) const
{
    return static_cast<std::size_t>(std::ranges::count_if(
        m_connections, [&](const auto &entry) { return entry.second.peer.process == process; }));
}

std::size_t ListenerWatch::count_in(UnitId unit) const
{
    return static_cast<std::size_t>(std::ranges::count_if(
        m_connections, [&](const auto &entry) { return entry.second.peer.unit == unit; }));
}

std::vector<int> ListenerWatch::connections_of(const std::vector<ProcessId> &processes) const
{
    std::vector<int> found;
    for (const auto &[fd, connection] : m_connections) {
        if (std::ranges::find(processes, connection.peer.process) != processes.end())
            found.push_back(fd);
    }
    return found;
}

} // namespace headroom
