// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/ids.h"

#include <cstdint>
#include <optional>

namespace headroom {

/// An app was asked to free memory. Amounts are bytes that it holds and that can't be dropped;
/// nullopt: not known.
struct Question {
    /// What it holds is compared for so long after the question.
    static constexpr Duration followed_for = std::chrono::seconds{1};

    TimePoint at{};
    bool was_read = false; ///< by at least one process of the app
    std::optional<std::uint64_t> held; ///< when it was asked
    std::optional<std::uint64_t> before; ///< by the last sample but one
    std::optional<std::uint64_t> now; ///< by the last sample

    /// By the last two samples. The first one is compared with what it held when it was asked.
    [[nodiscard]] bool is_falling() const { return before && now && *now < *before; }
    /// By how much it has fallen since it was asked.
    [[nodiscard]] std::optional<std::uint64_t> freed() const
    {
        if (!held || !now)
            return std::nullopt;
        return *now < *held ? *held - *now : 0;
    }
};

} // namespace headroom
