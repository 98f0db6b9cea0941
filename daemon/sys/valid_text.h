// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"

#include <string_view>

namespace headroom {

/// Replaces invalid UTF-8 by U+FFFD. Never null. Names of programs, units and apps come from files
/// that anyone may write, and may be any bytes. JSON and a terminal need UTF-8. A D-Bus string that
/// is not UTF-8 costs us the whole connection.
[[nodiscard]] inline CharPtr valid_text(std::string_view text)
{
    return CharPtr{g_utf8_make_valid(text.data(), static_cast<gssize>(text.size()))};
}

} // namespace headroom
