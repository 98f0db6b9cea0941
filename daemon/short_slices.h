// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

namespace headroom {

/// Has the kernel run this thread, and those it starts from now on, sooner when they have something to do, and in return for a shorter while. Their share of
/// the processors stays what it is.
void take_short_slices();

} // namespace headroom
