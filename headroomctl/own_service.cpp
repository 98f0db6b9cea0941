// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "own_service.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <glib/gi18n.h>

#include "memory_pressure.h"
#include "model/own_unit_name.h"
#include "program.h"
#include "session_bus.h"
#include "transient_unit.h"

namespace headroom::ctl {

namespace {

/// Variables by which systemd describes the service that our shell runs in. They would be wrong for
/// any other service.
constexpr std::array<std::string_view, 14> of_our_own_unit = {
    "FDSTORE",
    "INVOCATION_ID",
    "JOURNAL_STREAM",
    "LISTEN_FDNAMES",
    "LISTEN_FDS",
    "LISTEN_PID",
    "MAINPID",
    "MANAGERPID",
    "MEMORY_PRESSURE_WATCH",
    "MEMORY_PRESSURE_WRITE",
    "NOTIFY_SOCKET",
    "SYSTEMD_EXEC_PID",
    "WATCHDOG_PID",
    "WATCHDOG_USEC",
};

bool is_variable_name(std::string_view name)
{
    const auto fits = [](char character) { return g_ascii_isalnum(character) || character == '_'; };
    return !name.empty() && !g_ascii_isdigit(name.front()) && std::ranges::all_of(name, fits);
}

/// systemd refuses the whole request because of one variable that it does not accept: a bash
/// function, a colour sequence in LESS_TERMCAP_mb.
bool is_acceptable(std::string_view value)
{
    const auto forbidden = [](char character) {
        return g_ascii_iscntrl(character) && character != '\t' && character != '\n';
    };
    return g_utf8_validate_len(value.data(), value.size(), nullptr)
        && std::ranges::none_of(value, forbidden);
}

std::vector<std::string> environment_to_pass()
{
    std::vector<std::string> result;
    g_auto(GStrv) environment = g_get_environ();
    for (char **variable = environment; *variable != nullptr; ++variable) {
        const std::string_view whole = *variable;
        const std::string_view name = whole.substr(0, whole.find('='));
        if (is_variable_name(name) && is_acceptable(whole)
            && std::ranges::find(of_our_own_unit, name) == of_our_own_unit.end())
            result.emplace_back(whole);
    }
    if (const auto watch = memory_pressure_watch(); watch && is_acceptable(*watch))
        result.push_back("MEMORY_PRESSURE_WATCH=" + *watch);
    return result;
}

GVariant *string_list(const std::vector<std::string> &strings)
{
    GVariantBuilder list;
    g_variant_builder_init(&list, G_VARIANT_TYPE_STRING_ARRAY);
    for (const std::string &string : strings)
        g_variant_builder_add(&list, "s", string.c_str());
    return g_variant_builder_end(&list);
}

bool can_cross_the_bus(const std::vector<std::string> &strings)
{
    return std::ranges::all_of(strings, [](const std::string &string) {
        return g_utf8_validate_len(string.data(), string.size(), nullptr);
    });
}

/// Makes the path absolute, as systemd requires: the service has another working directory.
std::string absolute(const std::string &program, const char *directory)
{
    g_autofree char *path = g_canonicalize_filename(program.c_str(), directory);
    return path;
}

struct Service {
    std::string app_id;
    std::string program;
    std::vector<std::string> command;
    std::string directory;
};

/// systemd replaces $NAME and ${NAME} in a command by variables of the service, and $$ by a dollar
/// sign. Our shell has expanded all that was to be expanded.
std::vector<std::string> without_variables(const std::vector<std::string> &command)
{
    std::vector<std::string> words;
    for (const std::string &word : command) {
        std::string &escaped = words.emplace_back();
        for (const char character : word)
            escaped.append(character == '$' ? 2U : 1U, character);
    }
    return words;
}

GVariant *service_properties(const Service &service)
{
    GVariantBuilder properties = unit_properties(service.app_id, joined(service.command));
    const auto add = [&properties](const char *name, GVariant *value) {
        g_variant_builder_add(&properties, "(sv)", name, value);
    };
    add("Type",
        // The job ends when the program was executed, or with the reason why it was not.
        g_variant_new_string("exec"));
    add("ExitType",
        // The service continues after the program that started the app has ended.
        g_variant_new_string("cgroup"));
    add("Environment", string_list(environment_to_pass()));
    add("WorkingDirectory", g_variant_new_string(service.directory.c_str()));
    GVariantBuilder exec;
    g_variant_builder_init(&exec, G_VARIANT_TYPE("a(sasb)"));
    g_variant_builder_add(&exec, "(s@asb)", service.program.c_str(),
                          string_list(without_variables(service.command)), FALSE);
    add("ExecStart", g_variant_builder_end(&exec));
    return g_variant_builder_end(&properties);
}

std::expected<void, Failure> start(GDBusConnection *bus, const std::string &unit,
                                   const Service &service)
{
    const TransientUnits units(bus);
    g_autoptr(GError) error = nullptr;
    const std::string job = units.request(unit, service_properties(service), nullptr, &error);
    if (error != nullptr)
        return std::unexpected(failed_call(error, "systemd"));
    return units.finish(job);
}

} // namespace

std::expected<std::string, Failure> start_as_service(GDBusConnection *bus,
                                                     const std::string &program,
                                                     const std::vector<std::string> &command,
                                                     const std::string &app_id)
{
    g_autofree char *directory = g_get_current_dir();
    const Service service{app_id, absolute(program, directory), command, directory};
    if (!can_cross_the_bus(service.command)
        || !can_cross_the_bus({service.program, service.directory}))
        // Translators: --detach is an option of "headroomctl run".
        return wrong_usage(
            C_("error in the command line: a sentence",
               "With --detach, program, arguments and working directory have to be UTF-8."));
    const std::string unit = headroom_service_name(app_id, random_for_unit());
    if (unit.empty())
        return std::unexpected(no_unit_name(app_id));
    if (const auto started = start(bus, unit, service); !started)
        return std::unexpected(started.error());
    return unit;
}

} // namespace headroom::ctl
