// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/unit_name.h"

#include <algorithm>
#include <array>
#include <utility>

namespace headroom {

namespace {

using namespace std::string_view_literals;

constexpr std::size_t uuid_length = 36;

constexpr bool may_stand_in_name(char c)
{
    return stays_unescaped(c) || c == '-' || c == '\\' || c == '@';
}

bool all_digits(std::string_view text)
{
    return !text.empty() && std::ranges::all_of(text, is_digit);
}

bool is_uuid(std::string_view text)
{
    if (text.size() != uuid_length)
        return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
        if (dash ? text[i] != '-' : !is_digit(text[i]) && (text[i] < 'a' || text[i] > 'f'))
            return false;
    }
    return true;
}

// "PREFIX@INSTANCE.TYPE", the type without its dot.
struct NameParts {
    std::string_view prefix;
    std::optional<std::string_view> instance;
    std::string_view type;
};

std::optional<NameParts> take_apart(std::string_view name)
{
    if (name.size() > longest_unit_name || !std::ranges::all_of(name, may_stand_in_name))
        return std::nullopt;
    const auto dot = name.rfind('.');
    if (dot == std::string_view::npos)
        return std::nullopt;
    NameParts parts{.prefix = name.substr(0, dot), .instance = {}, .type = name.substr(dot + 1)};
    if (const auto at = parts.prefix.find('@'); at != std::string_view::npos) {
        parts.instance = parts.prefix.substr(at + 1);
        parts.prefix = parts.prefix.substr(0, at);
        if (parts.instance->empty()) // a template, which never runs
            return std::nullopt;
    }
    if (parts.prefix.empty())
        return std::nullopt;
    return parts;
}

std::optional<std::string> app_id_of(std::string_view escaped)
{
    auto id = unescape_unit_field(escaped);
    if (!id || !usable_app_id(*id))
        return std::nullopt;
    return id;
}

// The fields after "app-", still escaped.
struct AppFields {
    std::string_view launcher;
    std::string_view id;
    std::string_view joined; // launcher and id as one field
    std::string_view random;
    bool autostart = false;
};

// Removes the random part from the end of the fields.
bool take_random(const NameParts &parts, AppFields &fields)
{
    // From systemd-xdg-autostart-generator before systemd 248.
    constexpr auto old_autostart = "-autostart"sv;
    const auto dash = fields.joined.rfind('-');
    // The convention demands a random part in scopes. Without one, the last field would be lost.
    if (parts.type == "scope") {
        if (parts.instance || dash == std::string_view::npos || dash + 1 == fields.joined.size())
            return false;
        fields.random = fields.joined.substr(dash + 1);
        fields.joined = fields.joined.substr(0, dash);
    } else if (parts.instance) {
        fields.autostart = *parts.instance == "autostart";
        fields.random = fields.autostart ? ""sv : *parts.instance;
    } else if (fields.joined.ends_with(old_autostart)) {
        fields.autostart = true;
        fields.joined.remove_suffix(old_autostart.size());
    } else if (dash != std::string_view::npos && all_digits(fields.joined.substr(dash + 1))) {
        // Not in the convention, but in rofi's manual; and no app is called 19676.
        fields.random = fields.joined.substr(dash + 1);
        fields.joined = fields.joined.substr(0, dash);
    }
    return true;
}

std::optional<AppFields> app_fields(const NameParts &parts)
{
    constexpr auto start = "app-"sv;
    if (!parts.prefix.starts_with(start))
        return std::nullopt;
    AppFields fields;
    fields.joined = parts.prefix.substr(start.size());
    if (!take_random(parts, fields))
        return std::nullopt;
    const std::string_view joined = fields.joined;
    if (joined.empty() || joined.starts_with('-') || joined.ends_with('-')
        || joined.contains("--"sv))
        return std::nullopt;
    const auto dash = joined.find('-');
    if (dash != std::string_view::npos)
        fields.launcher = joined.substr(0, dash);
    fields.id = dash == std::string_view::npos ? joined : joined.substr(dash + 1);
    return fields;
}

// "dbus-:1.2-org.gnome.Nautilus"
std::optional<UnitName> parse_dbus(std::string_view prefix, std::string_view instance)
{
    constexpr auto start = "dbus-:"sv;
    if (!prefix.starts_with(start))
        return std::nullopt;
    prefix.remove_prefix(start.size());
    const auto dash = prefix.find('-');
    if (dash == std::string_view::npos)
        return std::nullopt;
    const auto connection = prefix.substr(0, dash);
    const auto dot = connection.find('.');
    if (dot == std::string_view::npos || !all_digits(connection.substr(0, dot))
        || !all_digits(connection.substr(dot + 1)))
        return std::nullopt;
    auto id = app_id_of(prefix.substr(dash + 1));
    if (!id || !id->contains('.')) // a bus name has at least one dot
        return std::nullopt;
    return UnitName{.origin = UnitOrigin::DBus,
                    .app_id = std::move(*id),
                    .launcher = {},
                    .random = std::string(instance)};
}

// "snap.firefox.firefox-UUID", from older snapd "snap.firefox.firefox.UUID". Hooks
// ("snap.firefox.hook.configure-UUID") and services of a snap are no apps.
std::optional<UnitName> parse_snap(const NameParts &parts)
{
    constexpr auto start = "snap."sv;
    std::string_view names = parts.prefix;
    if (parts.type != "scope" || parts.instance || !names.starts_with(start)
        || names.size() <= start.size() + uuid_length)
        return std::nullopt;
    const std::string_view uuid = names.substr(names.size() - uuid_length);
    names.remove_suffix(uuid_length);
    if (!is_uuid(uuid) || (names.back() != '-' && names.back() != '.'))
        return std::nullopt;
    names.remove_suffix(1);
    names.remove_prefix(std::min(start.size(), names.size()));
    const auto dot = names.find('.');
    if (dot == std::string_view::npos || dot == 0 || dot + 1 == names.size()
        || names.find('.', dot + 1) != std::string_view::npos
        || names.contains('\\')) // a snap's name needs no escape
        return std::nullopt;
    std::string id(names);
    id[dot] = '_';
    // A second instance of a snap is called NAME_KEY, but NAME+KEY in the desktop file's name.
    if (const auto key = names.find('_'); key < dot)
        id[key] = '+';
    return UnitName{.origin = UnitOrigin::Snap,
                    .app_id = std::move(id),
                    .launcher = {},
                    .random = std::string(uuid)};
}

// Terminals, and tmux, that put every tab into a scope of its own. If the name always means the
// same program, its id is known.
std::optional<UnitName> parse_terminal_tab(const NameParts &parts)
{
    constexpr std::array tabs{
        std::pair{"vte-spawn-"sv, ""sv}, std::pair{"ptyxis-spawn-"sv, "org.gnome.Ptyxis"sv},
        std::pair{"app-ghostty-surface-transient-"sv, "com.mitchellh.ghostty"sv},
        std::pair{"kitty-"sv, "kitty"sv}, // kitty-PID-NUMBER.scope, one for each of its windows
    };
    constexpr auto tmux = "tmux-spawn-"sv;
    if (parts.type != "scope" || parts.instance)
        return std::nullopt;
    const auto named = [&](std::string_view start, UnitOrigin origin, std::string_view id) {
        return parts.prefix.starts_with(start) && parts.prefix.size() > start.size()
            ? std::optional{UnitName{.origin = origin,
                                     .app_id = std::string(id),
                                     .launcher = {},
                                     .random = std::string(parts.prefix.substr(start.size()))}}
            : std::nullopt;
    };
    for (const auto &[start, id] : tabs) {
        if (auto tab = named(start, UnitOrigin::Vte, id))
            return tab;
    }
    return named(tmux, UnitOrigin::Tmux, "");
}

std::optional<UnitName> parse_app(const NameParts &parts)
{
    const auto fields = app_fields(parts);
    if (!fields)
        return std::nullopt;
    auto id = app_id_of(fields->id);
    auto launcher = unescape_unit_field(fields->launcher);
    if (!id || !launcher || (!launcher->empty() && !usable_app_id(*launcher)))
        return std::nullopt;
    UnitName name{.origin = fields->autostart ? UnitOrigin::Autostart : UnitOrigin::Launcher,
                  .app_id = std::move(*id),
                  .launcher = std::move(*launcher),
                  .random = std::string(fields->random)};
    if (parts.type == "scope") {
        // "app-flatpak-org.gnome.Maps.scope" lacks its number. Parsed like the others, it would be
        // an instance of "flatpak".
        if (name.launcher.empty() && (name.app_id == "flatpak" || name.app_id == "headroom"))
            return std::nullopt;
        if (name.launcher == "flatpak")
            name.origin = UnitOrigin::Flatpak;
        else if (name.launcher == "headroom")
            name.origin = UnitOrigin::Headroom;
        else if (name.launcher == "headroom.tab")
            name.origin = UnitOrigin::SplitTab;
    } else if (parts.type == "slice") {
        if (fields->launcher.empty() && name.app_id.starts_with("dbus-"))
            return parse_dbus(name.app_id, {});
        // A slice is one app's only if its id is a reverse domain name. "app-graphical.slice" has
        // all apps.
        if (!name.app_id.contains('.'))
            return std::nullopt;
    }
    return name;
}

} // namespace

