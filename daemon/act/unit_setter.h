// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "act/actor.h"
#include "sys/cgroup_dir.h"
#include "sys/log.h"
#include "sys/systemd_client.h"

#include <map>
#include <optional>
#include <string>
#include <utility>

namespace headroom {

/// Sets and unsets values of units through systemd, one call per unit at a time: the focus may
/// return before the last call is answered. What another program has set stays. `What` has the type
/// of values (Value), the mark, the call's arguments (properties), and the words.
template<typename What> class UnitSetter {
public:
    using Value = typename What::Value;

    UnitSetter(const CgroupDirs &dirs, const SystemdClient &systemd, Report report)
        : m_dirs(dirs), m_systemd(systemd), m_report(std::move(report))
    {
    }

    /// act: what a failure is reported as.
    void set(UnitId unit, const std::string &name, const Value &value, Act act)
    {
        State &state = m_states[unit];
        state.name = name;
        state.wanted = value;
        state.act = act;
        look(unit);
    }

    void unset(UnitId unit, const std::string &name)
    {
        State &state = m_states[unit];
        state.name = name;
        state.wanted = std::nullopt;
        look(unit);
    }

    /// The unit has vanished, and its values with it.
    void forget(UnitId unit)
    {
        const auto state = m_states.find(unit);
        if (state != m_states.end() && !state->second.calling)
            m_states.erase(state); // otherwise the answer finds the unit gone
    }

    [[nodiscard]] bool is_idle() const { return m_calls == 0; }

private:
    struct State {
        std::string name;
        std::optional<Value> wanted;
        Act act{}; ///< that wants it
        std::optional<Value> set; ///< our value that systemd has
        std::optional<Value> before; ///< the one that it had before its last answer
        bool calling = false;
    };

    void look(UnitId unit)
    {
        if (!m_states.at(unit).calling)
            step(unit, /*just_answered=*/false);
    }

    void step(UnitId unit, bool just_answered)
    {
        State &state = m_states.at(unit);
        const CgroupDir *dir = m_dirs.find(unit);
        if (state.wanted == state.set || !dir) {
            if (!dir || !state.set)
                m_states.erase(unit);
            return;
        }
        // systemd answers first and writes afterwards. So the previous values may still be in
        // force, and these are ours, too.
        if (What::is_somebody_elses(*dir, state.set, just_answered ? state.before : state.set)) {
            (void)dir->remove_mark(What::mark);
            refuse(unit, state.wanted ? What::somebody_elses : What::somebody_elses_since);
            return;
        }
        if (state.wanted) {
            if (const auto marked = dir->set_mark(What::mark, What::describe(*state.wanted));
                !marked) {
                refuse(unit, marked.error().sentence);
                return;
            }
        }
        state.calling = true;
        ++m_calls;
        m_systemd.call("SetUnitProperties", What::properties(state.name, state.wanted), nullptr,
                       [this, unit, asked = state.wanted](const Result<VariantPtr> &answer) {
                           answered(unit, asked, answer);
                       });
    }

    void answered(UnitId unit, std::optional<Value> asked, const Result<VariantPtr> &answer)
    {
        --m_calls;
        State &state = m_states.at(unit);
        state.calling = false;
        const CgroupDir *dir = m_dirs.find(unit);
        if (!dir) {
            m_states.erase(unit);
            return;
        }
        if (answer)
            state.before = std::exchange(state.set, asked);
        if (!state.set)
            (void)dir->remove_mark(What::mark);
        if (!answer && state.wanted == asked)
            refuse(unit, answer.error().sentence);
        else
            // A failure of what is no longer wanted does not matter.
            step(unit, /*just_answered=*/answer.has_value());
    }

    void refuse(UnitId unit, std::string sentence)
    {
        const State &state = m_states.at(unit);
        const bool setting = state.wanted.has_value();
        const Act act = state.act;
        m_states.erase(unit);
        if (setting)
            m_report(event::ActRefused{unit, {}, act, std::move(sentence)});
        else
            log::warning(What::not_unset + sentence);
    }

    const CgroupDirs &m_dirs;
    const SystemdClient &m_systemd;
    Report m_report;
    std::map<UnitId, State> m_states;
    int m_calls = 0;
};

} // namespace headroom
