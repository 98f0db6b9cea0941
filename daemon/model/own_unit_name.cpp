// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/own_unit_name.h"

#include "model/unit_escape.h"
#include "model/unit_name.h"

#include <algorithm>

namespace headroom {

namespace {

using namespace std::string_view_literals;

constexpr std::size_t longest_random = 64;

// Where an escaped id can be cut to fit into the room: before the first byte of a character, since
// half a character would make the id unusable.
std::size_t cut_at(std::string_view escaped, std::size_t room)
{
    if (escaped.size() <= room)
        return escaped.size();
    std::size_t whole = 0;
    for (std::size_t i = 0; i <= room; i += escaped[i] == '\\' ? 4 : 1) {
        const bool continues_character = escaped[i] == '\\' && "89ab"sv.contains(escaped[i + 2]);
        if (!continues_character)
            whole = i;
    }
    return whole;
}

/// What surrounds an app id in the name of a unit.
struct Around {
    std::string_view start;
    std::string_view before_random;
    std::string_view end;
};

std::string app_unit_name(const Around &around, std::string_view app_id, std::string_view random)
{
    if (!usable_app_id(app_id) || random.empty() || random.size() > longest_random
        || !std::ranges::all_of(random, stays_unescaped))
        return {};
    const std::size_t room = longest_unit_name - around.start.size() - around.before_random.size()
        - random.size() - around.end.size();
    std::string escaped = escape_unit_field(app_id);
    escaped.resize(cut_at(escaped, room));
    std::string name;
    name.reserve(longest_unit_name);
    name.append(around.start)
        .append(escaped)
        .append(around.before_random)
        .append(random)
        .append(around.end);
    return name;
}

} // namespace

std::string headroom_scope_name(std::string_view app_id, std::string_view random)
{
    return app_unit_name({.start = "app-headroom-", .before_random = "-", .end = ".scope"}, app_id,
                         random);
}

std::string headroom_service_name(std::string_view app_id, std::string_view random)
{
    return app_unit_name({.start = "app-headroom-", .before_random = "@", .end = ".service"},
                         app_id, random);
}

std::string split_tab_scope_name(std::string_view terminal, std::int32_t shell)
{
    return app_unit_name({.start = "app-headroom.tab-", .before_random = "-", .end = ".scope"},
                         terminal, std::to_string(shell));
}

} // namespace headroom
