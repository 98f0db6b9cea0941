// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/session.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

/// What has happened since the daemon started, as figures that only grow. Nothing in it names an
/// app.
namespace headroom {

enum class Stalling { Foreground, Compositor };

/// What is known of why memory is short: an app in the background, the foreground app itself, a
/// part of the system, or none of them.
enum class StallCause { Background, Foreground, System, Unnamed };

[[nodiscard]] constexpr std::string_view name_of(Stalling stalling)
{
    return stalling == Stalling::Foreground ? "foreground" : "compositor";
}

[[nodiscard]] constexpr std::string_view name_of(StallCause cause)
{
    switch (cause) {
    case StallCause::Background: return "background";
    case StallCause::Foreground: return "foreground";
    case StallCause::System: return "system";
    case StallCause::Unnamed: return "unnamed";
    }
    return {};
}

/// What the notification in force names. Apps that were frozen in turn are not the cause.
[[nodiscard]] StallCause named_cause(const Session &session);

class Tally {
public:
    static constexpr std::size_t levels = 5;
    static constexpr std::size_t resources = 3;
    static constexpr std::size_t causes = 4;
    using ByResource = std::array<Duration, resources>;
    using ByCause = std::array<ByResource, causes>;

    explicit Tally(TimePoint began);

    /// verb: as in the signal Acted.
    void acted(std::string_view verb) { ++m_acts[std::string{verb}]; }
    void level_changed(Level level, TimePoint now);
    void stalled(Stalling who, StallCause cause, Resource resource, Duration more);

    /// Also those that were not performed yet, since a counter that is there from the start shows
    /// its first increase.
    [[nodiscard]] const std::map<std::string, std::uint64_t, std::less<>> &acts() const
    {
        return m_acts;
    }
    /// By Level. The one in force counts until now.
    [[nodiscard]] std::array<Duration, levels> at_levels(TimePoint now) const;
    /// While pressure was sampled.
    [[nodiscard]] Duration stalled(Stalling who, StallCause cause, Resource resource) const;

private:
    std::map<std::string, std::uint64_t, std::less<>> m_acts;
    Level m_level = Level::Unknown;
    TimePoint m_level_since;
    std::array<Duration, levels> m_at_levels{};
    std::array<ByCause, 2> m_stalled{};
};

} // namespace headroom
