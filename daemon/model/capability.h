// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace headroom {

/// What a machine can or can't do, found by testing it. Headroom does not try what would have no
/// effect, and reports that.
enum class Capability {
    Adopt,
    Audio,
    Clipboard,
    CpuWeight,
    Freeze,
    IoWeight,
    Pressure,
    Protect,
    RecordFrozen,
    Windows
};
inline constexpr std::size_t capability_count = static_cast<std::size_t>(Capability::Windows) + 1;

/// The name on the bus, in `headroomctl doctor` and in recordings. Empty for a number that is no
/// value of the enumeration.
[[nodiscard]] constexpr std::string_view name_of(Capability capability)
{
    switch (capability) {
    case Capability::Adopt: return "adopt";
    case Capability::Audio: return "audio";
    case Capability::Clipboard: return "clipboard";
    case Capability::CpuWeight: return "cpu-weight";
    case Capability::Freeze: return "freeze";
    case Capability::IoWeight: return "io-weight";
    case Capability::Pressure: return "pressure";
    case Capability::Protect: return "protect";
    case Capability::RecordFrozen: return "record-frozen";
    case Capability::Windows: return "windows";
    }
    return {};
}

} // namespace headroom
