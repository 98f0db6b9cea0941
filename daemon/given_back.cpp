// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "given_back.h"

#include <algorithm>
#include <malloc.h>

namespace headroom {

namespace {

constexpr std::size_t worth_it = 512; ///< entries fewer than there were: a MiB or more
constexpr guint settles_s = 5; ///< what goes by the thousand takes a while, and may come again

} // namespace

void GivenBack::there_are(std::size_t entries)
{
    m_now = entries;
    m_most = std::max(m_most, entries);
    if (m_most - m_now < worth_it || m_timer)
        return;
    m_timer = SourceId{g_timeout_add_seconds(
        settles_s,
        [](gpointer self) -> gboolean {
            static_cast<GivenBack *>(self)->m_timer.forget();
            static_cast<GivenBack *>(self)->give_back();
            return G_SOURCE_REMOVE;
        },
        this)};
}

/// The heap that was there at the start is locked (resident.h), and what is locked isn't given back; what it has grown by since is neither.
void GivenBack::give_back()
{
    m_most = m_now;
    (void)malloc_trim(0);
}

} // namespace headroom
