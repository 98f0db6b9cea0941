// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "act/actor.h"
#include "sys/cgroup_dir.h"
#include "sys/systemd_client.h"

#include <map>
#include <optional>
#include <string>

namespace headroom {

/// Sets and unsets weights through systemd, one call per unit at a time: the focus may return
/// before the last call is answered.
class WeightSetter {
public:
    WeightSetter(const CgroupDirs &dirs, const SystemdClient &systemd, Report report)
        : m_dirs(dirs), m_systemd(systemd), m_report(std::move(report))
    {
    }

    void set(UnitId unit, const std::string &name, const Weights &weights, WeightKind kind);
    void unset(UnitId unit, const std::string &name);
    /// The unit has vanished, and its weights with it.
    void forget(UnitId unit);
    [[nodiscard]] bool is_idle() const { return m_calls == 0; }

private:
    struct State {
        std::string name;
        std::optional<Weights> wanted;
        WeightKind kind{}; ///< of the wanted weights
        std::optional<Weights> set; ///< our weights that systemd has
        std::optional<Weights> before; ///< those it had before its last answer
        bool calling = false;
    };

    void look(UnitId unit);
    void step(UnitId unit, bool just_answered);
    void answered(UnitId unit, std::optional<Weights> asked, const Result<VariantPtr> &answer);
    void refuse(UnitId unit, std::string sentence);

    const CgroupDirs &m_dirs;
    const SystemdClient &m_systemd;
    Report m_report;
    std::map<UnitId, State> m_states;
    int m_calls = 0;
};

/// The properties of a SetUnitProperties call that sets these weights. nullopt unsets both, which
/// is not the same as setting 100.
[[nodiscard]] GVariant *weight_properties(const std::string &unit,
                                          const std::optional<Weights> &weights);

} // namespace headroom
