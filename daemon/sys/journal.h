// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/unique_fd.h"

#include <cstddef>
#include <string>
#include <vector>

namespace headroom {

/// Sends entries to the journal and never blocks. sd_journal_send() waits as long as journald's
/// queue is full. That is for ever if journald is stopped or itself waits for the disk. Entries
/// that cannot be sent immediately are dropped and counted. The protocol:
/// https://systemd.io/JOURNAL_NATIVE_PROTOCOL/
class Journal {
public:
    /// path: journald's socket.
    explicit Journal(std::string path = "/run/systemd/journal/socket") : m_path(std::move(path)) {}

    /// fields: each "NAME=value".
    void send(const std::vector<std::string> &fields);
    /// Entries dropped since the journal last got a count of them.
    [[nodiscard]] std::size_t dropped() const { return m_dropped; }

private:
    [[nodiscard]] bool try_send(const std::vector<std::string> &fields);

    std::string m_path;
    UniqueFd m_socket;
    std::size_t m_dropped = 0;
};

} // namespace headroom
