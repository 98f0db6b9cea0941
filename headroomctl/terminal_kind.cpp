// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "terminal_kind.h"

#include <unistd.h>

#include <curses.h>
#include <term.h>

namespace headroom::ctl {

bool terminal_can_show_a_page()
{
    int why_not = 0; // without it, setupterm() ends the program
    return setupterm(nullptr, STDOUT_FILENO, &why_not) == OK && cursor_address != nullptr;
}

} // namespace headroom::ctl
