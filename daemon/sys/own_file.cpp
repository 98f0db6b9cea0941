// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/own_file.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace headroom {

Result<UniqueFd> open_own_file(const std::string &path, int flags)
{
    constexpr int always = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
    UniqueFd fd{open(path.c_str(), flags | always, S_IRUSR | S_IWUSR)};
    struct stat about{};
    if (!fd || fstat(fd.get(), &about) != 0)
        return system_error(errno, "opening " + path);
    if (!S_ISREG(about.st_mode) || about.st_uid != geteuid())
        return error(ErrorKind::Refused, path + " is no file of this user");
    return fd;
}

Result<UniqueFd> open_own_directory(const std::string &path)
{
    UniqueFd fd{open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)};
    struct stat about{};
    if (!fd || fstat(fd.get(), &about) != 0)
        return system_error(errno, "opening " + path);
    if (about.st_uid != geteuid())
        return error(ErrorKind::Refused, path + " is no directory of this user");
    return fd;
}

} // namespace headroom
