// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/local_socket.h"
#include "sys/unique_fd.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

namespace headroom::seen {

[[nodiscard]] inline std::uint32_t inode_of(const UniqueFd &fd)
{
    struct stat info{};
    EXPECT_EQ(fstat(fd.get(), &info), 0);
    return static_cast<std::uint32_t>(info.st_ino);
}

/// Listens on a socket file of the test's own.
struct LocalServer {
    /// Bound: the file is there, and everybody is refused until listen() is called.
    enum class Begins { Listening, Bound };

    explicit LocalServer(std::string at, int type = SOCK_STREAM, Begins how = Begins::Listening)
        : path(std::move(at)), listener(socket(AF_UNIX, type | SOCK_CLOEXEC, 0))
    {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        EXPECT_LT(path.size(), sizeof address.sun_path);
        std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
        EXPECT_EQ(
            bind(listener.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address), 0);
        if (how == Begins::Listening)
            listen();
    }

    void listen() const { EXPECT_EQ(::listen(listener.get(), backlog), 0); }

    /// The kernel reports the process that listened last, also after its end. Returns its pid.
    [[nodiscard]] pid_t listen_in_another_process() const
    {
        const pid_t child = fork();
        if (child == 0)
            _exit(::listen(listener.get(), backlog));
        int status = -1;
        EXPECT_EQ(waitpid(child, &status, 0), child);
        EXPECT_EQ(status, 0);
        return child;
    }

    [[nodiscard]] UniqueFd connect() const
    {
        auto client = connect_local(path);
        EXPECT_TRUE(client) << client.error().sentence;
        return client ? std::move(*client) : UniqueFd{};
    }
    [[nodiscard]] UniqueFd accept() const
    {
        return UniqueFd{::accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC)};
    }

    static constexpr int backlog = 64;
    std::string path;
    UniqueFd listener;
};

} // namespace headroom::seen
