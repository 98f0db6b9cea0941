// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/frozen_ledger.h"

#include "sys/unique_fd.h"

#include <charconv>
#include <fcntl.h>
#include <format>
#include <fstream>
#include <sys/stat.h>

namespace headroom {

namespace {

std::string file_in(const std::string &directory)
{
    return directory + "/frozen";
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
    m_frozen.erase(unit);
    return write();
}

/// Written beside and renamed, so that a crash in between leaves the old one or the new one.
Result<void> FrozenLedger::write() const
{
    if (mkdir(m_directory.c_str(), 0700) < 0 && errno != EEXIST)
        return system_error("making " + m_directory);
    std::string text;
    for (const auto &[unit, path] : m_frozen)
        text += std::format("{} {}\n", unit.inode, path);
    const std::string file = file_in(m_directory);
    const std::string beside = file + ".new";
    {
        const UniqueFd fd{open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)};
        if (!fd || ::write(fd.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size()))
            return system_error("writing " + beside);
    }
    if (rename(beside.c_str(), file.c_str()) < 0)
        return system_error("renaming " + beside);
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
