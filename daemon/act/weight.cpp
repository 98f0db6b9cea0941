// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/weight.h"

#include "sys/log.h"

#include <charconv>
#include <cstdint>
#include <format>

namespace headroom {

namespace {

constexpr std::uint64_t usual = 100; ///< what the kernel gives to whom nobody gave anything

/// "100\n", or "default 100\n" as io.weight has it. nullopt: no such file, because the controller isn't switched on there (yet).
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

/// Whether the weights in force are other than `ours` (or, with nothing of ours there, other than usual): then somebody else has set them.
bool is_somebody_elses(const CgroupDir &dir, const std::optional<Weights> &ours)
{
    const auto differs = [&](const char *file, std::optional<std::uint64_t> our) {
        const auto weight = weight_in_force(dir, file);
        return weight && *weight != our.value_or(usual);
    };
    return differs(cgroup_file::cpu_weight, ours ? ours->cpu : std::nullopt) || differs(cgroup_file::io_weight, ours ? ours->io : std::nullopt);
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
            g_variant_builder_add(&properties, "(sv)", name, g_variant_new_uint64(weight.value_or(UINT64_MAX))); // UINT64_MAX: systemd's "not set"
    };
    add("CPUWeight", weights ? weights->cpu : std::nullopt);
    add("IOWeight", weights ? weights->io : std::nullopt);
    return g_variant_new("(sba(sv))", unit.c_str(), TRUE, &properties); // TRUE: runtime only, never written to the user's disk
}

void WeightSetter::want(UnitId unit, const std::string &name, std::optional<Weights> weights)
{
    State &state = m_states[unit];
    state.name = name;
    state.wanted = weights;
    if (!state.calling)
        step(unit);
}

void WeightSetter::step(UnitId unit)
{
    State &state = m_states.at(unit);
    const CgroupDir *dir = m_dirs.find(unit);
    if (state.wanted == state.set || !dir) {
        if (!dir || !state.set)
            m_states.erase(unit);
        return;
    }
    if (is_somebody_elses(*dir, state.set)) {
        (void)dir->remove_mark(mark::weights);
        refuse(unit, state.wanted ? "somebody else has set its weights" : "somebody else has set its weights since, so they stay");
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
                   [this, unit, asked = state.wanted](const Result<VariantPtr> &answer) { answered(unit, asked, answer); });
}

void WeightSetter::answered(UnitId unit, std::optional<Weights> asked, const Result<VariantPtr> &answer)
{
    --m_calls;
    State &state = m_states.at(unit);
    state.calling = false;
    if (!answer) {
        if (const CgroupDir *dir = m_dirs.find(unit); dir && !state.set)
            (void)dir->remove_mark(mark::weights);
        if (m_dirs.find(unit))
            refuse(unit, answer.error().sentence);
        else
            m_states.erase(unit);
        return;
    }
    state.set = asked;
    if (const CgroupDir *dir = m_dirs.find(unit); dir && !asked)
        (void)dir->remove_mark(mark::weights);
    step(unit);
}

void WeightSetter::refuse(UnitId unit, std::string sentence)
{
    const bool setting = m_states.at(unit).wanted.has_value();
    m_states.erase(unit);
    if (setting)
        m_report(event::ActRefused{unit, {}, "boost", std::move(sentence)});
    else
        log::warning("not unsetting weights: " + sentence);
}

} // namespace headroom
