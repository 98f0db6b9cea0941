// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/freeze.h"
#include "act/sweep.h"
#include "parts/scratch.h"

#include <csignal>
#include <functional>
#include <sys/ptrace.h>
#include <sys/wait.h>

namespace headroom {

namespace {

using seen::Scratch;

constexpr const char *top = "/user.slice";
constexpr const char *unit_path = "/user.slice/app.slice/app-x-1.scope";
constexpr const char *child_path = "/user.slice/app.slice/app-x-1.scope/4711";
constexpr const char *others_path = "/user.slice/app.slice/app-x-1.scope/4712";

/// Does it in a process that is killed at its nth system call, before or after the kernel has done
/// that. False: it came to its end before.
bool is_killed_at(int nth, const std::function<void()> &what)
{
    const pid_t child = fork();
    if (child == 0) {
        (void)ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
        (void)raise(SIGSTOP);
        what();
        _exit(0);
    }
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFSTOPPED(status)) << "a process cannot be traced here";
    for (int stops = 0; WIFSTOPPED(status); ++stops) {
        if (stops == nth) {
            (void)kill(child, SIGKILL);
            (void)waitpid(child, &status, 0);
            return true;
        }
        EXPECT_EQ(ptrace(PTRACE_SYSCALL, child, nullptr, nullptr), 0);
        EXPECT_EQ(waitpid(child, &status, 0), child);
    }
    EXPECT_TRUE(WIFEXITED(status));
    return false;
}

class Crash : public testing::Test {
protected:
    /// What the daemon works on, in this state.
    struct Desk {
        Scratch scratch;
        CgroupDirs dirs;
        OomdMarks oomd_marks;
        Freezer freezer;
        UnitId unit;

        Desk()
            : dirs(made()), oomd_marks(dirs),
              freezer(dirs, oomd_marks, FrozenLedger{scratch.path("run")},
                      ProcessTable{scratch.path("proc")}, [](const Event &) {}),
              unit(dirs.open_unit(unit_path).value_or(UnitId{}))
        {
            EXPECT_TRUE(at(others_path).set_mark(oomd_mark::avoid, "1"));
        }
        CgroupDirs made()
        {
            for (const char *path : {unit_path, child_path, others_path})
                scratch.cgroup(std::string{"root"} + path);
            return std::move(*CgroupDirs::open(scratch.path("root")));
        }
        const CgroupDir &at(const char *path)
        {
            return *dirs.find(dirs.open_unit(path).value_or(UnitId{}));
        }
        [[nodiscard]] bool is_to_stand_still() const
        {
            return scratch.text(std::string{"root"} + unit_path + "/cgroup.freeze")
                .starts_with('1');
        }
    };

    static void sweep_leaves_nothing(Desk &desk, int nth)
    {
        (void)sweep(desk.dirs, top, desk.scratch.path("run"), SweepAt::End,
                    [](const Leftover &) { return true; });
        EXPECT_FALSE(desk.is_to_stand_still()) << nth;
        for (const char *path : {unit_path, child_path}) {
            for (const char *name : {mark::frozen, mark::avoid, oomd_mark::avoid})
                EXPECT_FALSE(desk.at(path).has_mark(name)) << nth << " " << path << " " << name;
        }
        EXPECT_TRUE(desk.at(others_path).has_mark(oomd_mark::avoid)) << nth;
        EXPECT_FALSE(desk.at(others_path).has_mark(mark::avoid)) << nth;
        EXPECT_FALSE(desk.scratch.exists("run/frozen")) << nth;
    }
};

TEST_F(Crash, Invariant1AmidAFreezeLeavesWhatTheSweepFinds)
{
    int frozen = 0;
    int asked_for = 0;
    int nth = 0;
    for (bool killed = true; killed; ++nth) {
        Desk desk;
        killed = is_killed_at(nth, [&] { desk.freezer.freeze(desk.unit); });
        const bool is_asked_for = desk.at(unit_path).has_mark(oomd_mark::avoid)
            && desk.at(child_path).has_mark(oomd_mark::avoid);
        EXPECT_TRUE(is_asked_for || !desk.is_to_stand_still()) << nth << ": frozen first";
        frozen += desk.is_to_stand_still() ? 1 : 0;
        asked_for += is_asked_for ? 1 : 0;
        sweep_leaves_nothing(desk, nth);
    }
    EXPECT_GT(frozen, 1);
    EXPECT_GT(asked_for, frozen);
    EXPECT_GT(nth, 2 * asked_for) << "most of the kills come before all of the marks are there";
}

TEST_F(Crash, Invariant1AmidAThawLeavesWhatTheSweepFinds)
{
    int frozen = 0;
    int nth = 0;
    for (bool killed = true; killed; ++nth) {
        Desk desk;
        desk.freezer.freeze(desk.unit);
        killed = is_killed_at(nth, [&] { desk.freezer.thaw(desk.unit); });
        EXPECT_TRUE(desk.at(unit_path).has_mark(oomd_mark::avoid) || !desk.is_to_stand_still());
        frozen += desk.is_to_stand_still() ? 1 : 0;
        sweep_leaves_nothing(desk, nth);
    }
    EXPECT_GT(frozen, 0);
    EXPECT_GT(nth, 2 * frozen) << "a thaw comes first, and marks are removed afterwards";
}

/// `headroomd --thaw` may be killed as well. The next sweep undoes the rest.
TEST_F(Crash, Invariant1AmidTheSweepLeavesWhatTheNextOneFinds)
{
    int nth = 0;
    for (bool killed = true; killed; ++nth) {
        Desk desk;
        desk.freezer.freeze(desk.unit);
        killed = is_killed_at(nth, [&] {
            (void)sweep(desk.dirs, top, desk.scratch.path("run"), SweepAt::End,
                        [](const Leftover &) { return true; });
        });
        sweep_leaves_nothing(desk, nth);
    }
    EXPECT_GT(nth, 10);
}

} // namespace

} // namespace headroom
