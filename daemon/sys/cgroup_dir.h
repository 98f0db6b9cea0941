// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/ids.h"
#include "sys/result.h"
#include "sys/unique_fd.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

/// Cgroups by directory fd. A path may mean another cgroup later; the fd cannot.
namespace headroom {

/// The names of all control files that we use.
namespace cgroup_file {
inline constexpr const char *controllers = "cgroup.controllers";
inline constexpr const char *cpu_pressure = "cpu.pressure";
inline constexpr const char *cpu_stat = "cpu.stat";
inline constexpr const char *cpu_weight = "cpu.weight";
inline constexpr const char *events = "cgroup.events";
inline constexpr const char *freeze = "cgroup.freeze";
inline constexpr const char *io_pressure = "io.pressure";
inline constexpr const char *io_stat = "io.stat";
inline constexpr const char *io_weight = "io.weight";
inline constexpr const char *memory_current = "memory.current";
inline constexpr const char *memory_low = "memory.low";
inline constexpr const char *memory_min = "memory.min";
inline constexpr const char *memory_pressure = "memory.pressure";
inline constexpr const char *memory_reclaim = "memory.reclaim";
inline constexpr const char *memory_stat = "memory.stat";
inline constexpr const char *memory_swap_current = "memory.swap.current";
inline constexpr const char *procs = "cgroup.procs";
} // namespace cgroup_file

/// Our marks on a cgroup.
namespace mark {
/// oomd_mark::avoid is ours, too.
inline constexpr const char *avoid = "user.headroom.avoid";     ///< "1"
inline constexpr const char *frozen = "user.headroom.frozen";   ///< "1"
/// How much of its memory we protect: "low=104857600".
inline constexpr const char *protection = "user.headroom.protection";
/// On a terminal's cgroup: the names of the scopes that its tabs are in temporarily.
inline constexpr const char *split = "user.headroom.split";
/// What we set, for instance "cpu=500 io=500".
inline constexpr const char *weights = "user.headroom.weights";
} // namespace mark

/// systemd's marks for systemd-oomd (ManagedOOMPreference=). They ask to kill the unit only as a
/// last resort (avoid), or never (omit).
namespace oomd_mark {
inline constexpr const char *avoid = "user.oomd_avoid";
/// The value of our avoid. It means yes, as does the "1" that systemd and others write.
inline constexpr std::string_view ours = "t";
inline constexpr const char *omit = "user.oomd_omit";
} // namespace oomd_mark

/// Whether the error means that the cgroup was removed, and its processes are gone.
[[nodiscard]] bool means_gone(const Error &problem);

class CgroupDir {
public:
    /// root: where cgroup2 is mounted. path: absolute below it ("/user.slice/…"). Links, ".." and
    /// other mounts on the way are errors.
    [[nodiscard]] static Result<CgroupDir> open(int root, const std::string &path);

    [[nodiscard]] UnitId id() const { return m_id; }
    [[nodiscard]] const std::string &path() const { return m_path; }
    /// The last component of the path. For a unit, this is its name.
    [[nodiscard]] std::string name() const { return m_path.substr(m_path.rfind('/') + 1); }

    [[nodiscard]] Result<std::string> read(const char *file) const;
    /// For callers that keep the fd or hand it to a thread. Does not follow links.
    [[nodiscard]] Result<UniqueFd> open_file(const char *file, int access) const;
    [[nodiscard]] Result<void> write(const char *file, std::string_view text) const;
    [[nodiscard]] bool has(const char *file) const;
    /// False once the cgroup was removed. After a failed read, it distinguishes that from a
    /// controller that is not enabled there.
    [[nodiscard]] bool exists() const { return has(cgroup_file::procs); }
    /// The error code is ENODATA if the cgroup has no such mark.
    [[nodiscard]] Result<std::string> mark(const char *name) const;
    /// Whatever its value.
    [[nodiscard]] bool has_mark(const char *name) const;
    /// Has oomd_mark::avoid from us. Another program may have set a value since.
    [[nodiscard]] bool is_avoid_ours() const;
    /// Has one of oomd_mark's marks, and it isn't ours.
    [[nodiscard]] bool is_marked_exempt() const;
    [[nodiscard]] Result<void> set_mark(const char *name, std::string_view value) const;
    /// No error if there is no such mark.
    [[nodiscard]] Result<void> remove_mark(const char *name) const;
    /// The names of the child cgroups.
    [[nodiscard]] Result<std::vector<std::string>> children() const;

private:
    CgroupDir(UniqueFd fd, UnitId id, std::string path)
        : m_fd(std::move(fd)), m_id(id), m_path(std::move(path))
    {
    }
    UniqueFd m_fd;
    UnitId m_id;
    std::string m_path;
};

/// All cgroups that a part of the daemon uses, opened.
class CgroupDirs {
public:
    /// root_path: where cgroup2 is mounted.
    [[nodiscard]] static Result<CgroupDirs> open(const std::string &root_path);

    /// Opens the cgroup, or finds it if it is already open.
    [[nodiscard]] Result<UnitId> open_unit(const std::string &path);
    /// nullptr: never opened, or forgotten.
    [[nodiscard]] const CgroupDir *find(UnitId id) const;
    /// Like find(), for a thread. The thread keeps the directory even if it is forgotten here.
    [[nodiscard]] std::shared_ptr<const CgroupDir> share(UnitId id) const;
    [[nodiscard]] bool is_known(UnitId id) const { return m_dirs.contains(id); }
    void forget(UnitId id) { m_dirs.erase(id); }
    [[nodiscard]] const std::string &root_path() const { return m_root_path; }
    [[nodiscard]] int root() const { return m_root.get(); }

private:
    CgroupDirs(UniqueFd root, std::string path)
        : m_root(std::move(root)), m_root_path(std::move(path))
    {
    }
    UniqueFd m_root;
    std::string m_root_path;
    std::map<UnitId, std::shared_ptr<const CgroupDir>> m_dirs;
};

} // namespace headroom
