// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "apps.h"

#include <algorithm>
#include <iterator>
#include <limits>

#include <glib/gi18n.h>
#include <headroom_dbus.h>

#include "session_bus.h"
#include "waiting.h"
#include "words.h"

namespace headroom::ctl {

namespace {

constexpr guint streams_unknown = std::numeric_limits<guint>::max();

std::string present(const char *value)
{
    return value != nullptr ? value : "";
}

/// The generated getter returns 0 for a missing property, which would be wrong here.
std::optional<unsigned> known_streams(HeadroomDbusApp *proxy)
{
    g_autoptr(GVariant) value = g_dbus_proxy_get_cached_property(G_DBUS_PROXY(proxy), "Streams");
    if (value == nullptr || g_variant_get_uint32(value) == streams_unknown)
        return std::nullopt;
    return g_variant_get_uint32(value);
}

std::vector<std::string> strings(const char *const *list)
{
    std::vector<std::string> result;
    for (; list != nullptr && *list != nullptr; ++list)
        result.emplace_back(*list);
    return result;
}

App read_app(HeadroomDbusApp *proxy)
{
    return {
        .id = present(headroom_dbus_app_get_id(proxy)),
        .name = present(headroom_dbus_app_get_name(proxy)),
        .units = strings(headroom_dbus_app_get_units(proxy)),
        .state = present(headroom_dbus_app_get_state(proxy)),
        .boosted = headroom_dbus_app_get_boosted(proxy) != FALSE,
        .napped = headroom_dbus_app_get_napped(proxy) != FALSE,
        .protected_bytes = headroom_dbus_app_get_protected_bytes(proxy),
        .frozen = headroom_dbus_app_get_frozen(proxy) != FALSE,
        .holds = strings(headroom_dbus_app_get_holds(proxy)),
        .windows = headroom_dbus_app_get_windows(proxy),
        .streams = known_streams(proxy),
        .reason = present(headroom_dbus_app_get_reason(proxy)),
    };
}

std::string folded(std::string_view text)
{
    g_autofree char *normal =
        g_utf8_normalize(text.data(), static_cast<gssize>(text.size()), G_NORMALIZE_ALL);
    g_autofree char *result = g_utf8_casefold(normal != nullptr ? normal : "", -1);
    return result;
}

std::string_view last_part(std::string_view id)
{
    const auto dot = id.rfind('.');
    return dot == std::string_view::npos ? id : id.substr(dot + 1);
}

std::string listed_ids(const std::vector<App> &apps)
{
    std::vector<std::string> ids;
    std::ranges::transform(apps, std::back_inserter(ids), &App::id);
    return listed(ids);
}

} // namespace

std::expected<ObjectPtr<GDBusObjectManager>, Failure> app_objects(GDBusConnection *bus)
{
    PendingResult pending("headroomd");
    headroom_dbus_object_manager_client_new(
        bus, G_DBUS_OBJECT_MANAGER_CLIENT_FLAGS_DO_NOT_AUTO_START, "org.headroomd.Headroom1",
        "/org/headroomd/Headroom1", nullptr, PendingResult::arrived, &pending);
    g_autoptr(GError) error = nullptr;
    ObjectPtr<GDBusObjectManager> client(
        headroom_dbus_object_manager_client_new_finish(pending.result(), &error));
    if (!client)
        return std::unexpected(failed_call(error, "headroomd"));
    g_autofree char *owner =
        g_dbus_object_manager_client_get_name_owner(G_DBUS_OBJECT_MANAGER_CLIENT(client.get()));
    if (owner == nullptr)
        return std::unexpected(daemon_absent());
    return client;
}

std::vector<App> apps_in(GDBusObjectManager *objects)
{
    std::vector<App> apps;
    GList *list = g_dbus_object_manager_get_objects(objects);
    for (GList *at = list; at != nullptr; at = at->next) {
        g_autoptr(HeadroomDbusApp) proxy =
            headroom_dbus_object_get_app(HEADROOM_DBUS_OBJECT(at->data));
        if (proxy != nullptr)
            apps.push_back(read_app(proxy));
    }
    g_list_free_full(list, g_object_unref);
    std::ranges::sort(apps, {}, &App::id);
    return apps;
}

std::expected<std::vector<App>, Failure> list_apps(GDBusConnection *bus)
{
    const auto objects = app_objects(bus);
    if (!objects)
        return std::unexpected(objects.error());
    return apps_in(objects->get());
}

bool has_earlier_memory_elsewhere(const App &app)
{
    // Scopes that processes were moved into. The kernel keeps the pages that they had charged to
    // the cgroup that they came from.
    return std::ranges::any_of(app.units, [](const std::string &unit) {
        return unit.starts_with("app-headroom-") && unit.ends_with(".scope");
    });
}

std::string outcome_of_thaw(const App &before)
{
    const bool is_known = !before.state.empty(); // unlike a tab that the daemon does not publish
    if (is_known && !before.frozen)
        // Translators: %s is an app's name.
        return formatted(C_("outcome: a sentence", "%s was not paused by Headroom."),
                         before.name.c_str());
    // Translators: %s is an app's name.
    return formatted(C_("outcome: a sentence", "%s was resumed."), before.name.c_str());
}

std::expected<App, Failure> find_app(const std::vector<App> &apps, const std::string &meant)
{
    if (const auto exact = std::ranges::find(apps, meant, &App::id); exact != apps.end())
        return *exact;
    const std::string wanted = folded(meant);
    std::vector<App> matches;
    std::ranges::copy_if(apps, std::back_inserter(matches), [&](const App &app) {
        return folded(app.id) == wanted || folded(app.name) == wanted
            || folded(last_part(app.id)) == wanted;
    });
    // The daemon publishes a terminal's tab ("org.kde.konsole:4711") only while something is done
    // to it, but it knows all tabs.
    if (matches.empty() && meant.contains(':')) {
        App tab;
        tab.id = tab.name = meant;
        return tab;
    }
    if (matches.empty())
        // Translators: %s is what the user has typed.
        return std::unexpected(Failure{
            NoSuchApp,
            formatted(C_("error: a sentence", "No app called \"%s\" is running."), meant.c_str())});
    if (matches.size() > 1) {
        // Translators: first what the user has typed, then a list of app ids.
        const auto sentence = formatted(
            C_("error: a sentence", "\"%s\" is ambiguous, name one of these by its id: %s."),
            meant.c_str(), listed_ids(matches).c_str());
        return std::unexpected(Failure{Refused, sentence, "ambiguous"});
    }
    return matches.front();
}

} // namespace headroom::ctl
