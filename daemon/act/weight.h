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

/// Sets and unsets weights through systemd, one call a unit at a time: focus may come back before the last call's answer did.
class WeightSetter {
public:
    WeightSetter(const CgroupDirs &dirs, const SystemdClient &systemd, Report report)
        : m_dirs(dirs), m_systemd(systemd), m_report(std::move(report))
    {
    }

    void set(UnitId unit, const std::string &name, const Weights &weights, WeightKind kind);
    void unset(UnitId unit, const std::string &name);
    void forget(UnitId unit); ///< it has vanished, and its weights with it
    [[nodiscard]] bool is_idle() const { return m_calls == 0; }

private:
    struct State {
        std::string name;
        std::optional<Weights> wanted;
        WeightKind kind{}; ///< of what is wanted
        std::optional<Weights> set; ///< what systemd has from us
        std::optional<Weights> before; ///< what it had from us before its last answer
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

/// The properties of a SetUnitProperties call that sets these weights; nullopt unsets both, which isn't the same as setting 100.
[[nodiscard]] GVariant *weight_properties(const std::string &unit,
                                          const std::optional<Weights> &weights);

} // namespace headroom
