// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <format>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace headroom::seen {

/// A temporary directory, removed with the test.
class Scratch {
public:
    Scratch()
    {
        std::string path = testing::TempDir() + "headroom-XXXXXX";
        EXPECT_NE(mkdtemp(path.data()), nullptr) << path;
        m_path = path;
    }
    Scratch(const Scratch &) = delete;
    Scratch &operator=(const Scratch &) = delete;
    ~Scratch()
    {
        std::error_code ignored; // a failed test may leave it in any state
        std::filesystem::remove_all(m_path, ignored);
    }

    [[nodiscard]] std::string path(std::string_view below = {}) const
    {
        return m_path + (below.empty() ? "" : "/") + std::string{below};
    }

    void dir(std::string_view below) const { std::filesystem::create_directories(path(below)); }

    void file(std::string_view below, std::string_view text) const
    {
        std::filesystem::create_directories(std::filesystem::path{path(below)}.parent_path());
        std::ofstream{path(below), std::ios::binary} << text;
    }

    void link(std::string_view below, const std::string &to) const
    {
        std::filesystem::create_directories(std::filesystem::path{path(below)}.parent_path());
        std::filesystem::create_symlink(to, path(below));
    }

    [[nodiscard]] std::string text(std::string_view below) const
    {
        std::ifstream file{path(below), std::ios::binary};
        return {std::istreambuf_iterator<char>{file}, {}};
    }

    [[nodiscard]] bool exists(std::string_view below) const
    {
        return std::filesystem::exists(path(below));
    }

    /// A unit's cgroup, with the files that the kernel puts into each.
    void cgroup(const std::string &below) const
    {
        file(below + "/cgroup.freeze", "0\n");
        file(below + "/cgroup.events", "populated 1\nfrozen 0\n");
        file(below + "/cgroup.procs", "");
        file(below + "/cpu.weight", "100\n");
    }

    /// A process in a table like /proc. Its comm is as odd as the kernel allows.
    void process(int pid, int parent, const std::string &program, const std::string &cgroup,
                 int start = 100, int tty = 0, int session = 77) const
    {
        const std::string dir = std::format("proc/{}", pid);
        file(dir + "/stat",
             std::format(
                 "{} (a) (b c)) S {} {} {} {} -1 4194304 1 2 3 4 5 6 7 8 20 0 1 0 {} 1000 1\n", pid,
                 parent, pid, session, tty, start));
        file(dir + "/cgroup",
             std::format("4:memory:/somewhere\n1:name=systemd:/else\n0::{}\n", cgroup));
        if (!program.empty())
            link(dir + "/exe", "/usr/bin/" + program);
    }

private:
    std::string m_path;
};

} // namespace headroom::seen
