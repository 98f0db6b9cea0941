// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <glib/gi18n.h>

#include "arguments.h"
#include "commands.h"
#include "daemon_proxy.h"
#include "disabled.h"
#include "json_members.h"

namespace headroom::ctl {

Outcome enable(int argc, char **argv)
{
    Output output(Output::Kind::Sentence);
    const Usage usage{
        .command = "enable",
        .parameters = nullptr,
        .summary = C_("help: what the command does, third person",
                      "Resumes Headroom before the time given to headroomctl disable-for is over."),
        .output = &output};
    if (const auto words = parse_arguments(usage, {}, argc, argv); !words)
        return std::unexpected(words.error());
    const auto daemon = running_daemon(Properties::Leave);
    if (!daemon)
        return std::unexpected(daemon.error());
    constexpr std::uint64_t no_longer = 0;
    if (const auto done = disable_for(daemon->get(), no_longer); !done)
        return std::unexpected(done.error());
    if (output.json != FALSE)
        print_json(disabled_as_json(no_longer));
    else
        g_print("%s\n", C_("outcome: a sentence", "Headroom was resumed."));
    return Succeeded;
}

} // namespace headroom::ctl
