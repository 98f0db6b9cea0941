// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/file_locks.h"

#include <fstream>
#include <optional>
#include <sstream>

namespace headroom {

namespace {

/// One line of /proc/locks: "7: POSIX  ADVISORY  WRITE 4711 08:01:42 0 EOF", and with "->" after the number for who waits for the same lock.
struct Lock {
    int number = 0;
    bool waits = false;
    int pid = 0; ///< -1: a lock of an open file, which has no process
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
            return true; // who waits stands below who holds
    }
    return false;
}

} // namespace headroom
