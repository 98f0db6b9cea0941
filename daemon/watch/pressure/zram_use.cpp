// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/pressure/zram_use.h"

#include "model/kernel_text.h"
#include "watch/pressure/machine_figure.h"

#include <filesystem>

namespace headroom {

std::optional<std::uint64_t> read_zram_use(const std::string &sys_root)
{
    namespace fs = std::filesystem;
    std::error_code failed;
    fs::directory_iterator devices{sys_root + "/block", failed};
    std::uint64_t sum = 0;
    for (; !failed && devices != fs::directory_iterator{}; devices.increment(failed)) {
        if (!devices->path().filename().string().starts_with("zram"))
            continue;
        const auto bytes = machine_figure(devices->path() / "mm_stat", parse_zram_use);
        if (!bytes)
            return std::nullopt;
        sum += *bytes;
    }
    return failed ? std::nullopt : std::optional{sum};
}

} // namespace headroom
