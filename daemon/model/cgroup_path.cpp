// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/cgroup_path.h"

#include "model/unit_name.h"

#include <charconv>
#include <cstddef>
#include <limits>
#include <system_error>

namespace headroom {

namespace {

// `at` is the position of the "/" before a component, or the end.
struct Walk {
    std::string_view path;
    std::size_t at = 0;

    [[nodiscard]] bool done() const { return at == path.size(); }

    [[nodiscard]] std::string_view component() const
    {
        const std::string_view rest = path.substr(at + 1);
        return rest.substr(0, rest.find('/'));
    }

    void step() { at += 1 + component().size(); }
};

bool well_formed(std::string_view path)
{
    // With a NUL in it, open() would get a shorter path than the one that was checked.
    if (!path.starts_with('/') || path.contains('\0'))
        return false;
    for (Walk walk{.path = path}; !walk.done(); walk.step()) {
        const auto component = walk.component();
        if (component.empty() || component == "." || component == "..")
            return false;
    }
    return true;
}

// systemd puts a "_" before a name that looks like one of the kernel's files ("_cpu.service").
std::string_view without_guard(std::string_view component)
{
    if (component.starts_with('_'))
        component.remove_prefix(1);
    return component;
}

bool is_slice(std::string_view name)
{
    return name.ends_with(".slice") && !name.contains('@') && is_unit_name(name);
}

void take_slices(Walk &walk, std::vector<std::string> &slices)
{
    for (; !walk.done(); walk.step()) {
        const auto name = without_guard(walk.component());
        if (!is_slice(name))
            return;
        slices.emplace_back(name);
    }
}

// The UID in "user@UID.service", as strict as systemd: plain digits, no leading zero, and neither
// of the numbers that mean "no user" in system calls with 16 and 32 bits.
std::optional<std::uint32_t> user_of_manager(std::string_view component)
{
    constexpr std::string_view start = "user@";
    constexpr std::string_view end = ".service";
    if (component.size() <= start.size() + end.size() || !component.starts_with(start)
        || !component.ends_with(end))
        return std::nullopt;
    const auto digits =
        component.substr(start.size(), component.size() - start.size() - end.size());
    std::uint32_t uid = 0;
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), uid);
    if (error != std::errc{} || stop != digits.data() + digits.size()
        || (digits.starts_with('0') && digits.size() > 1))
        return std::nullopt;
    if (uid == std::numeric_limits<std::uint16_t>::max()
        || uid == std::numeric_limits<std::uint32_t>::max())
        return std::nullopt;
    return uid;
}

} // namespace

std::optional<CgroupPath> parse_cgroup_path(std::string_view path)
{
    if (!well_formed(path))
        return std::nullopt;
    CgroupPath result;
    Walk walk{.path = path};
    take_slices(walk, result.slices);
    if (!walk.done()) {
        Walk below = walk;
        below.step();
        // If nothing is below it, the path is the manager's own, and that is a system service.
        if (const auto uid = user_of_manager(walk.component()); uid && !below.done()) {
            result.manager_uid = uid;
            result.slices.clear();
            walk = below;
            take_slices(walk, result.slices);
        }
    }
    if (walk.done())
        return result;
    if (const auto name = without_guard(walk.component());
        is_unit_name(name) && !name.ends_with(".slice")) {
        result.unit = name;
        walk.step();
        result.unit_root = path.substr(0, walk.at);
    }
    if (!walk.done())
        result.below = path.substr(walk.at + 1);
    return result;
}

bool is_at_or_below(std::string_view path, std::string_view cgroup)
{
    return path.starts_with(cgroup) && (path.size() == cgroup.size() || path[cgroup.size()] == '/');
}

} // namespace headroom
