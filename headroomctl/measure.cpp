// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>
#include <unistd.h>

#include <glib/gi18n.h>

#include "app_argument.h"
#include "arguments.h"
#include "commands.h"
#include "daemon_proxy.h"
#include "json_members.h"
#include "measurement.h"
#include "terminal_text.h"
#include "words.h"

namespace headroom::ctl {

namespace {

constexpr const char *to_the_beginning = "\r";
constexpr const char *erase_the_rest = "\033[K";

/// One line on a terminal, written over and over.
class Progress {
public:
    Progress(const App &app, bool wanted) : m_app(app), m_wanted(wanted) {}
    ~Progress()
    {
        if (!m_shown.empty())
            write("");
    }
    Progress(const Progress &) = delete;
    Progress &operator=(const Progress &) = delete;

    void show(const Measurement &measurement)
    {
        if (!m_wanted)
            return;
        const std::string line = measurement.now && measurement.used
            // Translators: an app's name and two amounts of memory.
            ? formatted(
                  C_("progress: what goes on", "Measuring %s: %s left of the %s that it used…"),
                  m_app.name.c_str(), bytes(*measurement.now).c_str(),
                  bytes(*measurement.used).c_str())
            // Translators: %s is an app's name.
            : formatted(
                  C_("progress: what goes on", "Waiting until %s has been unused for a minute…"),
                  m_app.name.c_str());
        if (line != m_shown)
            write(line);
        m_shown = line;
    }

private:
    static void write(const std::string &line)
    {
        g_print("%s%s%s", to_the_beginning, plain_text(line).c_str(), erase_the_rest);
        std::fflush(stdout);
    }

    const App &m_app;
    bool m_wanted;
    std::string m_shown;
};

std::string sentence_of(const App &app, const Measurement &measurement)
{
    if (measurement.needed && measurement.used)
        // Translators: an app's name and two amounts of memory.
        return formatted(C_("outcome: a sentence", "%s needs %s of the %s that it used."),
                         app.name.c_str(), bytes(*measurement.needed).c_str(),
                         bytes(*measurement.used).c_str());
    return formatted(C_("error: a sentence from elsewhere that lacks its full stop", "%s."),
                     measurement.sentence.c_str());
}

void add_bytes(JsonBuilder *json, const char *member, std::optional<std::uint64_t> count)
{
    if (count) {
        add_number(json, member, static_cast<std::int64_t>(*count));
    } else {
        json_builder_set_member_name(json, member);
        json_builder_add_null_value(json);
    }
}

void print_as_json(const App &app, const Measurement &measurement)
{
    const ObjectPtr<JsonBuilder> json(json_builder_new());
    begin_document(json.get());
    add_text(json.get(), "id", app.id);
    add_text(json.get(), "name", app.name);
    add_bytes(json.get(), "used_bytes", measurement.used);
    add_bytes(json.get(), "needed_bytes", measurement.needed);
    add_text(json.get(), "sentence", sentence_of(app, measurement));
    json_builder_end_object(json.get());
    print_json(json_text(json.get()));
}

} // namespace

Outcome measure(int argc, char **argv)
{
    Output output(Output::Kind::Sentence);
    const Usage usage{
        .command = "measure",
        .parameters = C_("parameter", "APP"),
        .summary = C_("help: what the command does, third person",
                      "Finds out how much memory a hidden app needs: what it does not use is "
                      "pushed out to swap, until it waits for the rest. This takes some minutes."),
        .output = &output};
    const auto words = parse_arguments(usage, {}, argc, argv);
    if (!words)
        return std::unexpected(words.error());
    if (words->size() != 1)
        return wrong_usage(C_("error in the command line: a request", "Name one app."));
    const auto asked = find_app_argument(words->front());
    if (!asked)
        return std::unexpected(asked.error());
    const auto daemon = running_daemon(Properties::Follow);
    if (!daemon)
        return std::unexpected(daemon.error());
    const auto measurement = [&] {
        Progress progress(asked->app, output.json == FALSE && isatty(STDOUT_FILENO) == 1);
        return measure_need(daemon->get(), asked->app,
                            [&](const Measurement &so_far) { progress.show(so_far); });
    }();
    if (!measurement)
        return std::unexpected(measurement.error());
    if (!measurement->needed)
        return std::unexpected(Failure{Refused, sentence_of(asked->app, *measurement)});
    if (output.json != FALSE)
        print_as_json(asked->app, *measurement);
    else
        g_print("%s\n", plain_text(sentence_of(asked->app, *measurement)).c_str());
    return Succeeded;
}

} // namespace headroom::ctl
