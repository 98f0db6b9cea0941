// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/process.h"

#include "parts/scratch.h"

#include <algorithm>
#include <csignal>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace headroom {

namespace {

using namespace std::string_literals;
using seen::Scratch;

/// A child that runs `first`, and then waits to be killed.
class Child {
public:
    explicit Child(void (*first)() = [] {}) : m_pid(started(first)) {}
    Child(const Child &) = delete;
    Child &operator=(const Child &) = delete;
    ~Child() { end(); }

    void end()
    {
        if (m_pid <= 0)
            return;
        kill(m_pid, SIGKILL);
        waitpid(m_pid, nullptr, 0);
        m_pid = 0;
    }
    [[nodiscard]] pid_t pid() const { return m_pid; }

private:
    static pid_t started(void (*first)())
    {
        int ready[2];
        if (pipe(ready) < 0)
            return -1;
        const pid_t pid = fork();
        if (pid == 0) {
            first();
            close(ready[0]);
            close(ready[1]);
            while (true)
                pause();
        }
        close(ready[1]);
        char end = 0;
        EXPECT_EQ(read(ready[0], &end, 1), 0) << "it has closed its end";
        close(ready[0]);
        return pid;
    }

    pid_t m_pid;
};

class Table : public testing::Test {
protected:
    Scratch scratch;
    ProcessTable table{scratch.path("proc")};
};

TEST_F(Table, HoldsAProcessOfOurs)
{
    Child child;
    const auto held = ProcessTable{}.hold(child.pid());
    ASSERT_TRUE(held) << held.error().sentence;
    EXPECT_TRUE(is_alive(held->get()));
    child.end();
    EXPECT_FALSE(is_alive(held->get()));
}

TEST_F(Table, RefusesToHoldWhatIsNoAppsProcess)
{
    for (const std::int32_t pid : {INT32_MIN, -1, 0, 1}) {
        const auto held = ProcessTable{}.hold(pid);
        ASSERT_FALSE(held) << pid;
        EXPECT_EQ(held.error().kind, ErrorKind::BadInput) << pid;
        EXPECT_EQ(held.error().sentence, std::format("{} is no process of an application", pid));
    }
    EXPECT_EQ(ProcessTable{}.hold(getpid()).error().sentence, "that process is Headroom itself");
    EXPECT_EQ(ProcessTable{}.hold(INT32_MAX).error().code, ESRCH);
    Child child;
    const pid_t dead = child.pid();
    child.end();
    EXPECT_EQ(ProcessTable{}.hold(dead).error().code, ESRCH);
}

TEST_F(Table, HoldsOneThatHidesItself)
{
    const Child child{[] { prctl(PR_SET_DUMPABLE, 0); }};
    const auto held = ProcessTable{}.hold(child.pid());
    EXPECT_TRUE(held) << held.error().sentence;
}

TEST_F(Table, RefusesToHoldAnotherUsersProcess)
{
    const Child child;
    const std::string entry = std::format("proc/{}", child.pid());
    if (getuid() == 0) {
        scratch.dir(entry);
        ASSERT_EQ(chown(scratch.path(entry).c_str(), 65534, 65534), 0);
    } else {
        scratch.link(entry, "/"); // owned by root
    }
    const auto held = table.hold(child.pid());
    ASSERT_FALSE(held);
    EXPECT_EQ(held.error().kind, ErrorKind::Refused);
    EXPECT_EQ(held.error().sentence,
              std::format("process {} belongs to another user", child.pid()));
}

TEST_F(Table, ReadsAStatWhateverTheProcessCallsItself)
{
    for (const std::string comm :
         {"kate", "a b", ") R 1 1 1 1", "(sd-pam)", ":-) (", "a\nb", "\xff", ""}) {
        scratch.file(
            "proc/42/stat",
            "42 (" + comm
                + ") S 7 42 77 34816 42 4194304 1 2 3 4 5 6 7 8 20 0 1 0 123456789012 1000 1\n");
        const auto stat = table.stat(42);
        ASSERT_TRUE(stat) << comm << ": " << stat.error().sentence;
        EXPECT_EQ(stat->id, (ProcessId{42, 123456789012})) << comm;
        EXPECT_EQ(stat->parent, 7) << comm;
        EXPECT_EQ(stat->session, 77) << comm;
        EXPECT_TRUE(stat->has_tty) << comm;
    }
    scratch.process(43, 1, "kate", "/a");
    EXPECT_FALSE(table.stat(43)->has_tty);
}

TEST_F(Table, AVirtualConsoleIsNoTerminal)
{
    struct Row {
        const char *what;
        std::int32_t number;
        bool has_tty;
    };
    for (const Row &row : {Row{"/dev/tty1", 0x401, false}, Row{"/dev/tty63", 0x43f, false},
                           Row{"/dev/ttyS0", 0x440, true}, Row{"/dev/console", 0x501, true},
                           Row{"/dev/pts/0", 0x8800, true}, Row{"/dev/pts/300", 0x10882c, true},
                           Row{"none", 0, false}}) {
        scratch.file(
            "proc/42/stat",
            std::format("42 (sh) S 7 42 42 {} 42 4194304 1 2 3 4 5 6 7 8 20 0 1 0 99 1000 1\n",
                        row.number));
        const auto stat = table.stat(42);
        ASSERT_TRUE(stat) << row.what;
        EXPECT_EQ(stat->has_tty, row.has_tty) << row.what;
        EXPECT_EQ(stat->terminal, row.has_tty ? row.number : 0) << row.what;
    }
}

TEST_F(Table, AStatThatMakesNoSenseIsNone)
{
    for (const char *text :
         {"", "42", "42 (kate)", "42 (kate) ", "42 (kate) S", "42 (kate) S 7 42 77 0",
          "42 (kate) S x 42 77 0 42 0 1 2 3 4 5 6 7 8 20 0 1 0 9",
          "42 (kate) S 7 42 77 0 42 0 1 2 3 4 5 6 7 8 20 0 1 0 -9 1",
          "42 (kate) S 7 42 77 0 42 0 1 2 3 4 5 6 7 8 20 0 1 0 ", "42 kate S 7"}) {
        scratch.file("proc/42/stat", text);
        const auto stat = table.stat(42);
        ASSERT_FALSE(stat) << text;
        EXPECT_EQ(stat.error().sentence, "the stat file of process 42 makes no sense") << text;
    }
    EXPECT_EQ(table.stat(44).error().code, ENOENT);
}

TEST_F(Table, FindsTheCgroupAmongTheOldOnes)
{
    struct Row {
        const char *text;
        const char *path; ///< empty: none
    };
    for (const Row &row : {
             Row{"0::/a.slice/x.scope\n", "/a.slice/x.scope"},
             Row{"12:cpu,cpuacct:/\n1:name=systemd:/b\n0::/a.slice/x.scope\n", "/a.slice/x.scope"},
             Row{"1:name=0::/b:/b\n0::/a\n", "/a"},
             Row{"0::/a.slice/x.scope (deleted)\n", "/a.slice/x.scope (deleted)"},
             Row{"0::/a:b\n", "/a:b"},
             Row{"0::/\n", "/"},
             Row{"0::/a", "/a"},
             Row{"1:name=systemd:/b\n", ""},
             Row{"10::/b\n", ""},
             Row{"0::\n", ""},
             Row{"0::a\n", ""},
             Row{"", ""},
         }) {
        scratch.file("proc/42/cgroup", row.text);
        EXPECT_EQ(table.cgroup(42).value_or(""), row.path) << row.text;
    }
    EXPECT_EQ(table.cgroup(42).error().sentence, "process 42 is in no cgroup of version 2");
    EXPECT_EQ(table.cgroup(44).error().code, ENOENT);
}

TEST_F(Table, NamesTheProgram)
{
    scratch.link("proc/42/exe", "/usr/bin/kate");
    scratch.link("proc/43/exe", "/usr/bin/with space (deleted)");
    scratch.link("proc/44/exe", "/");
    EXPECT_EQ(table.program(42), "kate");
    EXPECT_EQ(table.program(43), "with space") << "its executable was replaced by an upgrade";
    EXPECT_EQ(table.program(44), "");
    EXPECT_EQ(table.program(45), "") << "invariant 7: an unreadable executable matches no program";
}

TEST_F(Table, TakesTheLaunchersMarkOnlyForItsOwnPid)
{
    const auto hint = [&](const std::string &environment) {
        scratch.file("proc/42/environ", environment);
        return table.app_hint(42);
    };
    const std::string file =
        "GIO_LAUNCHED_DESKTOP_FILE=/usr/share/applications/org.kde.kate.desktop\0"s;
    EXPECT_EQ(hint("HOME=/\0"s + file + "GIO_LAUNCHED_DESKTOP_FILE_PID=42\0"s), "org.kde.kate");
    EXPECT_EQ(hint("GIO_LAUNCHED_DESKTOP_FILE_PID=42\0"s + file), "org.kde.kate")
        << "in either order";
    EXPECT_EQ(hint(file + "GIO_LAUNCHED_DESKTOP_FILE_PID=42"s), "org.kde.kate")
        << "the last entry without a final NUL";
    EXPECT_EQ(hint(file + "GIO_LAUNCHED_DESKTOP_FILE_PID=41\0"s), "")
        << "inherited from the parent";
    EXPECT_EQ(hint(file), "");
    EXPECT_EQ(hint(file + "GIO_LAUNCHED_DESKTOP_FILE_PID=\0"s), "");
    EXPECT_EQ(hint(file + "GIO_LAUNCHED_DESKTOP_FILE_PID=42x\0"s), "");
    EXPECT_EQ(hint(file + "XGIO_LAUNCHED_DESKTOP_FILE_PID=42\0"s), "");
    EXPECT_EQ(hint("GIO_LAUNCHED_DESKTOP_FILE=/usr/bin/kate\0GIO_LAUNCHED_DESKTOP_FILE_PID=42\0"s),
              "")
        << "not a desktop file";
    EXPECT_EQ(hint("GIO_LAUNCHED_DESKTOP_FILE=kate.desktop\0GIO_LAUNCHED_DESKTOP_FILE_PID=42\0"s),
              "kate");
    EXPECT_EQ(hint(""), "");
    EXPECT_EQ(hint("\0\0\0"s), "");
    EXPECT_EQ(table.app_hint(44), "") << "its environment can't be read";
}

TEST_F(Table, AsksTheSandboxWhoItHolds)
{
    const auto hint = [&](const std::string &info) {
        scratch.file("proc/42/root/.flatpak-info", info);
        return table.app_hint(42);
    };
    EXPECT_EQ(hint("[Application]\nname=org.gnome.Maps\nruntime=runtime/x\n"), "org.gnome.Maps");
    EXPECT_EQ(hint("[Application]\nruntime=x\n"), "");
    EXPECT_EQ(hint("[Runtime]\nname=org.gnome.Platform\n"), "");
    EXPECT_EQ(hint("nonsense"), "");
    EXPECT_EQ(hint(""), "");
    EXPECT_EQ(hint("[Application]\nname=\xff\n"), "");
    hint("[Application]\nname=org.gnome.Maps\n");
    scratch.file("proc/42/environ",
                 "GIO_LAUNCHED_DESKTOP_FILE=/x/kate.desktop\0GIO_LAUNCHED_DESKTOP_FILE_PID=42\0"s);
    EXPECT_EQ(table.app_hint(42), "kate") << "the launcher's word comes first";
}

TEST_F(Table, FindsSandboxedProcessesWithTheNumbersTheyHaveInThere)
{
    const auto shown = [&](int pid, const std::string &program, const std::string &numbers) {
        scratch.process(pid, 1, program, "/sandbox");
        scratch.file(std::format("proc/{}/status", pid),
                     "Name:\tx\nNSpid:\t" + numbers + "\nVmPeak:\t1 kB\n");
    };
    shown(4711, "paplay", "4711\t2");
    shown(4712, "bwrap", "4712\t2");       // another program
    shown(4713, "paplay", "4713\t3");      // another number
    shown(2, "paplay", "2");               // not in a sandbox: found under its own pid
    shown(4714, "paplay", "4714\t9\t7");   // two levels deep: the innermost counts
    shown(4715, "paplay", "4715\t2x");
    shown(4716, "other", "");
    scratch.process(4717, 1, "paplay", "/sandbox"); // its status can't be read
    scratch.file("proc/self/status", "NSpid:\t1\t2\n");
    auto found = table.in_pid_namespaces({"paplay", "mpv", ""});
    std::ranges::sort(found, {}, &InnerProcess::pid);
    EXPECT_EQ(
        found,
        (std::vector<InnerProcess>{{4711, 2, "paplay"}, {4713, 3, "paplay"}, {4714, 7, "paplay"}}));
    EXPECT_EQ(table.inner_pid(4714), 7);
    for (const int none : {2, 4715, 4716, 4717, 4718})
        EXPECT_EQ(table.inner_pid(none), std::nullopt) << none;
    EXPECT_TRUE(table.in_pid_namespaces({""}).empty());
    EXPECT_TRUE((ProcessTable{scratch.path("nowhere")}.in_pid_namespaces({"paplay"}).empty()));
}

std::vector<std::int32_t> pids(const std::vector<Ancestor> &lineage)
{
    std::vector<std::int32_t> result;
    for (const Ancestor &ancestor : lineage)
        result.push_back(ancestor.id.pid);
    return result;
}

TEST_F(Table, ALineageEndsWithTheCgroup)
{
    scratch.process(10, 1, "systemd", "/user");
    scratch.process(20, 10, "dbus-daemon", "/bus");
    scratch.process(30, 20, "", "/bus", 300, 34816);
    scratch.process(40, 30, "kate", "/bus");
    const auto lineage = table.lineage(40);
    ASSERT_TRUE(lineage) << lineage.error().sentence;
    EXPECT_EQ(pids(*lineage), (std::vector{40, 30, 20}));
    EXPECT_EQ((*lineage)[1], (Ancestor{{30, 300}, "", true}));
    EXPECT_EQ((*lineage)[2].program, "dbus-daemon");
}

/// wine notepad: the program ends up beside the process that started it.
TEST_F(Table, AnOrphanOfTheSameProgramComesFromTheLeaderOfItsSession)
{
    struct Row {
        std::string leader;
        std::string cgroup;
        std::vector<std::int32_t> lineage;
    };
    for (const Row &row : {Row{"wine64", "/a", {50, 40, 30}}, Row{"bash", "/a", {50}},
                           Row{"", "/a", {50}}, Row{"wine64", "/b", {50}}}) {
        Scratch own;
        own.process(10, 1, "systemd", "/user");
        own.process(30, 10, "bash", "/a");
        own.process(40, 30, row.leader, row.cgroup, 100, 0, 40);
        own.process(50, 10, "wine64", "/a", 200, 0, 40);
        EXPECT_EQ(pids(*ProcessTable{own.path("proc")}.lineage(50)), row.lineage)
            << row.leader << " in " << row.cgroup;
    }
}

/// urxvt runs with more rights than its user, and KeePassXC holds secrets. Neither shows its
/// executable.
TEST_F(Table, WhatHidesItsExecutableIsCalledByItsNameIfItIsOurs)
{
    const auto program = [&](const std::string &ids) {
        scratch.process(40, 1, "", "/a");
        scratch.file("proc/40/comm", "urxvt\n");
        scratch.file("proc/40/status",
                     std::format("Name:\turxvt\nPPid:\t1\n{}Gid:\t1000\t43\t43\t43\n", ids));
        return table.lineage(40)->front().program;
    };
    const uid_t we = getuid();
    EXPECT_EQ(program(std::format("Uid:\t{0}\t{0}\t{0}\t{0}\n", we)), "urxvt");
    EXPECT_EQ(program(std::format("Uid:\t{0}\t{1}\t{1}\t{1}\n", we, we + 1)), "")
        << "sudo runs as another user";
    EXPECT_EQ(program(std::format("Uid:\t{0}\t{0}\t{1}\t{0}\n", we, we + 1)), "");
    EXPECT_EQ(program(std::format("Uid:\t{0}\t{0}\t{0}\t{0}\n", we + 1)), "");
    EXPECT_EQ(program(""), "");
}

TEST_F(Table, ALineageThatBreaksOffIsAShortOne)
{
    scratch.process(40, 39, "kate", "/bus"); // 39 has ended
    EXPECT_EQ(pids(*table.lineage(40)), std::vector{40});
    scratch.process(50, 51, "a", "/bus");
    scratch.process(51, 50, "b", "/bus");
    EXPECT_EQ(table.lineage(50)->size(), 64U) << "a cycle, which no kernel makes, ends here";
    EXPECT_FALSE(table.lineage(60));
}

} // namespace

} // namespace headroom
