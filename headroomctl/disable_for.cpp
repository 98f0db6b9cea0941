// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <glib/gi18n.h>

#include "arguments.h"
#include "commands.h"
#include "daemon_proxy.h"
#include "disabled.h"
#include "duration.h"
#include "json_members.h"

namespace headroom::ctl {

namespace {

/// "1h 30min" may be one argument or two.
std::string joined_words(const std::vector<std::string> &words)
{
    std::string result;
    for (const std::string &word : words)
        result += (result.empty() ? "" : " ") + word;
    return result;
}

} // namespace

Outcome disable_for(int argc, char **argv)
{
    Output output(Output::Kind::Sentence);
    const Usage usage{.command = "disable-for",
                      .parameters = C_("parameter", "DURATION"),
                      .summary =
                          C_("help: what the command does, third person",
                             "Disables Headroom for a while, at most a day. What pressure has "
                             "frozen is thawed, and until then it does nothing by itself."),
                      .output = &output};
    const auto words = parse_arguments(usage, {}, argc, argv);
    if (!words)
        return std::unexpected(words.error());
    const auto duration = duration_asked_for(joined_words(*words));
    if (!duration)
        return std::unexpected(duration.error());
    const auto daemon = running_daemon(Properties::Leave);
    if (!daemon)
        return std::unexpected(daemon.error());
    if (const auto done = disable_for(daemon->get(), *duration); !done)
        return std::unexpected(done.error());
    // The daemon says until when: it may have a bound.
    const auto now = running_daemon(Properties::Load);
    if (!now)
        return std::unexpected(now.error());
    const std::uint64_t until = disabled_until(now->get());
    if (output.json != FALSE)
        print_json(disabled_as_json(until));
    else if (until != 0)
        g_print("%s\n", disabled_sentence(until).c_str());
    return Succeeded;
}

} // namespace headroom::ctl
