// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/arm_trigger.h"

#include <cerrno>
#include <format>
#include <linux/magic.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace headroom {

namespace {

/// In any other file, the trigger would become the file's content.
bool is_the_kernels(int fd)
{
    struct statfs info{};
    return fstatfs(fd, &info) == 0
        && (info.f_type == PROC_SUPER_MAGIC || info.f_type == CGROUP2_SUPER_MAGIC);
}

} // namespace

Result<void> arm_trigger(int fd, StallKind kind, Duration stall, Duration window)
{
    if (!is_the_kernels(fd))
        return error(ErrorKind::Unavailable, "it is no file of the kernel's");
    const std::string text = std::format("{} {} {}", kind == StallKind::Full ? "full" : "some",
                                         stall.count(), window.count());
    // With the NUL: the kernel overwrites the last byte with one, so 2000000 would become 200000.
    if (write(fd, text.c_str(), text.size() + 1) < 0)
        return system_error(errno, "arming a trigger");
    return {};
}

} // namespace headroom
