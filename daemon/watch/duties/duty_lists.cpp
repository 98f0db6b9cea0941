// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/duties/duty_lists.h"

#include "sys/glib_ptr.h"

#include <format>
#include <string_view>
#include <unistd.h>

namespace headroom {

namespace {

/// Calls read(item) for each item of a list; makes none if the list is of another type.
template<typename Read> std::vector<Claim> each(GVariant *list, const char *type, Read read)
{
    std::vector<Claim> claims;
    if (!list || !g_variant_is_of_type(list, G_VARIANT_TYPE(type)))
        return claims;
    const gsize count = g_variant_n_children(list);
    for (gsize i = 0; i < count; ++i) {
        const VariantPtr item{g_variant_get_child_value(list, i)};
        if (auto claim = read(item.get()))
            claims.push_back(std::move(*claim));
    }
    return claims;
}

std::string text(GVariant *tuple, gsize index)
{
    const char *value = nullptr;
    g_variant_get_child(tuple, index, "&s", &value);
    return value;
}

/// "sleep:idle:handle-lid-switch". An app that blocks sleep, idle or the end of the session is in
/// the middle of something.
bool is_about_the_session(std::string_view what)
{
    for (const std::string_view word : {"sleep", "shutdown", "idle"}) {
        if (what.find(word) != std::string_view::npos)
            return true;
    }
    return false;
}

} // namespace

std::vector<Claim> tray_items(GVariant *answer)
{
    return each(answer, "as", [](GVariant *item) -> std::optional<Claim> {
        // ":1.42/StatusNotifierItem", ":1.42@/x", or only a name
        const std::string address = g_variant_get_string(item, nullptr);
        const std::string name = address.substr(0, address.find_first_of("/@"));
        const auto slash = address.find('/');
        const std::string object =
            slash == std::string::npos ? "/StatusNotifierItem" : address.substr(slash);
        if (!g_dbus_is_name(name.c_str()) || !g_variant_is_object_path(object.c_str()))
            return std::nullopt;
        return Claim{.key = address,
                     .kind = DutyKind::TrayIcon,
                     .pid = 0,
                     .peer = name,
                     .tray_object = object,
                     .app_name = {},
                     .detail = {}};
    });
}

std::vector<Claim> games(GVariant *answer)
{
    return each(answer, "a(io)", [](GVariant *item) -> std::optional<Claim> {
        gint32 pid = 0;
        g_variant_get_child(item, 0, "i", &pid);
        return Claim{.key = std::to_string(pid),
                     .kind = DutyKind::Game,
                     .pid = pid,
                     .peer = {},
                     .app_name = {},
                     .detail = {}};
    });
}

std::vector<Claim> logind_inhibitors(GVariant *answer)
{
    return each(answer, "a(ssssuu)", [](GVariant *item) -> std::optional<Claim> {
        guint32 uid = 0;
        guint32 pid = 0;
        g_variant_get_child(item, 4, "u", &uid);
        g_variant_get_child(item, 5, "u", &pid);
        if (uid != getuid() || pid > INT32_MAX || !text(item, 3).starts_with("block")
            || !is_about_the_session(text(item, 0)))
            return std::nullopt;
        return Claim{.key = std::format("{} {} {}", pid, text(item, 0), text(item, 2)),
                     .kind = DutyKind::Inhibitor,
                     .pid = static_cast<std::int32_t>(pid),
                     .peer = {},
                     .app_name = {},
                     .detail = text(item, 2)};
    });
}

std::vector<Claim> plasma_inhibitions(GVariant *answer)
{
    const auto claim = [](const std::string &app, const std::string &why) {
        return Claim{.key = app + " " + why,
                     .kind = DutyKind::Inhibitor,
                     .pid = 0,
                     .peer = {},
                     .app_name = app,
                     .detail = why};
    };
    if (answer && g_variant_is_of_type(answer, G_VARIANT_TYPE("a(ssssu)")))
        return each(answer, "a(ssssu)", [&](GVariant *item) {
            return std::optional{claim(text(item, 1), text(item, 2))};
        });
    return each(answer, "a(ss)",
                [&](GVariant *item) { return std::optional{claim(text(item, 0), text(item, 1))}; });
}

std::vector<Claim> background_apps(GVariant *answer)
{
    return each(answer, "aa{sv}", [](GVariant *item) -> std::optional<Claim> {
        const char *app = nullptr;
        const char *instance = "";
        if (!g_variant_lookup(item, "app_id", "&s", &app))
            return std::nullopt;
        (void)g_variant_lookup(item, "instance", "&s", &instance);
        return Claim{.key = std::format("{} {}", app, instance),
                     .kind = DutyKind::Background,
                     .pid = 0,
                     .peer = {},
                     .app_name = app,
                     .detail = {}};
    });
}

} // namespace headroom
