// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "black_box_file.h"

#include "sys/own_file.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include <glib.h>

namespace headroom {

namespace {

/// One slot at a time: the file is larger than what a thread should have in memory while that is
/// short.
std::uint64_t last_number(int fd)
{
    black_box::Slot slot{};
    std::uint64_t last = 0;
    for (std::size_t at = 0; at < black_box::slots; ++at) {
        const auto got =
            pread(fd, slot.data(), slot.size(), static_cast<off_t>(at * black_box::slot_size));
        if (got != static_cast<ssize_t>(slot.size()))
            break;
        if (const auto line = black_box::decode({slot.data(), slot.size()}))
            last = std::max(last, line->number);
    }
    return last;
}

} // namespace

Result<BlackBoxFile> BlackBoxFile::open(const std::string &path)
{
    const std::string directory = path.substr(0, path.rfind('/'));
    if (g_mkdir_with_parents(directory.c_str(), S_IRWXU) != 0)
        return system_error(errno, "making " + directory);
    auto fd = open_own_file(path, O_RDWR | O_CREAT);
    if (!fd)
        return std::unexpected(fd.error());
    const std::uint64_t last = last_number(fd->get());
    return BlackBoxFile{std::move(*fd), last};
}

Result<void> BlackBoxFile::put(black_box::Line line)
{
    line.number = m_last + 1;
    const black_box::Slot slot = black_box::encode(line);
    const auto at = static_cast<off_t>(line.number % black_box::slots * black_box::slot_size);
    const ssize_t written = pwrite(m_fd.get(), slot.data(), slot.size(), at);
    if (written != static_cast<ssize_t>(slot.size()))
        return system_error(written < 0 ? errno : ENOSPC, "writing the black box");
    m_last = line.number;
    return {};
}

Result<void> BlackBoxFile::write(black_box::Line line)
{
    if (auto put_there = put(std::move(line)); !put_there)
        return put_there;
    if (fdatasync(m_fd.get()) != 0)
        return system_error(errno, "writing the black box to the disk");
    return {};
}

} // namespace headroom
