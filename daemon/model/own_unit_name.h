// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// Names of the units that Headroom has systemd make.
namespace headroom {

/// "app-headroom-ID-RANDOM.scope", never longer than systemd allows: a long id is cut between two
/// characters. Empty if app_id isn't usable, or random isn't 1 to 64 of [A-Za-z0-9:_.]: such a name
/// could not be parsed again.
[[nodiscard]] std::string headroom_scope_name(std::string_view app_id, std::string_view random);

/// "app-headroom-ID@RANDOM.service". Cut or empty in the same cases.
[[nodiscard]] std::string headroom_service_name(std::string_view app_id, std::string_view random);

/// "app-headroom.tab-ID-PID.scope", for a terminal's tab; PID is the process that leads it. Cut or
/// empty in the same cases.
[[nodiscard]] std::string split_tab_scope_name(std::string_view terminal, std::int32_t shell);

} // namespace headroom
