// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>

#include "words.h"

namespace headroom::ctl {

/// Texts of the kernel and the distribution. Empty: unreadable.
struct SwapTexts {
    std::string meminfo; ///< /proc/meminfo
    std::string swaps; ///< /proc/swaps
    std::string zswap; ///< /sys/module/zswap/parameters/enabled
    std::string os_release; ///< os-release(5)
};

/// What it means here that there is no swap ("no-swap"), or only on a disk ("disk-only"), and how
/// to get zram: sentences. Empty: nothing to advise, or not enough is known.
[[nodiscard]] Finding swap_advice(const SwapTexts &texts);

/// The texts of this computer.
[[nodiscard]] SwapTexts swap_texts();

} // namespace headroom::ctl
