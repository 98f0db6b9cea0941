// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/service_query.h"

#include "sys/log.h"

#include <format>

namespace headroom {

namespace {

constexpr const char *properties = "org.freedesktop.DBus.Properties";

} // namespace

ServiceQuery::ServiceQuery(GDBusConnection *bus, Query query,
                           std::function<void(GVariant *)> on_answer)
    : m_bus(bus), m_query(std::move(query)), m_on_answer(std::move(on_answer))
{
    for (const char *signal : m_query.signals)
        subscribe(m_query.interface, signal);
    subscribe(properties, "PropertiesChanged");
    m_watch = g_bus_watch_name_on_connection(
        m_bus, m_query.name, G_BUS_NAME_WATCHER_FLAGS_NONE,
        [](GDBusConnection *, const char *, const char *, gpointer data) {
            auto *self = static_cast<ServiceQuery *>(data);
            self->m_is_there = true;
            self->changed();
        },
        [](GDBusConnection *, const char *, gpointer self) {
            static_cast<ServiceQuery *>(self)->gone();
        },
        this, nullptr);
}

ServiceQuery::~ServiceQuery()
{
    g_cancellable_cancel(m_end.get());
    g_bus_unwatch_name(m_watch);
    for (const guint subscription : m_subscriptions)
        g_dbus_connection_signal_unsubscribe(m_bus, subscription);
}

void ServiceQuery::subscribe(const char *interface, const char *member)
{
    m_subscriptions.push_back(g_dbus_connection_signal_subscribe(
        m_bus, m_query.name, interface, member, m_query.path, nullptr, G_DBUS_SIGNAL_FLAGS_NONE,
        [](GDBusConnection *, const char *, const char *, const char *, const char *, GVariant *,
           gpointer self) { static_cast<ServiceQuery *>(self)->changed(); },
        this, nullptr));
}

void ServiceQuery::changed()
{
    if (!m_is_there)
        return;
    if (m_asking)
        m_again = true;
    else
        ask();
}

void ServiceQuery::ask()
{
    m_asking = true;
    m_again = false;
    const char *method = m_query.member;
    GVariant *arguments = nullptr;
    if (!m_query.member) {
        method = "GetAll";
        arguments = g_variant_new("(s)", m_query.interface);
    } else if (m_query.is_property) {
        method = "Get";
        arguments = g_variant_new("(ss)", m_query.interface, m_query.member);
    }
    g_dbus_connection_call(
        m_bus, m_query.name, m_query.path, m_query.is_property ? properties : m_query.interface,
        method, arguments, nullptr, G_DBUS_CALL_FLAGS_NO_AUTO_START, duty_answer_ms, m_end.get(),
        [](GObject *, GAsyncResult *result, gpointer self) {
            static_cast<ServiceQuery *>(self)->answered(result);
        },
        this);
}

void ServiceQuery::answered(GAsyncResult *result)
{
    GErrorOut problem;
    // m_bus is not usable here: after a cancellation this object no longer exists.
    const ObjectPtr<GObject> bus{g_async_result_get_source_object(result)};
    const VariantPtr answer{
        g_dbus_connection_call_finish(G_DBUS_CONNECTION(bus.get()), result, problem.out())};
    if (problem && g_error_matches(problem.get(), G_IO_ERROR, G_IO_ERROR_CANCELLED))
        return;
    m_asking = false;
    if (m_again)
        return ask();
    if (!m_is_there)
        return;
    if (!answer) {
        log::info(std::format("{} does not report {}: {}", m_query.name,
                              m_query.member ? m_query.member : m_query.interface,
                              problem->message));
        return;
    }
    if (g_variant_n_children(answer.get()) != 1)
        return;
    VariantPtr value{g_variant_get_child_value(answer.get(), 0)};
    if (m_query.is_property && g_variant_is_of_type(value.get(), G_VARIANT_TYPE_VARIANT))
        value.reset(g_variant_get_variant(value.get()));
    m_on_answer(value.get());
}

void ServiceQuery::gone()
{
    m_is_there = false;
    m_on_answer(nullptr);
}

} // namespace headroom
