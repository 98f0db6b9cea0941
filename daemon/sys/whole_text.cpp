// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/whole_text.h"

#include <array>
#include <cerrno>
#include <format>
#include <unistd.h>

namespace headroom {

Result<std::string> read_whole(const UniqueFd &fd, std::string_view path)
{
    std::string text;
    std::array<char, 8192> part{};
    while (text.size() <= longest_text) {
        const ssize_t got = read(fd.get(), part.data(), part.size());
        if (got == 0)
            return text;
        if (got > 0)
            text.append(part.data(), static_cast<std::size_t>(got));
        else if (errno != EINTR)
            return system_error(errno, std::format("reading {}", path));
    }
    return error(ErrorKind::BadInput, std::format("{} is longer than 1 MiB", path));
}

Result<void> write_whole(const UniqueFd &fd, std::string_view text, std::string_view path)
{
    while (!text.empty()) {
        const ssize_t written = write(fd.get(), text.data(), text.size());
        if (written >= 0)
            text.remove_prefix(static_cast<std::size_t>(written));
        else if (errno != EINTR)
            return system_error(errno, std::format("writing {}", path));
    }
    return {};
}

} // namespace headroom
