// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <utility>

#include <glib/gi18n.h>

#include "app_argument.h"
#include "arguments.h"
#include "commands.h"
#include "session_bus.h"
#include "waiting.h"

namespace headroom::ctl {

namespace {

std::expected<std::vector<std::string>, Failure> explain(HeadroomDbusManager *daemon,
                                                         const App &app)
{
    PendingResult pending("headroomd");
    headroom_dbus_manager_call_explain(daemon, app.id.c_str(), nullptr, PendingResult::arrived,
                                       &pending);
    g_auto(GStrv) sentences = nullptr;
    g_autoptr(GError) error = nullptr;
    if (!headroom_dbus_manager_call_explain_finish(daemon, &sentences, pending.result(), &error))
        return std::unexpected(failed_call(error, "headroomd"));
    std::vector<std::string> result;
    for (char **sentence = sentences; *sentence != nullptr; ++sentence)
        result.emplace_back(*sentence);
    return result;
}

} // namespace

Outcome why(int argc, char **argv)
{
    Output output(Output::Kind::Sentence);
    const Usage usage{
        .command = "why",
        .parameters = C_("parameter", "APP…"),
        .summary =
            C_("help: what the command does, third person",
               "Explains what Headroom does to an app, what it did last, and what it won't do."),
        .output = &output};
    const auto words = parse_arguments(usage, {}, argc, argv);
    if (!words)
        return std::unexpected(words.error());
    const bool titled = words->size() > 1 && output.json == FALSE;
    bool first = true;
    return for_each_app(*words, output, [&](HeadroomDbusManager *daemon, const App &app) {
        auto sentences = explain(daemon, app);
        if (sentences && titled) {
            sentences->insert(sentences->begin(), app.name + " (" + app.id + ")");
            if (!std::exchange(first, false))
                sentences->insert(sentences->begin(), "");
        }
        return sentences;
    });
}

} // namespace headroom::ctl
