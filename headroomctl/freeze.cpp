// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <glib/gi18n.h>

#include "app_argument.h"
#include "arguments.h"
#include "commands.h"
#include "daemon_proxy.h"
#include "duration.h"
#include "session_bus.h"
#include "waiting.h"

namespace headroom::ctl {

namespace {

constexpr std::uint64_t longest_configured_hold = 0;

std::expected<std::uint64_t, Failure> hold(const char *duration)
{
    if (duration == nullptr)
        return longest_configured_hold;
    return duration_asked_for(duration);
}

/// False if it can't be read, as in a sandbox.
bool is_active(const App &app)
{
    const auto daemon = running_daemon(Properties::Load);
    return daemon && app.id == present(headroom_dbus_manager_get_focused(daemon->get()));
}

std::expected<std::vector<std::string>, Failure> freeze(HeadroomDbusManager *daemon, const App &app,
                                                        std::uint64_t longest)
{
    PendingResult pending("headroomd");
    headroom_dbus_manager_call_freeze(daemon, app.id.c_str(), longest, nullptr,
                                      PendingResult::arrived, &pending);
    g_autoptr(GError) error = nullptr;
    if (!headroom_dbus_manager_call_freeze_finish(daemon, pending.result(), &error))
        return std::unexpected(failed_call(error, "headroomd"));
    if (is_active(app)) // only the cause of a shortage is not refused then
        // Translators: first an app's name, then its id.
        return {{formatted(C_("outcome: a sentence",
                              "%s is being minimised, and is paused after that. To resume it: "
                              "headroomctl thaw %s"),
                           app.name.c_str(), app.id.c_str())}};
    // Translators: first an app's name, then its id.
    return {{formatted(C_("outcome: a sentence", "%s is paused. To resume it: headroomctl thaw %s"),
                       app.name.c_str(), app.id.c_str())}};
}

} // namespace

Outcome freeze(int argc, char **argv)
{
    g_autofree char *duration = nullptr;
    const GOptionEntry options[] = {
        {"for", 0, 0, G_OPTION_ARG_FILENAME, &duration,
         // Translators: for how long an app shall be frozen; the longest time can be configured.
         C_("option: what its value says",
            "How long at most, if less than the configured longest time"),
         // Translators: placeholder for a length of time in --for=DURATION.
         C_("value of an option: a noun", "DURATION")},
        {},
    };
    Output output(Output::Kind::Sentence);
    const Usage usage{
        .command = "freeze",
        .parameters = C_("parameter", "APP…"),
        .summary =
            C_("help: what the command does, third person",
               "Pauses every process of an app until you resume or open it, or the time is over."),
        .output = &output};
    const auto words = parse_arguments(usage, options, argc, argv);
    if (!words)
        return std::unexpected(words.error());
    const auto longest = hold(duration);
    if (!longest)
        return std::unexpected(longest.error());
    return for_each_app(*words, output, [longest](HeadroomDbusManager *daemon, const App &app) {
        return freeze(daemon, app, *longest);
    });
}

} // namespace headroom::ctl
