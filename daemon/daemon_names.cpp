// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon.h"

#include "sys/log.h"

#include <iterator>
#include <string_view>

// The daemon's names on the session bus, which only one daemon can own.
namespace headroom {

/// Until this call, another daemon may be running, own the listeners' socket, and show a
/// notification.
void Daemon::name_acquired()
{
    m_actor->close_left_notice();
    if (const auto listening = m_options.dry_run ? Result<void>{} : m_listeners.start(); !listening)
        log::warning(listening.error().sentence + ", so apps are not asked to free memory");
    m_service_manager.notify("READY=1");
}

void Daemon::own_names()
{
    constexpr const char *names[] = {our_name, "org.headroomd.Headroom1.Compositor"};
    const GBusNameAcquiredCallback acquired = [](GDBusConnection *, const char *name,
                                                 gpointer self) {
        if (std::string_view{name} == our_name)
            static_cast<Daemon *>(self)->name_acquired();
    };
    const GBusNameLostCallback lost = [](GDBusConnection *, const char *, gpointer self) {
        static_cast<Daemon *>(self)->names_lost();
    };
    for (std::size_t i = 0; i < std::size(names); ++i)
        m_names[i] = g_bus_own_name_on_connection(
            m_bus, names[i], G_BUS_NAME_OWNER_FLAGS_DO_NOT_QUEUE, acquired, lost, this, nullptr);
}

void Daemon::names_lost()
{
    log::warning("lost the bus, or our name on it: another Headroom runs here");
    m_status = 1; // it may also be that the bus did not answer: what follows must undo all
    end();
}

} // namespace headroom
