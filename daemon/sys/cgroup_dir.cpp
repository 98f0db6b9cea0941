// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/cgroup_dir.h"

#include "sys/directory.h"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <linux/limits.h>
#include <ranges>
#include <sys/stat.h>
#include <sys/xattr.h>

namespace headroom {

namespace {

std::string where(const std::string &path, std::string_view file)
{
    return path + "/" + std::string{file};
}

/// Opens component by component. One openat2() would do, but it fails with ENOSYS in a unit with
/// RestrictSUIDSGID=: the seccomp filter cannot look into the struct that the call points to.
UniqueFd open_beneath(int root, std::string_view path)
{
    UniqueFd at;
    for (const auto part : path | std::views::split('/')) {
        const std::string name{std::string_view{part}};
        if (name.empty() || name == ".")
            continue;
        if (name == "..") {
            errno = EXDEV;
            return {};
        }
        // With O_NOFOLLOW, O_DIRECTORY refuses a link wherever it leads.
        UniqueFd next{openat(at ? at.get() : root, name.c_str(),
                             O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)};
        if (!next)
            return {};
        at = std::move(next);
    }
    return UniqueFd{openat(at ? at.get() : root, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
}

/// Comparing the end is enough. The path has neither links nor "..", so no component leads back
/// from another mount.
bool is_same_mount(const struct statx &root, const struct statx &end)
{
    const bool is_same_device =
        root.stx_dev_major == end.stx_dev_major && root.stx_dev_minor == end.stx_dev_minor;
    const bool are_told = (root.stx_mask & end.stx_mask & STATX_MNT_ID) != 0; // since Linux 5.8
    return is_same_device && (!are_told || root.stx_mnt_id == end.stx_mnt_id);
}

Result<struct statx> look_at(int fd, const std::string &path)
{
    struct statx info{};
    if (statx(fd, "", AT_EMPTY_PATH, STATX_INO | STATX_MNT_ID, &info) < 0)
        return system_error(errno, "looking at the cgroup " + path);
    return info;
}

} // namespace

Result<CgroupDir> CgroupDir::open(int root, const std::string &path)
{
    UniqueFd fd = open_beneath(root, path);
    if (!fd)
        return system_error(errno, "opening the cgroup " + path);
    const auto top = look_at(root, "/");
    const auto end = look_at(fd.get(), path);
    if (!top || !end)
        return std::unexpected(top ? end.error() : top.error());
    if (!is_same_mount(*top, *end)) {
        errno = EXDEV;
        return system_error(errno, "opening the cgroup " + path);
    }
    return CgroupDir{std::move(fd), UnitId{end->stx_ino}, path};
}

Result<UniqueFd> CgroupDir::open_file(const char *file, int access) const
{
    UniqueFd fd{openat(m_fd.get(), file, access | O_CLOEXEC | O_NOFOLLOW)};
    if (!fd)
        return system_error(errno, "opening " + where(m_path, file));
    return fd;
}

Result<std::string> CgroupDir::read(const char *file) const
{
    const auto fd = open_file(file, O_RDONLY);
    if (!fd)
        return std::unexpected(fd.error());
    std::string text;
    std::array<char, 16384> buffer{};
    for (;;) {
        const ssize_t got = ::read(fd->get(), buffer.data(), buffer.size());
        if (got < 0)
            return system_error(errno, "reading " + where(m_path, file));
        if (got == 0)
            return text;
        text.append(buffer.data(), static_cast<std::size_t>(got));
        if (text.size() > (1U << 20U)) // no control file is this long
            return error(ErrorKind::Failed,
                         "reading " + where(m_path, file) + ": it is longer than 1 MiB");
    }
}

Result<void> CgroupDir::write(const char *file, std::string_view text) const
{
    const UniqueFd fd{openat(m_fd.get(), file, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)};
    const ssize_t written = fd ? ::write(fd.get(), text.data(), text.size()) : -1;
    if (written < 0)
        return system_error(errno, "writing " + std::string{text} + " to " + where(m_path, file));
    if (static_cast<std::size_t>(written) != text.size())
        return error(ErrorKind::Failed,
                     "writing " + std::string{text} + " to " + where(m_path, file)
                         + ": only a part of it was taken");
    return {};
}

bool CgroupDir::has(const char *file) const
{
    return faccessat(m_fd.get(), file, F_OK, 0) == 0;
}

Result<std::string> CgroupDir::mark(const char *name) const
{
    std::string value(256, '\0');
    ssize_t length = fgetxattr(m_fd.get(), name, value.data(), value.size());
    if (length < 0 && errno == ERANGE) { // names of a terminal's tabs may be long
        value.resize(XATTR_SIZE_MAX);
        length = fgetxattr(m_fd.get(), name, value.data(), value.size());
    }
    if (length < 0)
        return system_error(errno, "reading the mark " + std::string{name} + " of " + m_path);
    value.resize(static_cast<std::size_t>(length));
    return value;
}

bool CgroupDir::has_mark(const char *name) const
{
    return fgetxattr(m_fd.get(), name, nullptr, 0) >= 0; // asks for the length only
}

bool means_gone(const Error &problem)
{
    return problem.code == ENODEV || problem.code == ENOENT;
}

bool CgroupDir::is_avoid_ours() const
{
    return has_mark(mark::avoid) && mark(oomd_mark::avoid).value_or("") == oomd_mark::ours;
}

bool CgroupDir::is_marked_exempt() const
{
    // The loop may remove our marks meanwhile, this one last. So the mark is read again: if it is
    // still there, another program has set it.
    return has_mark(oomd_mark::omit)
        || (has_mark(oomd_mark::avoid) && !is_avoid_ours() && has_mark(oomd_mark::avoid));
}

Result<void> CgroupDir::set_mark(const char *name, std::string_view value) const
{
    if (fsetxattr(m_fd.get(), name, value.data(), value.size(), 0) < 0)
        return system_error(errno, "setting the mark " + std::string{name} + " on " + m_path);
    return {};
}

Result<void> CgroupDir::remove_mark(const char *name) const
{
    if (fremovexattr(m_fd.get(), name) < 0 && errno != ENODATA)
        return system_error(errno, "removing the mark " + std::string{name} + " from " + m_path);
    return {};
}

Result<std::vector<std::string>> CgroupDir::children() const
{
    const auto failed = [this] { return system_error(errno, "listing the cgroups in " + m_path); };
    std::vector<std::string> names;
    UniqueFd fd{openat(m_fd.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
    if (!fd)
        return failed();
    const Directory dir{fdopendir(fd.get())};
    if (!dir)
        return failed();
    (void)fd.release(); // the directory closes it
    errno = 0;
    while (const dirent *entry = readdir(dir.get())) {
        if (entry->d_type == DT_DIR && entry->d_name[0] != '.')
            names.emplace_back(entry->d_name);
        errno = 0;
    }
    if (errno != 0)
        return failed();
    return names;
}

Result<CgroupDirs> CgroupDirs::open(const std::string &root_path)
{
    UniqueFd root{::open(root_path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
    if (!root)
        return system_error(errno, "opening the cgroup tree " + root_path);
    return CgroupDirs{std::move(root), root_path};
}

Result<UnitId> CgroupDirs::open_unit(const std::string &path)
{
    auto dir = CgroupDir::open(m_root.get(), path);
    if (!dir)
        return std::unexpected(dir.error());
    const UnitId id = dir->id();
    if (!m_dirs.contains(id))
        m_dirs.emplace(id, std::make_shared<const CgroupDir>(std::move(*dir)));
    return id;
}

const CgroupDir *CgroupDirs::find(UnitId id) const
{
    const auto found = m_dirs.find(id);
    return found == m_dirs.end() ? nullptr : found->second.get();
}

std::shared_ptr<const CgroupDir> CgroupDirs::share(UnitId id) const
{
    const auto found = m_dirs.find(id);
    return found == m_dirs.end() ? nullptr : found->second;
}

} // namespace headroom
