// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sleep_delay.h"

#include "sys/bus_queries.h"
#include "sys/log.h"

#include <format>
#include <gio/gunixfdlist.h>

namespace headroom {

namespace {

constexpr int timeout_ms = 5000;

bool was_cancelled(const GErrorOut &problem)
{
    return problem && g_error_matches(problem.get(), G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

} // namespace

SleepDelay::~SleepDelay()
{
    if (m_asking)
        g_cancellable_cancel(m_asking.get());
}

void SleepDelay::update(bool leases_out)
{
    if (!leases_out) {
        if (m_asking)
            g_cancellable_cancel(m_asking.get());
        m_asking.reset();
        m_lock.reset();
        return;
    }
    if (m_lock || m_asking)
        return;
    m_asking.reset(g_cancellable_new());
    open_system_bus(m_asking.get(), [this](Result<ObjectPtr<GDBusConnection>> bus) {
        if (bus)
            ask(bus->get());
        // Without a system bus, nothing puts this machine to sleep. m_asking stays set, so this is
        // not tried again.
    });
}

void SleepDelay::renew()
{
    if (!m_lock && !m_asking)
        return; // nothing is frozen
    update(false);
    update(true);
}

void SleepDelay::ask(GDBusConnection *system_bus)
{
    g_dbus_connection_call_with_unix_fd_list(
        system_bus, "org.freedesktop.login1", "/org/freedesktop/login1",
        "org.freedesktop.login1.Manager", "Inhibit",
        g_variant_new("(ssss)", "sleep:shutdown", "Headroom", "resumes paused apps first", "delay"),
        G_VARIANT_TYPE("(h)"), G_DBUS_CALL_FLAGS_NO_AUTO_START, timeout_ms, nullptr, m_asking.get(),
        [](GObject *bus, GAsyncResult *result, gpointer data) {
            GErrorOut problem;
            GUnixFDList *fds_given = nullptr;
            const VariantPtr answer{g_dbus_connection_call_with_unix_fd_list_finish(
                G_DBUS_CONNECTION(bus), &fds_given, result, problem.out())};
            const ObjectPtr<GUnixFDList> fds{fds_given};
            if (was_cancelled(problem))
                return; // and the SleepDelay may be gone
            auto *self = static_cast<SleepDelay *>(data);
            if (!answer || !fds)
                return log::info(std::format(
                    "logind won't wait for us before the machine sleeps or is switched off: {}",
                    problem ? problem->message : "it gave no lock"));
            self->m_lock = UniqueFd{g_unix_fd_list_get(fds.get(), 0, nullptr)};
            self->m_asking.reset();
        },
        this);
}

} // namespace headroom
