// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

namespace headroom::ctl {

/// Restores the terminal when a signal that the program does not handle ends it: a crash, an
/// assertion, Ctrl+\.
///
/// Call remember_terminal() before anything is changed. Afterwards pass the strings that undo the
/// changes; each may be nullptr.
void remember_terminal();
void rescue_terminal_at_a_crash(const char *leave_page, const char *show_cursor, const char *plain,
                                const char *usual_keys);
/// Call when the terminal has been restored already.
void leave_terminal_alone();

} // namespace headroom::ctl
