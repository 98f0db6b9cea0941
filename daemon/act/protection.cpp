// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/protection.h"

#include "model/kernel_text.h"

#include <format>

namespace headroom {

namespace {

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
    g_variant_builder_add(&properties, "(sv)", "MemoryLow",
                          g_variant_new_uint64(bytes.value_or(0)));
    return g_variant_new("(sba(sv))", unit.c_str(), TRUE,
                         &properties); // TRUE: runtime only, never written to disk
}

bool UnitProtection::is_somebody_elses(const CgroupDir &dir, std::optional<std::uint64_t> ours,
                                       std::optional<std::uint64_t> or_this)
{
    const auto low = bytes_in_force(dir, cgroup_file::memory_low);
    return !low || (*low != 0 && low != ours && low != or_this)
        || bytes_in_force(dir, cgroup_file::memory_min) != 0U;
}

std::string UnitProtection::describe(std::uint64_t bytes)
{
    return std::format("low={}", bytes);
}

} // namespace headroom
