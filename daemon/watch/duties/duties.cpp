// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/duties/duties.h"

#include "sys/bus_queries.h"
#include "sys/log.h"
#include "watch/duties/duty_lists.h"

#include <format>
#include <set>

namespace headroom {

namespace {

// clang-format off: service, object, interface; then the member, whether it is a property, signals
const Query game_mode{
    "com.feralinteractive.GameMode", "/com/feralinteractive/GameMode",
    "com.feralinteractive.GameMode",
    "ListGames", false, {"GameRegistered", "GameUnregistered"}};
const Query background{
    "org.freedesktop.background.Monitor", "/org/freedesktop/background/monitor",
    "org.freedesktop.background.Monitor",
    "BackgroundApps", true, {}};
const Query plasma{
    "org.kde.Solid.PowerManagement.PolicyAgent", "/org/kde/Solid/PowerManagement/PolicyAgent",
    "org.kde.Solid.PowerManagement.PolicyAgent",
    "ListInhibitions", false, {"InhibitionsChanged"}};
const Query plasma_since_6_5{
    plasma.name, plasma.path, plasma.interface,
    "ActiveInhibitions", true, {}};
const Query gnome{
    "org.gnome.SessionManager", "/org/gnome/SessionManager", "org.gnome.SessionManager",
    "GetInhibitors", false, {"InhibitorAdded", "InhibitorRemoved"}};
const Query logind{
    "org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager",
    "ListInhibitors", false, {}};
// clang-format on

struct PendingAnswer {
    Claims *claims;
    std::string path;
};

} // namespace

DutyWatch::DutyWatch(GDBusConnection *bus, ProcessWatch &processes, Emit emit)
    : m_bus(bus), m_processes(processes), m_emit(std::move(emit)), m_media(bus, processes, m_emit),
      m_progress(bus, processes, m_emit), m_served_names(bus, processes, m_emit),
      m_tray(bus, processes, m_emit), m_gnome_claims("gnome", bus, processes, m_emit),
      m_gnome(bus, gnome, [this](GVariant *paths) { take_gnome_inhibitors(paths); })
{
    for (const Listed &listed :
         {Listed{"game", game_mode, games}, Listed{"background", background, background_apps},
          Listed{"plasma", plasma, plasma_inhibitions},
          Listed{"plasma6.5", plasma_since_6_5, plasma_inhibitions}})
        m_sources.emplace_back(listed, bus, processes, m_emit);
    watch_logind();
}

DutyWatch::~DutyWatch()
{
    g_cancellable_cancel(m_end.get());
}

/// logind is on the system bus, which some containers lack.
void DutyWatch::watch_logind()
{
    open_system_bus(m_end.get(), [this](Result<ObjectPtr<GDBusConnection>> bus) {
        if (!bus)
            return log::info("no system bus, so no inhibitors of logind's: "
                             + bus.error().sentence);
        m_system_bus = std::move(*bus);
        m_sources.emplace_back(Listed{"logind", logind, logind_inhibitors}, m_system_bus.get(),
                               m_processes, m_emit);
    });
}

void DutyWatch::take_gnome_inhibitors(GVariant *paths)
{
    std::vector<Claim> none;
    if (!paths || !g_variant_is_of_type(paths, G_VARIANT_TYPE("ao")))
        return m_gnome_claims.set_all(none);
    std::set<std::string> there;
    GVariantIter iter;
    g_variant_iter_init(&iter, paths);
    for (const char *path = nullptr; g_variant_iter_next(&iter, "&o", &path);)
        there.insert(path);
    m_gnome_claims.keep_only(there);
    for (const std::string &path : there) {
        if (!m_gnome_claims.has(path))
            ask_gnome(path);
    }
}

/// The session manager itself answers for its object, so this never waits for a frozen app.
void DutyWatch::ask_gnome(const std::string &path)
{
    g_dbus_connection_call(
        m_bus, gnome.name, path.c_str(), "org.gnome.SessionManager.Inhibitor", "GetAppId", nullptr,
        G_VARIANT_TYPE("(s)"), G_DBUS_CALL_FLAGS_NO_AUTO_START, duty_answer_ms, m_end.get(),
        [](GObject *bus, GAsyncResult *result, gpointer data) {
            const std::unique_ptr<PendingAnswer> pending{static_cast<PendingAnswer *>(data)};
            GErrorOut problem;
            const VariantPtr answer{
                g_dbus_connection_call_finish(G_DBUS_CONNECTION(bus), result, problem.out())};
            const char *app = nullptr;
            if (!answer)
                return;
            g_variant_get(answer.get(), "(&s)", &app);
            pending->claims->add({.key = pending->path,
                                  .kind = DutyKind::Inhibitor,
                                  .pid = 0,
                                  .peer = {},
                                  .app_name = app,
                                  .detail = {}});
        },
        new PendingAnswer{&m_gnome_claims, path});
}

} // namespace headroom
