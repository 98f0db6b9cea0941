// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "parts/main_context.h"
#include "sys/glib_ptr.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace headroom::seen {

/// A bus without other clients.
class PrivateBus {
public:
    PrivateBus() { g_test_dbus_up(m_bus.get()); }
    PrivateBus(const PrivateBus &) = delete;
    PrivateBus &operator=(const PrivateBus &) = delete;
    ~PrivateBus() { g_test_dbus_down(m_bus.get()); }

    [[nodiscard]] ObjectPtr<GDBusConnection> connect() const
    {
        constexpr auto flags =
            static_cast<GDBusConnectionFlags>(G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT
                                              | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION);
        ObjectPtr<GDBusConnection> connection{g_dbus_connection_new_for_address_sync(
            g_test_dbus_get_bus_address(m_bus.get()), flags, nullptr, nullptr, nullptr)};
        EXPECT_NE(connection, nullptr);
        return connection;
    }

private:
    ObjectPtr<GTestDBus> m_bus{g_test_dbus_new(G_TEST_DBUS_NONE)};
};

/// Waits until all that was sent on a connection has arrived, with the answers. The bus delivers
/// messages in order.
inline void settle(GDBusConnection *connection)
{
    bool answered = false;
    g_dbus_connection_call(
        connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
        "GetId", nullptr, nullptr, G_DBUS_CALL_FLAGS_NONE, -1, nullptr,
        [](GObject *source, GAsyncResult *result, gpointer done) {
            const VariantPtr id{
                g_dbus_connection_call_finish(G_DBUS_CONNECTION(source), result, nullptr)};
            *static_cast<bool *>(done) = true;
        },
        &answered);
    EXPECT_TRUE(comes_true([&] { return answered; }));
}

/// A service under a well-known name, in the test's own main context. Calls are stored, and
/// answered when the test does so, or immediately by `answer`.
class FakeService {
public:
    struct Call {
        std::string method;
        VariantPtr arguments;
        GDBusMethodInvocation *invocation = nullptr; ///< nullptr once it is answered
    };

    FakeService(const PrivateBus &bus, const char *name, const char *path, const char *xml)
        : m_connection(bus.connect()), m_path(path), m_interface(serve(path, xml))
    {
        const VariantPtr owned{g_dbus_connection_call_sync(
            m_connection.get(), "org.freedesktop.DBus", "/org/freedesktop/DBus",
            "org.freedesktop.DBus", "RequestName", g_variant_new("(su)", name, 0U), nullptr,
            G_DBUS_CALL_FLAGS_NONE, -1, nullptr, nullptr)};
        EXPECT_NE(owned, nullptr);
    }
    FakeService(const FakeService &) = delete;
    FakeService &operator=(const FakeService &) = delete;
    ~FakeService()
    {
        for (Call &call : calls) {
            if (call.invocation)
                g_object_unref(call.invocation);
        }
        g_dbus_connection_close_sync(m_connection.get(), nullptr, nullptr);
    }

    /// Another object, whose calls are stored with the others. Returns the name of its interface.
    std::string serve(const char *path, const char *xml)
    {
        GDBusNodeInfo *node = g_dbus_node_info_new_for_xml(xml, nullptr);
        std::string interface = node->interfaces[0]->name;
        static constexpr GDBusInterfaceVTable table{
            [](GDBusConnection *, const char *, const char *, const char *, const char *method,
               GVariant *arguments, GDBusMethodInvocation *invocation, gpointer self) {
                static_cast<FakeService *>(self)->called(method, arguments, invocation);
            },
            nullptr,
            nullptr,
            {}};
        EXPECT_NE(g_dbus_connection_register_object(m_connection.get(), path, node->interfaces[0],
                                                    &table, this, nullptr, nullptr),
                  0U);
        g_dbus_node_info_unref(node);
        return interface;
    }

    [[nodiscard]] std::string unique_name() const
    {
        return g_dbus_connection_get_unique_name(m_connection.get());
    }

    std::vector<Call> calls;
    /// Empty, or returning nullptr: the test answers later.
    std::function<GVariant *(const Call &)> answer;

    [[nodiscard]] bool await_calls(std::size_t count)
    {
        return comes_true([&] { return calls.size() >= count; });
    }
    void reply(std::size_t call, GVariant *value)
    {
        g_dbus_method_invocation_return_value(std::exchange(calls.at(call).invocation, nullptr),
                                              value);
    }
    void fail(std::size_t call, const char *sentence)
    {
        g_dbus_method_invocation_return_dbus_error(
            std::exchange(calls.at(call).invocation, nullptr), "org.headroomd.Test.Error",
            sentence);
    }
    /// As the bus does if the service leaves it before it replies.
    void leave_unanswered(std::size_t call)
    {
        g_dbus_method_invocation_return_dbus_error(
            std::exchange(calls.at(call).invocation, nullptr), "org.freedesktop.DBus.Error.NoReply",
            "it left");
    }
    void settle() { seen::settle(m_connection.get()); }
    void emit(const char *signal, GVariant *parameters)
    {
        g_dbus_connection_emit_signal(m_connection.get(), nullptr, m_path.c_str(),
                                      m_interface.c_str(), signal, parameters, nullptr);
    }

private:
    void called(const char *method, GVariant *arguments, GDBusMethodInvocation *invocation)
    {
        calls.push_back({method, VariantPtr{g_variant_ref(arguments)}, invocation});
        if (GVariant *value = answer ? answer(calls.back()) : nullptr)
            reply(calls.size() - 1, value);
    }

    ObjectPtr<GDBusConnection> m_connection;
    std::string m_path;
    std::string m_interface;
};

} // namespace headroom::seen
