// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace headroom::ctl {

/// MAKEFLAGS for the clients of a jobserver. before: what the user has in it, which is kept. See
/// "Sharing Job Slots" in make's manual.
[[nodiscard]] std::string make_flags(std::string_view before, unsigned jobs, std::string_view path);

} // namespace headroom::ctl
