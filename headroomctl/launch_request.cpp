// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "launch_request.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <glib/gi18n.h>

#include "daemon_proxy.h"
#include "session_bus.h"
#include "waiting.h"

namespace headroom::ctl {

namespace {

/// What systemd told the service that our shell runs in about that service; it would be wrong of any other.
constexpr std::array<std::string_view, 14> of_our_own_unit = {
    "FDSTORE",    "INVOCATION_ID",         "JOURNAL_STREAM",        "LISTEN_FDNAMES", "LISTEN_FDS",       "LISTEN_PID",   "MAINPID",
    "MANAGERPID", "MEMORY_PRESSURE_WATCH", "MEMORY_PRESSURE_WRITE", "NOTIFY_SOCKET",  "SYSTEMD_EXEC_PID", "WATCHDOG_PID", "WATCHDOG_USEC",
};

bool is_variable_name(std::string_view name)
{
    const auto fits = [](char character) { return g_ascii_isalnum(character) || character == '_'; };
    return !name.empty() && !g_ascii_isdigit(name.front()) && std::ranges::all_of(name, fits);
}

/// systemd refuses the whole request for one variable that it doesn't like: a bash function, a colour sequence in LESS_TERMCAP_mb.
bool is_acceptable(std::string_view value)
{
    const auto forbidden = [](char character) { return g_ascii_iscntrl(character) && character != '\t' && character != '\n'; };
    return g_utf8_validate_len(value.data(), value.size(), nullptr) && std::ranges::none_of(value, forbidden);
}

std::vector<std::string> environment_to_pass()
{
    std::vector<std::string> result;
    g_auto(GStrv) environment = g_get_environ();
    for (char **variable = environment; *variable != nullptr; ++variable) {
        const std::string_view whole = *variable;
        const std::string_view name = whole.substr(0, whole.find('='));
        if (is_variable_name(name) && is_acceptable(whole) && std::ranges::find(of_our_own_unit, name) == of_our_own_unit.end())
            result.emplace_back(whole);
    }
    return result;
}

/// Pointers into the strings, for a GStrv that is only read.
std::vector<const char *> as_strv(const std::vector<std::string> &strings)
{
    std::vector<const char *> result;
    for (const std::string &string : strings)
        result.push_back(string.c_str());
    result.push_back(nullptr);
    return result;
}

bool can_cross_the_bus(const std::vector<std::string> &strings)
{
    return std::ranges::all_of(strings, [](const std::string &string) { return g_utf8_validate_len(string.data(), string.size(), nullptr); });
}

} // namespace

Outcome run_detached(const std::string &program, const std::vector<std::string> &command, const std::string &app_id)
{
    g_autofree char *directory = g_get_current_dir();
    g_autofree char *absolute = g_canonicalize_filename(program.c_str(), directory);
    std::vector<std::string> words = command;
    words.front() = absolute;
    words.emplace_back(directory);
    if (!can_cross_the_bus(words))
        // Translators: --detach is an option of "headroomctl run".
        return wrong_usage(C_("error in the command line: a sentence", "With --detach, program, arguments and working directory have to be UTF-8."));
    words.pop_back();

    const auto daemon = running_daemon(Properties::Leave);
    if (!daemon)
        return std::unexpected(daemon.error());
    const auto environment = environment_to_pass();
    PendingResult pending("headroomd");
    headroom_dbus_manager_call_launch(daemon->get(), as_strv(words).data(), app_id.c_str(), as_strv(environment).data(), directory, nullptr,
                                      PendingResult::arrived, &pending);
    g_autofree char *unit = nullptr;
    g_autoptr(GError) error = nullptr;
    if (!headroom_dbus_manager_call_launch_finish(daemon->get(), &unit, pending.result(), &error))
        return std::unexpected(failed_call(error, "headroomd"));
    g_print("%s\n", unit);
    return Succeeded;
}

} // namespace headroom::ctl
