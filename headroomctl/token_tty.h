// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <expected>
#include <string>

#include "failure.h"
#include "sys/unique_fd.h"

namespace headroom::ctl {

/// Where a jobserver's clients take tokens, a byte each, and return them: a pseudoterminal. In a
/// FIFO, a client that returns a token would have taken it again before anything else could. Here,
/// what is returned comes to us. And it leaves no file behind, however we end.
class TokenTty {
public:
    [[nodiscard]] static std::expected<TokenTty, Failure> make();

    /// For clients.
    [[nodiscard]] const std::string &path() const { return m_path; }
    /// Readable when tokens have come back.
    [[nodiscard]] int fd() const { return m_ours.get(); }

    /// Returns how many were accepted.
    [[nodiscard]] unsigned give(unsigned count);
    /// Takes up to so many back that no client has taken. Returns how many.
    [[nodiscard]] unsigned take_back(unsigned count);
    /// How many no client has taken.
    [[nodiscard]] unsigned unread() const;
    /// How many bytes clients have returned since the last call. They may be more than they were
    /// given.
    [[nodiscard]] unsigned returned();

private:
    TokenTty(UniqueFd ours, UniqueFd theirs, std::string path);

    UniqueFd m_ours;
    UniqueFd m_theirs; ///< kept open: otherwise the last client to go would end the terminal
    std::string m_path;
};

} // namespace headroom::ctl
