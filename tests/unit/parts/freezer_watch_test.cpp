// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/frozen/freezer.h"

#include "parts/main_context.h"
#include "parts/scratch.h"

#include <optional>

namespace headroom {

namespace {

constexpr const char *unit_path = "/app.slice/app-x-1.scope";

/// A unit whose two files contain what the test writes.
class WatchedFreezer : public testing::Test {
protected:
    seen::Scratch scratch;
    std::optional<CgroupDirs> dirs;
    std::vector<bool> told;
    std::optional<FreezerWatch> watch;

    void SetUp() override
    {
        scratch.cgroup(std::string{"root"} + unit_path);
        auto opened = CgroupDirs::open(scratch.path("root"));
        ASSERT_TRUE(opened);
        dirs.emplace(std::move(*opened));
        watch.emplace(*dirs, [this](const Event &event) {
            told.push_back(std::get<event::FreezerSettled>(event).frozen);
        });
    }

    void say(const char *freeze, const char *events)
    {
        scratch.file(std::string{"root"} + unit_path + "/cgroup.freeze", freeze);
        scratch.file(std::string{"root"} + unit_path + "/cgroup.events", events);
    }
};

TEST_F(WatchedFreezer, TellsWhatIsSoAndWhatBecomesSo)
{
    say("1\n", "populated 1\nfrozen 1\n");
    watch->follow(dirs->open_unit(unit_path).value());
    EXPECT_EQ(told, std::vector{true});
    say("0\n", "populated 1\nfrozen 0\n");
    EXPECT_TRUE(seen::comes_true([&] { return told.size() > 1; }));
    EXPECT_FALSE(told.back());
}

TEST_F(WatchedFreezer, AKilledUnitWasNotThawed)
{
    say("1\n", "populated 1\nfrozen 1\n");
    watch->follow(dirs->open_unit(unit_path).value());
    say("1\n", "populated 1\nfrozen 0\n"); // it was killed, and is freeing its memory
    say("1\n", "populated 0\nfrozen 0\n");
    while (g_main_context_iteration(nullptr, FALSE) != FALSE) {
    }
    EXPECT_EQ(told, std::vector{true});
    say("1\n", "populated 1\nfrozen 1\n"); // the watch still works: this is reported
    EXPECT_TRUE(seen::comes_true([&] { return told.size() > 1; }));
}

} // namespace

} // namespace headroom
