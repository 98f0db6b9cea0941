// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/weight.h"

#include <charconv>
#include <cstdint>
#include <format>

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

/// Whether the weights in force are neither `ours` (the default if we set none) nor `or_these`.
/// Then another program has set them.
bool UnitWeights::is_somebody_elses(const CgroupDir &dir, const std::optional<Weights> &ours,
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

std::string UnitWeights::describe(const Weights &weights)
{
    std::string text;
    if (weights.cpu)
        text += std::format("cpu={}", *weights.cpu);
    if (weights.io)
        text += std::format("{}io={}", text.empty() ? "" : " ", *weights.io);
    return text;
}

} // namespace headroom
