// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

namespace headroom::ctl {

/// Whether the terminal type in TERM is known and can place its cursor. It has its own file because
/// its header defines macros named lines and columns.
[[nodiscard]] bool terminal_can_show_a_page();

} // namespace headroom::ctl
