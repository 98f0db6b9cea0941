// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/duties/inspector.h"

#include "parts/local_server.h"
#include "parts/main_context.h"
#include "parts/scratch.h"
#include "parts/tcp_server.h"

#include <gmock/gmock.h>

#include <fcntl.h>

namespace headroom {

namespace {

using seen::Scratch;
using testing::ElementsAre;
using testing::IsEmpty;

class Inspection : public testing::Test {
protected:
    Scratch scratch;
    const std::string unit = "cgroup/app-x-1.scope";
    WatchedDisplay watched;

    Inspection()
    {
        scratch.cgroup(unit);
        holds(unit, "42\n43\n");
        scratch.dir("proc/42/fd");
        scratch.dir("proc/43/fd");
        scratch.file("proc/locks", "");
    }

    void holds(const std::string &cgroup, std::string_view pids)
    {
        scratch.file(cgroup + "/cgroup.procs", pids);
    }
    [[nodiscard]] CgroupDir opened() const
    {
        auto dir = CgroupDir::open(UniqueFd{open(scratch.path("cgroup").c_str(), O_PATH)}.get(),
                                   "/app-x-1.scope");
        EXPECT_TRUE(dir) << dir.error().sentence;
        return std::move(*dir);
    }
    [[nodiscard]] Inspected look() const
    {
        return inspect(opened(), scratch.path("proc"), watched);
    }
};

TEST_F(Inspection, NothingIsNothing)
{
    scratch.link("proc/42/fd/0", "/dev/null");
    scratch.link("proc/42/fd/1", "/home/me/dev/fuse");
    scratch.link("proc/42/fd/2", "/dev/snd/controlC0"); // a mixer
    scratch.link("proc/42/fd/3", "socket:[4711]");
    scratch.link("proc/42/fd/4", "/dev/pts/0"); // a program in a terminal
    scratch.link("proc/42/fd/5", "/dev/tty");
    scratch.link("proc/42/fd/6", "/dev/hidraw0"); // a game controller
    EXPECT_THAT(look().duties, IsEmpty());
    EXPECT_TRUE(look().readable);
}

TEST_F(Inspection, WhatOthersNeedIsFoundInAnyProcess)
{
    for (const auto &[file, duty] : std::vector<std::pair<std::string, DutyKind>>{
             {"/dev/fuse", DutyKind::FileServer},
             {"/dev/video0", DutyKind::Camera},
             {"/dev/snd/pcmC0D0p", DutyKind::SoundCard},
             {"/dev/uinput", DutyKind::InputDevice},
             {"/dev/ttyUSB0", DutyKind::Device},
             {"/dev/ttyACM1", DutyKind::Device},
             {"/dev/bus/usb/001/004", DutyKind::Device},
             {"/dev/sr0", DutyKind::Device},
             {"/dev/sdb1", DutyKind::Device},
             {"/dev/net/tun", DutyKind::Tunnel},
             {"/dev/ptmx", DutyKind::Terminal},
             {"/dev/pts/ptmx", DutyKind::Terminal},
             {"/dev/kvm", DutyKind::Machine},
             {"/dev/vboxdrvu", DutyKind::Machine},
             {"/dev/vmmon", DutyKind::Machine},
         }) {
        scratch.link("proc/43/fd/7", file);
        EXPECT_THAT(look().duties, ElementsAre(duty)) << file;
        std::filesystem::remove(scratch.path("proc/43/fd/7"));
        EXPECT_THAT(look().duties, IsEmpty()) << file;
    }
}

/// The files of root's process are unreadable, and it may serve some to others.
TEST_F(Inspection, AProgramOfAnotherUserIsFound)
{
    const auto user = getuid();
    const auto ids = [](uid_t real, uid_t effective) {
        return std::format("Name:\tx\nUid:\t{}\t{}\t{}\t{}\nGid:\t7\t7\t7\t7\n", real, effective,
                           effective, effective);
    };
    scratch.file("proc/43/status", ids(user, user));
    EXPECT_THAT(look().duties, IsEmpty());
    scratch.file("proc/43/status", ids(user + 1, user + 1));
    EXPECT_THAT(look().duties, ElementsAre(DutyKind::OtherUser));
    scratch.file("proc/43/status", ids(user, user + 1));
    EXPECT_THAT(look().duties, ElementsAre(DutyKind::OtherUser)) << "what sudo starts";
}

/// A VPN client may have this right instead of root's. Then its files are unreadable.
TEST_F(Inspection, WhatMaySetUpNetworksAndHidesItsFilesIsFound)
{
    const auto status = [](std::string_view permitted) {
        return std::format("Name:\tx\nUid:\t{0}\t{0}\t{0}\t{0}\nCapInh:\t0000000000003000\n"
                           "CapPrm:\t{1}\nCapEff:\t0000000000000000\n",
                           getuid(), permitted);
    };
    scratch.file("proc/43/status", status("0000000000001000"));
    EXPECT_THAT(look().duties, IsEmpty()) << "its files are readable, and none is the device";
    std::filesystem::remove_all(scratch.path("proc/43/fd"));
    EXPECT_THAT(look().duties, ElementsAre(DutyKind::Tunnel));
    EXPECT_TRUE(look().readable) << "the other one is";
    for (const char *permitted : {"0000000000000000", "0000000000200000", "000001ffffffefff", ""}) {
        scratch.file("proc/43/status", status(permitted));
        EXPECT_THAT(look().duties, IsEmpty()) << permitted << " is another right, or none";
    }
}

struct SessionRow {
    const char *what;
    int parent;
    int session;
    int terminal; ///< of 43
    int parents_terminal;
    bool is_terminal;
};

/// urxvt runs with more rights than its user, so the user can't see its open files.
TEST_F(Inspection, WhoGivesAChildATerminalOfItsOwnIsATerminal)
{
    for (const SessionRow &row : {
             SessionRow{"a shell", 42, 43, 0x8801, 0, true},
             SessionRow{"of a terminal that was started in another", 42, 43, 0x8801, 0x8800, true},
             SessionRow{"a job of the same terminal", 42, 43, 0x8800, 0x8800, false},
             SessionRow{"no session of its own", 42, 42, 0x8801, 0, false},
             SessionRow{"no terminal", 42, 43, 0, 0, false},
             SessionRow{"a console", 42, 43, 0x401, 0, false},
             SessionRow{"a tab of a terminal in another unit", 99, 43, 0x8801, 0, false},
         }) {
        const auto stat = [&](int pid, int parent, int session, int terminal) {
            scratch.file(
                std::format("proc/{}/stat", pid),
                std::format("{} (x) S {} {} {} {} 42 4194304 1 2 3 4 5 6 7 8 20 0 1 0 99 1000 1\n",
                            pid, parent, pid, session, terminal));
        };
        stat(42, 1, 42, row.parents_terminal);
        stat(43, row.parent, row.session, row.terminal);
        EXPECT_EQ(look().duties,
                  row.is_terminal ? std::vector{DutyKind::Terminal} : std::vector<DutyKind>{})
            << row.what;
    }
}

TEST_F(Inspection, ShellsAreToldThatAreInTheTerminalsOwnCgroup)
{
    holds(unit, "42\n43\n44\n45\n");
    scratch.process(42, 1, "konsole", "/app-x-1.scope");
    const auto shell = [&](int pid, const std::string &cgroup) {
        scratch.file(
            std::format("proc/{}/stat", pid),
            std::format("{} (bash) S 42 {} {} {} 42 4194304 1 2 3 4 5 6 7 8 20 0 1 0 99 1000 1\n",
                        pid, pid, pid, 0x8801));
        if (!cgroup.empty())
            scratch.file(std::format("proc/{}/cgroup", pid), std::format("0::{}\n", cgroup));
    };
    shell(43, "/app-x-1.scope");
    shell(44, "/app-x-1.scope/tab(44).scope");
    shell(45, ""); // it has just ended
    EXPECT_EQ(look().shells, (std::vector{Shell{{43, 99}, 42}}));
}

TEST_F(Inspection, CgroupsBelowTheUnitAreTheUnits)
{
    scratch.cgroup(unit + "/tab");
    holds(unit + "/tab", "44\n");
    scratch.link("proc/44/fd/7", "/dev/fuse");
    EXPECT_THAT(look().duties, ElementsAre(DutyKind::FileServer));
}

struct LockRow {
    const char *what;
    const char *locks;
    bool awaited;
};

// As Linux 6.12 writes them.
const std::vector<LockRow> lock_rows{
    {"held, and nobody waits", "1: POSIX  ADVISORY  WRITE 42 08:01:7 0 EOF\n", false},
    {"held, and another waits",
     "1: POSIX  ADVISORY  WRITE 42 08:01:7 0 EOF\n1: -> POSIX  ADVISORY  WRITE 99 08:01:7 0 EOF\n",
     true},
    {"a whole file",
     "1: FLOCK  ADVISORY  WRITE 43 08:01:7 0 EOF\n1: -> FLOCK  ADVISORY  WRITE 99 08:01:7 0 EOF\n",
     true},
    {"one of its own waits",
     "1: POSIX  ADVISORY  WRITE 42 08:01:7 0 EOF\n1: -> POSIX  ADVISORY  WRITE 43 08:01:7 0 EOF\n",
     false},
    {"it waits for another",
     "1: POSIX  ADVISORY  WRITE 99 08:01:7 0 EOF\n1: -> POSIX  ADVISORY  WRITE 42 08:01:7 0 EOF\n",
     false},
    {"others wait for others",
     "1: POSIX  ADVISORY  WRITE 98 08:01:7 0 EOF\n1: -> POSIX  ADVISORY  WRITE 99 08:01:7 0 "
     "EOF\n2: POSIX  ADVISORY  WRITE 42 08:01:8 0 EOF\n",
     false},
    {"a lock of an open file, which is nobody's",
     "1: OFDLCK ADVISORY  WRITE -1 08:01:7 0 EOF\n1: -> POSIX  ADVISORY  WRITE 99 08:01:7 0 EOF\n",
     false},
    {"nonsense", "1: POSIX\nx\n: -> \n1 2 3\n", false},
};

TEST_F(Inspection, ALockCountsWhenAnotherWaits)
{
    for (const LockRow &row : lock_rows) {
        scratch.file("proc/locks", row.locks);
        EXPECT_EQ(look().duties,
                  row.awaited ? std::vector{DutyKind::LockAwaited} : std::vector<DutyKind>{})
            << row.what;
    }
}

TEST_F(Inspection, Invariant7WhatCannotBeSeenIsSaid)
{
    std::filesystem::remove_all(scratch.path("proc/42"));
    EXPECT_TRUE(look().readable) << "the other one is readable";
    std::filesystem::remove_all(scratch.path("proc/43"));
    EXPECT_FALSE(look().readable);
    holds(unit, "");
    EXPECT_TRUE(look().readable) << "a unit without processes has nothing open";
    const CgroupDir gone = opened();
    std::filesystem::remove_all(scratch.path(unit));
    EXPECT_FALSE(inspect(gone, scratch.path("proc"), watched).readable);
}

/// A unit ends while the thread waits for its turn, and another begins under its name.
TEST_F(Inspection, AnotherCgroupOfTheSameNameIsNotLookedAt)
{
    scratch.link("proc/42/fd/7", "/dev/fuse");
    scratch.link("proc/44/fd/7", "/dev/video0");
    const CgroupDir first = opened();
    std::filesystem::rename(scratch.path(unit), scratch.path("cgroup/app-y-1.scope"));
    scratch.cgroup(unit);
    holds(unit, "44\n");
    EXPECT_THAT(inspect(first, scratch.path("proc"), watched).duties,
                ElementsAre(DutyKind::FileServer));
}

TEST_F(Inspection, TheAnswerComesOnceFromTheThread)
{
    auto dirs = CgroupDirs::open(scratch.path("cgroup"));
    ASSERT_TRUE(dirs) << dirs.error().sentence;
    const auto id = dirs->open_unit("/app-x-1.scope");
    ASSERT_TRUE(id);
    scratch.link("proc/42/fd/7", "/dev/fuse");
    std::vector<event::UnitInspected> told;
    Inspector inspector{*dirs, scratch.path("proc"), [&](Event event) {
                            told.push_back(std::get<event::UnitInspected>(event));
                        }};
    inspector.look_at({*id});
    inspector.look_at({*id, UnitId{4711}});
    ASSERT_TRUE(seen::comes_true([&] { return !told.empty(); }));
    EXPECT_EQ(told.front().unit, *id);
    EXPECT_THAT(told.front().duties, ElementsAre(DutyKind::FileServer));
    while (g_main_context_iteration(nullptr, FALSE))
        ;
    EXPECT_EQ(told.size(), 1U);
}

TEST_F(Inspection, WhoAsksIsToldWhenAllOfThemHaveBeenLookedAt)
{
    scratch.cgroup("cgroup/app-y-1.scope");
    auto dirs = CgroupDirs::open(scratch.path("cgroup"));
    ASSERT_TRUE(dirs);
    const auto x = dirs->open_unit("/app-x-1.scope");
    const auto y = dirs->open_unit("/app-y-1.scope");
    ASSERT_TRUE(x && y);
    std::size_t told = 0;
    std::vector<std::size_t> told_before;
    Inspector inspector{*dirs, scratch.path("proc"), [&](const Event &) { ++told; }};
    inspector.look_at({*x});
    inspector.look_at({*x, *y}, [&] {
        told_before.push_back(told);
        inspector.look_at({*x}, [&] { told_before.push_back(told); }); // from within an answer
    });
    ASSERT_TRUE(seen::comes_true([&] { return told_before.size() == 2; }));
    EXPECT_THAT(told_before, ElementsAre(2, 3));
    bool at_once = false;
    inspector.look_at({UnitId{4711}}, [&] { at_once = true; });
    EXPECT_TRUE(at_once) << "there is nothing to look at";
}

TEST_F(Inspection, WhatOthersUseOverTcpIsConnected)
{
    const seen::TcpServer server{"127.0.0.1"};
    UniqueFd client = server.connect("127.0.0.1");
    const UniqueFd accepted = server.accept();
    const auto file = [](const UniqueFd &fd) {
        return std::format("socket:[{}]", seen::inode_of(fd));
    };
    scratch.link("proc/42/fd/3", file(server.listener));
    scratch.link("proc/43/fd/4", file(accepted)); // which the other process has accepted
    EXPECT_THAT(look().duties, ElementsAre(DutyKind::Connected));
    client.reset();
    ASSERT_TRUE(seen::arrives(accepted));
    EXPECT_THAT(look().duties, IsEmpty());
}

/// pipewire-pulse has the same socket, and its streams are known.
TEST_F(Inspection, WhoIsConnectedToPulseAudioMayBePlaying)
{
    scratch.dir("pulse");
    const seen::LocalServer server{scratch.path("pulse/native")};
    const UniqueFd client = server.connect();
    const UniqueFd accepted = server.accept();
    scratch.link("proc/42/fd/3", std::format("socket:[{}]", seen::inode_of(client)));
    scratch.file("proc/99/comm", "pulseaudio\n");
    EXPECT_THAT(look().duties, IsEmpty()) << "of another user";
    scratch.file("pulse/pid", "99\n");
    scratch.file("proc/99/comm", "pipewire-pulse\n");
    EXPECT_THAT(look().duties, IsEmpty());
    scratch.file("proc/99/comm", "pulseaudio\n");
    EXPECT_THAT(look().duties, ElementsAre(DutyKind::PulseClient));
}

/// Which displays count: other_display_test.cpp.
TEST_F(Inspection, WhoHasWindowsOnAnotherDisplayIsFound)
{
    const seen::LocalServer own{scratch.path("wayland-0")};
    const seen::LocalServer other{scratch.path("wayland-1"), SOCK_STREAM,
                                  seen::LocalServer::Begins::Bound};
    (void)other.listen_in_another_process();
    const UniqueFd client = other.connect();
    const UniqueFd accepted = other.accept();
    scratch.link("proc/43/fd/3", std::format("socket:[{}]", seen::inode_of(client)));
    EXPECT_THAT(look().duties, IsEmpty()) << "the watched display is unknown";
    watched.socket_file = own.path;
    EXPECT_THAT(look().duties, ElementsAre(DutyKind::OtherDisplay));
    auto dirs = CgroupDirs::open(scratch.path("cgroup"));
    ASSERT_TRUE(dirs) << dirs.error().sentence;
    const auto id = dirs->open_unit("/app-x-1.scope");
    ASSERT_TRUE(id);
    std::vector<DutyKind> told;
    Inspector inspector{*dirs, scratch.path("proc"),
                        [&](Event event) { told = std::get<event::UnitInspected>(event).duties; }};
    inspector.watched_display = [this] { return watched; };
    inspector.look_at({*id});
    EXPECT_TRUE(seen::comes_true([&] { return !told.empty(); }));
    EXPECT_THAT(told, ElementsAre(DutyKind::OtherDisplay));
}

TEST_F(Inspection, TheEndWaitsForNobody)
{
    auto dirs = CgroupDirs::open(scratch.path("cgroup"));
    ASSERT_TRUE(dirs);
    const auto id = dirs->open_unit("/app-x-1.scope");
    ASSERT_TRUE(id);
    bool told = false;
    {
        Inspector inspector{*dirs, scratch.path("proc"), [&](const Event &) { told = true; }};
        inspector.look_at({*id}, [&] { told = true; });
    }
    bool over = false;
    g_timeout_add(
        50,
        [](gpointer is_over) -> gboolean {
            return (*static_cast<bool *>(is_over) = true, G_SOURCE_REMOVE);
        },
        &over); // the thread's answer has arrived by then
    ASSERT_TRUE(seen::comes_true([&] { return over; }));
    EXPECT_FALSE(told);
}

} // namespace

} // namespace headroom
