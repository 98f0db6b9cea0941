// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "app_argument.h"

#include <glib/gi18n.h>

#include "app_id.h"

namespace headroom::ctl {

std::expected<AppArgument, Failure> find_app_argument(const std::vector<std::string> &words)
{
    if (words.size() != 1)
        return wrong_usage(C_("error in the command line: a request", "Name one app."));
    if (const std::string wrong = problem_with_app_id(words.front()); !wrong.empty())
        return wrong_usage(wrong);
    auto daemon = running_daemon(Properties::Leave);
    if (!daemon)
        return std::unexpected(daemon.error());
    const auto apps = list_apps(bus_of(daemon->get()));
    if (!apps)
        return std::unexpected(apps.error());
    auto app = find_app(*apps, words.front());
    if (!app)
        return std::unexpected(app.error());
    return AppArgument{std::move(*daemon), std::move(*app)};
}

std::expected<AppArgument, Failure> find_app_argument(const Usage &usage, int argc, char **argv)
{
    const auto words = parse_arguments(usage, {}, argc, argv);
    return words ? find_app_argument(*words) : std::unexpected(words.error());
}

} // namespace headroom::ctl
