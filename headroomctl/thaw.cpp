// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <glib/gi18n.h>

#include "app_argument.h"
#include "arguments.h"
#include "commands.h"
#include "json_members.h"
#include "session_bus.h"
#include "waiting.h"
#include "words.h"

namespace headroom::ctl {

namespace {

Outcome thaw_all(const Output &output)
{
    const auto daemon = running_daemon(Properties::Leave);
    if (!daemon)
        return std::unexpected(daemon.error());
    PendingResult pending("headroomd");
    headroom_dbus_manager_call_thaw_all(daemon->get(), nullptr, PendingResult::arrived, &pending);
    guint thawed = 0;
    g_autoptr(GError) error = nullptr;
    if (!headroom_dbus_manager_call_thaw_all_finish(daemon->get(), &thawed, pending.result(),
                                                    &error))
        return std::unexpected(failed_call(error, "headroomd"));
    if (output.json != FALSE) {
        const ObjectPtr<JsonBuilder> json(json_builder_new());
        begin_document(json.get());
        add_number(json.get(), "thawed", thawed);
        json_builder_end_object(json.get());
        print_json(json_text(json.get()));
        return Succeeded;
    }
    if (thawed == 0)
        g_print("%s\n", C_("outcome: a sentence", "Nothing was paused."));
    else
        g_print("%s\n",
                formatted(npgettext("outcome: a sentence", "%u unit was resumed.",
                                    "%u units were resumed.", thawed),
                          thawed)
                    .c_str());
    return Succeeded;
}

std::expected<std::vector<std::string>, Failure> thaw_one(HeadroomDbusManager *daemon,
                                                          const App &app)
{
    PendingResult pending("headroomd");
    headroom_dbus_manager_call_thaw(daemon, app.id.c_str(), nullptr, PendingResult::arrived,
                                    &pending);
    g_autoptr(GError) error = nullptr;
    if (!headroom_dbus_manager_call_thaw_finish(daemon, pending.result(), &error))
        return std::unexpected(failed_call(error, "headroomd"));
    return {{outcome_of_thaw(app)}};
}

} // namespace

Outcome thaw(int argc, char **argv)
{
    gboolean all = FALSE;
    const GOptionEntry options[] = {
        {"all", 0, 0, G_OPTION_ARG_NONE, &all,
         C_("option: what it does, a verb phrase", "Resume everything that Headroom has paused"),
         nullptr},
        {},
    };
    Output output(Output::Kind::Sentence);
    const Usage usage{.command = "thaw",
                      .parameters = C_("parameter", "APP…"),
                      .summary =
                          C_("help: what the command does, third person",
                             "Resumes an app that Headroom has paused, for whatever reason."),
                      .output = &output};
    const auto words = parse_arguments(usage, options, argc, argv);
    if (!words)
        return std::unexpected(words.error());
    if (all == FALSE)
        return for_each_app(*words, output, thaw_one);
    if (!words->empty())
        return wrong_usage(
            C_("error in the command line: a request", "Name an app or use --all, not both."));
    return thaw_all(output);
}

} // namespace headroom::ctl
