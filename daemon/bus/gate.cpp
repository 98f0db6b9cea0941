// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "bus/gate.h"

#include "bus/answer.h"
#include "sys/log_about.h"

#include <algorithm>
#include <format>

namespace headroom {

namespace {

constexpr std::string_view our_prefix = "org.headroomd.Headroom1.";
constexpr const char *properties_interface = "org.freedesktop.DBus.Properties";

/// The interface's name in the table of callers.
std::string_view short_name(std::string_view interface)
{
    return interface.starts_with(our_prefix) ? interface.substr(our_prefix.size()) : interface;
}

std::string_view interface_of(GDBusMethodInvocation *call)
{
    return short_name(g_dbus_method_invocation_get_interface_name(call));
}

/// Empty: it is no string.
std::string first_argument(GDBusMethodInvocation *call)
{
    GVariant *arguments = g_dbus_method_invocation_get_parameters(call);
    if (g_variant_n_children(arguments) == 0)
        return {};
    const VariantPtr first{g_variant_get_child_value(arguments, 0)};
    return g_variant_is_of_type(first.get(), G_VARIANT_TYPE_STRING)
        ? g_variant_get_string(first.get(), nullptr)
        : "";
}

void answer_no_such_object(GDBusMethodInvocation *call)
{
    g_dbus_method_invocation_return_dbus_error(call, "org.freedesktop.DBus.Error.UnknownObject",
                                               "there is no such application, or no longer");
}

/// Get(), not GetAll().
bool asks_for_one_property(GDBusMethodInvocation *call)
{
    return std::string_view{g_dbus_method_invocation_get_method_name(call)} == "Get";
}

/// The requested properties that the caller may read. The others are left out, like unknown ones.
/// An error if the caller may read none.
Result<std::vector<std::string>>
readable_properties(const Sandbox &caller, const CallerFacts &facts, GDBusMethodInvocation *call)
{
    const char *interface = nullptr;
    const char *name = nullptr;
    std::vector<std::string> asked;
    if (asks_for_one_property(call)) {
        g_variant_get(g_dbus_method_invocation_get_parameters(call), "(&s&s)", &interface, &name);
        asked.emplace_back(name);
    } else {
        g_variant_get(g_dbus_method_invocation_get_parameters(call), "(&s)", &interface);
        asked = members_of(short_name(interface));
    }
    std::vector<std::string> readable;
    Result<void> last;
    for (const std::string &each : asked) {
        last = may_call(caller, facts, short_name(interface), each);
        if (last)
            readable.push_back(each);
    }
    if (readable.empty() && !last)
        return std::unexpected(last.error());
    return readable;
}

} // namespace

Gate::Gate(GDBusConnection *bus, BusPeers &peers, Requests &requests)
    : m_bus(bus), m_peers(peers), m_requests(requests)
{
    m_peers.on_gone = [this](const std::string &name) { m_readers.erase(name); };
}

CallerFacts Gate::facts(const BusPeer &caller, GDBusMethodInvocation *call) const
{
    CallerFacts facts{.is_compositor = m_requests.is_compositor(caller.name),
                      .names_itself = false};
    if (callers_of(interface_of(call), g_dbus_method_invocation_get_method_name(call))
            == Callers::ForItself
        && caller.sandbox.standing != Standing::Free)
        facts.names_itself = m_requests.is_own_app(caller, first_argument(call));
    return facts;
}

void Gate::pass(GDBusMethodInvocation *call,
                std::move_only_function<void(GDBusMethodInvocation *)> allowed)
{
    m_peers.identify(g_dbus_method_invocation_get_sender(call),
                     [this, held = ObjectPtr<GDBusMethodInvocation>{call},
                      allowed = std::move(allowed)](const BusPeer &caller) mutable {
                         const CallerFacts known = facts(caller, held.get());
                         const char *method = g_dbus_method_invocation_get_method_name(held.get());
                         if (const auto may =
                                 may_call(caller.sandbox, known, interface_of(held.get()), method);
                             !may)
                             return refuse(held.release(), caller, may.error());
                         if (may_read_everything(caller.sandbox, known))
                             // Before the answer, so that no change is missed between the two.
                             m_readers.insert(caller.name);
                         allowed(held.release());
                     });
}

void Gate::pass_to_properties(GDBusMethodInvocation *call,
                              std::move_only_function<const PublicProperties *()> find)
{
    m_peers.identify(g_dbus_method_invocation_get_sender(call),
                     [this, held = ObjectPtr<GDBusMethodInvocation>{call},
                      find = std::move(find)](const BusPeer &caller) mutable {
                         answer_properties(held.release(), caller, find());
                     });
}

/// Checks the permission first: not every caller may learn whether there is such an object.
void Gate::answer_properties(GDBusMethodInvocation *call, const BusPeer &caller,
                             const PublicProperties *properties)
{
    const CallerFacts known = facts(caller, call);
    const auto readable = readable_properties(caller.sandbox, known, call);
    if (!readable)
        return refuse(call, caller, readable.error());
    if (!properties)
        return answer_no_such_object(call);
    if (may_read_everything(caller.sandbox, known))
        m_readers.insert(caller.name);
    if (asks_for_one_property(call))
        g_dbus_method_invocation_return_value(
            call, g_variant_new("(v)", properties->find(readable->front())));
    else
        g_dbus_method_invocation_return_value(
            call, g_variant_new("(@a{sv})", properties->as_dictionary(*readable)));
}

void Gate::refuse(GDBusMethodInvocation *call, const BusPeer &caller, const Error &why)
{
    log::warning_about(caller.pid,
                       std::format("process {} on the bus: {}", caller.pid, why.sentence));
    answer_error(call, why);
}

void Gate::send_signal(const std::string &path, const char *interface, const char *signal,
                       GVariant *arguments) const
{
    const VariantPtr taken{g_variant_ref_sink(arguments)};
    for (const std::string &reader : m_readers)
        g_dbus_connection_emit_signal(m_bus, reader.c_str(), path.c_str(), interface, signal,
                                      taken.get(), nullptr);
}

/// The reason of a level is sent before the level, so that a client that shows both shows a
/// matching pair.
void Gate::send_changes(const std::string &path, PublicProperties &properties) const
{
    std::vector<std::string> for_readers = properties.take_changed();
    const auto anybodys = std::ranges::partition(for_readers, [&](const std::string &name) {
        return callers_of(short_name(properties.interface()), name) != Callers::Anybody;
    });
    const std::vector<std::string> for_anybody(anybodys.begin(), anybodys.end());
    for_readers.erase(anybodys.begin(), anybodys.end());
    if (!for_readers.empty())
        send_signal(path, properties_interface, "PropertiesChanged",
                    properties.as_changes(for_readers));
    if (!for_anybody.empty())
        g_dbus_connection_emit_signal(m_bus, nullptr, path.c_str(), properties_interface,
                                      "PropertiesChanged", properties.as_changes(for_anybody),
                                      nullptr);
}

} // namespace headroom
