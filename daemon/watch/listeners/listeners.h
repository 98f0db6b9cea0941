// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"
#include "sys/result.h"
#include "sys/timer.h"
#include "sys/unique_fd.h"
#include "watch/emit.h"
#include "watch/listeners/read_edges.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <sys/types.h>
#include <vector>

namespace headroom {

/// The processes that want to be asked to free memory. They connect to a socket of ours, by
/// systemd's protocol for memory pressure.
class ListenerWatch {
public:
    static constexpr std::size_t most = 256; ///< connections in all
    static constexpr std::size_t most_of_a_process = 8;
    static constexpr std::size_t most_of_a_unit = 32;
    /// Processes that may begin to listen in a minute. Each is followed until it ends.
    static constexpr std::size_t most_in_a_minute = 256;
    /// Bytes. The protocol has a client write once, what its environment contains.
    static constexpr std::size_t most_received = 4096;

    /// Which process it is, and the unit that it is in.
    struct Peer {
        ProcessId process;
        UnitId unit;
    };
    /// Finds both, as ProcessWatch::look() does.
    using Look = std::function<Result<Peer>(std::int32_t pid)>;

    /// Processes of other users than the owner are refused.
    ListenerWatch(std::string path, uid_t owner, Look look, Emit emit);
    ~ListenerWatch();
    ListenerWatch(const ListenerWatch &) = delete;
    ListenerWatch &operator=(const ListenerWatch &) = delete;

    [[nodiscard]] Result<void> start();

    /// Closes its connections, which another process may have inherited.
    void process_ended(ProcessId process);

    /// All connections of these processes.
    [[nodiscard]] std::vector<int> connections_of(const std::vector<ProcessId> &processes) const;

private:
    struct Connection {
        ListenerWatch *watch = nullptr;
        UniqueFd fd;
        SourceId source{};
        Peer peer;
        std::size_t received = 0;
    };

    void await_connections();
    bool accept();
    void add(UniqueFd fd);
    [[nodiscard]] Result<Peer> peer_of(int fd) const;
    [[nodiscard]] bool begins_in_time();
    bool receive(Connection &connection);
    void has_read(int fd);
    [[nodiscard]] std::size_t count_of(ProcessId process) const;
    [[nodiscard]] std::size_t count_in(UnitId unit) const;

    std::string m_path;
    uid_t m_owner;
    Look m_look;
    Emit m_emit;
    UniqueFd m_listening;
    SourceId m_accepting;
    Timer m_pause; ///< after a connection could not be accepted
    std::map<int, Connection> m_connections; ///< by file descriptor
    ReadEdges m_reads;
    gint64 m_minute_began = 0; ///< CLOCK_MONOTONIC, in microseconds
    std::size_t m_begun_since = 0;
};

} // namespace headroom
