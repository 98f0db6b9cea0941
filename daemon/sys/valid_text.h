// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"

#include <string_view>

namespace headroom {

/// Names of programs, units and apps come from files of anybody's and may be any bytes. JSON and a terminal want UTF-8, and a D-Bus string that isn't
/// costs the whole connection. What isn't becomes U+FFFD. Never null.
[[nodiscard]] inline CharPtr valid_text(std::string_view text)
{
    return CharPtr{g_utf8_make_valid(text.data(), static_cast<gssize>(text.size()))};
}

} // namespace headroom
