// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <expected>
#include <string>

namespace uiprobe {

struct Options {
    bool help = false;
    bool wayland = false; ///< be a window, and draw when the compositor asks for it
    bool window = false;  ///< be a window that is drawn once, and make frames by the clock
    std::chrono::milliseconds threshold{100}; ///< a longer gap is a stall
    std::chrono::seconds seconds{45};
    std::chrono::microseconds work{4000}; ///< CPU time of a frame
    std::size_t anonymous_mib = 64;
    std::size_t file_mib = 200;
    std::string file =
        "/var/tmp/uiprobe.data"; ///< created if missing; not in /tmp, which may be a tmpfs
    std::string app_id = "org.headroomd.uiprobe";
};

[[nodiscard]] std::expected<Options, std::string> parse_options(int argc, char **argv);
[[nodiscard]] std::string usage();

} // namespace uiprobe
