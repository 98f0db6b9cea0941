// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// Other programs write unit names and cgroup paths. No input may crash the parsers, and what they
// return must keep the promises that callers rely on.

#include "model/cgroup_path.h"
#include "model/own_unit_name.h"
#include "model/unit_name.h"
#include "require.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace {

using namespace headroom;

void check_escape(std::string_view input)
{
    const bool has_nul = input.contains('\0');
    const std::string escaped = escape_unit_field(input);
    require(escaped.size() <= input.size() * 4, "an escape takes four bytes");
    require(escaped.find_first_of("-/@ ") == std::string::npos,
            "an escaped field holds no separator");
    require(!escaped.starts_with('.'), "an escaped field has no leading dot");
    const auto back = unescape_unit_field(escaped);
    require(back.has_value() == !has_nul, "all but NUL can be escaped");
    require(!back || *back == input, "an escaped text comes back");

    const auto plain = unescape_unit_field(input);
    require(!plain || plain->size() <= input.size(), "unescaping never lengthens");
    require(!plain || !plain->contains('\0'), "unescaping never makes a NUL");
}

void check_unit_name(std::string_view input)
{
    const auto name = parse_unit_name(input);
    const std::string joined = joined_app_id(input);
    require(joined.empty() || usable_app_id(joined), "a joined id can be used");
    require(joined.size() <= input.size(), "a joined id is a part of the name");
    require(joined.empty() || name, "what has a joined id has a plain reading");
    if (!name)
        return;
    require(input.size() <= longest_unit_name, "a longer name is refused");
    require(is_unit_name(input), "what is parsed is a unit's name");
    const bool names_no_app = name->origin == UnitOrigin::Vte || name->origin == UnitOrigin::Tmux;
    require(name->app_id.empty() ? names_no_app : usable_app_id(name->app_id), "an id can be used");
    require(name->launcher.empty() || usable_app_id(name->launcher),
            "a launcher's name can be used");
    const std::size_t size = name->app_id.size() + name->launcher.size() + name->random.size();
    require(size <= input.size(), "the fields are parts of the name");
    require(parse_unit_name(input) == name, "the same name gives the same answer");

    if (name->app_id.empty())
        return;
    const auto ours = parse_unit_name(headroom_scope_name(name->app_id, "1"));
    require(ours && ours->origin == UnitOrigin::Headroom && name->app_id.starts_with(ours->app_id),
            "an id that was read can be adopted");
}

void check_scope_name(std::string_view input)
{
    const std::string scope = headroom_scope_name(input, "0af3");
    require(scope.empty() == !usable_app_id(input), "every usable id has a scope");
    require(scope.size() <= longest_unit_name, "a scope's name is one for systemd");
    const auto parsed = parse_unit_name(scope);
    require(parsed.has_value() == !scope.empty(), "a scope's name is read back");
    require(!parsed || (parsed->random == "0af3" && input.starts_with(parsed->app_id)),
            "with what was put into it");

    const std::string odd = headroom_scope_name("firefox", input);
    require(odd.size() <= longest_unit_name,
            "a scope's name is one for systemd, whatever the random part");
    const auto back = parse_unit_name(odd);
    require(odd.empty() ? !back : back && back->random == input, "the random part is read back");
}

void check_cgroup_path(std::string_view path)
{
    const auto parsed = parse_cgroup_path(path);
    if (!parsed)
        return;
    require(path.starts_with('/') && !path.contains('\0'), "a path is absolute and whole");
    require(path.starts_with(parsed->unit_root), "the unit's root is the beginning of the path");
    require(parsed->unit.empty() == parsed->unit_root.empty(), "a unit has a root");
    require(parsed->unit.empty() || is_unit_name(parsed->unit), "a unit has a unit's name");
    require(parsed->unit_root.ends_with(parsed->unit), "the root ends in the unit");
    require(path.ends_with(parsed->below), "what is below ends the path");
    if (!parsed->unit.empty()) {
        const std::size_t size =
            parsed->unit_root.size() + parsed->below.size() + (parsed->below.empty() ? 0 : 1);
        require(size == path.size(), "root and below are the path");
        auto again = parse_cgroup_path(parsed->unit_root);
        require(again && again->below.empty(), "nothing is below the root");
        again->below = parsed->below;
        require(again == parsed, "a unit's root is read as the path was");
    }
    std::size_t size = parsed->unit.size();
    for (const auto &slice : parsed->slices) {
        require(is_unit_name(slice), "a slice has a unit's name");
        size += slice.size();
    }
    require(size <= path.size(), "the parts are parts of the path");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view input(reinterpret_cast<const char *>(data), size);
    check_escape(input);
    check_unit_name(input);
    check_scope_name(input);
    check_cgroup_path(input);
    check_cgroup_path("/user.slice/user-1000.slice/user@1000.service/app.slice/"
                      + std::string(input));
    return 0;
}
