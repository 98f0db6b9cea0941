// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "last_boot.h"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gi18n.h>
#include <json-glib/json-glib.h>

#include "history_view.h"
#include "json_members.h"
#include "model/black_box.h"
#include "past.h"
#include "sys/glib_ptr.h"
#include "sys/unique_fd.h"
#include "terminal_text.h"
#include "words.h"

namespace headroom::ctl {

namespace {

using black_box::Line;
using Lines = std::vector<Line>;

constexpr std::size_t largest = black_box::slots * black_box::slot_size;

std::string present_boot()
{
    std::ifstream file{"/proc/sys/kernel/random/boot_id"};
    std::string id;
    file >> id;
    return id;
}

/// Empty if there is no such file. Only a regular file is read, since reading from a pipe would
/// block.
std::expected<std::string, Failure> content_of(const std::string &path)
{
    const UniqueFd fd(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    if (!fd && errno == ENOENT)
        return std::string{};
    struct stat about{};
    if (!fd || fstat(fd.get(), &about) != 0 || !S_ISREG(about.st_mode))
        // Translators: %s is the name of a file.
        return std::unexpected(Failure{
            Refused, formatted(C_("error: a sentence", "%s cannot be read."), path.c_str())});
    std::string content(std::min(static_cast<std::size_t>(about.st_size), largest), '\0');
    std::size_t length = 0;
    while (length < content.size()) {
        const ssize_t got = read(fd.get(), content.data() + length, content.size() - length);
        if (got <= 0)
            break;
        length += static_cast<std::size_t>(got);
    }
    content.resize(length);
    return content;
}

std::uint64_t since_1970(const Line &line)
{
    return static_cast<std::uint64_t>(
        std::max<std::int64_t>(line.at.time_since_epoch().count(), 0));
}

std::string local_time(const Line &line)
{
    g_autoptr(GDateTime) at =
        g_date_time_new_from_unix_local(line.at.time_since_epoch().count() / G_USEC_PER_SEC);
    g_autofree char *text = at != nullptr ? g_date_time_format(at, "%F %T") : nullptr;
    return text != nullptr ? text : "?";
}

std::vector<PastAct> acts_of(const Lines &lines, std::size_t most)
{
    std::vector<PastAct> acts;
    for (const Line &line : lines) {
        if (!line.action.empty())
            acts.push_back({since_1970(line), line.action, line.app, "",
                            std::string{name_of(line.level)}, line.reason, true});
    }
    if (acts.size() > most)
        acts.erase(acts.begin(), acts.end() - static_cast<std::ptrdiff_t>(most));
    return acts;
}

/// The last line that has the culprit: the very last one may be an act without it.
const Line *last_with_culprit(const Lines &lines)
{
    const auto found = std::ranges::find_last_if(
        lines, [](const Line &line) { return !line.culprit.empty() || line.closes; });
    return found.empty() || found.front().closes ? nullptr : &found.front();
}

std::string culprit_sentence(const Line &line)
{
    if (line.paused)
        // Translators: %s is the id of an app.
        return formatted(C_("history: a sentence", "The cause was %s, which was paused."),
                         line.culprit.c_str());
    // Translators: %s is the id of an app.
    return formatted(C_("history: a sentence", "The cause was %s."), line.culprit.c_str());
}

std::string most_sentence(const Line &line)
{
    std::vector<std::string> names;
    for (const black_box::Held &held : line.most)
        names.push_back(held.app + " (" + bytes(held.bytes) + ")");
    // Translators: %s is a list of apps, each with an amount of memory.
    return formatted(C_("history: a sentence", "These apps had most memory, swap included: %s."),
                     listed(names).c_str());
}

/// headroomd was stopped, and the shortage was not over.
bool was_stopped(const Line &last)
{
    return last.closes && last.level == Level::Unknown;
}

std::string summary(const Lines &lines)
{
    if (lines.empty())
        return std::string(
                   C_("history: a sentence", "No shortage was recorded in an earlier boot."))
            + "\n";
    const Line &last = lines.back();
    if (was_stopped(last))
        // Translators: %s is a time.
        return formatted(C_("history: a sentence",
                            "In the last boot with a shortage, Headroom was stopped at %s, before "
                            "the shortage was over."),
                         local_time(last).c_str())
            + "\n";
    if (last.closes)
        // Translators: %s is a time.
        return formatted(C_("history: a sentence",
                            "The last boot with a shortage ended in order. The shortage was over "
                            "at %s."),
                         local_time(last).c_str())
            + "\n";
    // Translators: a time, and a level such as "critical".
    std::string text =
        formatted(C_("history: a sentence",
                     "The record of the last boot with a shortage ends at %s, during the "
                     "shortage. The level was %s."),
                  local_time(last).c_str(),
                  level_word(std::string(name_of(last.level))).text.c_str())
        + "\n";
    if (const Line *named = last_with_culprit(lines))
        text += plain_text(culprit_sentence(*named)) + "\n";
    if (!last.most.empty())
        text += plain_text(most_sentence(last)) + "\n";
    return text;
}

void add_culprit(JsonBuilder *json, const Lines &lines)
{
    json_builder_set_member_name(json, "culprit");
    const Line *named = last_with_culprit(lines);
    if (named == nullptr) {
        json_builder_add_null_value(json);
        return;
    }
    json_builder_begin_object(json);
    add_text(json, "app", named->culprit);
    add_text_or_null(json, "resource", named->resource);
    add_flag(json, "paused", named->paused);
    json_builder_end_object(json);
}

void add_most(JsonBuilder *json, const Lines &lines)
{
    json_builder_set_member_name(json, "most");
    json_builder_begin_array(json);
    for (const black_box::Held &held :
         lines.empty() ? std::vector<black_box::Held>{} : lines.back().most) {
        json_builder_begin_object(json);
        add_text(json, "app", held.app);
        add_number(json, "held", static_cast<std::int64_t>(held.bytes));
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
}

std::string outcome(const Line &last)
{
    if (!last.closes)
        return "in-a-shortage";
    return was_stopped(last) ? "stopped-in-a-shortage" : "in-order";
}

std::string as_json(const Lines &lines, std::size_t most)
{
    const ObjectPtr<JsonBuilder> json(json_builder_new());
    begin_document(json.get());
    add_text(json.get(), "outcome", lines.empty() ? "nothing-recorded" : outcome(lines.back()));
    add_text_or_null(json.get(), "level",
                     lines.empty() ? "" : std::string{name_of(lines.back().level)});
    json_builder_set_member_name(json.get(), "time_us");
    if (lines.empty())
        json_builder_add_null_value(json.get());
    else
        json_builder_add_int_value(json.get(), static_cast<gint64>(since_1970(lines.back())));
    add_culprit(json.get(), lines);
    add_most(json.get(), lines);
    add_entries(json.get(), acts_of(lines, most));
    json_builder_end_object(json.get());
    return json_text(json.get());
}

} // namespace

Outcome show_last_boot(std::size_t most, const Output &output)
{
    const std::string path = std::string(g_get_user_state_dir()) + "/headroom/black-box";
    const auto content = content_of(path);
    if (!content)
        return std::unexpected(content.error());
    const Lines lines = black_box::of_last_boot(black_box::lines_in(*content), present_boot());
    const auto acts = acts_of(lines, most);
    if (output.json != FALSE)
        print_json(as_json(lines, most));
    else if (output.is_for_table_only())
        g_print("%s", history_as_text(acts, output).c_str());
    else
        print_document(summary(lines) + (acts.empty() ? "" : "\n" + history_as_text(acts, output)),
                       output);
    return Succeeded;
}

} // namespace headroom::ctl
