// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <system_error>

namespace headroom {

/// The kinds of failure that a caller can act on. Each is a D-Bus error of the same name.
enum class ErrorKind { NoSuchApp, Refused, Unavailable, BadInput, Failed };

struct Error {
    ErrorKind kind = ErrorKind::Failed;
    /// Fit for display: what was tried, and what the kernel or systemd reported.
    std::string sentence;
    int code = 0; ///< errno, or 0
};

template<typename T> using Result = std::expected<T, Error>;

/// "opening /x: No such file or directory". `code` is an errno.
[[nodiscard]] inline std::unexpected<Error> system_error(int code, std::string_view doing)
{
    return std::unexpected(Error{ErrorKind::Failed,
                                 std::string{doing} + ": " + std::generic_category().message(code),
                                 code});
}

[[nodiscard]] inline std::unexpected<Error> error(ErrorKind kind, std::string sentence)
{
    return std::unexpected(Error{kind, std::move(sentence), 0});
}

} // namespace headroom
