// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>
#include <vector>

#include "past.h"

namespace headroom::ctl {

/// The acts in Chrome's Trace Event Format, which Perfetto opens. The levels are a process, and so
/// is each app. What lasts has a beginning and an end; what is still in force ends with the last
/// act.
[[nodiscard]] std::string trace_as_json(const std::vector<PastAct> &acts);

} // namespace headroom::ctl
