// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/unique_fd.h"

#include <cstddef>
#include <string>
#include <vector>

namespace headroom {

/// Sends entries to the journal without ever waiting for it: sd_journal_send() waits for as long as journald's queue is full, and that is for ever where
/// journald is stopped, or itself waits for the disk. What isn't taken is dropped and counted.
/// The protocol: https://systemd.io/JOURNAL_NATIVE_PROTOCOL/
class Journal {
public:
    /// path: of journald's socket.
    explicit Journal(std::string path = "/run/systemd/journal/socket") : m_path(std::move(path)) {}

    /// fields: "NAME=value" each.
    void send(const std::vector<std::string> &fields);
    [[nodiscard]] std::size_t dropped() const
    {
        return m_dropped;
    } ///< since the journal was last told of them

private:
    [[nodiscard]] bool give(const std::vector<std::string> &fields);

    std::string m_path;
    UniqueFd m_socket;
    std::size_t m_dropped = 0;
};

} // namespace headroom
