// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "bus/app_objects.h"

#include "bus/app_properties.h"
#include "model/job.h"
#include "sys/time_slice.h"

#include <format>
#include <headroom_dbus.h>
#include <memory>
#include <utility>

namespace headroom {

namespace {

constexpr const char *root_path = "/org/headroomd/Headroom1";
constexpr const char *apps_path = "/org/headroomd/Headroom1/apps";
constexpr const char *app_interface = "org.headroomd.Headroom1.App";
constexpr const char *object_manager = "org.freedesktop.DBus.ObjectManager";
constexpr const char *properties_interface = "org.freedesktop.DBus.Properties";
constexpr const char *introspectable = "org.freedesktop.DBus.Introspectable";
/// Signals sent to each reader per iteration of the main loop, at most.
constexpr std::size_t sent_at_once = 64;

constexpr const char *standard_interfaces = R"(<node>
  <interface name="org.freedesktop.DBus.ObjectManager">
    <method name="GetManagedObjects">
      <arg type="a{oa{sa{sv}}}" name="objects" direction="out"/>
    </method>
    <signal name="InterfacesAdded">
      <arg type="o" name="object"/><arg type="a{sa{sv}}" name="interfaces"/>
    </signal>
    <signal name="InterfacesRemoved">
      <arg type="o" name="object"/><arg type="as" name="interfaces"/>
    </signal>
  </interface>
  <interface name="org.freedesktop.DBus.Introspectable">
    <method name="Introspect"><arg type="s" name="xml_data" direction="out"/></method>
  </interface>
  <interface name="org.freedesktop.DBus.Properties">
    <method name="Get">
      <arg type="s" name="interface_name" direction="in"/>
      <arg type="s" name="property_name" direction="in"/>
      <arg type="v" name="value" direction="out"/>
    </method>
    <method name="GetAll">
      <arg type="s" name="interface_name" direction="in"/>
      <arg type="a{sv}" name="properties" direction="out"/>
    </method>
    <signal name="PropertiesChanged">
      <arg type="s" name="interface_name"/>
      <arg type="a{sv}" name="changed_properties"/>
      <arg type="as" name="invalidated_properties"/>
    </signal>
  </interface>
</node>)";

GVariant *interfaces_of(const PublicProperties &properties)
{
    return g_variant_new_parsed("{%s: %@a{sv}}", app_interface, properties.as_dictionary());
}

VariantPtr
as_objects(const std::vector<std::pair<std::string, std::shared_ptr<const PublicProperties>>> &apps)
{
    GVariantBuilder objects;
    g_variant_builder_init(&objects, G_VARIANT_TYPE("a{oa{sa{sv}}}"));
    for (const auto &[path, properties] : apps)
        g_variant_builder_add(&objects, "{o@a{sa{sv}}}", path.c_str(), interfaces_of(*properties));
    return VariantPtr{
        g_variant_ref_sink(g_variant_new("(@a{oa{sa{sv}}})", g_variant_builder_end(&objects)))};
}

/// All nodes below /apps look the same until the caller is known, whether there is such an app or
/// not.
GDBusInterfaceInfo **describe(GDBusConnection *, const char *, const char *, const char *node,
                              gpointer)
{
    if (!node)
        return nullptr;
    auto **interfaces = g_new0(GDBusInterfaceInfo *, 2);
    interfaces[0] = g_dbus_interface_info_ref(headroom_dbus_app_interface_info());
    return interfaces;
}

char **list_no_children(GDBusConnection *, const char *, const char *, gpointer)
{
    return g_new0(char *, 1);
}

} // namespace

std::string app_object_path(const AppId &app)
{
    std::string path = std::format("{}/", apps_path);
    for (const char c : app) {
        if (g_ascii_isalnum(c))
            path += c;
        else
            path += std::format("_{:02x}", static_cast<unsigned char>(c));
    }
    return path;
}

AppObjects::~AppObjects()
{
    g_cancellable_cancel(m_end.get());
    for (const guint id : m_registered)
        g_dbus_connection_unregister_object(m_bus, id);
    if (m_subtree != 0)
        g_dbus_connection_unregister_subtree(m_bus, m_subtree);
}

Result<void> AppObjects::publish(GDBusConnection *bus)
{
    static const GDBusInterfaceVTable calls{
        .method_call = [](GDBusConnection *, const char *, const char *, const char *, const char *,
                          GVariant *, GDBusMethodInvocation *call,
                          gpointer self) { static_cast<AppObjects *>(self)->handle_call(call); },
        .get_property = nullptr, // so that Get() and GetAll() arrive as calls
        .set_property = nullptr,
        .padding = {}};
    const GDBusSubtreeDispatchFunc dispatch = [](GDBusConnection *, const char *, const char *,
                                                 const char *, const char *, gpointer *data,
                                                 gpointer self) -> const GDBusInterfaceVTable * {
        *data = self;
        return &calls;
    };
    const GDBusSubtreeVTable subtree{
        .enumerate = list_no_children, .introspect = describe, .dispatch = dispatch, .padding = {}};
    m_bus = bus;
    m_standard.reset(g_dbus_node_info_new_for_xml(standard_interfaces, nullptr));
    const std::pair<const char *, const char *> places[] = {
        {root_path, object_manager}, {root_path, introspectable}, {apps_path, introspectable}};
    GErrorOut problem;
    for (const auto &[path, interface] : places) {
        const guint id = g_dbus_connection_register_object(
            bus, path, g_dbus_node_info_lookup_interface(m_standard.get(), interface), &calls, this,
            nullptr, problem.out());
        if (id == 0)
            return error(ErrorKind::Failed,
                         std::format("publishing {}: {}", path, problem->message));
        m_registered.push_back(id);
    }
    m_subtree = g_dbus_connection_register_subtree(
        bus, apps_path, &subtree, G_DBUS_SUBTREE_FLAGS_DISPATCH_TO_UNENUMERATED_NODES, this,
        nullptr, problem.out());
    if (m_subtree == 0)
        return error(ErrorKind::Failed,
                     std::format("publishing {}: {}", apps_path, problem->message));
    return {};
}

