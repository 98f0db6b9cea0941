// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <glib/gi18n.h>

#include "arguments.h"
#include "commands.h"
#include "daemon_proxy.h"
#include "disabled.h"
#include "duration.h"
#include "json_members.h"
#include "program.h"

namespace headroom::ctl {

Outcome disable_for(int argc, char **argv)
{
    Output output(Output::Kind::Sentence);
    const Usage usage{.command = "disable-for",
                      .parameters = C_("parameter", "DURATION"),
                      .summary =
                          C_("help: what the command does, third person",
                             "Pauses Headroom for a while, at most a day. Apps that pressure has "
                             "paused are resumed. Until then, Headroom does nothing by itself."),
                      .output = &output};
    const auto words = parse_arguments(usage, {}, argc, argv);
    if (!words)
        return std::unexpected(words.error());
    const auto duration = duration_asked_for(joined(*words)); // "1h 30min" may be two arguments
    if (!duration)
        return std::unexpected(duration.error());
    const auto daemon = running_daemon(Properties::Leave);
    if (!daemon)
        return std::unexpected(daemon.error());
    if (const auto done = disable_for(daemon->get(), *duration); !done)
        return std::unexpected(done.error());
    // When it ends is the daemon's property.
    const auto now = running_daemon(Properties::Load);
    if (!now)
        return std::unexpected(now.error());
    const std::uint64_t until = headroom_dbus_manager_get_disabled_until(now->get());
    if (output.json != FALSE)
        print_json(disabled_as_json(until));
    else if (until != 0)
        g_print("%s\n", disabled_sentence(until).c_str());
    return Succeeded;
}

} // namespace headroom::ctl
