// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string_view>

namespace headroom {

/// The acts that may fail after they were begun. event::ActRefused names one of these.
enum class Act { Adopt, Boost, Close, Freeze, Minimise, Nap, Protect, Reclaim, Rejoin };

/// The word for it in recordings, in the journal and in `headroomctl why`. Empty for a number that
/// is no value of the enumeration.
[[nodiscard]] constexpr std::string_view name_of(Act act)
{
    switch (act) {
    case Act::Adopt: return "adopt";
    case Act::Boost: return "boost";
    case Act::Close: return "close";
    case Act::Freeze: return "freeze";
    case Act::Minimise: return "minimise";
    case Act::Nap: return "nap";
    case Act::Protect: return "protect";
    case Act::Reclaim: return "reclaim";
    case Act::Rejoin: return "rejoin";
    }
    return {};
}

} // namespace headroom
