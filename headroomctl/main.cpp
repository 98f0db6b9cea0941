// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <algorithm>
#include <array>
#include <clocale>
#include <ranges>
#include <string_view>
#include <utility>
#include <vector>

#include <glib/gi18n.h>

#include "arguments.h"
#include "commands.h"
#include "json_members.h"
#include "sys/glib_ptr.h"

namespace headroom::ctl {

std::span<const Command> all_commands()
{
    static constexpr Command commands[] = {
        {"status", ctl::status,
         NC_("list of commands: a verb phrase", "Show the apps, and the level of pressure")},
        // Translators: the same as "status" shows.
        {"top", ctl::top,
         NC_("list of commands: a verb phrase",
             "Show the same, kept current, with keys to pause and resume")},
        {"run", ctl::run,
         NC_("list of commands: a verb phrase", "Run a command in a unit of its own")},
        {"jobs", ctl::jobs,
         NC_("list of commands: a verb phrase",
             "Run a build with as many jobs as there is room for")},
        {"freeze", ctl::freeze,
         NC_("list of commands: a verb phrase", "Pause an app until it is needed")},
        {"thaw", ctl::thaw, NC_("list of commands: a verb phrase", "Resume a paused app")},
        {"why", ctl::why,
         NC_("list of commands: a verb phrase",
             "Explain what Headroom did to an app, or won't do")},
        {"measure", ctl::measure,
         NC_("list of commands: a verb phrase", "Find out how much memory an app needs")},
        {"history", ctl::history,
         NC_("list of commands: a verb phrase", "Show what Headroom did lately, and why")},
        {"metrics", ctl::metrics,
         NC_("list of commands: a verb phrase", "Write figures for Prometheus")},
        {"hold", ctl::hold,
         NC_("list of commands: a verb phrase",
             "Keep an app from being slowed down or paused while a command runs")},
        {"close", ctl::close_app, NC_("list of commands: a verb phrase", "Ask an app to quit")},
        {"disable-for", ctl::disable_for,
         NC_("list of commands: a verb phrase", "Pause Headroom for a while")},
        {"enable", ctl::enable, NC_("list of commands: a verb phrase", "Resume Headroom")},
        {"doctor", ctl::doctor,
         NC_("list of commands: a verb phrase",
             "Show what works on this computer, and how to fix the rest")},
        {"enable-extension", ctl::enable_extension,
         NC_("list of commands: a verb phrase", "Switch Headroom's extension in GNOME Shell on")},
        {"record", ctl::record,
         NC_("list of commands: a verb phrase",
             "Write all that happens to a file, for headroomd --replay")},
        {"settings", ctl::settings,
         NC_("list of commands: a verb phrase", "List the settings and their values")},
        {"set", ctl::set, NC_("list of commands: a verb phrase", "Change a setting")},
        {"help", ctl::help, NC_("list of commands: a verb phrase", "Explain a command")},
        {"complete-apps", ctl::complete_apps, nullptr},
        {"complete-settings", ctl::complete_settings, nullptr},
    };
    return commands;
}

namespace {

/// Whether the first word is for headroomctl itself.
bool is_for_no_command(const char *word)
{
    constexpr std::array<std::string_view, 5> options{"-h", "--help", "--help-all", "-?",
                                                      "--version"};
    return std::ranges::contains(options, std::string_view(word));
}

/// The command and its arguments. As with systemctl, options may come before the command, and
/// without a command the status is shown.
std::vector<char *> command_line(int argc, char **argv)
{
    static char status[] = "status";
    std::vector<char *> words(argv + std::min(argc, 1), argv + argc);
    const auto first = std::ranges::find_if(words, [](const char *word) { return *word != '-'; });
    if (first == words.end())
        words.insert(words.begin(), status);
    else
        std::rotate(words.begin(), first, first + 1);
    words.push_back(nullptr);
    return words;
}

/// Whether the words are to be answered by JSON. What comes after "--" is not for the command, and
/// neither is what `run`, `jobs` and `hold` execute. It begins at the first word that is no option,
/// and no option's value.
bool wants_json(const std::vector<char *> &words)
{
    const std::string_view command = words.front();
    const bool executes = command == "run" || command == "jobs" || command == "hold";
    bool is_value = false;
    for (const std::string_view word : words | std::views::drop(1)
             | std::views::take_while([](const char *each) { return each != nullptr; })) {
        if (std::exchange(is_value, executes && takes_next_word(word)))
            continue;
        if (word == "--" || (executes && !word.starts_with('-')))
            return false;
        if (word == "--json")
            return true;
    }
    return false;
}

/// For programs, which can't read the sentence on stderr.
void print_failure(const Failure &failure)
{
    const ObjectPtr<JsonBuilder> json(json_builder_new());
    begin_document(json.get());
    json_builder_set_member_name(json.get(), "error");
    json_builder_begin_object(json.get());
    add_text(json.get(), "code", code_of(failure));
    add_text(json.get(), "sentence", failure.sentence);
    json_builder_end_object(json.get());
    json_builder_end_object(json.get());
    print_json(written_in_a_line(json.get()));
}

Outcome perform(int argc, char **argv)
{
    if (argc > 1 && is_for_no_command(argv[1]))
        return no_command(argc, argv);
    std::vector<char *> words = command_line(argc, argv);
    const auto commands = all_commands();
    const auto chosen =
        std::ranges::find(commands, std::string_view(words.front()), &Command::name);
    if (chosen == commands.end()) {
        g_set_prgname("headroomctl");
        return no_such_command(words.front());
    }
    const bool json = wants_json(words); // the parser takes options out
    const Outcome outcome = chosen->perform(static_cast<int>(words.size()) - 1, words.data());
    if (json && !outcome && !outcome.error().sentence.empty())
        print_failure(outcome.error());
    return outcome;
}

} // namespace

} // namespace headroom::ctl

int main(int argc, char **argv)
{
    std::setlocale(LC_ALL, "");
    bindtextdomain(GETTEXT_PACKAGE, HEADROOM_LOCALEDIR);
    bind_textdomain_codeset(GETTEXT_PACKAGE, "UTF-8");
    textdomain(GETTEXT_PACKAGE);
    return headroom::ctl::report(headroom::ctl::perform(argc, argv));
}
