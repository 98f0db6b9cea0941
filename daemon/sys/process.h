// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/event.h"
#include "sys/result.h"
#include "sys/unique_fd.h"

#include <cstdint>
#include <fcntl.h>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

/// Processes as /proc shows them. A fact holds for the process of a pidfd: open the pidfd, read,
/// then check that it is alive.
namespace headroom {

struct ProcessStat {
    ProcessId id;
    std::int32_t parent = 0;
    std::int32_t session = 0;
    /// The device number of its controlling terminal. 0: none, or a virtual console.
    std::int32_t terminal = 0;
    /// Has a controlling terminal. This is also true of a desktop started on a console, and of all
    /// that it starts.
    bool has_tty = false;
};

/// A process in a pid namespace of its own.
struct InnerProcess {
    std::int32_t pid = 0;
    std::int32_t inner = 0; ///< its pid there
    std::string program;
    bool operator==(const InnerProcess &) const = default;
};

/// The path of a program as /proc/PID/exe shows it, without what the kernel appends once a package
/// upgrade has replaced the file.
[[nodiscard]] std::string_view program_path(std::string_view link);

class ProcessTable {
public:
    /// proc_root: "/proc", or a fixture. A fixture's pids must be real ones, since their pidfds
    /// are.
    explicit ProcessTable(std::string proc_root = "/proc") : m_root(std::move(proc_root)) {}

    /// Refuses, with a sentence: pid 0, 1 or below, our own, a dead process, another user's.
    [[nodiscard]] Result<UniqueFd> hold(std::int32_t pid) const;

    [[nodiscard]] Result<ProcessStat> stat(std::int32_t pid) const;
    /// The path in the "0::" line. Lines of cgroup v1 are skipped.
    [[nodiscard]] Result<std::string> cgroup(std::int32_t pid) const;
    /// The path of the executable. Empty if it cannot be read.
    [[nodiscard]] std::string executable(std::int32_t pid) const;
    /// Its file name.
    [[nodiscard]] std::string program(std::int32_t pid) const;
    /// The name that the process gives itself ("comm"). Empty if it cannot be read.
    [[nodiscard]] std::string name(std::int32_t pid) const;
    /// Whether it has rights of another user, as what sudo and pkexec start. False, too, if it has
    /// ended.
    [[nodiscard]] bool is_of_another_user(std::int32_t pid) const;
    /// Whether it has CAP_NET_ADMIN, if only in a user namespace of its own. False, too, if it has
    /// ended.
    [[nodiscard]] bool may_set_up_networks(std::int32_t pid) const;
    /// For an interpreter: the program that it runs, which is the first argument that is no option.
    /// Empty: none, or unreadable. The argument memory may be swapped out, or locked by the
    /// process. Never call it in the main loop.
    [[nodiscard]] std::string script(std::int32_t pid) const;
    /// Children of all its threads, 4096 at most. Empty if the kernel does not list them
    /// (CONFIG_PROC_CHILDREN).
    [[nodiscard]] std::vector<std::int32_t> children(std::int32_t pid) const;
    /// Its pid in the pid namespace that it is in. nullopt: it is in ours, or that can't be read.
    [[nodiscard]] std::optional<std::int32_t> inner_pid(std::int32_t pid) const;
    /// Our processes that run one of these programs (by file name) in a pid namespace of their own.
    /// Reads all of /proc, so use it rarely.
    [[nodiscard]] std::vector<InnerProcess>
    in_pid_namespaces(const std::set<std::string> &programs) const;
    /// The app id that the launcher gave the process: GIO_LAUNCHED_DESKTOP_FILE if the mark is
    /// meant for this pid, otherwise the id in .flatpak-info. Empty: neither. The environment may
    /// be swapped out, or locked by the process, and its root may be a file system that never
    /// answers. Never call it in the main loop.
    [[nodiscard]] AppId app_hint(std::int32_t pid) const;
    /// The process, its parent and so on, as long as they are in the same cgroup. If the parent is
    /// not, the session leader takes its place, provided that it runs the same program.
    [[nodiscard]] Result<std::vector<Ancestor>> lineage(std::int32_t pid) const;

private:
    [[nodiscard]] bool is_ours(std::int32_t pid) const;
    [[nodiscard]] std::string program_of(std::int32_t pid) const;
    [[nodiscard]] std::int32_t substitute_for_parent(const ProcessStat &orphan,
                                                     const std::string &program) const;
    [[nodiscard]] Result<std::string> slurp(std::int32_t pid, const char *file, std::size_t limit,
                                            int flags = O_NONBLOCK) const;
    std::string m_root;
};

/// Whether the process behind a pidfd still runs.
[[nodiscard]] bool is_alive(int pidfd);

} // namespace headroom
