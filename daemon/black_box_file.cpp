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

struct LastLine {
    black_box::Line line;
    std::size_t slot = 0;
};

/// Reads one slot at a time: the whole file would take too much memory during a shortage.
std::optional<LastLine> last_line(int fd)
{
    black_box::Slot slot{};
    std::optional<LastLine> last;
    for (std::size_t at = 0; at < black_box::slots; ++at) {
        const auto got =
            pread(fd, slot.data(), slot.size(), static_cast<off_t>(at * black_box::slot_size));
        if (got != static_cast<ssize_t>(slot.size()))
            break;
        auto line = black_box::decode({slot.data(), slot.size()});
        if (line && (!last || line->number > last->line.number))
            last = {std::move(*line), at};
    }
    return last;
}

} // namespace

BlackBoxFile::BlackBoxFile(UniqueFd fd) : m_fd(std::move(fd))
{
    if (auto last = last_line(m_fd.get())) {
        m_last = {last->line.boot, last->line.number, last->slot / black_box::slots_of_a_boot};
        m_found = std::move(last->line);
    }
}

Result<BlackBoxFile> BlackBoxFile::open(const std::string &path)
{
    const std::string directory = path.substr(0, path.rfind('/'));
    if (g_mkdir_with_parents(directory.c_str(), S_IRWXU) != 0)
        return system_error(errno, "making " + directory);
    auto fd = open_own_file(path, O_RDWR | O_CREAT);
    if (!fd)
        return std::unexpected(fd.error());
    return BlackBoxFile{std::move(*fd)};
}

Result<std::optional<BlackBoxFile>> BlackBoxFile::find(const std::string &path)
{
    auto fd = open_own_file(path, O_RDWR);
    if (!fd && fd.error().code == ENOENT)
        return std::nullopt;
    if (!fd)
        return std::unexpected(fd.error());
    return BlackBoxFile{std::move(*fd)};
}

bool BlackBoxFile::is_deleted() const
{
    struct stat about{};
    return fstat(m_fd.get(), &about) == 0 && about.st_nlink == 0;
}

BlackBoxFile::Place BlackBoxFile::place_of_next(const std::string &boot) const
{
    const bool goes_on = m_last.number == 0 || m_last.boot == boot;
    return {boot, m_last.number + 1, goes_on ? m_last.half : 1 - m_last.half};
}

Result<void> BlackBoxFile::write(black_box::Line line)
{
    const Place place = place_of_next(line.boot);
    line.number = place.number;
    const black_box::Slot slot = black_box::encode(line);
    const std::size_t in_half = place.number % black_box::slots_of_a_boot;
    const auto at = static_cast<off_t>((place.half * black_box::slots_of_a_boot + in_half)
                                       * black_box::slot_size);
    const ssize_t written = pwrite(m_fd.get(), slot.data(), slot.size(), at);
    if (written != static_cast<ssize_t>(slot.size()))
        return system_error(written < 0 ? errno : ENOSPC, "writing the black box");
    m_last = place;
    if (fdatasync(m_fd.get()) != 0)
        return system_error(errno, "writing the black box to the disk");
    return {};
}

} // namespace headroom
