// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <optional>

#include "model/ids.h"

namespace headroom::ctl {

/// Finds tokens that were lost with their holder, such as a make that was killed. Tokens have no
/// owners. But each token is for a job, and each job has a process without children, or a
/// thread in one. So there can't be more tokens than such threads for long.
class LostTokens {
public:
    /// held: tokens that clients have taken. threads: nullopt if unknown. Returns how many are
    /// lost.
    [[nodiscard]] unsigned look(unsigned held, std::optional<unsigned> threads, TimePoint now);

private:
    std::optional<TimePoint> m_too_many_since;
    unsigned m_least = 0; ///< by how many it was too many, since then
};

} // namespace headroom::ctl
