// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "act/actor.h"
#include "act/kept_values.h"
#include "sys/cgroup_dir.h"
#include "sys/log.h"
#include "sys/systemd_client.h"
#include "sys/timer.h"

#include <algorithm>
#include <cerrno>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

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

    /// An earlier daemon's value, which has a mark. systemd did not answer the call that unsets it,
    /// and is asked again later. sentence: about that call.
    void unset_left(UnitId unit, const std::string &sentence)
    {
        const CgroupDir *dir = m_dirs.find(unit);
        if (!dir || m_states.contains(unit))
            return; // it has ended, or has a new value, and loses both with that
        const std::vector<Value> noted = What::noted(dir->mark(What::mark).value_or(""));
        if (noted.empty())
            return;
        State &state = m_states[unit];
        state.name = dir->name();
        state.set = noted.back();
        state.before = noted.front();
        state.is_unsure = true;
        undo_later(unit, sentence);
    }

    void forget(UnitId unit)
    {
        const auto state = m_states.find(unit);
        if (state != m_states.end() && !state->second.calling)
            unit_vanished(state); // otherwise when systemd has answered
    }

    [[nodiscard]] bool has_set(UnitId unit) const { return m_states.contains(unit); }
    [[nodiscard]] bool is_idle() const { return m_calls == 0 && m_kept.is_idle(); }

    guint between_tries_ms = 10'000; ///< after systemd didn't answer

private:
    struct State {
        std::string name;
        std::optional<Value> wanted;
        Act act{}; ///< that wants it
        std::optional<Value> set; ///< our value that systemd has
        /// The one that it had before its last answer. systemd answers first and writes afterwards,
        /// which takes long when memory is short.
        std::optional<Value> before;
        /// systemd hasn't answered. It may carry the call out later, so it has `set` or `before`.
        bool is_unsure = false;
        bool calling = false;
        unsigned tries = 0; ///< that were not answered
        Timer next_try;
    };
    using States = std::map<UnitId, State>;

    void look(UnitId unit)
    {
        if (!m_states.at(unit).calling)
            step(unit);
    }

    /// Values that may be in force by our doing.
    std::vector<std::optional<Value>> ours(const State &state, const CgroupDir &dir) const
    {
        std::vector<std::optional<Value>> values = m_kept.of(state.name);
        values.insert(values.end(), {state.set, state.before});
        if (!state.set) { // of a call that was given up, or an earlier daemon's
            for (const Value &value : What::noted(dir.mark(What::mark).value_or("")))
                values.emplace_back(value);
        }
        return values;
    }

    void step(UnitId unit)
    {
        State &state = m_states.at(unit);
        state.next_try.stop();
        const CgroupDir *dir = m_dirs.find(unit);
        if (!dir) {
            unit_vanished(m_states.find(unit));
            return;
        }
        if (state.wanted == state.set && !state.is_unsure) {
            if (!state.set)
                m_states.erase(unit);
            return;
        }
        const auto values = ours(state, *dir); // before another mark is set
        const bool is_somebody_elses = What::is_somebody_elses(*dir, values);
        // Asked afterwards: what was removed meanwhile shows no value of another program.
        if (state.set && !dir->exists()) {
            unit_vanished(m_states.find(unit));
            return;
        }
        if (is_somebody_elses) {
            unset_the_rest(unit, *dir);
            refuse(unit, state.wanted ? What::somebody_elses : What::somebody_elses_since);
            return;
        }
        if (const auto marked = state.wanted ? note(state, *dir) : Result<void>{}; !marked) {
            refuse(unit, marked.error().sentence);
            return;
        }
        state.calling = true;
        ++m_calls;
        m_systemd.call("SetUnitProperties", What::properties(state.name, state.wanted, values),
                       nullptr,
                       [this, unit, asked = state.wanted](const Result<VariantPtr> &answer) {
                           answered(unit, asked, answer);
                       });
    }

    /// Of several values, another program has set one. The others are still ours.
    void unset_the_rest(UnitId unit, const CgroupDir &dir)
    {
        GVariant *rest = dir.has_mark(What::mark) ? What::unset_noted(dir) : nullptr;
        if (!rest) {
            (void)dir.remove_mark(What::mark);
            return;
        }
        ++m_calls;
        m_systemd.call(
            "SetUnitProperties", rest, nullptr, [this, unit](const Result<VariantPtr> &answer) {
                --m_calls;
                const CgroupDir *then = m_dirs.find(unit);
                if (answer && then && !has_set(unit)) // otherwise the mark is a newer one
                    (void)then->remove_mark(What::mark);
            });
    }

    /// Until systemd has carried the call out, the previous value is in force.
    Result<void> note(const State &state, const CgroupDir &dir) const
    {
        const std::string previous =
            state.set && state.set != state.wanted ? What::describe(*state.set) + " " : "";
        return dir.set_mark(What::mark, previous + What::describe(*state.wanted));
    }

    void answered(UnitId unit, std::optional<Value> asked, const Result<VariantPtr> &answer)
    {
        --m_calls;
        State &state = m_states.at(unit);
        state.calling = false;
        const bool may_be_done = answer || answer.error().code == ETIMEDOUT;
        if (may_be_done && (answer || asked))
            state.before = std::exchange(state.set, asked);
        else if (may_be_done)
            state.before = std::nullopt; // it may be unset by now
        const CgroupDir *dir = m_dirs.find(unit);
        if (!dir) {
            unit_vanished(m_states.find(unit));
            return;
        }
        state.is_unsure = may_be_done && !answer;
        if (answer) {
            state.tries = 0;
            m_kept.forget(state.name);
        }
        if (!state.set)
            (void)dir->remove_mark(What::mark);
        if (answer || state.wanted != asked)
            // A failure of what is no longer wanted does not matter.
            step(unit);
        else if (state.is_unsure)
            undo_later(unit, answer.error().sentence);
        else
            give_up(unit, answer.error().sentence);
    }

    /// The value before, if there is one, must not stay: a boost that is refused would leave the
    /// foreground app with the weight of its nap.
    void give_up(UnitId unit, const std::string &sentence)
    {
        State &state = m_states.at(unit);
        if (!state.wanted || !state.set)
            return refuse(unit, sentence);
        m_report(event::ActRefused{unit, {}, state.act, sentence});
        state.wanted = std::nullopt;
        step(unit);
    }

    /// What is not set by now is no longer wanted. The mark stays until it is certainly unset.
    void undo_later(UnitId unit, const std::string &sentence)
    {
        State &state = m_states.at(unit);
        if (std::exchange(state.wanted, std::nullopt))
            m_report(event::ActRefused{unit, {}, state.act, sentence});
        if (++state.tries < KeptValues<What>::most_tries)
            state.next_try = Timer::once(between_tries_ms, [this, unit] { step(unit); });
        else
            refuse(unit, sentence);
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

    /// The value of a scope goes with it.
    void unit_vanished(typename States::iterator state)
    {
        State gone = std::move(state->second);
        m_states.erase(state);
        if (gone.set && !gone.name.ends_with(".scope"))
            m_kept.unset(std::move(gone.name), {gone.set, gone.before});
    }

    [[nodiscard]] bool is_used(const std::string &name) const
    {
        return std::ranges::any_of(
            m_states, [&name](const auto &state) { return state.second.name == name; });
    }

    const CgroupDirs &m_dirs;
    const SystemdClient &m_systemd;
    Report m_report;
    States m_states;
    KeptValues<What> m_kept{m_systemd, between_tries_ms,
                            [this](const std::string &name) { return is_used(name); }};
    int m_calls = 0;
};

} // namespace headroom
