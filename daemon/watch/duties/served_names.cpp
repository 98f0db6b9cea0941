// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/duties/served_names.h"

#include "sys/service_query.h"
#include "watch/units/desktop_files.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace headroom {

namespace {

constexpr const char *bus_name = "org.freedesktop.DBus";

/// Called by other programs, even if no installed service would be started for them.
constexpr auto called_prefixes = std::to_array<std::string_view>(
    {"org.freedesktop.FileManager1", "org.freedesktop.Notifications", "org.freedesktop.ScreenSaver",
     "org.freedesktop.impl.portal.", "org.freedesktop.portal.", "org.freedesktop.secrets"});

std::set<std::string, std::less<>> names_in(GVariant *answer)
{
    std::set<std::string, std::less<>> names;
    GVariantIter *iter = nullptr;
    g_variant_get(answer, "(as)", &iter);
    for (const char *name = nullptr; g_variant_iter_next(iter, "&s", &name);)
        names.insert(name);
    g_variant_iter_free(iter);
    return names;
}

} // namespace

ServedNames::ServedNames(GDBusConnection *bus, ProcessWatch &processes, Emit emit)
    : m_bus(bus), m_claims("name", bus, processes, std::move(emit))
{
    m_subscriptions[0] = g_dbus_connection_signal_subscribe(
        m_bus, bus_name, bus_name, "NameOwnerChanged", "/org/freedesktop/DBus", nullptr,
        G_DBUS_SIGNAL_FLAGS_NONE,
        [](GDBusConnection *, const char *, const char *, const char *, const char *,
           GVariant *parameters, gpointer self) {
            const char *name = nullptr;
            const char *owner = nullptr;
            g_variant_get(parameters, "(&s&s&s)", &name, nullptr, &owner);
            static_cast<ServedNames *>(self)->owner_changed(name, *owner != '\0');
        },
        this, nullptr);
    m_subscriptions[1] = g_dbus_connection_signal_subscribe(
        m_bus, bus_name, bus_name, "ActivatableServicesChanged", "/org/freedesktop/DBus", nullptr,
        G_DBUS_SIGNAL_FLAGS_NONE,
        [](GDBusConnection *, const char *, const char *, const char *, const char *, GVariant *,
           gpointer data) {
            auto *self = static_cast<ServedNames *>(data);
            self->ask("ListActivatableNames", &ServedNames::take_startable_names);
        },
        this, nullptr);
    ask("ListActivatableNames", &ServedNames::take_startable_names);
}

ServedNames::~ServedNames()
{
    g_cancellable_cancel(m_end.get());
    for (const guint subscription : m_subscriptions)
        g_dbus_connection_signal_unsubscribe(m_bus, subscription);
}

void ServedNames::ask(const char *method, void (ServedNames::*answered)(GVariant *))
{
    struct PendingAnswer {
        ServedNames *self;
        void (ServedNames::*answered)(GVariant *);
    };
    g_dbus_connection_call(
        m_bus, bus_name, "/org/freedesktop/DBus", bus_name, method, nullptr, G_VARIANT_TYPE("(as)"),
        G_DBUS_CALL_FLAGS_NONE, duty_answer_ms, m_end.get(),
        [](GObject *bus, GAsyncResult *result, gpointer data) {
            const std::unique_ptr<PendingAnswer> pending{static_cast<PendingAnswer *>(data)};
            if (const VariantPtr answer{
                    g_dbus_connection_call_finish(G_DBUS_CONNECTION(bus), result, nullptr)})
                (pending->self->*pending->answered)(answer.get());
        },
        new PendingAnswer{this, answered});
}

void ServedNames::take_startable_names(GVariant *names)
{
    m_startable = names_in(names);
    ask("ListNames", &ServedNames::take_owned_names);
}

void ServedNames::take_owned_names(GVariant *names)
{
    for (const std::string &name : names_in(names)) {
        if (!m_claims.has(name))
            owner_changed(name, true);
    }
}

/// The name counts until it is known to be an app's own: that is read from files, and may take
/// long.
void ServedNames::owner_changed(const std::string &name, bool is_owned)
{
    m_asked.erase(name);
    m_claims.remove(name); // it has another owner now, or none
    const auto is_called = [&] {
        return std::ranges::any_of(called_prefixes,
                                   [&](std::string_view each) { return name.starts_with(each); });
    };
    if (!is_owned || name.starts_with(':') || name == bus_name
        || !(m_startable.contains(name) || is_called()))
        return;
    m_claims.add({.key = name,
                  .kind = DutyKind::BusService,
                  .pid = 0,
                  .peer = name,
                  .app_name = {},
                  .detail = {}});
    check_application_name(m_asked[name].get(), name, [this, name](bool yes) {
        m_asked.erase(name);
        if (yes)
            m_claims.remove(name);
    });
}

} // namespace headroom
