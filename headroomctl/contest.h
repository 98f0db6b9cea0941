// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <expected>
#include <functional>
#include <utility>

#include <gio/gio.h>
#include <sys/types.h>

#include "failure.h"
#include "sys/unique_fd.h"

namespace headroom::ctl {

/// A contestant's work. Runs until `end`, and returns how much was done.
using Effort = std::function<std::uint64_t(std::chrono::steady_clock::time_point end)>;

/// A property of a unit. The other contestant has 100.
struct Weight {
    const char *property; ///< "CPUWeight" or "IOWeight"
    std::uint64_t value;
};

/// What each of the two did. At least one of them did something.
struct Shares {
    std::uint64_t front = 0;
    std::uint64_t other = 0;

    /// The share of the one in front, in percent.
    [[nodiscard]] double percent() const
    {
        const double all = static_cast<double>(front) + static_cast<double>(other);
        return 100 * static_cast<double>(front) / all;
    }
};

/// Two processes that compete for a resource, one with the weights of the foreground app. They are
/// forked at once and then wait: a program with threads, such as GDBus', must not fork.
class Contest {
public:
    [[nodiscard]] static std::expected<Contest, Failure> prepare(const Effort &load);
    Contest(Contest &&other) noexcept : m_contestants(std::exchange(other.m_contestants, {})) {}
    Contest &operator=(Contest &&other) noexcept
    {
        std::swap(m_contestants, other.m_contestants);
        return *this;
    }
    Contest(const Contest &) = delete;
    Contest &operator=(const Contest &) = delete;
    ~Contest();

    /// Puts each of the two into a scope of its own, outside of what headroomd looks after, and has
    /// them compete for `length`. Nothing else differs between them: on a fast disk, the share of
    /// the CPU would decide how much is read.
    [[nodiscard]] std::expected<Shares, Failure> hold(GDBusConnection *bus, const Weight &of_front,
                                                      std::chrono::milliseconds length);

private:
    struct Contestant {
        pid_t pid = 0; ///< no other process has it as long as this one is not waited for
        UniqueFd channel; ///< we write how long it is to run, and read what it did
    };
    Contest() = default;
    [[nodiscard]] static std::expected<Contestant, Failure> fork_one(const Effort &load);

    std::array<Contestant, 2> m_contestants;
};

} // namespace headroom::ctl
