// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"

#include <cstddef>

namespace headroom {

/// Gives memory back after there was much to be known: libc keeps what was freed between things that are still used, and for a program that then sits quiet
/// for days that is for good. Nothing runs while little comes and goes.
class GivenBack {
public:
    /// After each turn. entries: how many units, windows and the like there are.
    void there_are(std::size_t entries);

private:
    void give_back();

    std::size_t m_most = 0; ///< since memory was given back last
    std::size_t m_now = 0;
    SourceId m_timer;
};

} // namespace headroom
