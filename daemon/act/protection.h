// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "act/unit_setter.h"

#include <cstdint>
#include <optional>
#include <string>

namespace headroom {

/// The properties of a SetUnitProperties call that protects so many bytes (MemoryLow=). nullopt: 0,
/// the default. It can't be unset: systemd takes UINT64_MAX for "infinity" here.
[[nodiscard]] GVariant *protection_properties(const std::string &unit,
                                              std::optional<std::uint64_t> bytes);

/// For UnitSetter.
struct UnitProtection {
    using Value = std::uint64_t;
    static constexpr const char *mark = mark::protection;
    static constexpr const char *somebody_elses =
        "another program has protected its memory, or its MemoryLow= can't be read";
    static constexpr const char *somebody_elses_since =
        "another program has protected its memory since, and that stays";
    static constexpr const char *not_unset = "no longer protecting memory, but not unsetting it: ";

    /// Also true if it isn't known.
    [[nodiscard]] static bool is_somebody_elses(const CgroupDir &dir,
                                                std::optional<std::uint64_t> ours,
                                                std::optional<std::uint64_t> or_this);
    [[nodiscard]] static std::string describe(std::uint64_t bytes);
    [[nodiscard]] static GVariant *properties(const std::string &unit,
                                              std::optional<std::uint64_t> bytes)
    {
        return protection_properties(unit, bytes);
    }
};

using Protector = UnitSetter<UnitProtection>;

} // namespace headroom
