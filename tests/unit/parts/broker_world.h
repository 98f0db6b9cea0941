// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "broker.h"
#include "parts/scratch.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>

namespace headroom::seen {

/// A machine for headroom-broker: user 1000 with a user manager, user 1001 without one. Pressure
/// files are FIFOs, which can be watched as the kernel's files can.
struct BrokerWorld {
    static constexpr uid_t user = 1000;
    static constexpr pid_t caller = 4711;
    static constexpr const char *manager = "cgroup/user.slice/user-1000.slice/user@1000.service";

    BrokerWorld()
    {
        scratch.dir(std::format("{}/app.slice/a.scope/memory.pressure.d", manager));
        for (const char *name : {"cpu", "io", "memory"}) {
            fifo(std::format("proc/pressure/{}", name));
            fifo(std::format("{}/app.slice/a.scope/{}.pressure", manager, name));
        }
        process(1);
        process(caller);
        world.owner = user;
        world.roots = {.proc = scratch.path("proc"), .cgroup = scratch.path("cgroup")};
        world.identify = [this](int) -> Result<broker::Peer> {
            return broker::Peer{
                .uid = peer_uid,
                .pid = caller,
                .pidfd = UniqueFd{static_cast<int>(syscall(SYS_pidfd_open, getpid(), 0))}};
        };
        world.arm = [this](int, const TriggerRequest &request) {
            armed.push_back(as_message(request));
            return Result<void>{};
        };
    }

    void fifo(const std::string &below) const
    {
        scratch.dir(std::filesystem::path{below}.parent_path().string());
        EXPECT_EQ(mkfifo(scratch.path(below).c_str(), 0600), 0) << below;
    }

    /// In the namespaces of PID 1, until the test changes a file.
    void process(pid_t pid) const
    {
        fact(pid, "mountinfo", "22 1 8:1 / / rw - ext4 /dev/sda rw\n30 22 0:5 / /proc rw - proc\n");
        fact(pid, "uid_map", "         0          0 4294967295\n");
        fact(pid, "status", std::format("Name:\tx\nNSpid:\t{}\nSeccomp:\t2\n", pid));
    }

    void fact(pid_t pid, const char *name, std::string_view text) const
    {
        scratch.file(std::format("proc/{}/{}", pid, name), text);
    }

    Scratch scratch;
    broker::World world;
    uid_t peer_uid = user;
    std::vector<std::string> armed;
};

struct BrokerAnswer {
    std::string text; ///< empty: the connection has ended
    UniqueFd fd;
};

inline void say_to_broker(const UniqueFd &connection, std::string_view text)
{
    EXPECT_EQ(send(connection.get(), text.data(), text.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(text.size()));
}

/// Sends a descriptor along.
inline void say_with(int fd, const UniqueFd &connection, std::string text)
{
    iovec part{.iov_base = text.data(), .iov_len = text.size()};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof fd);
    std::memcpy(CMSG_DATA(header), &fd, sizeof fd);
    EXPECT_GT(sendmsg(connection.get(), &message, MSG_NOSIGNAL), 0);
}

/// Waits for at most 20 s.
[[nodiscard]] inline BrokerAnswer answer_of_broker(const UniqueFd &connection)
{
    const timeval patience{.tv_sec = 20, .tv_usec = 0};
    EXPECT_EQ(setsockopt(connection.get(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience), 0);
    std::array<char, 8192> text{};
    iovec part{.iov_base = text.data(), .iov_len = text.size()};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    const ssize_t got = recvmsg(connection.get(), &message, MSG_CMSG_CLOEXEC);
    EXPECT_GE(got, 0) << "no answer: " << std::strerror(errno);
    BrokerAnswer answer{{text.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0))}, {}};
    if (const cmsghdr *header = CMSG_FIRSTHDR(&message)) {
        int fd = -1;
        std::memcpy(&fd, CMSG_DATA(header), sizeof fd);
        answer.fd.reset(fd);
    }
    return answer;
}

} // namespace headroom::seen
