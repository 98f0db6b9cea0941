// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "surroundings.h"

#include <array>
#include <set>
#include <span>
#include <vector>

#include <glib/gi18n.h>

#include "daemon_unit.h"
#include "failure.h"
#include "sys/glib_ptr.h"
#include "waiting.h"

namespace headroom::ctl {

namespace {

constexpr const char *systemd = "org.freedesktop.systemd1";
constexpr const char *of_session = "graphical-session.target";
constexpr const char *of_autostart = "headroom-autostart.target";

struct OtherProgram {
    const char *unit;
    const char *name;
};

constexpr std::array<OtherProgram, 9> in_the_system{{
    {"systemd-oomd.service", "systemd-oomd"},
    {"earlyoom.service", "earlyoom"},
    {"nohang.service", "nohang"},
    {"nohang-desktop.service", "nohang"},
    {"uresourced.service", "uresourced"},
    {"ananicy-cpp.service", "ananicy-cpp"},
    {"com.system76.Scheduler.service", "system76-scheduler"},
    {"scx.service", "scx"},
    {"scx_loader.service", "scx"},
}};
constexpr std::array<OtherProgram, 2> in_the_session{{
    {"uresourced.service", "uresourced"},
    {"gamemoded.service", "gamemode"},
}};

ObjectPtr<GDBusConnection> system_bus()
{
    PendingResult pending("systemd");
    g_bus_get(G_BUS_TYPE_SYSTEM, nullptr, PendingResult::arrived, &pending);
    GDBusConnection *bus = g_bus_get_finish(pending.result(), nullptr);
    if (bus != nullptr)
        // Otherwise GLib would silently end us by SIGTERM when the bus goes away.
        g_dbus_connection_set_exit_on_close(bus, FALSE);
    return ObjectPtr<GDBusConnection>(bus);
}

std::set<std::string> active_among(GDBusConnection *bus, std::span<const char *const> units)
{
    PendingResult pending("systemd");
    g_dbus_connection_call(
        bus, systemd, "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager",
        "ListUnitsByNames",
        g_variant_new("(@as)", g_variant_new_strv(units.data(), std::ssize(units))),
        G_VARIANT_TYPE("(a(ssssssouso))"), G_DBUS_CALL_FLAGS_NO_AUTO_START,
        /* timeout_msec= */ -1, nullptr, PendingResult::arrived, &pending);
    g_autoptr(GVariant) reply = g_dbus_connection_call_finish(bus, pending.result(), nullptr);
    std::set<std::string> active;
    if (reply == nullptr)
        return active;
    g_autoptr(GVariant) list = g_variant_get_child_value(reply, 0);
    for (gsize i = 0; i < g_variant_n_children(list); ++i) {
        const char *name = nullptr;
        const char *state = nullptr;
        g_autoptr(GVariant) unit = g_variant_get_child_value(list, i);
        g_variant_get_child(unit, 0, "&s", &name);
        g_variant_get_child(unit, 3, "&s", &state);
        if (g_str_equal(state, "active"))
            active.insert(name);
    }
    return active;
}

void add_running(GDBusConnection *bus, std::span<const OtherProgram> known,
                 std::set<std::string> &running)
{
    std::vector<const char *> units;
    for (const OtherProgram &program : known)
        units.push_back(program.unit);
    const std::set<std::string> active = active_among(bus, units);
    for (const OtherProgram &program : known) {
        if (active.contains(program.unit))
            running.insert(program.name);
    }
}

} // namespace

Finding what_starts_headroomd(GDBusConnection *bus)
{
    const VariantPtr unit = daemon_unit(bus);
    g_autofree const char **wanted_by = nullptr;
    if (!unit || !g_variant_lookup(unit.get(), "WantedBy", "^a&s", &wanted_by))
        return {};
    const std::set<std::string> active = active_among(bus, std::array{of_session, of_autostart});
    const auto starts = [&](const char *target) {
        return active.contains(target) && g_strv_contains(wanted_by, target);
    };
    if (starts(of_session))
        return {"graphical-session",
                C_("doctor: a sentence; graphical-session.target is a unit of systemd",
                   "Headroom starts at login, with graphical-session.target.")};
    if (starts(of_autostart))
        return {"autostart",
                C_("doctor: a sentence; graphical-session.target is a unit of systemd",
                   "Headroom starts at login, by XDG autostart, since this session does not reach "
                   "graphical-session.target.")};
    const char *state = "";
    g_variant_lookup(unit.get(), "UnitFileState", "&s", &state);
    // No autostart helps then: it starts a target that does not want the unit.
    if (g_str_equal(state, "disabled"))
        // Translators: disabled: systemd does not start it at login (systemctl disable); %s is a
        // command.
        return {"nothing",
                formatted(C_("doctor: a sentence",
                             "Headroom does not start at login, because headroomd.service is "
                             "disabled. To have it started: %s"),
                          "systemctl --user enable headroomd.service")};
    // Translators: %s is a command.
    return {"nothing",
            formatted(C_("doctor: a sentence",
                         "Headroom does not start at login. To have it "
                         "started, let the session run this: %s"),
                      HEADROOM_AUTOSTART)};
}

std::vector<std::string> other_programs(GDBusConnection *bus)
{
    std::set<std::string> running;
    add_running(bus, in_the_session, running);
    if (const ObjectPtr<GDBusConnection> system = system_bus())
        add_running(system.get(), in_the_system, running);
    return {running.begin(), running.end()};
}

std::string other_programs_sentence(const std::vector<std::string> &programs)
{
    if (programs.empty())
        return {};
    // Translators: programs that are similar to Headroom, and the file that describes them.
    return formatted(C_("doctor: a sentence", "Also running: %s. What that means for Headroom: %s"),
                     listed(programs).c_str(), HEADROOM_DOCDIR "/coexistence.md");
}

} // namespace headroom::ctl
