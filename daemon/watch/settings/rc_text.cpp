// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/settings/rc_text.h"

#include "sys/glib_ptr.h"
#include "sys/whole_text.h"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>

namespace headroom {

namespace {

constexpr mode_t permissions = 07777;

} // namespace

std::string real_path(const std::string &path)
{
    const std::unique_ptr<char, Deleter<std::free>> real{::realpath(path.c_str(), nullptr)};
    return real ? real.get() : path;
}

Result<std::string> read_rc_text(const std::string &path)
{
    // Without O_NONBLOCK, a FIFO would block.
    const UniqueFd fd{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)};
    if (!fd && (errno == ENOENT || errno == ENOTDIR))
        return std::string{};
    if (!fd)
        return system_error(errno, "opening " + path);
    struct stat info{};
    if (fstat(fd.get(), &info) != 0)
        return system_error(errno, "looking at " + path);
    if (!S_ISREG(info.st_mode))
        return error(ErrorKind::Failed, path + " is no plain file");
    return read_whole(fd, path);
}

Result<void> write_rc_text(const std::string &path, const std::string &text)
{
    if (text.size() > longest_text)
        return error(ErrorKind::Failed, path + " would be longer than 1 MiB");
    const std::string target = real_path(path);
    const std::string directory = target.substr(0, target.rfind('/'));
    constexpr int private_directory = 0700; // as the XDG base directory specification requires
    if (g_mkdir_with_parents(directory.c_str(), private_directory) != 0)
        return system_error(errno, "making " + directory);
    std::string beside = target + ".XXXXXX";
    const UniqueFd fd{mkostemp(beside.data(), O_CLOEXEC)};
    if (!fd)
        return system_error(errno, "writing beside " + target);
    Result<void> done = write_whole(fd, text, beside);
    struct stat old{};
    if (done && ::stat(target.c_str(), &old) == 0
        && fchmod(fd.get(), old.st_mode & permissions) != 0)
        done = system_error(errno, "giving " + beside + " the mode of " + target);
    if (done && ::rename(beside.c_str(), target.c_str()) != 0)
        done = system_error(errno, "replacing " + target);
    if (!done)
        (void)::unlink(beside.c_str());
    return done;
}

} // namespace headroom
