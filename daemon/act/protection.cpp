// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/protection.h"

#include "act/mark_words.h"
#include "model/kernel_text.h"

#include <algorithm>
#include <format>

namespace headroom {

namespace {

constexpr const char *memory_low = "MemoryLow"; ///< systemd's property

/// nullopt for "max", and if there is no such file.
std::optional<std::uint64_t> bytes_in_force(const CgroupDir &dir, const char *file)
{
    const auto text = dir.read(file);
    return text ? parse_number(*text) : std::nullopt;
}

} // namespace

GVariant *protection_properties(const std::string &unit, std::optional<std::uint64_t> bytes)
{
    GVariantBuilder properties;
    g_variant_builder_init(&properties, G_VARIANT_TYPE("a(sv)"));
    g_variant_builder_add(&properties, "(sv)", memory_low, g_variant_new_uint64(bytes.value_or(0)));
    return g_variant_new("(sba(sv))", unit.c_str(), TRUE,
                         &properties); // TRUE: runtime only, never written to disk
}

GVariant *unset_noted_protection(const CgroupDir &dir)
{
    const auto noted = UnitProtection::noted(dir.mark(mark::protection).value_or(""));
    const auto low = bytes_in_force(dir, cgroup_file::memory_low);
    // systemd may not have set it yet, so 0 counts as ours, too.
    const bool is_ours = noted.empty() || !dir.has(cgroup_file::memory_low)
        || (low && (*low == 0 || std::ranges::contains(noted, *low)));
    return is_ours && dir.exists() ? protection_properties(dir.name(), std::nullopt) : nullptr;
}

GVariant *UnitProtection::unset_kept(const std::string &unit, GVariant *kept,
                                     const std::vector<std::optional<std::uint64_t>> &ours)
{
    guint64 low = 0;
    const bool is_ours = g_variant_lookup(kept, memory_low, "t", &low) != FALSE
        && std::ranges::contains(ours, std::optional<std::uint64_t>{low});
    return is_ours ? protection_properties(unit, std::nullopt) : nullptr;
}

bool UnitProtection::is_somebody_elses(const CgroupDir &dir,
                                       const std::vector<std::optional<std::uint64_t>> &ours)
{
    const auto low = bytes_in_force(dir, cgroup_file::memory_low);
    return !low || (*low != 0 && !std::ranges::contains(ours, low))
        || bytes_in_force(dir, cgroup_file::memory_min) != 0U;
}

std::string UnitProtection::describe(std::uint64_t bytes)
{
    return std::format("low={}", bytes);
}

std::vector<std::uint64_t> UnitProtection::noted(const std::string &text)
{
    std::vector<std::uint64_t> all;
    for (const auto &[what, bytes] : words_of_mark(text)) {
        if (what == "low")
            all.push_back(bytes);
    }
    return all;
}

} // namespace headroom
