// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/asked_service.h"

#include "sys/log.h"

#include <format>

namespace headroom {

namespace {

constexpr const char *properties = "org.freedesktop.DBus.Properties";

} // namespace

AskedService::AskedService(GDBusConnection *bus, Question question,
                           std::function<void(GVariant *)> on_answer)
    : m_bus(bus), m_question(std::move(question)), m_on_answer(std::move(on_answer))
{
    for (const char *signal : m_question.signals)
        subscribe(m_question.interface, signal);
    subscribe(properties, "PropertiesChanged");
    m_watch = g_bus_watch_name_on_connection(
        m_bus, m_question.name, G_BUS_NAME_WATCHER_FLAGS_NONE,
        [](GDBusConnection *, const char *, const char *, gpointer data) {
            auto *self = static_cast<AskedService *>(data);
            self->m_is_there = true;
            self->changed();
        },
        [](GDBusConnection *, const char *, gpointer self) {
            static_cast<AskedService *>(self)->gone();
        },
        this, nullptr);
}

AskedService::~AskedService()
{
    g_cancellable_cancel(m_end.get());
    g_bus_unwatch_name(m_watch);
    for (const guint subscription : m_subscriptions)
        g_dbus_connection_signal_unsubscribe(m_bus, subscription);
}

void AskedService::subscribe(const char *interface, const char *member)
{
    m_subscriptions.push_back(g_dbus_connection_signal_subscribe(
        m_bus, m_question.name, interface, member, m_question.path, nullptr,
        G_DBUS_SIGNAL_FLAGS_NONE,
        [](GDBusConnection *, const char *, const char *, const char *, const char *, GVariant *,
           gpointer self) { static_cast<AskedService *>(self)->changed(); },
        this, nullptr));
}

void AskedService::changed()
{
    if (!m_is_there)
        return;
    if (m_asking)
        m_again = true;
    else
        ask();
}

void AskedService::ask()
{
    m_asking = true;
    m_again = false;
    GVariant *arguments = m_question.is_property
        ? g_variant_new("(ss)", m_question.interface, m_question.asked)
        : nullptr;
    g_dbus_connection_call(
        m_bus, m_question.name, m_question.path,
        m_question.is_property ? properties : m_question.interface,
        m_question.is_property ? "Get" : m_question.asked, arguments, nullptr,
        G_DBUS_CALL_FLAGS_NO_AUTO_START, duty_answer_ms, m_end.get(),
        [](GObject *, GAsyncResult *result, gpointer self) {
            static_cast<AskedService *>(self)->answered(result);
        },
        this);
}

void AskedService::answered(GAsyncResult *result)
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
        log::info(std::format("{} does not report {}: {}", m_question.name, m_question.asked,
                              problem->message));
        return;
    }
    if (g_variant_n_children(answer.get()) != 1)
        return;
    VariantPtr value{g_variant_get_child_value(answer.get(), 0)};
    if (m_question.is_property && g_variant_is_of_type(value.get(), G_VARIANT_TYPE_VARIANT))
        value.reset(g_variant_get_variant(value.get()));
    m_on_answer(value.get());
}

void AskedService::gone()
{
    m_is_there = false;
    m_on_answer(nullptr);
}

} // namespace headroom
