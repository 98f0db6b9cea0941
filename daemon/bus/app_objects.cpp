// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "bus/app_objects.h"

#include "model/job.h"
#include "sys/own_language.h"

#include <algorithm>
#include <format>

namespace headroom {

namespace {

constexpr const char *root_path = "/org/headroomd/Headroom1";
constexpr guint unknown_count = G_MAXUINT32;

bool is_frozen(const Session &session, const AppId &app)
{
    return std::ranges::any_of(session.leases, [&](const auto &lease) { return lease.second.app == app; });
}

bool has_weights(const Session &session, const AppId &app, WeightKind kind)
{
    return std::ranges::any_of(session.weights, [&](const auto &entry) { return entry.second.app == app && entry.second.kind == kind; });
}

std::vector<std::string> holds_on(const Session &session, const AppId &app)
{
    std::vector<std::string> sentences;
    if (const auto held = session.holds.find(app); held != session.holds.end()) {
        for (const auto &[holder, reason] : held->second)
            sentences.push_back(holder.substr(0, holder.find('/')) + ": " + reason);
    }
    return sentences;
}

/// Into the strings, for a property that copies them.
std::vector<const char *> pointers(const std::vector<std::string> &strings)
{
    std::vector<const char *> result;
    for (const std::string &string : strings)
        result.push_back(string.c_str());
    result.push_back(nullptr);
    return result;
}

} // namespace

const char *state_of(const Session &session, const AppId &app)
{
    const char *state = has_weights(session, app, WeightKind::Nap) ? "napped" : "running";
    for (const auto &[unit, lease] : session.leases) {
        if (lease.app == app && lease.state == FreezerState::Freezing)
            return "freezing"; // one unit that still runs is enough for that
        if (lease.app == app)
            state = "frozen";
    }
    return state;
}

std::string app_object_path(const AppId &app)
{
    std::string path = std::string{root_path} + "/apps/";
    for (const char c : app) {
        if (g_ascii_isalnum(c))
            path += c;
        else
            path += std::format("_{:02x}", static_cast<unsigned char>(c));
    }
    return path;
}

AppObjects::AppObjects() : m_server(g_dbus_object_manager_server_new(root_path)) {}

void AppObjects::publish(GDBusConnection *bus)
{
    g_dbus_object_manager_server_set_connection(m_server.get(), bus);
}

void AppObjects::mirror(const Session &session, const std::set<AppId> &changed)
{
    for (const AppId &app : changed) {
        const bool exists = is_shown(session, app);
        const auto known = m_apps.find(app);
        if (!exists) {
            if (known != m_apps.end()) {
                g_dbus_object_manager_server_unexport(m_server.get(), app_object_path(app).c_str());
                m_apps.erase(known);
            }
            continue;
        }
        if (known != m_apps.end()) {
            fill(known->second.get(), session, app);
            continue;
        }
        ObjectPtr<HeadroomDbusApp> skeleton{headroom_dbus_app_skeleton_new()};
        fill(skeleton.get(), session, app);
        const ObjectPtr<HeadroomDbusObjectSkeleton> object{headroom_dbus_object_skeleton_new(app_object_path(app).c_str())};
        headroom_dbus_object_skeleton_set_app(object.get(), skeleton.get());
        g_dbus_object_manager_server_export(m_server.get(), G_DBUS_OBJECT_SKELETON(object.get()));
        m_apps.emplace(app, std::move(skeleton));
    }
}

void AppObjects::fill(HeadroomDbusApp *skeleton, const Session &session, const AppId &app)
{
    std::vector<std::string> names;
    for (const UnitId unit : session.units_of(app))
        names.push_back(session.units.at(unit).name());
    std::ranges::sort(names);
    const auto info = session.apps.find(app);
    const auto reason = session.last_reason.find(app);

    headroom_dbus_app_set_id(skeleton, app.c_str());
    headroom_dbus_app_set_name(skeleton, info == session.apps.end() ? app.c_str() : info->second.name.c_str());
    headroom_dbus_app_set_units(skeleton, pointers(names).data());
    headroom_dbus_app_set_state(skeleton, state_of(session, app));
    headroom_dbus_app_set_boosted(skeleton, has_weights(session, app, WeightKind::Boost));
    headroom_dbus_app_set_napped(skeleton, has_weights(session, app, WeightKind::Nap));
    headroom_dbus_app_set_holds(skeleton, pointers(holds_on(session, app)).data());
    headroom_dbus_app_set_frozen(skeleton, is_frozen(session, app));
    headroom_dbus_app_set_windows(skeleton, static_cast<guint>(session.windows_of(app).size()));
    const bool knows_streams = session.capability(Capability::Audio).available;
    headroom_dbus_app_set_streams(skeleton, knows_streams ? static_cast<guint>(session.streams_of(app).size()) : unknown_count);
    headroom_dbus_app_set_reason(skeleton, reason == session.last_reason.end() ? "" : in_own_language(reason->second).c_str());
}

} // namespace headroom
