// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "parts/broker_world.h"

#include <csignal>
#include <gmock/gmock.h>
#include <sys/wait.h>

namespace headroom {
namespace {

using seen::BrokerWorld;
using testing::HasSubstr;

class BrokerPeers : public testing::Test {
protected:
    /// How the broker judges the caller.
    [[nodiscard]] Result<void> check() const
    {
        const auto peer = machine.world.identify(-1);
        return broker::check_peer(*peer, machine.world.owner, machine.world.roots.proc);
    }

    void expect_sandboxed(std::string_view why) const
    {
        const auto checked = check();
        ASSERT_FALSE(checked);
        EXPECT_EQ(checked.error().kind, ErrorKind::Refused);
        EXPECT_THAT(checked.error().sentence, HasSubstr(why));
    }

    BrokerWorld machine;
    static constexpr pid_t caller = BrokerWorld::caller;
};

TEST_F(BrokerPeers, AreServedInTheNamespacesOfPid1)
{
    EXPECT_TRUE(check());
    machine.fact(caller, "attr/current", "unconfined\n");
    EXPECT_TRUE(check());
    // The order of the other mounts, and the seccomp filter of a unit, mean nothing.
    machine.fact(caller, "mountinfo", "30 22 0:5 / /proc rw\n22 1 8:1 / / rw - ext4\n");
    EXPECT_TRUE(check());
}

TEST_F(BrokerPeers, AreNotOtherUsers)
{
    machine.peer_uid = 1001;
    const auto checked = check();
    ASSERT_FALSE(checked);
    EXPECT_EQ(checked.error().kind, ErrorKind::Refused);
    EXPECT_THAT(checked.error().sentence, HasSubstr("user 1001"));
}

TEST_F(BrokerPeers, AreNotRoot)
{
    machine.peer_uid = 0;
    EXPECT_FALSE(check());
    machine.world.owner = 0; // root has a user manager, too
    const auto checked = check();
    ASSERT_FALSE(checked);
    EXPECT_THAT(checked.error().sentence, HasSubstr("root"));
}

TEST_F(BrokerPeers, AreNotInAMountNamespaceOfTheirOwn)
{
    for (const char *mounts : {"900 1 0:77 / / rw - tmpfs tmpfs rw\n", // flatpak, bubblewrap
                               "30 22 0:5 / /proc rw - proc\n", // after chroot()
                               "22 1 8:1 / /newroot rw\n", ""}) {
        machine.fact(caller, "mountinfo", mounts);
        expect_sandboxed("mount namespace");
    }
    std::filesystem::remove(machine.scratch.path("proc/4711/mountinfo"));
    expect_sandboxed("mount namespace");
}

TEST_F(BrokerPeers, AreNotInAUserNamespaceOfTheirOwn)
{
    for (const char *map : {"      1000       1000          1\n", "0 0 1\n", ""}) {
        machine.fact(caller, "uid_map", map);
        expect_sandboxed("user namespace");
    }
}

TEST_F(BrokerPeers, AreNotInAPidNamespaceOfTheirOwn)
{
    for (const char *status : {"Name:\tx\nNSpid:\t4711\t2\n", "Name:\tNSpid:\t1\n", ""}) {
        machine.fact(caller, "status", status);
        expect_sandboxed("PID namespace");
    }
}

TEST_F(BrokerPeers, AreNoSnaps)
{
    machine.fact(caller, "attr/current", "snap.firefox.firefox (enforce)\n");
    expect_sandboxed("snap");
}

TEST_F(BrokerPeers, AreNotServedIfPid1CantBeRead)
{
    for (const char *file : {"mountinfo", "uid_map", "status"}) {
        machine.process(1);
        std::filesystem::remove(machine.scratch.path(std::format("proc/1/{}", file)));
        const auto checked = check();
        ASSERT_FALSE(checked) << file;
        EXPECT_EQ(checked.error().kind, ErrorKind::Failed) << file;
        EXPECT_THAT(checked.error().sentence, HasSubstr("hidepid=")) << file;
    }
}

TEST_F(BrokerPeers, AreNotServedIfTheyHaveEnded)
{
    const pid_t child = fork();
    if (child == 0)
        _exit(0);
    ASSERT_GT(child, 0);
    const UniqueFd pidfd{static_cast<int>(syscall(SYS_pidfd_open, child, 0))};
    siginfo_t ended{};
    ASSERT_EQ(waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT), 0);
    const broker::Peer peer{
        .uid = BrokerWorld::user, .pid = caller, .pidfd = UniqueFd{dup(pidfd.get())}};
    const auto checked = broker::check_peer(peer, machine.world.owner, machine.world.roots.proc);
    ASSERT_FALSE(checked);
    EXPECT_EQ(checked.error().kind, ErrorKind::Failed);
    EXPECT_EQ(waitpid(child, nullptr, 0), child);
}

TEST_F(BrokerPeers, AreTheProcessesThatTheKernelNames)
{
    std::array<int, 2> ends{};
    ASSERT_EQ(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()), 0);
    const UniqueFd here{ends[0]};
    const UniqueFd there{ends[1]};
    const auto peer = broker::peer_of(here.get());
    ASSERT_TRUE(peer) << peer.error().sentence;
    EXPECT_EQ(peer->uid, getuid());
    EXPECT_EQ(peer->pid, getpid());
    EXPECT_TRUE(peer->pidfd);
    EXPECT_FALSE(broker::peer_of(-1));
}

TEST_F(BrokerPeers, OfThisMachineAreUnderstood)
{
    const broker::Peer peer{.uid = BrokerWorld::user,
                            .pid = getpid(),
                            .pidfd =
                                UniqueFd{static_cast<int>(syscall(SYS_pidfd_open, getpid(), 0))}};
    const auto namespace_of = [](const char *of, const char *kind) {
        std::error_code unreadable;
        return std::filesystem::read_symlink(std::format("/proc/{}/ns/{}", of, kind), unreadable)
            .string();
    };
    bool as_pid_1 = true;
    for (const char *kind : {"mnt", "user", "pid"})
        as_pid_1 = as_pid_1 && namespace_of("self", kind) == namespace_of("1", kind);
    if (namespace_of("1", "mnt").empty())
        return; // only root may know what to expect
    EXPECT_EQ(broker::check_peer(peer, BrokerWorld::user, "/proc").has_value(), as_pid_1);
}

} // namespace
} // namespace headroom
