// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>

namespace headroom::ctl {

/// Shows the text in the pager that systemctl would use, until the user leaves it. Returns
/// false, and shows nothing, if stdout is no capable terminal, or no pager is wanted or found.
[[nodiscard]] bool shown_in_pager(const std::string &text);

} // namespace headroom::ctl
