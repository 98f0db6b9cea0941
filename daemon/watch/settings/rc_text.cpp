// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/settings/rc_text.h"

#include "sys/glib_ptr.h"
#include "sys/unique_fd.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>

namespace headroom {

namespace {

constexpr std::size_t longest_file = std::size_t{1} << 20U;
constexpr mode_t permissions = 07777;

Result<std::string> read_all(int fd, const std::string &path)
{
    std::string text;
    std::array<char, 8192> buffer{};
    while (text.size() <= longest_file) {
        const ssize_t got = ::read(fd, buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return system_error(errno, "reading " + path);
        if (got == 0)
            return text;
        text.append(buffer.data(), static_cast<std::size_t>(got));
    }
    return error(ErrorKind::Failed, path + " is longer than 1 MiB");
}

Result<void> write_all(int fd, const std::string &path, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t put = ::write(fd, text.data(), text.size());
        if (put < 0 && errno != EINTR)
            return system_error(errno, "writing " + path);
        text.remove_prefix(put > 0 ? static_cast<std::size_t>(put) : 0);
    }
    return {};
}

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
    return read_all(fd.get(), path);
}

Result<void> write_rc_text(const std::string &path, const std::string &text)
{
    if (text.size() > longest_file)
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
    Result<void> done = write_all(fd.get(), beside, text);
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
