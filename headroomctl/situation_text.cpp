// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <algorithm>

#include <glib/gi18n.h>

#include "disabled.h"
#include "response.h"
#include "situation.h"
#include "table.h"
#include "words.h"

namespace headroom::ctl {

namespace {

constexpr std::size_t widest_name = 32;

std::string name_of(const std::vector<App> &apps, const std::string &id)
{
    const auto found = std::ranges::find(apps, id, &App::id);
    return found != apps.end() ? found->name : id;
}

/// The sentence, indented, on a line of its own.
std::string below_level(const std::string &sentence)
{
    return sentence.empty() ? "" : "  " + plain_text(sentence) + "\n";
}

std::string line_of(const std::string &sentence)
{
    return sentence.empty() ? "" : sentence + "\n";
}

/// That it is disabled, else that it pauses nothing. Empty: neither.
std::string why_it_does_less(const Situation &situation)
{
    return situation.disabled_until != 0 ? disabled_sentence(situation.disabled_until)
                                         : response_sentence(situation.response);
}

std::string first_lines(const Situation &situation, bool coloured)
{
    const Cell level = level_word(situation.level);
    const std::string focused = situation.focused.empty()
        ? C_("instead of the app that has the focus", "none")
        : fitted(name_of(situation.apps, situation.focused), widest_name);
    const std::string source = situation.window_source.empty()
        ? C_("windows are known from", "nothing")
        : plain_text(situation.window_source);
    // Translators: how short the machine is; the app that has the focus; what reports windows, such
    // as "kwin".
    return formatted(C_("status: labels, each with its value",
                        "Level: %s   Active app: %s   Windows reported by: %s"),
                     inked(plain_text(level.text), level.ink, coloured).c_str(),
                     inked(focused, Ink::Bold, coloured).c_str(), source.c_str())
        + "\n" + below_level(shown_reason(situation.level_reason, situation.culprit))
        + below_level(situation.culprit.sentence) + line_of(why_it_does_less(situation));
}

std::string footnote(const Situation &situation)
{
    const bool needed = std::ranges::any_of(situation.apps, [&](const App &app) {
        const auto measure = situation.measures.find(app.id);
        return has_earlier_memory_elsewhere(app) && measure != situation.measures.end()
            && measure->second.memory;
    });
    // Translators: below a table of apps with their memory, where some figures have the sign in
    // front.
    return needed
        ? std::string(
              C_("footnote of a table: a sentence",
                 "≥: memory that it allocated before it got its own unit is counted elsewhere."))
            + "\n"
        : std::string{};
}

std::string what_is_missing(const Situation &situation, bool coloured)
{
    std::string result;
    if (!situation.not_measured.empty())
        result += formatted(C_("status, top: a sentence, then one that says why",
                               "Memory and pressure are not known: %s"),
                            plain_text(situation.not_measured).c_str())
            + "\n";
    bool remedies = false;
    for (const auto &[name, capability] : situation.capabilities) {
        if (capability.available)
            continue;
        const std::string line = formatted(
            C_("status: thing that Headroom cannot do, then a sentence that says why", "%s: %s"),
            capability_title(name).c_str(), capability.reason.c_str());
        result +=
            inked(plain_text(line), is_essential(name) ? Ink::Red : Ink::Yellow, coloured) + "\n";
        remedies = remedies || !capability.remedy.empty();
    }
    if (remedies)
        result += std::string(C_("status: a sentence below what does not work",
                                 "\"headroomctl doctor\" explains how to fix it."))
            + "\n";
    return result.empty() ? result : "\n" + result;
}

} // namespace

std::string situation_as_text(const Situation &situation, const Output &output)
{
    if (output.is_for_table_only())
        return situation_table(situation, output);
    const std::string apps = situation.apps.empty()
        ? std::string(C_("instead of a table: a sentence", "No app has a unit or a window.")) + "\n"
        : situation_table(situation, output) + footnote(situation);
    return first_lines(situation, output.coloured) + "\n" + apps
        + what_is_missing(situation, output.coloured);
}

} // namespace headroom::ctl
