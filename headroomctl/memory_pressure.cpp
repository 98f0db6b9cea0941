// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "memory_pressure.h"

#include <sys/stat.h>

#include <glib.h>

namespace headroom::ctl {

namespace {

constexpr const char *variable = "MEMORY_PRESSURE_WATCH";
/// What a program writes to the file. Our socket needs nothing.
constexpr const char *written = "MEMORY_PRESSURE_WRITE";

/// nullopt: it isn't set, or systemd has set it. Then it is for the service that our shell runs in,
/// and would be wrong for any other unit.
std::optional<std::string> chosen_by_user()
{
    const char *value = g_getenv(variable);
    if (value == nullptr || g_str_has_suffix(value, "/memory.pressure") != FALSE)
        return std::nullopt;
    return value;
}

std::optional<std::string> socket_of_daemon()
{
    std::string path = std::string(g_get_user_runtime_dir()) + "/headroom/memory-pressure";
    struct stat info{};
    if (stat(path.c_str(), &info) != 0 || !S_ISSOCK(info.st_mode))
        return std::nullopt; // headroomd doesn't run, or is an older one
    return path;
}

} // namespace

std::optional<std::string> memory_pressure_watch()
{
    auto value = chosen_by_user();
    return value ? value : socket_of_daemon();
}

void watch_memory_pressure()
{
    if (chosen_by_user())
        return;
    if (const auto socket = socket_of_daemon()) {
        g_setenv(variable, socket->c_str(), TRUE);
        g_unsetenv(written);
    }
}

} // namespace headroom::ctl
