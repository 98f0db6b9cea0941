// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "act/freeze.h"
#include "act/sweep.h"
#include "parts/scratch.h"

#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace headroom::seen {

inline constexpr const char *top = "/user.slice";
inline constexpr const char *unit_path = "/user.slice/app.slice/app-x-1.scope";

/// A freezer whose unit is a directory with plain files.
class FreezeAndSweep : public testing::Test {
protected:
    Scratch scratch;
    std::optional<CgroupDirs> dirs;
    std::optional<OomdMarks> oomd_marks;
    std::vector<Event> reports;
    std::vector<std::string> unset;

    void SetUp() override
    {
        scratch.cgroup(std::string{"root"} + unit_path);
        auto opened = CgroupDirs::open(scratch.path("root"));
        ASSERT_TRUE(opened);
        dirs.emplace(std::move(*opened));
    }

    Freezer freezer()
    {
        oomd_marks.emplace(*dirs);
        return Freezer{*dirs, *oomd_marks, FrozenLedger{scratch.path("run")},
                       ProcessTable{scratch.path("proc")},
                       [this](Event event) { reports.push_back(std::move(event)); }};
    }

    UnitId unit(const std::string &path = unit_path)
    {
        return dirs->open_unit(path).value_or(UnitId{});
    }
    [[nodiscard]] std::string freeze_file() const
    {
        return scratch.text(std::string{"root"} + unit_path + "/cgroup.freeze").substr(0, 1);
    }
    bool marked(const char *name = mark::frozen)
    {
        return dirs->find(unit())->mark(name).has_value();
    }

    Swept sweeps(bool unsets = true)
    {
        return sweep(*dirs, top, scratch.path("run"), SweepAt::End, [&](const Leftover &left) {
            const char *name = nullptr;
            g_variant_get_child(left.properties.get(), 0, "&s", &name);
            const CharPtr call{g_variant_print(left.properties.get(), FALSE)};
            unset.push_back(std::string_view{call.get()}.contains("MemoryLow")
                                ? std::string{mark::protection} + " of " + name
                                : name);
            if (unsets)
                left.done();
            return unsets;
        });
    }
};

} // namespace headroom::seen
