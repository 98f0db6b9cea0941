// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// Writes the names of the unit tests' table into a directory, one a file: the fuzzer's seeds.

#include "unit/unit_names_seen.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

namespace {

bool write_seed(const std::filesystem::path &file, std::string_view text)
{
    std::ofstream out(file, std::ios::binary);
    out << text;
    out.close();
    return !out.fail();
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 2) {
        std::fputs("Usage: unit_name_seeds DIRECTORY\n", stderr);
        return 2;
    }
    const std::filesystem::path directory = argv[1];
    std::error_code error;
    std::filesystem::create_directories(directory, error);
    int count = 0;
    bool ok = !error;
    for (const auto &row : headroom::seen::names)
        ok = ok && write_seed(directory / ("name-" + std::to_string(count++)), row.name);
    for (const auto &row : headroom::seen::others)
        ok = ok && write_seed(directory / ("other-" + std::to_string(count++)), row.name);
    for (const auto *path : {"/user.slice/user-1000.slice/user@1000.service/app.slice/app-org.kde.konsole-1.scope/tab(2).scope",
                             "/user.slice/user-1000.slice/session-3.scope", "/init.scope", "/../x",
                             "/machine.slice/libpod-1f.scope/container"})
        ok = ok && write_seed(directory / ("path-" + std::to_string(count++)), path);
    if (!ok) {
        std::fprintf(stderr, "The seeds could not be written into %s.\n", argv[1]);
        return 1;
    }
    return 0;
}
