// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/session/power.h"

#include "sys/bus_queries.h"
#include "sys/directory.h"

#include <fstream>

namespace headroom {

namespace {

const Query is_on_battery{.name = "org.freedesktop.UPower",
                          .path = "/org/freedesktop/UPower",
                          .interface = "org.freedesktop.UPower",
                          .member = "OnBattery",
                          .is_property = true,
                          .signals = {}};

/// These attributes never change, so the kernel doesn't query the firmware for them, which may take
/// long.
std::string word_in(const std::string &path)
{
    std::ifstream file{path};
    std::string word;
    file >> word;
    return word;
}

} // namespace

std::optional<bool> has_battery(const std::string &sys_root)
{
    const std::string supplies = sys_root + "/class/power_supply";
    const Directory dir{opendir(supplies.c_str())};
    if (!dir)
        return std::nullopt;
    bool known = true;
    bool found = false;
    while (const dirent *entry = readdir(dir.get())) {
        if (entry->d_name[0] == '.')
            continue;
        const std::string supply = supplies + "/" + entry->d_name;
        const std::string type = word_in(supply + "/type");
        known = known && !type.empty();
        found = found
            || ((type == "Battery" || type == "UPS") && word_in(supply + "/scope") != "Device");
    }
    return known || found ? std::optional{found} : std::nullopt;
}

PowerWatch::~PowerWatch()
{
    if (m_listening)
        g_cancellable_cancel(m_listening.get());
}

void PowerWatch::listen(bool wanted)
{
    if (wanted == (m_listening != nullptr))
        return;
    if (!wanted) {
        g_cancellable_cancel(m_listening.get());
        m_listening.reset();
        m_upower.reset();
        m_bus.reset();
        report(std::nullopt);
        return;
    }
    m_listening.reset(g_cancellable_new());
    open_system_bus(m_listening.get(), [this](Result<ObjectPtr<GDBusConnection>> bus) {
        if (bus)
            query_upower(std::move(*bus));
        else
            report(without_upower());
    });
}

void PowerWatch::query_upower(ObjectPtr<GDBusConnection> bus)
{
    m_upower.reset();
    m_bus = std::move(bus);
    m_upower = std::make_unique<ServiceQuery>(m_bus.get(), is_on_battery, [this](GVariant *answer) {
        if (!answer)
            report(without_upower());
        else
            report(g_variant_is_of_type(answer, G_VARIANT_TYPE_BOOLEAN)
                       ? std::optional{g_variant_get_boolean(answer) != FALSE}
                       : std::nullopt);
    });
}

std::optional<bool> PowerWatch::without_upower() const
{
    return has_battery(m_sys_root) == false ? std::optional{false} : std::nullopt;
}

void PowerWatch::report(std::optional<bool> on_battery)
{
    if (on_battery == m_reported)
        return;
    m_reported = on_battery;
    m_emit(event::PowerSeen{on_battery});
}

} // namespace headroom
