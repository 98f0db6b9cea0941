// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/windows/app_id_owners.h"

#include "sys/bus_queries.h"
#include "sys/log_about.h"
#include "watch/units/desktop_files.h"

#include <format>

namespace headroom {

AppIdOwners::Name::Name(AppIdOwners &its_owners, AppId id) : owners(its_owners), app(std::move(id))
{
    // A portal's dialog belongs to the app that has requested it. Portals have desktop files, too,
    // with NoDisplay.
    if (g_dbus_is_name(app.c_str()) && !g_dbus_is_unique_name(app.c_str()))
        check_application_name(errands.get(), app, [this](bool yes) { is_application(yes); });
}

void AppIdOwners::Name::is_application(bool yes)
{
    if (!yes)
        return;
    watch = g_bus_watch_name_on_connection(
        owners.m_bus, app.c_str(), G_BUS_NAME_WATCHER_FLAGS_NONE,
        [](GDBusConnection *, const char *, const char *owner, gpointer name) {
            static_cast<Name *>(name)->taken(owner);
        },
        [](GDBusConnection *, const char *, gpointer name) { static_cast<Name *>(name)->lost(); },
        this, nullptr);
}

AppIdOwners::Name::~Name()
{
    if (watch != 0)
        g_bus_unwatch_name(watch);
    lost();
}

void AppIdOwners::Name::taken(const char *owner)
{
    lost();
    asking.reset(g_cancellable_new());
    query_pid(
        owners.m_bus, owner, default_bus_timeout, asking.get(), [this](Result<std::int32_t> pid) {
            const auto process =
                pid.and_then([this](std::int32_t known) { return owners.m_processes.look(known); });
            if (!process)
                return log::info_about(0,
                                       std::format("the owner of {} is not followed: {}", app,
                                                   process.error().sentence));
            is_reported = true;
            owners.m_emit(event::AppIdOwned{app, *process});
        });
}

void AppIdOwners::Name::lost()
{
    if (asking)
        g_cancellable_cancel(asking.get());
    if (std::exchange(is_reported, false))
        owners.m_emit(event::AppIdOwned{app, std::nullopt});
}

void AppIdOwners::follow(const std::set<AppId> &apps)
{
    std::erase_if(m_names, [&](const auto &name) { return !apps.contains(name.first); });
    for (const AppId &app : apps) {
        if (!m_names.contains(app))
            m_names.emplace(app, std::make_unique<Name>(*this, app));
    }
}

} // namespace headroom
