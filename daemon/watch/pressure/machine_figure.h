// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/read_again.h"
#include "sys/unique_fd.h"

#include <fcntl.h>
#include <optional>
#include <string>

namespace headroom {

/// What the text of a file of the machine says, by its parser. nullopt: unreadable, or not known.
template<typename Parse>
auto machine_figure(const std::string &path, Parse parse) -> decltype(parse({}))
{
    const UniqueFd fd{open(path.c_str(), O_RDONLY | O_CLOEXEC)};
    FileRoom room;
    const auto text = fd ? read_again(fd.get(), room) : std::nullopt;
    return text ? parse(*text) : std::nullopt;
}

} // namespace headroom
