// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/frozen_ledger.h"

#include "sys/unique_fd.h"

#include <charconv>
#include <fcntl.h>
#include <format>
#include <fstream>
#include <iterator>
#include <sys/stat.h>

namespace headroom {

namespace {

std::string file_in(const std::string &directory)
{
    return directory + "/frozen";
}

constexpr std::size_t longest_number = 20;

} // namespace

FrozenLedger::FrozenLedger(std::string directory) : m_directory(std::move(directory)), m_file(file_in(m_directory)), m_beside(m_file + ".new") {}

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

/// Written beside and renamed, so that a crash in between leaves the old one or the new one.
Result<void> FrozenLedger::write() const
{
    if (mkdir(m_directory.c_str(), 0700) < 0 && errno != EEXIST)
        return system_error("making " + m_directory);
    std::size_t length = 0;
    for (const auto &[unit, path] : m_frozen)
        length += longest_number + path.size() + 2;
    std::string text; // asked for at once: it comes right before a freeze, when memory is what there is least of
    text.reserve(length);
    for (const auto &[unit, path] : m_frozen)
        std::format_to(std::back_inserter(text), "{} {}\n", unit.inode, path);
    {
        const UniqueFd fd{open(m_beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)};
        if (!fd || ::write(fd.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size()))
            return system_error("writing " + m_beside);
    }
    if (rename(m_beside.c_str(), m_file.c_str()) < 0)
        return system_error("renaming " + m_beside);
    return {};
}

std::map<UnitId, std::string> FrozenLedger::read(const std::string &directory)
{
    std::map<UnitId, std::string> frozen;
    std::ifstream file{file_in(directory)};
    for (std::string line; std::getline(file, line);) {
        const auto space = line.find(' ');
        if (space == std::string::npos)
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
