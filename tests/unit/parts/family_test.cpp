// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/family.h"

#include "parts/scratch.h"

#include <fcntl.h>
#include <set>
#include <sys/stat.h>

namespace headroom {

namespace {

using seen::Scratch;

constexpr int leader = 5000;
constexpr std::uint64_t began = 1000;

/// A bus's cgroup with a stray, whose leader (5000) has just been moved out. A pipe in place of
/// cgroup.procs shows which processes are moved.
class Tree : public testing::Test {
protected:
    Scratch scratch;
    UniqueFd pipe;

    void SetUp() override
    {
        scratch.cgroup("root/bus.service");
        scratch.dir("root/app.scope");
        scratch.process(leader, 1, "kate", "/app.scope");
        ASSERT_EQ(mkfifo(scratch.path("root/app.scope/cgroup.procs").c_str(), 0600), 0);
        pipe.reset(open(scratch.path("root/app.scope/cgroup.procs").c_str(),
                        O_RDWR | O_NONBLOCK | O_CLOEXEC));
        ASSERT_TRUE(pipe);
    }

    void stays(int pid, int parent, const std::string &program, int start = 100, int session = 77)
    {
        scratch.process(pid, parent, program, "/bus.service", start, 0, session);
        m_there.insert(pid);
        write_there();
    }

    [[nodiscard]] Family family() const
    {
        const auto dirs = CgroupDirs::open(scratch.path("root"));
        return {ProcessTable{scratch.path("proc")}, *CgroupDir::open(dirs->root(), "/bus.service"),
                *CgroupDir::open(dirs->root(), "/app.scope"), ProcessId{leader, 100}, began};
    }

    /// One pass. Then the processes that were moved are gone.
    std::set<int> moved_by(Family &family)
    {
        const auto count = family.pass();
        EXPECT_TRUE(count) << count.error().sentence;
        std::string text(4096, '\0');
        const ssize_t got = read(pipe.get(), text.data(), text.size());
        text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
        std::set<int> moved;
        for (std::size_t at = 0; at < text.size(); at += 4) // all pids here have four digits
            moved.insert(std::stoi(text.substr(at, 4)));
        EXPECT_EQ(count.value_or(0), moved.size());
        for (const int pid : moved)
            m_there.erase(pid);
        write_there();
        return moved;
    }

private:
    std::set<int> m_there;

    void write_there()
    {
        std::string text;
        for (const int pid : m_there)
            text += std::format("{}\n", pid);
        scratch.file("root/bus.service/cgroup.procs", text);
    }
};

using Pids = std::set<int>;

TEST_F(Tree, WhatIsInASessionOfTheFamilysIsOfTheFamily)
{
    stays(5001, 1, "notepad", 100, leader);
    stays(5002, 5001, "winedbg");
    stays(5003, 1, "kwrite");
    Family kates = family();
    EXPECT_EQ(moved_by(kates), (std::set{5001, 5002}));
}

TEST_F(Tree, TheLeadersDescendantsFollowAndNobodyElse)
{
    stays(2000, 1, "dbus-daemon", 1);
    stays(2001, 2000, "other-app", 50);
    stays(5001, leader, "sh", 110);
    stays(5002, 5001, "renderer", 120);
    stays(5003, 5002, "renderer", 130);
    Family kate = family();
    EXPECT_EQ(moved_by(kate), (Pids{5001, 5002, 5003}));
    EXPECT_EQ(moved_by(kate), Pids{});
    EXPECT_EQ(kate.moved(), 3U);
}

TEST_F(Tree, WhatAsksForAPasswordStaysWithWhatItHasStarted)
{
    stays(5001, leader, "git", 110);
    stays(5002, 5001, "ksshaskpass", 120);
    stays(5003, 5002, "helper", 130);
    stays(5004, leader, "gpg-agent", 140);
    Family kate = family();
    EXPECT_EQ(moved_by(kate), Pids{5001});
    EXPECT_EQ(moved_by(kate), Pids{});
}

TEST_F(Tree, PidsThatWrappedAroundFollowToo)
{
    stays(4999, leader, "sh", 110);
    stays(3000, 4999, "renderer", 120);
    Family kate = family();
    EXPECT_EQ(moved_by(kate), (Pids{3000, 4999}));
}

TEST_F(Tree, ChildrenOfTheDeadAreStillTheFamilys)
{
    stays(5001, leader, "sh");
    Family kate = family();
    EXPECT_EQ(moved_by(kate), Pids{5001});
    stays(5002, 5001, "late", 2000);
    EXPECT_EQ(moved_by(kate), Pids{5002});
}

TEST_F(Tree, AnOrphanBelongsIfItIsNewAndRunsAProgramOfTheFamilys)
{
    stays(5001, 1, "kate", 999); // older than the adoption: another instance
    stays(5002, 1, "kate", 1000); // started during the adoption
    // Its program is not one of the family's.
    stays(5003, 1, "stranger", 1500);
    stays(2000, 1, "dbus-daemon", 1);
    stays(5004, 2000, "kate", 1500); // another process here is its parent
    Family kate = family();
    EXPECT_EQ(moved_by(kate), Pids{5002});
    EXPECT_EQ(moved_by(kate), Pids{});
}

TEST_F(Tree, AnOrphanedShellIsAnybodys)
{
    stays(5001, leader, "sh", 110);
    stays(5002, 1, "sh", 1500); // as a session starts its parts
    Family kate = family();
    EXPECT_EQ(moved_by(kate), Pids{5001});
    EXPECT_EQ(moved_by(kate), Pids{});
}

TEST_F(Tree, Invariant7AProgramThatCannotBeReadIsNobodys)
{
    scratch.process(leader, 1, "", "/app.scope");
    std::filesystem::remove(scratch.path(std::format("proc/{}/exe", leader)));
    stays(5001, 1, "", 1500);
    Family kate = family();
    EXPECT_EQ(moved_by(kate), Pids{}) << "two unreadable executables are not the same program";
}

TEST_F(Tree, WhoCannotBeLookedAtStays)
{
    stays(5001, leader, "sh");
    scratch.file("root/bus.service/cgroup.procs", "5001\n5777\nnonsense\n5002\n");
    Family kate = family();
    EXPECT_EQ(moved_by(kate), Pids{5001});
}

TEST_F(Tree, AKernelThatForbidsItEndsIt)
{
    stays(5001, leader, "sh");
    Family kate = family();
    std::filesystem::remove(scratch.path("root/app.scope/cgroup.procs"));
    const auto moved = kate.pass();
    ASSERT_FALSE(moved);
    EXPECT_TRUE(moved.error().sentence.contains("/app.scope/cgroup.procs"))
        << moved.error().sentence;
}

/// Chromium that a link in a messenger has opened, in the messenger's unit. Its browser process has
/// moved itself to a scope. The leader is one of the zygotes that it has left behind.
class LeftByABrowser : public Tree {
protected:
    static constexpr ProcessId browser{4000, 90};
    const std::string program = "/usr/lib/chromium/chromium";
    const std::string handler = "/usr/lib/chromium/chrome_crashpad_handler";

