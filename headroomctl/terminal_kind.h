// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

namespace headroom::ctl {

/// Whether stdout's kind of terminal, as TERM has it, is known and can place its cursor. In a file of its own, since the header that it takes has macros
/// called lines and columns.
[[nodiscard]] bool terminal_can_show_a_page();

} // namespace headroom::ctl
