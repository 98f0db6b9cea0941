// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "act/unit_setter.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

/// The properties of a SetUnitProperties call that protects so many bytes (MemoryLow=). nullopt: 0,
/// the default. It can't be unset: systemd takes UINT64_MAX for "infinity" here.
[[nodiscard]] GVariant *protection_properties(const std::string &unit,
                                              std::optional<std::uint64_t> bytes);

/// The arguments of the call that unsets the protection that the mark describes, if it is in force.
/// nullptr: another one is, or the cgroup was removed. A mark that describes none stands for any.
[[nodiscard]] GVariant *unset_noted_protection(const CgroupDir &dir);

/// For UnitSetter.
struct UnitProtection {
    using Value = std::uint64_t;
    static constexpr const char *mark = mark::protection;
    static constexpr const char *somebody_elses =
        "another program has protected its memory, or its MemoryLow= can't be read";
    static constexpr const char *somebody_elses_since =
        "another program has protected its memory since, and that stays";
    static constexpr const char *not_unset = "no longer protecting memory, but not unsetting it: ";

    /// Also true if it isn't known. ours: any of them may be in force; 0 may always be.
    [[nodiscard]] static bool
    is_somebody_elses(const CgroupDir &dir, const std::vector<std::optional<std::uint64_t>> &ours);
    [[nodiscard]] static std::string describe(std::uint64_t bytes);
    /// What one or two texts of describe() stand for, with a space between them.
    [[nodiscard]] static std::vector<std::uint64_t> noted(const std::string &text);
    [[nodiscard]] static GVariant *
    properties(const std::string &unit, std::optional<std::uint64_t> bytes,
               const std::vector<std::optional<std::uint64_t>> & /*ours*/)
    {
        return protection_properties(unit, bytes);
    }
    [[nodiscard]] static GVariant *unset_noted(const CgroupDir &dir)
    {
        return unset_noted_protection(dir);
    }
    /// The arguments of the call that unsets a protection that systemd keeps for a unit without a
    /// cgroup, if it is one of `ours`. kept: the unit's properties, a{sv}. nullptr: it is none.
    [[nodiscard]] static GVariant *
    unset_kept(const std::string &unit, GVariant *kept,
               const std::vector<std::optional<std::uint64_t>> &ours);
};

using Protector = UnitSetter<UnitProtection>;

} // namespace headroom
