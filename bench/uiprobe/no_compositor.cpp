// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "pace.h"

namespace uiprobe {

namespace {

std::unexpected<std::string> no_window()
{
    return std::unexpected(
        std::string{"this uiprobe was built without libwayland, and so can't be a window"});
}

} // namespace

std::expected<std::unique_ptr<Pace>, std::string> pace_of_compositor(const std::string & /*app_id*/)
{
    return no_window();
}

std::expected<std::unique_ptr<Pace>, std::string>
pace_of_clock_in_a_window(const std::string & /*app_id*/)
{
    return no_window();
}

} // namespace uiprobe
