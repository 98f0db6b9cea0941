// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "make_flags.h"

#include <format>

namespace headroom::ctl {

std::string make_flags(std::string_view before, unsigned jobs, std::string_view path)
{
    // Variables follow after " -- ". Options have to precede them.
    const auto variables = before.starts_with("-- ") ? 0 : before.find(" -- ");
    const std::string_view options = before.substr(0, variables);
    const std::string_view rest =
        variables == std::string_view::npos ? std::string_view{} : before.substr(variables);
    // The last of several options counts. The blank is needed even where nothing
    // precedes it: make reads a first word without it as single-letter options.
    return std::format("{} -j{} --jobserver-auth=fifo:{}{}{}", options, jobs, path,
                       rest.starts_with('-') ? " " : "", rest);
}

} // namespace headroom::ctl
