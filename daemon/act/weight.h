// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "act/unit_setter.h"

#include <optional>
#include <string>

namespace headroom {

/// The properties of a SetUnitProperties call that sets these weights. nullopt unsets both, which
/// is not the same as setting 100.
[[nodiscard]] GVariant *weight_properties(const std::string &unit,
                                          const std::optional<Weights> &weights);

/// For UnitSetter.
struct UnitWeights {
    using Value = Weights;
    static constexpr const char *mark = mark::weights;
    static constexpr const char *somebody_elses = "another program has set its weights";
    static constexpr const char *somebody_elses_since =
        "another program has set its weights since, so they stay";
    static constexpr const char *not_unset = "not unsetting weights: ";

    [[nodiscard]] static bool is_somebody_elses(const CgroupDir &dir,
                                                const std::optional<Weights> &ours,
                                                const std::optional<Weights> &or_these);
    [[nodiscard]] static std::string describe(const Weights &weights);
    [[nodiscard]] static GVariant *properties(const std::string &unit,
                                              const std::optional<Weights> &weights)
    {
        return weight_properties(unit, weights);
    }
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
