// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <iterator>
#include <vector>

#include <unistd.h>

#include <glib/gi18n.h>

#include "app_id.h"
#include "arguments.h"
#include "commands.h"
#include "json_members.h"
#include "memory_pressure.h"
#include "own_scope.h"
#include "own_service.h"
#include "program.h"
#include "session_bus.h"
#include "when_room.h"

namespace headroom::ctl {

namespace {

/// GLib ignores SIGPIPE as soon as it has a socket. The command must not inherit that, otherwise
/// "run yes | head" would never end.
class SigpipeGuard {
public:
    SigpipeGuard() { sigaction(SIGPIPE, nullptr, &m_before); }
    void restore() const { sigaction(SIGPIPE, &m_before, nullptr); }

private:
    struct sigaction m_before{};
};

/// Becomes the command, and returns only if that fails. Terminal, pipes, environment and exit
/// status are then the command's own.
Failure run_here(GDBusConnection *bus, const SigpipeGuard &sigpipe,
                 const std::vector<std::string> &command, const std::string &app_id)
{
    if (const auto moved = enter_own_scope(bus, app_id, joined(command)); !moved)
        return moved.error();
    watch_memory_pressure();
    std::vector<char *> argv;
    for (const std::string &word : command)
        // execvp() takes them as non-const but does not change them.
        argv.push_back(const_cast<char *>(word.c_str()));
    argv.push_back(nullptr);
    sigpipe.restore();
    execvp(argv.front(), argv.data());
    const int error = errno;
    return not_executed(command.front(), error);
}

/// Prints the name of the service.
Outcome named(const std::expected<std::string, Failure> &service, const Output &output)
{
    if (!service)
        return std::unexpected(service.error());
    if (output.json == FALSE) {
        g_print("%s\n", service->c_str());
        return Succeeded;
    }
    const ObjectPtr<JsonBuilder> json(json_builder_new());
    begin_document(json.get());
    add_text(json.get(), "service", *service);
    json_builder_end_object(json.get());
    print_json(json_text(json.get()));
    return Succeeded;
}

} // namespace

Outcome run(int argc, char **argv)
{
    g_autofree char *app = nullptr;
    gboolean detach = FALSE;
    WhenRoom when_room;
    std::vector<GOptionEntry> options{
        {"app", 0, 0, G_OPTION_ARG_FILENAME, &app,
         // Translators: "it" is the command to be run.
         C_("option: what its value says", "The app it belongs to; its own name if not given"),
         // Translators: placeholder for the id of an app in --app=ID.
         C_("value of an option: a noun", "ID")},
        {"detach", 0, 0, G_OPTION_ARG_NONE, &detach,
         // Translators: "it" is the command to be run; "service" is systemd's term.
         C_("option: what it does, a verb phrase", "Run it as a service, and return at once"),
         nullptr},
    };
    std::ranges::copy(when_room.options(), std::back_inserter(options));
    options.push_back({});
    Output output(Output::Kind::Sentence);
    const Usage usage{
        .command = "run",
        .parameters = C_("parameter", "COMMAND [ARGUMENT…]"),
        .summary =
            C_("help: what the command does, third person",
               "Runs a command in a unit of its own, so that Headroom can manage it on its own."),
        .options_end_at_first_word = true,
        .output = &output};
    const auto command = parse_arguments(usage, options, argc, argv);
    if (!command)
        return std::unexpected(command.error());
    if (command->empty())
        return wrong_usage(
            C_("error in the command line: a sentence", "No command to run was given."));
    const auto app_id = app_id_for(*command, app);
    if (!app_id)
        return std::unexpected(app_id.error());
    const auto program = find_program(command->front());
    if (!program)
        return std::unexpected(program.error());
    const SigpipeGuard sigpipe;
    const auto place = when_room.wait();
    if (!place)
        return std::unexpected(place.error());
    const auto bus = session_bus();
    if (!bus)
        return std::unexpected(bus.error());
    if (detach != FALSE)
        return named(start_as_service(bus->get(), *program, *command, *app_id), output);
    return std::unexpected(run_here(bus->get(), sigpipe, *command, *app_id));
}

} // namespace headroom::ctl
