// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/units/kin.h"

#include "parts/main_context.h"
#include "parts/scratch.h"

#include <fcntl.h>
#include <filesystem>
#include <format>
#include <gtest/gtest.h>
#include <map>
#include <sys/stat.h>

namespace headroom {

namespace {

using seen::comes_true;
using seen::Scratch;

constexpr const char *manager = "/user.slice/user-1000.slice/user@1000.service";

class KinWatchTest : public testing::Test {
protected:
    Scratch scratch;
    std::map<UnitId, int> reported; ///< how often each unit's ties were

    KinWatchTest() { watch.answered_within_s = 1; }

    [[nodiscard]] static std::string path(const std::string &unit)
    {
        return std::format("{}/app.slice/{}", manager, unit);
    }
    UnitId unit(const std::string &name, const std::string &procs)
    {
        scratch.cgroup("root" + path(name));
        scratch.file("root" + path(name) + "/cgroup.procs", procs);
        return *dirs->open_unit(path(name));
    }
    /// Looking at this one hangs until the descriptor is closed.
    UniqueFd hangs(const std::string &name)
    {
        const std::string procs = scratch.path("root" + path(name) + "/cgroup.procs");
        std::filesystem::remove(procs);
        EXPECT_EQ(mkfifo(procs.c_str(), 0600), 0);
        return UniqueFd{open(procs.c_str(), O_RDWR | O_CLOEXEC)};
    }

    Result<CgroupDirs> dirs{(scratch.dir("root"), CgroupDirs::open(scratch.path("root")))};
    KinWatch watch{*dirs, manager, scratch.path("proc"), [this](const Event &event) {
                       if (const auto *tied = std::get_if<event::UnitTied>(&event))
                           ++reported[tied->unit];
                   }};
};

/// As if its processes could not be read.
TEST_F(KinWatchTest, AUnitThatHangsIsLeftOutOfLaterLooks)
{
    const UnitId hostile = unit("app-hostile-1.scope", "");
    scratch.process(70, 1, "chromium", path("app-org.chromium.Chromium-77.scope"));
    scratch.process(71, 70, "chromium", path("app-chromium@1f.service"));
    (void)unit("app-org.chromium.Chromium-77.scope", "70\n");
    const UnitId service = unit("app-chromium@1f.service", "71\n");
    UniqueFd hold = hangs("app-hostile-1.scope");
    watch.look_at({hostile, service});
    ASSERT_TRUE(comes_true([&] { return reported[service] > 0; })) << "though not at once";
    for (int i = 0; i < 20; ++i) { // more than there are threads
        const int before = reported[service];
        watch.look_at({hostile, service});
        ASSERT_TRUE(comes_true([&] { return reported[service] > before; }));
    }
    scratch.process(72, 70, "chromium", path("app-hostile-1.scope"));
    const std::string procs = "root" + path("app-hostile-1.scope") + "/cgroup.procs";
    scratch.file(procs + ".new", "72\n");
    std::filesystem::rename(scratch.path(procs + ".new"), scratch.path(procs));
    hold.reset();
    EXPECT_TRUE(comes_true([&] { return reported[hostile] > 0; }))
        << "it is looked at again once it no longer hangs";
}

TEST_F(KinWatchTest, AnEmptyUnitIsLookedAtOnceMore)
{
    scratch.process(60, 1, "chromium", path("app-org.chromium.Chromium-77.scope"));
    scratch.process(61, 60, "chromium", path("app-chromium@1f.service"));
    (void)unit("app-org.chromium.Chromium-77.scope", "60\n");
    const UnitId service = unit("app-chromium@1f.service", "61\n");
    scratch.process(70, 1, "kgx", path("app-org.gnome.Console-1.scope"));
    scratch.process(71, 70, "bash", path("vte-spawn-0a1b.scope"), 100, 34816, 71);
    const UnitId tab = unit("vte-spawn-0a1b.scope", "");
    std::map<UnitId, ProcessId> started;
    watch.on_tab_starter = [&](UnitId which, ProcessId by) { started[which] = by; };
    watch.look_at({tab, service});
    ASSERT_TRUE(comes_true([&] { return reported[service] > 0; }));
    EXPECT_TRUE(started.empty()) << "systemd has not moved the shell yet";
    scratch.file("root" + path("vte-spawn-0a1b.scope") + "/cgroup.procs", "71\n");
    EXPECT_TRUE(comes_true([&] { return !started.empty(); }));
    EXPECT_EQ(started, (std::map<UnitId, ProcessId>{{tab, ProcessId{70, 100}}}));
}

} // namespace

} // namespace headroom
