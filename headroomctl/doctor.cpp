// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <glib/gi18n.h>

#include "arguments.h"
#include "capabilities.h"
#include "commands.h"
#include "daemon_proxy.h"
#include "surroundings.h"
#include "terminal_text.h"

namespace headroom::ctl {

namespace {

void print_capability(const std::string &name, const Capability &capability, bool coloured)
{
    const std::string verdict = capability.available
        ? inked(C_("thing that Headroom can do", "works"), Ink::Green, coloured)
        : inked(C_("thing that Headroom can do", "missing"),
                is_essential(name) ? Ink::Red : Ink::Yellow, coloured);
    // Translators: "works" or "missing", a feature of Headroom, and its name in the D-Bus
    // interface.
    g_print(C_("doctor: whether a thing works, the thing, and its name", "%s: %s (%s)"),
            verdict.c_str(), plain_text(capability_title(name)).c_str(), plain_text(name).c_str());
    g_print("\n");
    if (!capability.reason.empty())
        g_print("    %s\n", plain_text(capability.reason).c_str());
    if (capability.available && !capability.remedy.empty())
        // Translators: after a feature that works, but could work better; %s is a sentence that
        // says how.
        g_print("    %s\n",
                plain_text(formatted(C_("doctor: words before a sentence", "For more: %s"),
                                     capability.remedy.c_str()))
                    .c_str());
    if (capability.available)
        return;
    if (capability.remedy.empty())
        g_print("    %s\n", C_("doctor: a sentence", "It can't be fixed on this machine."));
    else
        // Translators: %s is a sentence that says how to get a feature to work.
        g_print("    %s\n",
                plain_text(formatted(C_("doctor: words before a sentence", "To fix it: %s"),
                                     capability.remedy.c_str()))
                    .c_str());
}

} // namespace

Outcome doctor(int argc, char **argv)
{
    const Usage usage{"doctor", nullptr,
                      C_("help: what the command does, third person",
                         "Checks what works on this machine, and how to fix the rest.")};
    if (const auto words = parse_arguments(usage, {}, argc, argv); !words)
        return std::unexpected(words.error());
    const auto daemon = running_daemon(Properties::Load);
    if (!daemon)
        return std::unexpected(daemon.error());

    Capabilities capabilities = capabilities_of(daemon->get());
    const auto missing = missing_essentials(capabilities);
    for (const std::string &name : missing)
        // Translators: why a feature does not work: it is missing from headroomd's list.
        capabilities.try_emplace(
            name,
            Capability{.reason =
                           C_("doctor: a sentence", "headroomd does not report this feature.")});
    for (const auto &[name, capability] : capabilities)
        print_capability(name, capability, colours_wanted());
    GDBusConnection *bus = bus_of(daemon->get());
    for (const std::string &sentence : {what_starts_headroomd(bus), other_programs(bus)}) {
        if (!sentence.empty())
            g_print("\n%s\n", plain_text(sentence).c_str());
    }
    if (missing.empty()) {
        g_print("\n%s\n", C_("doctor: a sentence", "All required features work."));
        return Succeeded;
    }
    std::string names;
    for (const std::string &name : missing)
        names += (names.empty() ? "" : ", ") + name;
    // Translators: %s is a list of names as they stand in the parentheses above.
    g_print("\n%s\n",
            formatted(C_("doctor: a sentence", "Required features are missing: %s."), names.c_str())
                .c_str());
    return Refused;
}

} // namespace headroom::ctl
