// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "bus/arguments.h"

#include "sys/plain_text.h"

#include <string_view>

namespace headroom {

namespace {

constexpr std::size_t longest_id = 255;

} // namespace

Result<AppId> checked_app(const char *id)
{
    if (*id == '\0' || std::string_view{id}.size() > longest_id)
        return error(ErrorKind::BadInput, "an application id has 1 to 255 bytes");
    if (plain_text(id) != id)
        return error(ErrorKind::BadInput,
                     "an application id has no control characters, and none that change the "
                     "direction of text");
    return AppId{id};
}

} // namespace headroom
