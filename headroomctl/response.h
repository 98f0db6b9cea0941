// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>

#include <headroom_dbus.h>

namespace headroom::ctl {

/// The setting Pressure/Response of a daemon that has its properties: "off", "warn" or "freeze".
/// Empty: it does not report its settings.
[[nodiscard]] std::string chosen_response(HeadroomDbusManager *daemon);

/// The sentence for users, with the way to change it. Empty: apps are paused if need be, or the
/// response is unknown.
[[nodiscard]] std::string response_sentence(const std::string &response);

} // namespace headroom::ctl
