// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "apps.h"
#include "capabilities.h"
#include "culprit.h"
#include "figures.h"
#include "output.h"

namespace headroom::ctl {

/// All data for `status`, gathered once, for both output formats.
struct Situation {
    std::string version;
    std::string level;
    /// Empty: the machine is calm, or the daemon gives no reason.
    std::string level_reason;
    std::string level_reason_code; ///< empty as that is
    NamedCulprit culprit;
    std::uint64_t disabled_until = 0; ///< since 1970; 0: it is enabled
    std::string response; ///< as chosen_response()
    /// Empty: no app.
    std::string focused;
    /// Empty: nothing reports windows.
    std::string window_source;
    bool windows_known = false;
    Capabilities capabilities;
    std::vector<App> apps; ///< sorted by id
    Measures measures;
    std::string not_measured; ///< why there are no measures at all
};

[[nodiscard]] std::expected<Situation, Failure> present_situation();

[[nodiscard]] std::string situation_as_json(const Situation &situation);
/// The same in one line.
[[nodiscard]] std::string situation_as_json_line(const Situation &situation);
/// What --columns may name.
[[nodiscard]] std::vector<std::string> situation_columns();
[[nodiscard]] std::string situation_as_text(const Situation &situation, const Output &output);
/// The table in it.
[[nodiscard]] std::string situation_table(const Situation &situation, const Output &output);

} // namespace headroom::ctl
