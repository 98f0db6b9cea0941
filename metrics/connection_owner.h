// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <sys/socket.h>
#include <sys/types.h>

namespace headroom::metrics {

[[nodiscard]] bool is_loopback(const sockaddr *address);

/// The address as a Host header has it: "127.0.0.2", "[::1]". Empty: of neither family.
[[nodiscard]] std::string in_url(const sockaddr *address);

/// The address as the kernel writes it in /proc/net/tcp and tcp6. Empty: of neither family.
[[nodiscard]] std::string in_table(const sockaddr *address);

/// The user whose process has opened the client's end, from the text of such a table. client and
/// server as from in_table(). nullopt: unknown. A client that has closed its end has no owner any
/// more, and the kernel writes 0 for it, which is not root.
[[nodiscard]] std::optional<uid_t> connection_owner(std::string_view table, std::string_view client,
                                                    std::string_view server);

/// The same of this computer. TCP has no SO_PEERCRED.
[[nodiscard]] std::optional<uid_t> connection_owner(const sockaddr *client, const sockaddr *server);

} // namespace headroom::metrics
