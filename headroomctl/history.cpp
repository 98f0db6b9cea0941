// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <algorithm>
#include <iterator>
#include <optional>
#include <set>

#include <glib/gi18n.h>

#include "app_argument.h"
#include "arguments.h"
#include "commands.h"
#include "daemon_proxy.h"
#include "follow_history.h"
#include "history_view.h"
#include "json_members.h"
#include "last_boot.h"
#include "past.h"
#include "past_time.h"
#include "trace.h"

namespace headroom::ctl {

namespace {

constexpr gint64 all_lines = G_MININT64; // not given
/// As in journalctl.
constexpr std::size_t before_following = 10;
constexpr std::uint64_t from_the_beginning = 0;

/// What is wanted of the history.
struct Wanted {
    std::optional<std::size_t> last;
    std::uint64_t since_us = 0;
    std::set<std::string> apps; ///< ids; empty: all
    bool follow = false;
    bool trace = false;
};

bool is_about_wanted(const PastAct &act, const Wanted &wanted)
{
    return wanted.apps.empty() || wanted.apps.contains(act.app);
}

std::vector<PastAct> chosen(const std::vector<PastAct> &acts, const Wanted &wanted)
{
    std::vector<PastAct> result;
    std::ranges::copy_if(acts, std::back_inserter(result), [&](const PastAct &act) {
        return act.time_us >= wanted.since_us && is_about_wanted(act, wanted);
    });
    if (wanted.last && *wanted.last < result.size())
        result.erase(result.begin(), result.end() - static_cast<std::ptrdiff_t>(*wanted.last));
    return result;
}

/// The ids of the apps that the words name: running ones, and those that only the history has.
std::expected<std::set<std::string>, Failure> apps_meant(HeadroomDbusManager *daemon,
                                                         const std::vector<PastAct> &acts,
                                                         const std::vector<std::string> &words)
{
    if (words.empty())
        return {};
    auto apps = list_apps(bus_of(daemon));
    if (!apps)
        return std::unexpected(apps.error());
    for (const PastAct &act : acts) {
        if (!act.app.empty() && !std::ranges::contains(*apps, act.app, &App::id)) {
            App past;
            past.id = past.name = act.app;
            apps->push_back(std::move(past));
        }
    }
    std::set<std::string> result;
    for (const std::string &word : words) {
        const auto app = find_app(*apps, word);
        if (!app)
            return std::unexpected(app.error());
        result.insert(app->id);
    }
    return result;
}

void print_one(const PastAct &act, const Output &output)
{
    if (output.json != FALSE)
        print_json(history_json_line(act));
    else if (output.is_for_table_only())
        g_print("%s", history_as_text({act}, output).c_str());
    else
        g_print("%s", history_line(act, output.coloured).c_str());
}

Outcome show(const std::vector<std::string> &words, Wanted wanted, const Output &output)
{
    const auto daemon = running_daemon(wanted.follow ? Properties::Follow : Properties::Leave);
    if (!daemon)
        return std::unexpected(daemon.error());
    const auto acts = past_acts(daemon->get(), from_the_beginning);
    if (!acts)
        return std::unexpected(acts.error());
    auto apps = apps_meant(daemon->get(), *acts, words);
    if (!apps)
        return std::unexpected(apps.error());
    wanted.apps = std::move(*apps);
    const std::vector<PastAct> first = chosen(*acts, wanted);
    if (wanted.follow) {
        for (const PastAct &act : first)
            print_one(act, output);
        return follow_history(daemon->get(), *acts, [&](const PastAct &act) {
            if (is_about_wanted(act, wanted)) // whatever the clock was set to since
                print_one(act, output);
        });
    }
    if (wanted.trace)
        print_json(trace_as_json(first));
    else if (output.json != FALSE)
        print_json(history_as_json(first));
    else if (first.empty() && !acts->empty() && !output.is_for_table_only())
        g_print("%s\n", C_("instead of a table: a sentence", "There are no such entries."));
    else
        print_document(history_as_text(first, output), output);
    return Succeeded;
}

std::expected<std::uint64_t, Failure> beginning(const char *since)
{
    if (since == nullptr)
        return from_the_beginning;
    if (const auto time = parse_past_time(since, static_cast<std::uint64_t>(g_get_real_time())))
        return *time;
    // Translators: %s is what the user has typed; the examples are understood in English only.
    return wrong_usage(formatted(C_("error in the command line: a sentence",
                                    "\"%s\" is not a time such as 14:30, yesterday or 10min."),
                                 since));
}

Outcome of_last_boot(bool nothing_else, gint64 lines, const Output &output)
{
    if (!nothing_else)
        return wrong_usage(C_("error in the command line: a sentence",
                              "With --last-boot, only -n and the format can be chosen."));
    return show_last_boot(lines == all_lines ? before_following : static_cast<std::size_t>(lines),
                          output);
}

} // namespace

Outcome history(int argc, char **argv)
{
    Output output({"time", "what", "app", "unit", "level", "why"});
    gboolean follow = FALSE;
    gboolean trace = FALSE;
    gboolean last_boot = FALSE;
    gint64 lines = all_lines;
    g_autofree char *since = nullptr;
    const GOptionEntry options[] = {
        {"lines", 'n', 0, G_OPTION_ARG_INT64, &lines,
         C_("option: what it does, a verb phrase", "Show only the latest entries"),
         // Translators: placeholder for a number of lines in --lines=N.
         C_("value of an option: a noun", "N")},
        {"since", 0, 0, G_OPTION_ARG_FILENAME, &since,
         C_("option: what it does, a verb phrase", "Show only entries since then"),
         // Translators: placeholder for a time in --since=TIME.
         C_("value of an option: a noun", "TIME")},
        {"follow", 'f', 0, G_OPTION_ARG_NONE, &follow,
         C_("option: what it does, a verb phrase", "Show new entries as they come, until Ctrl+C"),
         nullptr},
        {"trace", 0, 0, G_OPTION_ARG_NONE, &trace,
         C_("option: what it does, a verb phrase", "Write a trace that Perfetto opens"), nullptr},
        {"last-boot", 0, 0, G_OPTION_ARG_NONE, &last_boot,
         C_("option: what it does, a verb phrase", "Show how the last boot with a shortage ended"),
         nullptr},
        {},
    };
    const Usage usage{.command = "history",
                      .parameters = C_("parameter", "[APP…]"),
                      .summary =
                          C_("help: what the command does, third person",
                             "Shows what Headroom did and found in the last 24 hours, and why."),
                      .output = &output};
    const auto words = parse_arguments(usage, options, argc, argv);
    if (!words)
        return std::unexpected(words.error());
    if (const auto checked = checked_app_ids(*words); !checked)
        return std::unexpected(checked.error());
    const auto since_us = beginning(since);
    if (!since_us)
        return std::unexpected(since_us.error());
    if (lines != all_lines && lines < 0)
        return wrong_usage(C_("error in the command line: a sentence",
                              "The number of entries must not be negative."));
    if (trace != FALSE && (follow != FALSE || output.json != FALSE || output.is_for_table_only()))
        return wrong_usage(C_("error in the command line: a sentence",
                              "--trace excludes --follow, --json and table options."));
    if (last_boot != FALSE)
        return of_last_boot(trace == FALSE && follow == FALSE && since == nullptr && words->empty(),
                            lines, output);
    Wanted wanted{.since_us = *since_us, .follow = follow != FALSE, .trace = trace != FALSE};
    if (lines != all_lines)
        wanted.last = static_cast<std::size_t>(lines);
    else if (wanted.follow && since == nullptr)
        wanted.last = before_following;
    // The width of what is still to come is unknown, so headings would not fit.
    output.no_headings = output.no_headings || (wanted.follow && output.is_for_table_only());
    return show(*words, wanted, output);
}

} // namespace headroom::ctl