void AppObjects::handle_call(GDBusMethodInvocation *call)
{
    const std::string_view interface = g_dbus_method_invocation_get_interface_name(call);
    if (interface == object_manager)
        m_gate.pass(call, [this](GDBusMethodInvocation *allowed) {
            m_waiting_calls.emplace_back(allowed);
            if (!m_queues)
                list_all();
        });
    else if (interface == introspectable)
        m_gate.pass(call, [this](GDBusMethodInvocation *allowed) {
            g_dbus_method_invocation_return_value(allowed,
                                                  g_variant_new("(s)", described(allowed).c_str()));
        });
    else
        m_gate.pass_to_properties(
            call, [this, path = std::string{g_dbus_method_invocation_get_object_path(call)}] {
                return find(path);
            });
}

/// Lists the current state. One list at a time; between two lists, queued changes are sent.
void AppObjects::list_all()
{
    m_queues = true;
    std::vector<std::pair<std::string, Shared>> apps{m_apps.begin(), m_apps.end()};
    answer_off_the_loop(
        m_end.get(), std::exchange(m_waiting_calls, {}),
        [apps = std::move(apps)] { return as_objects(apps); }, [this] { send_queued_signals(); });
}

void AppObjects::send_queued_signals()
{
    const TimeSlice slice;
    for (std::size_t sent = 0; !m_queued_signals.empty() && sent < sent_at_once && !slice.is_over();
         ++sent) {
        const QueuedSignal &next = m_queued_signals.front();
        m_gate.send_signal(next.path, next.interface, next.signal, next.arguments.get());
        m_queued_signals.pop_front();
    }
    if (!m_queued_signals.empty())
        return resume_reporting();
    m_queues = false;
    if (!m_waiting_calls.empty())
        list_all();
}

/// Thousands may be queued, and each goes to each reader. Later changes queue up behind them.
void AppObjects::resume_reporting()
{
    m_reporting = SourceId{g_idle_add_full(
        G_PRIORITY_DEFAULT,
        [](gpointer data) -> gboolean {
            auto *self = static_cast<AppObjects *>(data);
            self->m_reporting.forget();
            self->send_queued_signals();
            return G_SOURCE_REMOVE;
        },
        this, nullptr)};
}

void AppObjects::send_signal(const std::string &path, const char *interface, const char *signal,
                             GVariant *arguments)
{
    if (m_queues)
        m_queued_signals.emplace_back(path, interface, signal,
                                      VariantPtr{g_variant_ref_sink(arguments)});
    else
        m_gate.send_signal(path, interface, signal, arguments);
}

/// What GDBus would return for registered objects, but without those that the caller may not see.
std::string AppObjects::described(GDBusMethodInvocation *call) const
{
    GString *xml = g_string_new("<node>\n");
    if (std::string_view{g_dbus_method_invocation_get_object_path(call)} == root_path) {
        for (GDBusInterfaceInfo **each = m_standard->interfaces; *each; ++each)
            g_dbus_interface_info_generate_xml(*each, 2, xml);
        for (GDBusInterfaceInfo *each :
             {headroom_dbus_manager_interface_info(), headroom_dbus_compositor_interface_info()})
            g_dbus_interface_info_generate_xml(each, 2, xml);
        g_string_append(xml, "  <node name=\"apps\"/>\n");
    } else if (m_gate.is_reader(g_dbus_method_invocation_get_sender(call))) {
        for (const auto &[path, properties] : m_apps)
            g_string_append_printf(xml, "  <node name=\"%s\"/>\n",
                                   path.substr(path.rfind('/') + 1).c_str());
    }
    g_string_append(xml, "</node>\n");
    const CharPtr text{g_string_free(xml, FALSE)};
    return text.get();
}

const PublicProperties *AppObjects::find(const std::string &path) const
{
    const auto known = m_apps.find(path);
    return known == m_apps.end() ? nullptr : known->second.get();
}

void AppObjects::mirror(const Session &session, const Config &config,
                        const std::set<AppId> &changed)
{
    const TimeSlice slice;
    for (const AppId &app : changed) {
        if (!m_queues && slice.is_over()) {
            m_queues = true;
            resume_reporting();
        }
        const std::string path = app_object_path(app);
        if (!is_shown(session, app)) {
            if (m_apps.erase(path) > 0)
                send_signal(root_path, object_manager, "InterfacesRemoved",
                            g_variant_new_parsed("(%o, [%s])", path.c_str(), app_interface));
            continue;
        }
        Shared &known = m_apps[path];
        auto properties = known ? PublicProperties{*known} : PublicProperties{app_interface};
        fill_app_properties(properties, session, config, app);
        const std::vector<std::string> news = properties.take_changed();
        if (!known)
            send_signal(root_path, object_manager, "InterfacesAdded",
                        g_variant_new("(o@a{sa{sv}})", path.c_str(), interfaces_of(properties)));
        else if (!news.empty()) // no property of an app is public
            send_signal(path, properties_interface, "PropertiesChanged",
                        properties.as_changes(news));
        if (!known || !news.empty())
            known = std::make_shared<const PublicProperties>(std::move(properties));
    }
}

} // namespace headroom
