// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/weight.h"

#include "sys/log.h"

#include <charconv>
#include <cstdint>
#include <format>
#include <utility>

namespace headroom {

namespace {

constexpr std::uint64_t usual = 100; ///< the kernel's default

/// "100\n", or "default 100\n" in io.weight. nullopt: there is no such file, because the controller
/// is not enabled there (yet).
std::optional<std::uint64_t> weight_in_force(const CgroupDir &dir, const char *file)
{
    const auto text = dir.read(file);
    if (!text)
        return std::nullopt;
    std::string_view number = *text;
    constexpr std::string_view prefix = "default ";
    if (number.starts_with(prefix))
        number.remove_prefix(prefix.size());
    std::uint64_t weight = 0;
    if (std::from_chars(number.data(), number.data() + number.size(), weight).ec != std::errc{})
        return std::nullopt;
    return weight;
}

/// Whether the weights in force are neither `ours` (the default if we set none) nor `or_these`.
/// Then another program has set them.
bool is_somebody_elses(const CgroupDir &dir, const std::optional<Weights> &ours,
                       const std::optional<Weights> &or_these)
{
    const auto differs = [&](const char *file, std::optional<std::uint64_t> Weights::*which) {
        const auto weight = weight_in_force(dir, file);
        const auto of = [&](const std::optional<Weights> &weights) {
            return weights ? ((*weights).*which).value_or(usual) : usual;
        };
        return weight && *weight != of(ours) && *weight != of(or_these);
    };
    return differs(cgroup_file::cpu_weight, &Weights::cpu)
        || differs(cgroup_file::io_weight, &Weights::io);
}

std::string describe(const Weights &weights)
{
    std::string text;
    if (weights.cpu)
        text += std::format("cpu={}", *weights.cpu);
    if (weights.io)
        text += std::format("{}io={}", text.empty() ? "" : " ", *weights.io);
    return text;
}

} // namespace

GVariant *weight_properties(const std::string &unit, const std::optional<Weights> &weights)
{
    GVariantBuilder properties;
    g_variant_builder_init(&properties, G_VARIANT_TYPE("a(sv)"));
    const auto add = [&](const char *name, std::optional<std::uint64_t> weight) {
        if (weight || !weights)
            g_variant_builder_add(&properties, "(sv)", name,
                                  // UINT64_MAX: systemd's "not set".
                                  g_variant_new_uint64(weight.value_or(UINT64_MAX)));
    };
    add("CPUWeight", weights ? weights->cpu : std::nullopt);
    add("IOWeight", weights ? weights->io : std::nullopt);
    return g_variant_new("(sba(sv))", unit.c_str(), TRUE,
                         &properties); // TRUE: runtime only, never written to disk
}

void WeightSetter::set(UnitId unit, const std::string &name, const Weights &weights,
                       WeightKind kind)
{
    State &state = m_states[unit];
    state.name = name;
    state.wanted = weights;
    state.kind = kind;
    look(unit);
}

void WeightSetter::unset(UnitId unit, const std::string &name)
{
    State &state = m_states[unit];
    state.name = name;
    state.wanted = std::nullopt;
    look(unit);
}

void WeightSetter::look(UnitId unit)
{
    if (!m_states.at(unit).calling)
        step(unit, /*just_answered=*/false);
}

void WeightSetter::forget(UnitId unit)
{
    const auto state = m_states.find(unit);
    if (state != m_states.end() && !state->second.calling)
        m_states.erase(state); // otherwise the answer finds the unit gone
}

void WeightSetter::step(UnitId unit, bool just_answered)
{
    State &state = m_states.at(unit);
    const CgroupDir *dir = m_dirs.find(unit);
    if (state.wanted == state.set || !dir) {
        if (!dir || !state.set)
            m_states.erase(unit);
        return;
    }
    // systemd answers first and writes afterwards. So the previous weights may still be in force,
    // and these are ours, too.
    if (is_somebody_elses(*dir, state.set, just_answered ? state.before : state.set)) {
        (void)dir->remove_mark(mark::weights);
        refuse(unit,
               state.wanted ? "another program has set its weights"
                            : "another program has set its weights since, so they stay");
        return;
    }
    if (state.wanted) {
        if (const auto marked = dir->set_mark(mark::weights, describe(*state.wanted)); !marked) {
            refuse(unit, marked.error().sentence);
            return;
        }
    }
    state.calling = true;
    ++m_calls;
    m_systemd.call("SetUnitProperties", weight_properties(state.name, state.wanted), nullptr,
                   [this, unit, asked = state.wanted](const Result<VariantPtr> &answer) {
                       answered(unit, asked, answer);
                   });
}

void WeightSetter::answered(UnitId unit, std::optional<Weights> asked,
                            const Result<VariantPtr> &answer)
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
        (void)dir->remove_mark(mark::weights);
    if (!answer && state.wanted == asked)
        refuse(unit, answer.error().sentence);
    else
        // A failure of what is no longer wanted does not matter.
        step(unit, /*just_answered=*/
             answer.has_value());
}

void WeightSetter::refuse(UnitId unit, std::string sentence)
{
    const State &state = m_states.at(unit);
    const bool setting = state.wanted.has_value();
    const Act act = state.kind == WeightKind::Nap ? Act::Nap : Act::Boost;
    m_states.erase(unit);
    if (setting)
        m_report(event::ActRefused{unit, {}, act, std::move(sentence)});
    else
        log::warning("not unsetting weights: " + sentence);
}

} // namespace headroom
