// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/weight.h"

#include "act/mark_words.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <format>

namespace headroom {

namespace {

constexpr std::uint64_t usual = 100; ///< the kernel's default
constexpr std::uint64_t unset = UINT64_MAX; ///< systemd's "not set"
constexpr const char *cpu_weight = "CPUWeight"; ///< systemd's properties
constexpr const char *io_weight = "IOWeight";

/// "100\n", or "default 100\n" in io.weight. nullopt: there is no such file, because the controller
/// is not enabled there (yet), or because the cgroup is gone. An error: it isn't known.
Result<std::optional<std::uint64_t>> weight_in_force(const CgroupDir &dir, const char *file)
{
    const auto text = dir.read(file);
    if (!text && means_gone(text.error()))
        return std::nullopt;
    if (!text)
        return std::unexpected(text.error());
    std::string_view number = *text;
    constexpr std::string_view prefix = "default ";
    if (number.starts_with(prefix))
        number.remove_prefix(prefix.size());
    std::uint64_t weight = 0;
    if (std::from_chars(number.data(), number.data() + number.size(), weight).ec != std::errc{})
        return std::nullopt;
    return weight;
}

/// Of the weights that have a value. The others stay as they are.
GVariant *properties_of(const std::string &unit, const Weights &weights)
{
    GVariantBuilder properties;
    g_variant_builder_init(&properties, G_VARIANT_TYPE("a(sv)"));
    const auto add = [&](const char *name, std::optional<std::uint64_t> weight) {
        if (weight)
            g_variant_builder_add(&properties, "(sv)", name, g_variant_new_uint64(*weight));
    };
    add(cpu_weight, weights.cpu);
    add(io_weight, weights.io);
    return g_variant_new("(sba(sv))", unit.c_str(), TRUE,
                         &properties); // TRUE: runtime only, never written to disk
}

/// nullptr: neither.
GVariant *unset_those(const std::string &unit, bool cpu, bool io)
{
    const auto if_so = [](bool it) { return it ? std::optional{unset} : std::nullopt; };
    return cpu || io ? properties_of(unit, {.cpu = if_so(cpu), .io = if_so(io)}) : nullptr;
}

} // namespace

GVariant *weight_properties(const std::string &unit, const std::optional<Weights> &weights,
                            const std::vector<std::optional<Weights>> &ours)
{
    Weights all = weights.value_or(Weights{});
    for (const auto &each : ours) {
        if (each && each->cpu && !all.cpu)
            all.cpu = unset;
        if (each && each->io && !all.io)
            all.io = unset;
    }
    return properties_of(unit, all == Weights{} ? Weights{.cpu = unset, .io = unset} : all);
}

GVariant *unset_noted_weights(const CgroupDir &dir)
{
    const auto noted = UnitWeights::noted(dir.mark(mark::weights).value_or(""));
    if (noted.empty())
        return weight_properties(dir.name(), std::nullopt);
    // systemd may not have set them yet, so the default counts as ours, too. So does what isn't
    // known: it has our mark.
    const auto is_ours = [&](const char *file, std::optional<std::uint64_t> Weights::*which) {
        const auto weight = weight_in_force(dir, file).value_or(std::nullopt);
        return std::ranges::any_of(noted, [&](const Weights &weights) {
            const auto value = weights.*which;
            return value && (!weight || *weight == *value || *weight == usual);
        });
    };
    const bool cpu = is_ours(cgroup_file::cpu_weight, &Weights::cpu);
    const bool io = is_ours(cgroup_file::io_weight, &Weights::io);
    return dir.exists() ? unset_those(dir.name(), cpu, io) : nullptr;
}

GVariant *UnitWeights::unset_kept(const std::string &unit, GVariant *kept,
                                  const std::vector<std::optional<Weights>> &ours)
{
    const auto is_ours = [&](const char *name, std::optional<std::uint64_t> Weights::*which) {
        guint64 weight = 0;
        return g_variant_lookup(kept, name, "t", &weight) != FALSE
            && std::ranges::any_of(ours, [&](const std::optional<Weights> &weights) {
                   return weights && (*weights).*which == weight;
               });
    };
    return unset_those(unit, is_ours(cpu_weight, &Weights::cpu), is_ours(io_weight, &Weights::io));
}

bool UnitWeights::is_somebody_elses(const CgroupDir &dir,
                                    const std::vector<std::optional<Weights>> &ours)
{
    const auto differs = [&](const char *file, std::optional<std::uint64_t> Weights::*which) {
        const auto weight = weight_in_force(dir, file);
        const auto is_it = [&](const std::optional<Weights> &weights) {
            return *weight == (weights ? ((*weights).*which).value_or(usual) : usual);
        };
        return !weight || (*weight && std::ranges::none_of(ours, is_it));
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

std::vector<Weights> UnitWeights::noted(const std::string &text)
{
    std::vector<Weights> all;
    for (const auto &[what, value] : words_of_mark(text)) {
        if (what == "cpu")
            all.push_back({.cpu = value, .io = std::nullopt});
        else if (what == "io" && !all.empty() && !all.back().io)
            all.back().io = value;
        else if (what == "io")
            all.push_back({.cpu = std::nullopt, .io = value});
    }
    return all;
}

} // namespace headroom
