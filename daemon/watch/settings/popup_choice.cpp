// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/settings/popup_choice.h"

#include <algorithm>
#include <ranges>

namespace headroom {

namespace {

using namespace std::string_view_literals;

/// actions: what happens on the event, such as "Popup|Sound".
bool has_popup(std::string_view actions)
{
    return std::ranges::any_of(actions | std::views::split('|'), [](const auto &action) {
        return std::ranges::equal(action, "Popup"sv);
    });
}

} // namespace

bool shows_popup(std::span<const RcFile> files)
{
    bool shows = true;
    for (const RcFile &file : files) {
        for (const RcEntry &entry : file.entries) {
            if (entry.group == "Event/memoryShort" && entry.key == "Action"
                && (entry.deleted || entry.value))
                shows = entry.deleted || has_popup(*entry.value);
        }
    }
    return shows;
}

} // namespace headroom
