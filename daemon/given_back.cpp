// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "given_back.h"

#include <algorithm>
#include <malloc.h>

namespace headroom {

namespace {

constexpr std::size_t worth_it = 256; ///< so many entries take a quarter of a MiB or more
constexpr guint settles_s = 5; ///< thousands of entries take a while to go, and may come back

} // namespace

/// By default, glibc raises both thresholds with each large block that is freed, up to 32 MiB
/// (mallopt(3), "Dynamic mmap threshold"). And it gives threads up to eight arenas for each
/// processor. What a thread returns outlives it, so each arena would keep pages for a few blocks.
/// The main thread has an arena of its own, and rarely waits for others.
void keep_heap_small()
{
    constexpr int of_main_and_of_threads = 2;
    (void)mallopt(M_ARENA_MAX, of_main_and_of_threads);
    constexpr int large = 128 * 1024; // glibc's first value of both
    (void)mallopt(M_MMAP_THRESHOLD, large);
    (void)mallopt(M_TRIM_THRESHOLD, large);
}

void GivenBack::note_entries(std::size_t entries)
{
    m_now = entries;
    m_most = std::max(m_most, entries);
    if (m_most - m_now >= worth_it)
        give_back_later();
}

/// The answer is freed by the thread that has sent it. glibc then keeps its pages in the arena of
/// the thread that has made it, 3 MiB for a full history, until a thread uses that arena again.
void GivenBack::note_answer(std::size_t entries)
{
    if (entries >= worth_it)
        give_back_later();
}

void GivenBack::give_back_later()
{
    if (!m_timer)
        m_timer = Timer::once_in_seconds(settles_s, [this] { give_back(); });
}

/// The heap of the start is locked (resident.h), and locked pages are not returned. What the heap
/// has grown by since is not locked.
void GivenBack::give_back()
{
    m_most = m_now;
    (void)malloc_trim(0);
}

} // namespace headroom
