// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <glib.h>

namespace headroom {

/// How long one callback goes on with work that another one can continue. Counts alone can't bound
/// that: opening a cgroup, or queueing a message for GDBus's thread, takes microseconds, and
/// milliseconds while the kernel or that thread is busy.
class TimeSlice {
public:
    [[nodiscard]] bool is_over() const { return g_get_monotonic_time() >= m_end_us; }

private:
    static constexpr gint64 length_us = 4'000;

    gint64 m_end_us = g_get_monotonic_time() + length_us;
};

} // namespace headroom
