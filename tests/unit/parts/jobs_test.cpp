// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/units/jobs.h"

#include "parts/main_context.h"
#include "parts/scratch.h"
#include "parts/tcp_server.h"

#include <gmock/gmock.h>

#include <array>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>

namespace headroom {

namespace {

using namespace std::chrono_literals;
using seen::Scratch;

constexpr int pseudo_terminals = 136 << 8;

struct Running {
    int pid = 0;
    int parent = 1;
    int group = 0;
    const char *name = "";
    int memory_kib = 0;
    int session = 100;
    int tty = pseudo_terminals + 3;
};

class JobOfATab : public testing::Test {
protected:
    Scratch scratch;
    const std::string tab = "cgroup/tab";

    JobOfATab()
    {
        scratch.cgroup(tab);
        scratch.file("dev/pts/3", "");
        runs({.pid = 100, .group = 100, .name = "bash", .memory_kib = 4'000});
    }

    void runs(const Running &process)
    {
        const std::string dir = std::format("proc/{}", process.pid);
        scratch.file(
            dir + "/stat",
            std::format("{} ({}) S {} {} {} {} 200 4194304 1 2 3 4 5 6 7 8 20 0 1 0 100 1000 1\n",
                        process.pid, process.name, process.parent, process.group, process.session,
                        process.tty));
        scratch.file(dir + "/status",
                     std::format("Name:\tx\nUid:\t{0}\t{0}\t{0}\t{0}\nRssAnon:\t{1} "
                                 "kB\nRssFile:\t999999 kB\nVmSwap:\t{1} kB\n",
                                 m_user, process.memory_kib / 2));
        m_pids += std::format("{}\n", process.pid);
        scratch.file(tab + "/cgroup.procs", m_pids);
    }
    void others_run() { m_user = getuid() + 1; }
    [[nodiscard]] SeenJob look() const
    {
        return see_job(scratch.path(tab), scratch.path("proc"), scratch.path("dev"));
    }

private:
    uid_t m_user = getuid();
    std::string m_pids;
};

TEST_F(JobOfATab, AShellAloneIsTheJob)
{
    EXPECT_EQ(look().program, "bash");
    EXPECT_EQ(look().terminal_file, scratch.path("dev/pts/3"));
    EXPECT_FALSE(look().shared);
}

TEST_F(JobOfATab, IsWhatTheShellHasStarted)
{
    runs({.pid = 200, .parent = 100, .group = 200, .name = "make", .memory_kib = 10'000});
    runs({.pid = 201, .parent = 200, .group = 200, .name = "sh", .memory_kib = 1'000});
    runs({.pid = 202, .parent = 201, .group = 200, .name = "cc1plus", .memory_kib = 900'000});
    EXPECT_EQ(look().program, "make") << "and not the compiler that it runs";
}

TEST_F(JobOfATab, OfAPipelineItIsTheOneThatHoldsMost)
{
    runs({.pid = 200, .parent = 100, .group = 200, .name = "cat", .memory_kib = 1'000});
    runs({.pid = 201, .parent = 100, .group = 200, .name = "sort", .memory_kib = 900'000});
    EXPECT_EQ(look().program, "sort");
}

TEST_F(JobOfATab, MayRunInTheBackground)
{
    runs({.pid = 300, .parent = 100, .group = 300, .name = "vim", .memory_kib = 20'000});
    runs({.pid = 200, .parent = 100, .group = 200, .name = "ninja", .memory_kib = 900'000});
    EXPECT_EQ(look().program, "ninja");
}

TEST_F(JobOfATab, ALongNameIsReadFromTheProgram)
{
    runs({.pid = 200,
          .parent = 100,
          .group = 200,
          .name = "a-very-long-nam",
          .memory_kib = 900'000});
    EXPECT_EQ(look().program, "a-very-long-nam");
    scratch.link("proc/200/exe", "/usr/bin/a-very-long-name");
    EXPECT_EQ(look().program, "a-very-long-name");
}

TEST_F(JobOfATab, BytesThatAreNoTextAreNotTold)
{
    runs({.pid = 200, .parent = 100, .group = 200, .name = "a) (\xff b", .memory_kib = 900'000});
    EXPECT_EQ(look().program, "a) (\uFFFD b");
}

TEST_F(JobOfATab, WhoHasASessionOfItsOwnSharesTheTab)
{
    runs({.pid = 200, .parent = 1, .group = 200, .name = "tmux: server", .session = 200, .tty = 0});
    EXPECT_TRUE(look().shared);
}

TEST_F(JobOfATab, TheHelpersOfABrowserThatHasLeftShareTheTab)
{
    runs({.pid = 200, .parent = 150, .group = 200, .name = "chromium"});
    scratch.file(
        "proc/150/stat",
        "150 (chromium) S 100 150 100 34819 200 4194304 1 2 3 4 5 6 7 8 20 0 1 0 100 1000 1\n");
    EXPECT_TRUE(look().shared);
}

TEST_F(JobOfATab, WhatHasLostItsParentDoesNot)
{
    runs({.pid = 200, .parent = 90, .group = 200, .name = "sleep"});
    runs({.pid = 201, .parent = 1, .group = 201, .name = "sleep"});
    scratch.file("proc/90/stat",
                 "90 (systemd) S 1 90 90 0 200 4194304 1 2 3 4 5 6 7 8 20 0 1 0 100 1000 1\n");
    EXPECT_FALSE(look().shared) << "the user manager reaps it";
}

TEST_F(JobOfATab, WhoIsAnotherUserSharesTheTab)
{
    others_run();
    runs({.pid = 200, .parent = 100, .group = 200, .name = "apt"});
    EXPECT_TRUE(look().shared);
}

TEST_F(JobOfATab, WhenItWasTypedIntoIsTheTerminalFilesTimeOfReading)
{
    const std::array times{timespec{std::time(nullptr) - 60, 0}, timespec{std::time(nullptr), 0}};
    ASSERT_EQ(utimensat(AT_FDCWD, scratch.path("dev/pts/3").c_str(), times.data(), 0), 0);
    EXPECT_GE(look().input_age, 60s);
    EXPECT_LT(look().input_age, 90s);
}

TEST_F(JobOfATab, WhatIsNotKnownIsNotTold)
{
    runs({.pid = 100, .group = 100, .name = "bash", .tty = (4 << 8) + 3}); // a virtual console
    EXPECT_EQ(look().terminal_file, "");
    EXPECT_EQ(look().input_age, std::nullopt);
    const SeenJob nobody =
        see_job(scratch.path("cgroup/gone"), scratch.path("proc"), scratch.path("dev"));
    EXPECT_EQ(nobody.program, "");
    EXPECT_EQ(nobody.input_age, std::nullopt);
}

TEST(TabNames, SayTheProgramAndTheTerminal)
{
    const TabToSee tab{.unit = {},
                       .app = "org.kde.konsole:42",
                       .terminal = "Konsole",
                       .icon = "utilities-terminal"};
    EXPECT_EQ(described(tab, "make").name, "make in Konsole");
    EXPECT_EQ(described(tab, "").name, "a tab of Konsole");
    EXPECT_EQ(described(tab, "make").icon, "utilities-terminal");
    EXPECT_TRUE(described(tab, "make").never_frozen.empty());
    const TabToSee of_nobody{.unit = {}, .app = "vte:0a1b", .terminal = {}, .icon = {}};
    EXPECT_EQ(described(of_nobody, "make").name, "make");
    EXPECT_EQ(described(of_nobody, "").name, "vte:0a1b");
}

/// A frozen tab with a real terminal.
class FrozenTab : public JobOfATab {
protected:
    UniqueFd screen{posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)}; ///< the terminal's side
    UniqueFd shell;
    std::optional<CgroupDirs> dirs;
    UnitId unit;
    bool looked = false;
    int used = 0;
    std::optional<JobWatch> watch;

    void SetUp() override
    {
        ASSERT_TRUE(screen);
        ASSERT_EQ(grantpt(screen.get()), 0);
        ASSERT_EQ(unlockpt(screen.get()), 0);
        const std::string file = ptsname(screen.get());
        shell = UniqueFd{open(file.c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC)};
        ASSERT_TRUE(shell);
        runs({.pid = 100,
              .group = 100,
              .name = "bash",
              .tty = pseudo_terminals + std::stoi(file.substr(file.rfind('/') + 1))});
        auto opened = CgroupDirs::open(scratch.path("cgroup"));
        ASSERT_TRUE(opened);
        dirs.emplace(std::move(*opened));
        unit = dirs->open_unit("/tab").value();
        watch.emplace(*dirs, scratch.path("proc"), [this](const Event &event) {
            looked = looked || std::holds_alternative<event::JobSeen>(event);
            used += std::holds_alternative<event::TabUsed>(event) ? 1 : 0;
        });
    }

    /// Waits until the shell could read it. The kernel passes it on later, in a thread of its own.
    void types(std::string_view keys) const
    {
        ASSERT_EQ(write(screen.get(), keys.data(), keys.size()), static_cast<ssize_t>(keys.size()));
        ASSERT_TRUE(seen::arrives(shell));
    }
    void is_looked_at()
    {
        watch->look_at({{.unit = unit, .app = "t:1", .terminal = "T", .icon = {}}});
        ASSERT_TRUE(seen::comes_true([this] { return looked; }));
        ASSERT_TRUE(seen::becomes_quiet());
    }
};

TEST_F(FrozenTab, TypingIntoItIsTold)
{
    watch->follow(unit); // before the first look: it was frozen by name
    is_looked_at();
    EXPECT_EQ(used, 0);
    types("fg\n");
    EXPECT_TRUE(seen::comes_true([this] { return used > 0; }));
    EXPECT_TRUE(seen::becomes_quiet()) << "unread input doesn't wake the loop again";
    EXPECT_EQ(used, 1);
}

TEST_F(FrozenTab, WhatWasTypedAheadIsNoWish)
{
    is_looked_at();
    types("make clean\n");
    watch->follow(unit);
    EXPECT_TRUE(seen::becomes_quiet());
    EXPECT_EQ(used, 0);
}

TEST_F(FrozenTab, ClosingItIsTold)
{
    is_looked_at();
    types("make clean\n");
    watch->follow(unit);
    screen.reset();
    EXPECT_TRUE(seen::comes_true([this] { return used > 0; }));
}

TEST_F(FrozenTab, OneThatIsThawedIsNotListenedTo)
{
    is_looked_at();
    watch->follow(unit);
    watch->forget(unit);
    types("fg\n");
    EXPECT_TRUE(seen::becomes_quiet());
    EXPECT_EQ(used, 0);
}

} // namespace

} // namespace headroom
