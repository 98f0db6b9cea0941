// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "bounds.h"
#include "peer.h"
#include "pressure_file.h"

#include <functional>
#include <vector>

namespace headroom::broker {

/// What the broker works with.
struct World {
    uid_t owner = 0; ///< the only user that is served
    Roots roots;
    Limits limits;
    std::function<Result<Peer>(int connection)> identify = peer_of;
    /// Arms the trigger on its open file. Tests have files that aren't the kernel's.
    std::function<Result<void>(int fd, const TriggerRequest &)> arm;
};

/// A connection, and the triggers that last as long as it does.
class Client {
public:
    Client(UniqueFd connection, const World &world, Allowance &allowance);

    enum class Next { Await, Close };
    /// Takes one message and answers it. Never blocks: a client that doesn't read its answers is
    /// closed.
    [[nodiscard]] Next serve();
    /// Answers as serve() does, to a connection that is one too many.
    void refuse(std::string_view sentence) const;

    [[nodiscard]] int fd() const { return m_connection.get(); }
    [[nodiscard]] bool has_triggers() const { return !m_triggers.empty(); }

private:
    [[nodiscard]] Result<TriggerRequest> receive() const;
    [[nodiscard]] Result<UniqueFd> arm(const Result<TriggerRequest> &request);
    [[nodiscard]] bool send(const Result<void> &answer, int passed) const;

    UniqueFd m_connection;
    const World &m_world;
    Allowance &m_allowance;
    Result<void> m_admitted;
    std::vector<UniqueFd> m_triggers;
    std::size_t m_messages = 0;
};

} // namespace headroom::broker
