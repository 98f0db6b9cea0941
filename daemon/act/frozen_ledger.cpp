// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/frozen_ledger.h"

#include "sys/own_file.h"
#include "sys/whole_text.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <fcntl.h>
#include <format>
#include <iterator>
#include <sys/stat.h>

namespace headroom {

namespace {

constexpr const char *name = "frozen";
/// The new ledger is written here.
constexpr const char *beside = "frozen.new";
constexpr std::size_t longest_number = 20;
/// Far more than all units that can be frozen.
constexpr std::size_t longest_file = std::size_t{4} << 20U;

/// Empty: there is none, or it is no regular file.
std::string text_of(const std::string &path)
{
    const auto directory = open_own_directory(path);
    if (!directory)
        return {};
    const UniqueFd fd{openat(directory->get(), name,
                             // Opening a FIFO would block.
                             O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)};
    struct stat info{};
    if (!fd || fstat(fd.get(), &info) < 0 || !S_ISREG(info.st_mode))
        return {};
    std::string text(std::min(static_cast<std::size_t>(info.st_size), longest_file), '\0');
    const ssize_t got = ::read(fd.get(), text.data(), text.size());
    text.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    return text;
}

/// Reserves all memory first. This runs right before a freeze, when memory is scarce.
std::string as_text(const std::map<UnitId, std::string> &frozen)
{
    std::size_t length = 0;
    for (const auto &[unit, path] : frozen)
        length += longest_number + path.size() + 2;
    std::string text;
    text.reserve(length);
    for (const auto &[unit, path] : frozen)
        std::format_to(std::back_inserter(text), "{} {}\n", unit.inode, path);
    return text;
}

} // namespace

Result<void> FrozenLedger::add(UnitId unit, const std::string &path)
{
    m_frozen[unit] = path;
    auto written = write();
    if (!written)
        m_frozen.erase(unit);
    return written;
}

Result<void> FrozenLedger::remove(UnitId unit)
{
    if (m_frozen.erase(unit) == 0)
        return {};
    return write();
}

/// Writes a new file and renames it, so that a crash leaves the old or the new one. Anything in the
/// way (a link, or a FIFO, on which open() would block for ever) is removed and never written to.
Result<void> FrozenLedger::write() const
{
    if (mkdir(m_directory.c_str(), 0700) < 0 && errno != EEXIST)
        return system_error(errno, "making " + m_directory);
    const auto opened = open_own_directory(m_directory);
    if (!opened)
        return std::unexpected(opened.error());
    const UniqueFd &directory = *opened;
    const std::string text = as_text(m_frozen);
    (void)unlinkat(directory.get(), beside, 0);
    const std::string path = std::format("{}/{}", m_directory, beside);
    const UniqueFd fd{openat(directory.get(), beside,
                             O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600)};
    if (!fd)
        return system_error(errno, "writing " + path);
    if (auto written = write_whole(fd, text, path); !written)
        return written;
    if (renameat(directory.get(), beside, directory.get(), name) < 0)
        return system_error(errno, "renaming " + path);
    return {};
}

void FrozenLedger::remove_left(const std::string &directory)
{
    if (const auto opened = open_own_directory(directory))
        (void)unlinkat(opened->get(), name, 0);
}

std::map<UnitId, std::string> FrozenLedger::read(const std::string &directory)
{
    std::map<UnitId, std::string> frozen;
    const std::string text = text_of(directory);
    for (std::string_view rest = text; !rest.empty();) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        const auto space = line.find(' ');
        if (space == std::string_view::npos)
            continue;
        UnitId unit;
        const auto [end, problem] = std::from_chars(line.data(), line.data() + space, unit.inode);
        if (problem != std::errc{} || end != line.data() + space)
            continue;
        frozen[unit] = line.substr(space + 1);
    }
    return frozen;
}

} // namespace headroom
