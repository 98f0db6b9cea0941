// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/timer.h"

#include <cstddef>

namespace headroom {

/// Call before the first thread starts and anything large is allocated. From then on, a block of
/// 128 KiB or more returns to the kernel as soon as it is freed, and all threads share one arena.
void keep_heap_small();

/// Returns free memory to the kernel after the session has become much smaller, and after a large
/// answer. libc keeps free memory that lies between blocks still in use. A daemon that then idles
/// for days would keep it for good. While few entries come and go, nothing runs.
class GivenBack {
public:
    /// Call after each turn. entries: the number of units, windows and the like.
    void note_entries(std::size_t entries);
    /// Call for each answer to a client. entries: how many it has.
    void note_answer(std::size_t entries);

private:
    void give_back_later();
    void give_back();

    std::size_t m_most = 0; ///< since memory was last returned
    std::size_t m_now = 0;
    Timer m_timer;
};

} // namespace headroom