std::optional<UnitName> parse_unit_name(std::string_view name)
{
    const auto parts = take_apart(name);
    if (!parts)
        return std::nullopt;
    if (auto tab = parse_terminal_tab(*parts))
        return tab;
    if (auto snap = parse_snap(*parts))
        return snap;
    if (parts->type == "service" && parts->instance && parts->prefix.starts_with("dbus-"))
        return parse_dbus(parts->prefix, *parts->instance);
    if (parts->type == "service" || parts->type == "scope"
        || (parts->type == "slice" && !parts->instance))
        return parse_app(*parts);
    return std::nullopt;
}

std::string joined_app_id(std::string_view name)
{
    const auto read = parse_unit_name(name);
    if (!read || read->launcher.empty())
        return {};
    const auto parts = take_apart(name);
    const auto fields = parts ? app_fields(*parts) : std::nullopt;
    return fields ? app_id_of(fields->joined).value_or(std::string{}) : std::string{};
}

bool is_unit_name(std::string_view name)
{
    constexpr std::array types{"service"sv, "scope"sv,     "slice"sv, "socket"sv,
                               "mount"sv,   "automount"sv, "swap"sv,  "target"sv,
                               "timer"sv,   "path"sv,      "device"sv};
    const auto parts = take_apart(name);
    return parts && std::ranges::find(types, parts->type) != types.end();
}

} // namespace headroom
