// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <expected>
#include <string>

#include <headroom_dbus.h>

#include "failure.h"

namespace headroom::ctl {

/// Has headroomd do nothing by itself for so long. 0: it is resumed.
[[nodiscard]] std::expected<void, Failure> disable_for(HeadroomDbusManager *daemon,
                                                       std::uint64_t duration_us);

/// The sentence for users, with the way to end it. time_us: not 0.
[[nodiscard]] std::string disabled_sentence(std::uint64_t time_us);

/// "disabled_until_us" of a daemon that has its properties, as a whole JSON document.
[[nodiscard]] std::string disabled_as_json(std::uint64_t time_us);

} // namespace headroom::ctl
