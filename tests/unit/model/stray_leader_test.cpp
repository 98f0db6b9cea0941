// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/adopt_strays.h"

#include <gtest/gtest.h>

namespace headroom {

namespace {

TEST(StrayLeader, Table)
{
    struct Row {
        const char *what;
        std::vector<Ancestor> lineage;
        std::optional<std::int32_t> main_pid;
        std::optional<std::int32_t> leader;
    };
    const auto one = [](std::int32_t pid, const char *program, bool tty = false) { return Ancestor{{pid, 1}, program, tty}; };
    const std::vector<Row> rows{
        {"alone", {one(50, "app")}, 0, 50},
        {"below the main process", {one(50, "app"), one(40, "sh"), one(9, "shell")}, 9, 40},
        {"the main process", {one(9, "shell")}, 9, std::nullopt},
        {"same program as the main process", {one(50, "shell"), one(9, "shell")}, 9, std::nullopt},
        {"a helper of the main process in between", {one(50, "app"), one(40, "shell"), one(9, "shell")}, 9, 50},
        {"above a protected one", {one(50, "app"), one(40, "krunner"), one(30, "sh")}, 0, 50},
        {"a protected one", {one(50, "kwalletd6"), one(40, "sh")}, 0, std::nullopt},
        {"an executable that can't be read", {one(50, "")}, 0, std::nullopt},
        {"below one that can't be read", {one(50, "app"), one(40, "")}, 0, 50},
        {"with a terminal", {one(50, "app", true), one(40, "bash", true)}, 0, std::nullopt},
        {"detached, below a shell with a terminal", {one(50, "app"), one(40, "bash", true)}, 0, 50},
        {"the main process is in another cgroup", {one(50, "app")}, 9, 50},
    };
    for (const Row &row : rows) {
        const Process process{.id = row.lineage.front().id, .unit = {}, .lineage = row.lineage, .app_hint = ""};
        Unit source;
        source.main_pid = row.main_pid;
        const auto leader = stray_leader(process, source);
        EXPECT_EQ(leader ? std::optional{leader->pid} : std::nullopt, row.leader) << row.what;
    }
}

} // namespace

} // namespace headroom
