// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <glib/gi18n.h>

#include "app_argument.h"
#include "arguments.h"
#include "child_command.h"
#include "commands.h"
#include "program.h"
#include "session_bus.h"
#include "waiting.h"

namespace headroom::ctl {

namespace {

constexpr std::size_t longest_reason = 255;

/// Whether the byte is a continuation byte of UTF-8, before which text must not be cut.
bool is_continuation(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

std::expected<std::string, Failure> checked_reason(const char *given,
                                                   const std::vector<std::string> &command)
{
    std::string reason = given != nullptr ? given : joined(command);
    if (given == nullptr && reason.size() > longest_reason) {
        std::size_t end = longest_reason;
        while (is_continuation(reason[end]))
            --end;
        reason.resize(end);
    }
    if (reason.empty() || reason.size() > longest_reason
        || !g_utf8_validate_len(reason.data(), reason.size(), nullptr))
        return wrong_usage(C_("error in the command line: a sentence",
                              "The reason must be UTF-8 text of 1 to 255 bytes."));
    return reason;
}

std::expected<void, Failure> take(const AppArgument &asked, const std::string &reason)
{
    PendingResult pending("headroomd");
    headroom_dbus_manager_call_hold(asked.daemon.get(), asked.app.id.c_str(), reason.c_str(),
                                    nullptr, PendingResult::arrived, &pending);
    // Not needed: the hold ends with our connection, however we end.
    guint id = 0;
    g_autoptr(GError) error = nullptr;
    if (!headroom_dbus_manager_call_hold_finish(asked.daemon.get(), &id, pending.result(), &error))
        return std::unexpected(failed_call(error, "headroomd"));
    return {};
}

/// Returns the command's exit status. The hold lasts as long as the command does.
Outcome run_to_its_end(const std::vector<std::string> &command)
{
    ChildCommand child;
    if (const auto started = child.start(command); !started)
        return std::unexpected(started.error());
    return child.wait_for_its_end();
}

} // namespace

Outcome hold(int argc, char **argv)
{
    g_autofree char *given = nullptr;
    const GOptionEntry options[] = {
        {"reason", 0, 0, G_OPTION_ARG_FILENAME, &given,
         // Translators: why an app must not be frozen. The default is the command's own words.
         C_("option: what its value says", "The reason to show; the command if not given"),
         // Translators: placeholder for some words in --reason=TEXT.
         C_("value of an option: a noun", "TEXT")},
        {},
    };
    const Usage usage{.command = "hold",
                      .parameters = C_("parameter", "APP COMMAND [ARGUMENT…]"),
                      .summary =
                          C_("help: what the command does, third person",
                             "Keeps an app from being slowed down or paused while a command runs."),
                      .options_end_at_first_word = true};
    const auto words = parse_arguments(usage, options, argc, argv);
    if (!words)
        return std::unexpected(words.error());
    const bool separated = words->size() > 1 && words->at(1) == "--";
    const std::size_t first = separated ? 2 : 1;
    if (words->size() <= first)
        return wrong_usage(
            C_("error in the command line: a request", "Name an app, and the command to run."));
    const std::vector<std::string> command(words->begin() + static_cast<std::ptrdiff_t>(first),
                                           words->end());
    const auto reason = checked_reason(given, command);
    if (!reason)
        return std::unexpected(reason.error());
    if (const auto program = find_program(command.front()); !program)
        return std::unexpected(program.error());
    const auto asked = find_app_argument(words->front());
    if (!asked)
        return std::unexpected(asked.error());
    if (const auto taken = take(*asked, *reason); !taken)
        return std::unexpected(taken.error());
    return run_to_its_end(command);
}

} // namespace headroom::ctl
