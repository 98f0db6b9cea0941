// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

namespace headroom::ctl {

/// Gives the terminal back when the program ends by a signal that nobody waits for: a crash, an assertion, Ctrl+\.
///
/// First remember_terminal(), before anything is changed. Then, with the strings that undo what was: each may be nullptr.
void remember_terminal();
void rescue_terminal_at_a_crash(const char *leave_page, const char *show_cursor, const char *plain,
                                const char *usual_keys);
/// It is given back already.
void leave_terminal_alone();

} // namespace headroom::ctl