    void SetUp() override
    {
        Tree::SetUp();
        runs(leader, program);
        scratch.process(browser.pid, 2003, "chromium", "/own.scope", 90);
        runs(browser.pid, program);
    }

    void runs(int pid, const std::string &executable) const
    {
        const std::string link = std::format("proc/{}/exe", pid);
        std::filesystem::remove(scratch.path(link));
        scratch.link(link, executable);
    }

    void stays_running(int pid, int parent, const std::string &executable, int start)
    {
        stays(pid, parent, "program", start);
        runs(pid, executable);
    }
};

TEST_F(LeftByABrowser, AllThatIsItsFollowsAndNothingOfTheMessengers)
{
    stays_running(2000, 1, "/usr/lib/slack/slack", 10);
    stays_running(2001, 2000, "/usr/lib/slack/slack", 11); // a zygote
    stays_running(2002, 1, "/usr/lib/slack/chrome_crashpad_handler", 12);
    stays_running(2003, 2000, "/usr/bin/dash", 89); // xdg-open, which waits for the browser
    stays_running(5001, browser.pid, "/usr/bin/cat", 91); // reads its output
    stays_running(5002, 1, handler, 95);
    stays_running(5003, browser.pid, "/usr/lib/chromium/chrome-sandbox", 101);
    stays_running(5004, 5003, program, 102); // the other zygote
    stays_running(5005, 5004, program, 120); // a renderer
    stays_running(5006, leader, program, 121); // the GPU process
    Family chromium = family();
    chromium.left_by(browser);
    EXPECT_EQ(moved_by(chromium), (Pids{5001, 5002, 5003, 5004, 5005, 5006}));
    EXPECT_EQ(moved_by(chromium), Pids{});
}

TEST_F(LeftByABrowser, WhatWasNotLeftBehindHasNoSiblings)
{
    stays_running(5001, browser.pid, "/usr/bin/cat", 91);
    stays_running(5002, 1, handler, 95);
    stays_running(5006, leader, program, 121);
    Family chromium = family();
    EXPECT_EQ(moved_by(chromium), Pids{5006});
}

TEST_F(LeftByABrowser, CrashHandlersOfOthersStay)
{
    stays_running(2000, 1, "/usr/lib/slack/slack", 10);
    stays_running(5001, 1, handler, 89); // older than the browser
    stays_running(5002, 1, "/opt/other/chrome_crashpad_handler", 95);
    stays_running(5003, 2000, handler, 95); // the messenger has started it
    stays_running(5004, 1, "/usr/lib/chromium/chromedriver", 95); // handles no crashes
    Family chromium = family();
    chromium.left_by(browser);
    EXPECT_EQ(moved_by(chromium), Pids{});
    stays_running(5005, 1, handler, 90);
    EXPECT_EQ(moved_by(chromium), Pids{5005});
}

TEST_F(LeftByABrowser, Invariant7AProgramThatCannotBeReadHasNoCrashHandler)
{
    std::filesystem::remove(scratch.path(std::format("proc/{}/exe", browser.pid)));
    stays_running(5001, browser.pid, program, 101);
    stays_running(5002, 1, handler, 95);
    Family chromium = family();
    chromium.left_by(browser);
    EXPECT_EQ(moved_by(chromium), Pids{5001});
}

} // namespace

} // namespace headroom
