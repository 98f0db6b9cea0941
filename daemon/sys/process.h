// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/event.h"
#include "sys/result.h"
#include "sys/unique_fd.h"

#include <cstdint>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <vector>

/// Processes as /proc shows them. A fact holds for the process that a pidfd stands for: open the pidfd, read, then ask whether it is alive.
namespace headroom {

struct ProcessStat {
    ProcessId id;
    std::int32_t parent = 0;
    std::int32_t session = 0;
    std::int32_t terminal =
        0; ///< the number of its controlling terminal; 0: it has none, or a virtual console
    bool has_tty =
        false; ///< it has one. A desktop that was started at a console has that, and so has all that it starts
};

class ProcessTable {
public:
    /// proc_root: "/proc", or a fixture. A fixture's pids must be real ones, since their pidfds are.
    explicit ProcessTable(std::string proc_root = "/proc") : m_root(std::move(proc_root)) {}

    /// Refused (with a sentence): pid 0, 1 or below, our own, a dead one, another user's.
    [[nodiscard]] Result<UniqueFd> hold(std::int32_t pid) const;

    [[nodiscard]] Result<ProcessStat> stat(std::int32_t pid) const;
    /// The path in the "0::" line; v1 lines are passed over.
    [[nodiscard]] Result<std::string> cgroup(std::int32_t pid) const;
    [[nodiscard]] std::string
    program(std::int32_t pid) const; ///< file name of the executable; empty if it can't be read
    [[nodiscard]] std::string name(std::int32_t pid)
        const; ///< as the process calls itself ("comm"); empty if it can't be read
    /// Of an interpreter: the program that it runs, its first argument that is no option. Empty: none, or it can't be read. Its memory may be
    /// swapped out, or locked by itself: not for the main loop.
    [[nodiscard]] std::string script(std::int32_t pid) const;
    /// Children of all its threads, at most 4096 of these; none where the kernel doesn't tell (CONFIG_PROC_CHILDREN).
    [[nodiscard]] std::vector<std::int32_t> children(std::int32_t pid) const;
    /// Processes of ours that run this program (by its file name) and have this pid in a pid namespace of their own. Reads all of /proc: not for every day.
    [[nodiscard]] std::vector<std::int32_t> numbered_inside(std::int32_t inner,
                                                            std::string_view program) const;
    /// Who launched it as what: GIO_LAUNCHED_DESKTOP_FILE where the mark is meant for this pid, else the id in .flatpak-info; empty: neither.
    /// Its memory may be swapped out, or locked by itself, and its root be a file system that never answers: not for the main loop.
    [[nodiscard]] AppId app_hint(std::int32_t pid) const;
    /// The process, its parent, … as long as they are in the same cgroup. The leader of its session stands in for a parent that is not, if that runs the same
    /// program.
    [[nodiscard]] Result<std::vector<Ancestor>> lineage(std::int32_t pid) const;

private:
    [[nodiscard]] bool is_ours(std::int32_t pid) const;
    [[nodiscard]] std::string called(std::int32_t pid) const;
    [[nodiscard]] std::int32_t instead_of_parent(const ProcessStat &orphan,
                                                 const std::string &program) const;
    [[nodiscard]] Result<std::string> slurp(std::int32_t pid, const char *file, std::size_t limit,
                                            int flags = O_NONBLOCK) const;
    std::string m_root;
};

/// Whether the process behind a pidfd still runs.
[[nodiscard]] bool is_alive(int pidfd);

} // namespace headroom
