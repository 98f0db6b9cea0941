// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <glib/gi18n.h>

#include "arguments.h"
#include "commands.h"
#include "daemon_proxy.h"
#include "session_bus.h"
#include "waiting.h"

namespace headroom::ctl {

namespace {

/// D-Bus accepts only UTF-8, and an empty value has another meaning there.
std::string problem_with(const std::vector<std::string> &words, bool back_to_default)
{
    if (words.size() != (back_to_default ? 1U : 2U))
        return back_to_default
            ? C_("error in the command line: a request",
                 "With --default, name one setting and no value.")
            : C_("error in the command line: a request", "Name one setting and its value.");
    if (words.back().empty())
        return C_("error in the command line: a sentence",
                  "The value is empty. To go back to the default, use --default.");
    for (const std::string &word : words) {
        if (!g_utf8_validate_len(word.data(), word.size(), nullptr))
            return C_("error in the command line: a sentence",
                      "Settings and values are UTF-8 text, this is not.");
    }
    return {};
}

} // namespace

Outcome set(int argc, char **argv)
{
    gboolean back_to_default = FALSE;
    const GOptionEntry options[] = {
        {"default", 0, 0, G_OPTION_ARG_NONE, &back_to_default,
         // Translators: what --default does with a setting.
         C_("option: what it does, a verb phrase", "Go back to the default"), nullptr},
        {},
    };
    const Usage usage{
        "set", C_("parameter", "SETTING VALUE"),
        C_("help: what the command does, third person",
           "Changes a setting, at once and for good. headroomctl settings shows them all.")};
    const auto words = parse_arguments(usage, options, argc, argv);
    if (!words)
        return std::unexpected(words.error());
    if (const std::string wrong = problem_with(*words, back_to_default != FALSE); !wrong.empty())
        return wrong_usage(wrong);
    const auto daemon = running_daemon(Properties::Leave);
    if (!daemon)
        return std::unexpected(daemon.error());

    const char *value = back_to_default != FALSE ? "" : words->back().c_str();
    PendingResult pending("headroomd");
    headroom_dbus_manager_call_set_setting(daemon->get(), words->front().c_str(), value, nullptr,
                                           PendingResult::arrived, &pending);
    g_autoptr(GError) error = nullptr;
    if (!headroom_dbus_manager_call_set_setting_finish(daemon->get(), pending.result(), &error))
        return std::unexpected(failed_call(error, "headroomd"));
    return Succeeded;
}

} // namespace headroom::ctl
