// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>

namespace headroom::ctl {

/// Shows the text in the pager that systemctl would use, until the user leaves it. false: stdout is
/// no terminal that can show a page, no pager is wanted, or there is none; nothing was shown.
[[nodiscard]] bool shown_in_pager(const std::string &text);

} // namespace headroom::ctl
