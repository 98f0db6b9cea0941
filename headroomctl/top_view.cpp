// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "top_view.h"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <ranges>
#include <utility>
#include <vector>

#include <glib/gi18n.h>

#include "disabled.h"
#include "response.h"
#include "sparkline.h"
#include "top_table.h"
#include "words.h"

namespace headroom::ctl {

namespace {

// The page's lines at which a part appears. The apps come first.
constexpr int with_keys = 4;
constexpr int with_titles = 5;
constexpr int with_message = 7;
constexpr int with_pressure = 12;
constexpr int with_last_act = 15;
constexpr int with_orders = 17; ///< the keys that sort have a line of their own

constexpr int label_room = 8;
constexpr int figure_room = 7;
constexpr int keys_apart = 2;

struct Plan {
    int pressure = 0;
    int last_act = 0;
    int titles = 0;
    int message = 0;
    int keys = 0;
    int apps = 0;
};

Plan planned(ScreenSize page)
{
    Plan plan{
        .pressure = page.lines >= with_pressure ? 5 : 0, // with a heading and an empty line
        .last_act = page.lines >= with_last_act ? 1 : 0,
        .titles = page.lines >= with_titles ? 1 : 0,
        .message = page.lines >= with_message ? 1 : 0,
        .keys = page.lines >= with_orders ? 2
            : page.lines >= with_keys     ? 1
                                          : 0,
    };
    plan.apps = std::max(
        0, page.lines - 1 - plan.pressure - plan.last_act - plan.titles - plan.message - plan.keys);
    return plan;
}

/// The level, and a sentence behind it.
ScreenLine level_line(const LiveSituation &situation, const std::string &reason)
{
    // Translators: how short the machine is: "Level: calm".
    const std::string title = C_("top: a label", "Level:");
    const Cell level = level_word(situation.level);
    const int word = static_cast<int>(display_width(title)) + 1;
    ScreenLine line{
        {{0, title}, {word, level.text, level.ink == Ink::Plain ? Ink::Bold : level.ink}}};
    if (!reason.empty())
        line.texts.push_back({word + static_cast<int>(display_width(level.text)) + 2, reason});
    return line;
}

ScreenLine pressure_line(const char *label, int label_width, const PressureTrace &trace,
                         const TopState &state, ScreenSize page)
{
    const auto last = trace.last();
    const std::string figure = last ? formatted("%3.0f %%", *last) : "  ?";
    const int room = page.columns - label_width - figure_room;
    ScreenLine line{{{0, label}, {label_width, figure}}};
    if (room > 0) {
        const auto row = trace.row();
        line.texts.push_back({label_width + figure_room,
                              sparkline(row, static_cast<std::size_t>(room), state.utf8)});
    }
    return line;
}

void add_pressure(std::vector<ScreenLine> &lines, const LiveSituation &situation,
                  const TopState &state, ScreenSize page)
{
    // Translators: before a figure and a row of bars; as short as possible.
    const std::array<std::pair<Resource, const char *>, 3> rows{
        {{Resource::Cpu, C_("what is waited for", "CPU")},
         {Resource::Io, C_("what is waited for", "Disk")},
         {Resource::Memory, C_("what is waited for", "Memory")}}};
    int label_width = label_room;
    for (const auto &[resource, label] : rows)
        label_width = std::max(label_width, static_cast<int>(display_width(label)) + 1);
    // A bar without a heading would be read as how much is used.
    const std::string heading =
        C_("top: a heading; below it CPU, disk and memory, each with a share of the time",
           "Whole computer waited for:");
    lines.push_back({{{0, heading, Ink::Bold}}});
    for (const auto &[resource, label] : rows) {
        const PressureTrace &trace = situation.machine.at(static_cast<std::size_t>(resource));
        lines.push_back(pressure_line(label, label_width, trace, state, page));
    }
    lines.emplace_back();
}

std::vector<std::string> act_keys()
{
    // Translators: what the keys q, p, r, C, N, h, m, w, c, i and n do; the letters stay. As short
    // as possible: the first five are in one line of 80 columns, the others in another. "never" has
    // an app never be slowed down or paused. The last six sort the list of apps: by what hurts
    // most, by needed memory, by how long an app waits for memory, CPU and disk, and by name.
    return {
        formatted("q %s", C_("key", "quit")),   formatted("p %s", C_("key", "pause")),
        formatted("r %s", C_("key", "resume")), formatted("C %s", C_("key", "close")),
        formatted("N %s", C_("key", "never")),
    };
}

/// The order in force is in brackets, since a terminal may lack bold letters.
std::vector<std::string> order_keys(TopOrder order)
{
    const auto sorting = [order](TopOrder by, const char *key, const char *what) {
        return order == by ? formatted("[%s %s]", key, what) : formatted("%s %s", key, what);
    };
    return {
        sorting(TopOrder::Hurt, "h", C_("key", "waits")),
        sorting(TopOrder::Memory, "m", C_("key", "in use")),
        sorting(TopOrder::MemoryWait, "w", C_("key", "memory")),
        sorting(TopOrder::CpuWait, "c", C_("key", "CPU")),
        sorting(TopOrder::IoWait, "i", C_("key", "disk")),
        sorting(TopOrder::Name, "n", C_("key", "name")),
    };
}

/// As many keys as there is room for, and the one of the order in force in any case.
ScreenLine keys_line(std::vector<std::string> keys, int columns)
{
    const auto width = [](const std::string &key) { return static_cast<int>(display_width(key)); };
    const auto needed = [&] {
        return std::transform_reduce(keys.begin(), keys.end(), -keys_apart, std::plus{},
                                     [&](const auto &key) { return width(key) + keys_apart; });
    };
    const auto is_other = [](const std::string &key) { return !key.starts_with('['); };
    while (!keys.empty() && needed() > columns) {
        const auto last = std::ranges::find_last_if(keys, is_other);
        keys.erase(last.empty() ? keys.end() - 1 : last.begin());
    }
    ScreenLine line;
    int at = 0;
    for (const std::string &key : keys) {
        line.texts.push_back({at, key, is_other(key) ? Ink::Plain : Ink::Bold});
        at += width(key) + keys_apart;
    }
    return line;
}

/// lines: 0, 1 or 2.
void add_keys(std::vector<ScreenLine> &page, TopOrder order, int columns, int lines)
{
    std::vector<std::string> keys = act_keys();
    const std::vector<std::string> orders = order_keys(order);
    if (lines == 1)
        keys.insert(keys.end(), orders.begin(), orders.end());
    if (lines > 0)
        page.push_back(keys_line(std::move(keys), columns));
    if (lines > 1)
        page.push_back(keys_line(orders, columns));
}

/// That it is disabled, else the culprit, else that it pauses nothing, else what was done last.
ScreenLine state_line(const LiveSituation &situation)
{
    if (situation.disabled_until != 0)
        return {{{0, disabled_sentence(situation.disabled_until), Ink::Bold}}};
    if (!situation.culprit.app.empty())
        return {{{0, situation.culprit.sentence, Ink::Bold}}};
    if (const std::string chosen = response_sentence(situation.response); !chosen.empty())
        return {{{0, chosen, Ink::Dim}}};
    if (situation.last_act.empty())
        return {};
    return {{{0,
              formatted(C_("top: a label before what was done last, a sentence", "Last: %s"),
                        situation.last_act.c_str()),
              Ink::Dim}}};
}

std::string message(const LiveSituation &situation, const TopState &state)
{
    if (!state.message.empty())
        return state.message;
    if (!situation.not_measured.empty())
        return formatted(C_("status, top: a sentence, then one that says why",
                            "Memory and pressure are not known: %s"),
                         situation.not_measured.c_str());
    const auto selected = std::ranges::find(situation.apps, state.selected, &App::id);
    return selected != situation.apps.end() ? selected->reason : std::string{};
}

/// The selected app's place; 0: it is gone. Another app isn't selected then, because the next key
/// may be meant for the one that was there. The first is selected once figures show which it is.
std::size_t place_of(const std::vector<const App *> &apps, TopState &state, bool is_measured)
{
    const auto found = std::ranges::find(apps, state.selected, &App::id);
    if (found != apps.end())
        return static_cast<std::size_t>(found - apps.begin());
    if (is_measured && !apps.empty() && state.selected.empty())
        state.selected = apps.front()->id;
    return 0;
}

std::vector<const App *> on_page(const LiveSituation &situation, TopState &state, std::size_t rows)
{
    const auto apps = in_order(situation, state.order);
    const std::size_t selected = place_of(apps, state, situation.is_measured);
    if (selected >= state.first + rows)
        state.first = selected - rows + 1;
    state.first = std::min({state.first, selected, apps.size() - std::min(apps.size(), rows)});
    const auto begin = apps.begin() + static_cast<std::ptrdiff_t>(state.first);
    return {begin, begin + static_cast<std::ptrdiff_t>(std::min(rows, apps.size() - state.first))};
}

/// The sentence in as many lines as it needs.
void add_wrapped(std::vector<ScreenLine> &page, const std::string &sentence, int columns)
{
    std::string line;
    for (const auto word : std::views::split(sentence, ' ')) {
        const std::string longer =
            (line.empty() ? "" : line + " ") + std::string(word.begin(), word.end());
        if (!line.empty() && static_cast<int>(display_width(longer)) > columns) {
            page.push_back({{{0, line}}});
            line.assign(word.begin(), word.end());
        } else {
            line = longer;
        }
    }
    page.push_back({{{0, line}}});
}

std::vector<ScreenLine> daemon_absent_page(const std::string &absence, ScreenSize page)
{
    std::vector<ScreenLine> lines;
    add_wrapped(lines, absence, page.columns);
    add_wrapped(lines,
                C_("top: a sentence instead of the page", "The apps appear here when it starts."),
                page.columns);
    lines.push_back({{{0, formatted("q %s", C_("key", "quit"))}}});
    lines.resize(std::min(lines.size(), static_cast<std::size_t>(std::max(page.lines, 0))));
    return lines;
}

} // namespace

std::size_t top_rows(ScreenSize page)
{
    return static_cast<std::size_t>(planned(page).apps);
}

std::vector<ScreenLine> top_lines(const LiveSituation &situation, TopState &state, ScreenSize page)
{
    if (!situation.is_running)
        return daemon_absent_page(situation.absence, page);
    const Plan plan = planned(page);
    const bool has_room = plan.last_act != 0;
    std::vector<ScreenLine> lines{
        level_line(situation,
                   has_room || situation.disabled_until == 0
                       ? shown_reason(situation.level_reason, situation.culprit)
                       : disabled_sentence(situation.disabled_until))};
    if (plan.pressure != 0)
        add_pressure(lines, situation, state, page);
    if (has_room)
        lines.push_back(state_line(situation));
    const auto apps = on_page(situation, state, static_cast<std::size_t>(plan.apps));
    std::ranges::move(app_rows(situation, apps, state, page.columns, plan.titles != 0),
                      std::back_inserter(lines));
    lines.resize(static_cast<std::size_t>(std::max(0, page.lines - plan.message - plan.keys)));
    if (plan.message != 0)
        lines.push_back({{{0, message(situation, state)}}});
    add_keys(lines, state.order, page.columns, plan.keys);
    return lines;
}

} // namespace headroom::ctl
