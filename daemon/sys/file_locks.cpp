// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/file_locks.h"

#include <fstream>
#include <optional>
#include <sstream>

namespace headroom {

namespace {

/// One line of /proc/locks: "7: POSIX  ADVISORY  WRITE 4711 08:01:42 0 EOF". A process that waits
/// for the same lock has "->" after the number.
struct Lock {
    int number = 0;
    bool waits = false;
    /// -1: an open file description lock, which belongs to no process.
    int pid = 0;
};

std::optional<Lock> parse_lock(const std::string &line)
{
    std::istringstream words{line};
    Lock lock;
    char colon = 0;
    std::string kind;
    std::string rest;
    if (!(words >> lock.number >> colon >> kind) || colon != ':')
        return std::nullopt;
    lock.waits = kind == "->";
    if (lock.waits)
        words >> kind;
    return words >> rest >> rest >> lock.pid ? std::optional{lock} : std::nullopt;
}

} // namespace

bool is_lock_awaited(const std::string &locks_file, const std::set<int> &pids)
{
    std::ifstream file{locks_file};
    std::set<int> ours;
    for (std::string line; std::getline(file, line);) {
        const auto lock = parse_lock(line);
        if (!lock)
            continue;
        const bool inside = pids.contains(lock->pid);
        if (!lock->waits && inside)
            ours.insert(lock->number);
        else if (lock->waits && !inside && ours.contains(lock->number))
            return true; // waiters are listed after the holder
    }
    return false;
}

} // namespace headroom
