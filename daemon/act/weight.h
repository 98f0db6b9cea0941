// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "act/unit_setter.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom {

/// The arguments of a SetUnitProperties call that sets these weights, and unsets others that one of
/// `ours` has. If there is neither, it unsets both. That is not the same as setting 100. A weight
/// that is not ours stays: where the io controller is missing, systemd keeps another program's
/// IOWeight= for later, and the kernel does not show it.
[[nodiscard]] GVariant *weight_properties(const std::string &unit,
                                          const std::optional<Weights> &weights,
                                          const std::vector<std::optional<Weights>> &ours = {});

/// The arguments of the call that unsets the weights that the mark describes, as far as they are in
/// force. nullptr: others are, or the cgroup was removed. A mark that describes none stands for
/// any.
[[nodiscard]] GVariant *unset_noted_weights(const CgroupDir &dir);

/// For UnitSetter.
struct UnitWeights {
    using Value = Weights;
    static constexpr const char *mark = mark::weights;
    static constexpr const char *somebody_elses =
        "another program has set its weights, or they can't be read";
    static constexpr const char *somebody_elses_since =
        "another program has set its weights since, so they stay";
    static constexpr const char *not_unset = "not unsetting weights: ";

    /// Also true if it isn't known. ours: any of them may be in force; nullopt stands for the
    /// default.
    [[nodiscard]] static bool is_somebody_elses(const CgroupDir &dir,
                                                const std::vector<std::optional<Weights>> &ours);
    [[nodiscard]] static std::string describe(const Weights &weights);
    /// What one or two texts of describe() stand for, with a space between them.
    [[nodiscard]] static std::vector<Weights> noted(const std::string &text);
    [[nodiscard]] static GVariant *properties(const std::string &unit,
                                              const std::optional<Weights> &weights,
                                              const std::vector<std::optional<Weights>> &ours)
    {
        return weight_properties(unit, weights, ours);
    }
    [[nodiscard]] static GVariant *unset_noted(const CgroupDir &dir)
    {
        return unset_noted_weights(dir);
    }
    /// The arguments of the call that unsets weights that systemd keeps for a unit without a
    /// cgroup, as far as they are one of `ours`. kept: the unit's properties, a{sv}. nullptr: none
    /// is.
    [[nodiscard]] static GVariant *unset_kept(const std::string &unit, GVariant *kept,
                                              const std::vector<std::optional<Weights>> &ours);
};

class WeightSetter : public UnitSetter<UnitWeights> {
public:
    using UnitSetter::UnitSetter;

    void set(UnitId unit, const std::string &name, const Weights &weights, WeightKind kind)
    {
        UnitSetter::set(unit, name, weights, kind == WeightKind::Nap ? Act::Nap : Act::Boost);
    }
};

} // namespace headroom
