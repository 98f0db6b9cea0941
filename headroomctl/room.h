// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/ids.h"
#include "model/pressure.h"

/// Whether there is room for a command that waits for it. Time is an argument.
namespace headroom::ctl {

/// What a command without --need is expected to take, in bytes.
constexpr std::uint64_t usual_need = 512ULL << 20U;
/// It must have been calm for this long, and memory settled. What was started before has then had
/// the time to show what it takes.
constexpr Duration calm_before_start = std::chrono::seconds{3};
/// Memory that goes on shrinking is waited for until then. Something always grows.
constexpr Duration longest_settling = std::chrono::seconds{30};
/// Bytes that may have been taken within `calm_before_start`. Less is noise.
constexpr std::uint64_t settled_within = 32ULL << 20U;

/// Bytes that stay available. With less, memory counts as low for the daemon, so that stalls are a
/// shortage and what grows may be frozen for it.
[[nodiscard]] std::uint64_t reserve_of(std::uint64_t total);

enum class Obstacle {
    None, ///< there is room
    Level, ///< it is not calm
    Memory, ///< less is available than needed, or that is unknown
    Settling, ///< calm and memory have not lasted long enough, or memory is still being taken
};

struct RoomVerdict {
    Obstacle obstacle = Obstacle::None;
    /// When to look at memory again. nullopt: not before the level changes.
    std::optional<Duration> again;
    bool operator==(const RoomVerdict &) const = default;
};

/// What the head of the queue has seen since it has been the head. Only what is seen counts: what
/// was before is unknown.
class Room {
public:
    explicit Room(std::uint64_t need) : m_need(need) {}

    /// `memory` is nullopt if it can't be read. Call it when the level changes, and when `again` is
    /// over.
    [[nodiscard]] RoomVerdict look(Level level, const std::optional<MemoryLevel> &memory,
                                   TimePoint now);

private:
    struct Sample {
        TimePoint at;
        std::uint64_t available;
    };

    [[nodiscard]] bool is_settled(TimePoint now) const;

    std::uint64_t m_need;
    std::optional<TimePoint> m_calm_since;
    std::vector<Sample> m_samples; ///< since it is calm; one of them is older than needed
};

} // namespace headroom::ctl
