// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "top_batch.h"

#include <algorithm>
#include <cstdio>
#include <limits>

#include <glib/gi18n.h>

#include "json_members.h"
#include "situation.h"
#include "sys/timer.h"

namespace headroom::ctl {

namespace {

/// The kernel updates its averages this often.
constexpr double every_s = 2;
constexpr double shortest_s = 0.1;
constexpr double longest_s = 24.0 * 3600;

bool makes_sense(const BatchChoice &choice)
{
    return (choice.times == BatchChoice::endless || choice.times >= 1)
        && (choice.delay_s == BatchChoice::usual_delay_s
            || (choice.delay_s >= shortest_s && choice.delay_s <= longest_s));
}

std::uint32_t rank_of(const Situation &situation, const App &app)
{
    const auto measure = situation.measures.find(app.id);
    return measure != situation.measures.end()
        ? measure->second.hurt_rank.value_or(std::numeric_limits<std::uint32_t>::max())
        : std::numeric_limits<std::uint32_t>::max();
}

void write(const Situation &situation, const Output &output, bool again)
{
    if (output.json != FALSE) {
        print_json(situation_as_json_line(situation));
        return;
    }
    if (!output.is_for_table_only()) {
        g_autoptr(GDateTime) now = g_date_time_new_now_local();
        g_autofree char *time = g_date_time_format(now, "%F %T");
        g_print("%s%s\n", again ? "\n" : "", time);
    }
    g_print("%s", situation_as_text(situation, output).c_str());
}

void wait(double seconds)
{
    constexpr double ms = 1000;
    bool over = false;
    const Timer timer = Timer::once(static_cast<guint>(seconds * ms), [&over] { over = true; });
    while (!over)
        g_main_context_iteration(nullptr, /* may_block= */ TRUE);
}

} // namespace

std::expected<void, Failure> checked_batch(const BatchChoice &choice, const Output &output)
{
    const bool needs_batch = choice.times != BatchChoice::endless
        || choice.delay_s != BatchChoice::usual_delay_s || output.json != FALSE
        || output.is_for_table_only();
    if (needs_batch && choice.wanted == FALSE)
        return wrong_usage(C_("error in the command line: a sentence",
                              "Only --color can be used without --batch."));
    if (!makes_sense(choice))
        return wrong_usage(C_("error in the command line: a sentence",
                              "--iterations takes 1 or more, --delay 0.1 seconds to a day."));
    return {};
}

Outcome top_batch(const BatchChoice &choice, const Output &output)
{
    const double delay_s = choice.delay_s == BatchChoice::usual_delay_s ? every_s : choice.delay_s;
    for (gint64 done = 0; choice.times == BatchChoice::endless || done < choice.times; ++done) {
        if (done > 0)
            wait(delay_s);
        auto situation = present_situation();
        if (!situation)
            return std::unexpected(situation.error());
        std::ranges::stable_sort(situation->apps, {},
                                 [&situation](const App &app) { return rank_of(*situation, app); });
        write(*situation, output, done > 0);
        if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
            break; // report() finds out why
    }
    return Succeeded;
}

} // namespace headroom::ctl
