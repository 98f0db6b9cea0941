// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <glib/gi18n.h>

#include "arguments.h"
#include "capabilities.h"
#include "commands.h"
#include "daemon_proxy.h"
#include "json_members.h"
#include "measured_weights.h"
#include "surroundings.h"
#include "swap_advice.h"
#include "terminal_text.h"
#include "words.h"

namespace headroom::ctl {

namespace {

std::string indented(const std::string &sentence)
{
    return "    " + plain_text(sentence) + "\n";
}

/// What can be done about it, if it does not work or could work better.
std::string remedy_of(const Capability &capability)
{
    if (capability.remedy.empty())
        return capability.available
            ? ""
            : indented(C_("doctor: a sentence", "It can't be fixed on this computer."));
    if (capability.available)
        // Translators: after a feature that works, but could work better; %s is a sentence that
        // says how.
        return indented(formatted(C_("doctor: words before a sentence", "For more: %s"),
                                  capability.remedy.c_str()));
    // Translators: %s is a sentence that says how to get a feature to work.
    return indented(formatted(C_("doctor: words before a sentence", "To fix it: %s"),
                              capability.remedy.c_str()));
}

std::string as_text(const std::string &name, const Capability &capability, bool coloured)
{
    const std::string verdict = capability.available
        ? inked(C_("thing that Headroom can do", "works"), Ink::Green, coloured)
        : inked(C_("thing that Headroom can do", "missing"),
                is_essential(name) ? Ink::Red : Ink::Yellow, coloured);
    // Translators: "works" or "missing", a feature of Headroom, and its name in the D-Bus
    // interface.
    return formatted(C_("doctor: whether a thing works, the thing, and its name", "%s: %s (%s)"),
                     verdict.c_str(), plain_text(capability_title(name)).c_str(),
                     plain_text(name).c_str())
        + "\n" + (capability.reason.empty() ? "" : indented(capability.reason))
        + remedy_of(capability);
}

struct Report {
    const Capabilities &capabilities;
    std::vector<std::string> missing; ///< names of required ones
    Finding started_by;
    std::vector<std::string> other_programs; ///< their names
    Finding swap;
    MeasuredWeights measured;
};

std::string as_text(const Report &report, bool coloured)
{
    std::string result;
    for (const auto &[name, capability] : report.capabilities)
        result += as_text(name, capability, coloured);
    for (const std::string &sentence :
         {report.started_by.sentence, other_programs_sentence(report.other_programs),
          report.swap.sentence}) {
        if (!sentence.empty())
            result += "\n" + plain_text(sentence) + "\n";
    }
    if (const std::string measured = as_text(report.measured); !measured.empty())
        result += "\n" + measured;
    if (report.missing.empty())
        return result + "\n" + C_("doctor: a sentence", "All required features work.") + "\n";
    const std::string names = listed(report.missing);
    // Translators: %s is a list of names as they stand in the parentheses above.
    return result + "\n"
        + formatted(C_("doctor: a sentence", "Required features are missing: %s."), names.c_str())
        + "\n";
}

std::string as_json(const Report &report)
{
    const ObjectPtr<JsonBuilder> json(json_builder_new());
    begin_document(json.get());
    add_flag(json.get(), "works", report.missing.empty());
    add_texts(json.get(), "missing", report.missing);
    add_text(json.get(), "started-by", report.started_by.sentence);
    add_text_or_null(json.get(), "started-by-code", report.started_by.code);
    add_text(json.get(), "other-programs", other_programs_sentence(report.other_programs));
    add_texts(json.get(), "other-programs-names", report.other_programs);
    add_text(json.get(), "swap", report.swap.sentence);
    add_text_or_null(json.get(), "swap-code", report.swap.code);
    add_measured(json.get(), report.measured);
    json_builder_set_member_name(json.get(), "capabilities");
    json_builder_begin_object(json.get());
    for (const auto &[name, capability] : report.capabilities) {
        json_builder_set_member_name(json.get(), plain_text(name).c_str());
        json_builder_begin_object(json.get());
        add_flag(json.get(), "available", capability.available);
        add_flag(json.get(), "essential", is_essential(name));
        add_text(json.get(), "reason", capability.reason);
        add_text(json.get(), "remedy", capability.remedy);
        json_builder_end_object(json.get());
    }
    json_builder_end_object(json.get());
    json_builder_end_object(json.get());
    return json_text(json.get());
}

} // namespace

Outcome doctor(int argc, char **argv)
{
    gboolean measure_cpu = FALSE;
    gboolean measure_disk = FALSE;
    const GOptionEntry options[] = {
        {"measure-cpu", 0, 0, G_OPTION_ARG_NONE, &measure_cpu,
         C_("option: what it does, a verb phrase",
            "Measure for two seconds what CPU weights really give"),
         nullptr},
        {"measure-io", 0, 0, G_OPTION_ARG_NONE, &measure_disk,
         C_("option: what it does, a verb phrase",
            "Measure for two seconds what disk weights really give"),
         nullptr},
        {},
    };
    Output output(Output::Kind::Document);
    const Usage usage{.command = "doctor",
                      .parameters = nullptr,
                      .summary = C_("help: what the command does, third person",
                                    "Shows what works on this computer, and how to fix the rest."),
                      .output = &output};
    if (const auto words = parse_arguments(usage, options, argc, argv); !words)
        return std::unexpected(words.error());
    auto contests = prepare_contests(measure_cpu != FALSE, measure_disk != FALSE);
    if (!contests)
        return std::unexpected(contests.error());
    const auto daemon = running_daemon(Properties::Load);
    if (!daemon)
        return std::unexpected(daemon.error());
    const auto measured = measure(*contests, daemon->get());
    if (!measured)
        return std::unexpected(measured.error());

    Capabilities capabilities = capabilities_of(daemon->get());
    const Report report{.capabilities = capabilities,
                        .missing = missing_essentials(capabilities),
                        .started_by = what_starts_headroomd(bus_of(daemon->get())),
                        .other_programs = other_programs(bus_of(daemon->get())),
                        .swap = swap_advice(swap_texts()),
                        .measured = *measured};
    for (const std::string &name : report.missing)
        // Translators: why a feature does not work: it is missing from headroomd's list.
        capabilities.try_emplace(
            name,
            Capability{.reason =
                           C_("doctor: a sentence", "headroomd does not report this feature.")});
    if (output.json != FALSE)
        print_json(as_json(report));
    else
        print_document(as_text(report, output.coloured), output);
    return report.missing.empty() ? Succeeded : Refused;
}

} // namespace headroom::ctl
