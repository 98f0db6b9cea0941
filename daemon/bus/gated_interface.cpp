// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "bus/gated_interface.h"

#include <format>

namespace headroom {

namespace {

constexpr const char *root_path = "/org/headroomd/Headroom1";

} // namespace

GatedInterface::~GatedInterface()
{
    if (m_registered != 0)
        g_dbus_connection_unregister_object(m_bus, m_registered);
}

Result<void> GatedInterface::publish(GDBusConnection *bus)
{
    static const GDBusInterfaceVTable calls{
        .method_call =
            [](GDBusConnection *, const char *, const char *, const char *, const char *,
               GVariant *, GDBusMethodInvocation *call,
               gpointer self) { static_cast<GatedInterface *>(self)->handle_call(call); },
        .get_property = nullptr, // so that Get() and GetAll() arrive as calls
        .set_property = nullptr,
        .padding = {}};
    m_bus = bus;
    GErrorOut problem;
    GDBusInterfaceInfo *description = g_dbus_interface_skeleton_get_info(m_skeleton);
    m_registered = g_dbus_connection_register_object(bus, root_path, description, &calls, this,
                                                     nullptr, problem.out());
    if (m_registered == 0)
        return error(ErrorKind::Failed,
                     std::format("publishing {}: {}", description->name, problem->message));
    return {};
}

void GatedInterface::handle_call(GDBusMethodInvocation *call)
{
    const char *interface = g_dbus_interface_skeleton_get_info(m_skeleton)->name;
    if (std::string_view{g_dbus_method_invocation_get_interface_name(call)} != interface)
        return m_gate.pass_to_properties(call, [this] { return m_properties; });
    m_gate.pass(call, [this](GDBusMethodInvocation *allowed) {
        g_dbus_interface_skeleton_get_vtable(m_skeleton)
            ->method_call(m_bus, g_dbus_method_invocation_get_sender(allowed),
                          g_dbus_method_invocation_get_object_path(allowed),
                          g_dbus_method_invocation_get_interface_name(allowed),
                          g_dbus_method_invocation_get_method_name(allowed),
                          g_dbus_method_invocation_get_parameters(allowed), allowed, m_skeleton);
    });
}

} // namespace headroom
