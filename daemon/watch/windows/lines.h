// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/result.h"

#include <string>
#include <string_view>

namespace headroom {

/// Cuts a stream into lines, whichever pieces it arrives in.
class Lines {
public:
    /// Calls take(line) for each complete line, without its newline, until that returns an error.
    /// BadInput: a line of more than 1 MiB.
    template<typename Take> Result<void> add(std::string_view piece, Take take)
    {
        m_pending += piece;
        std::string_view rest = m_pending;
        for (auto end = rest.find('\n'); end != std::string_view::npos; end = rest.find('\n')) {
            if (auto taken = take(rest.substr(0, end)); !taken)
                return taken;
            rest.remove_prefix(end + 1);
        }
        if (rest.size() > longest)
            return error(ErrorKind::BadInput, "a line has no end");
        m_pending.erase(0, m_pending.size() - rest.size());
        return {};
    }

private:
    static constexpr std::size_t longest = 1U << 20U;
    std::string m_pending;
};

} // namespace headroom
