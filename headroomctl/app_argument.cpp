// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "app_argument.h"

#include <algorithm>
#include <array>

#include <glib/gi18n.h>

#include "app_id.h"
#include "arguments.h"
#include "terminal_text.h"

namespace headroom::ctl {

namespace {

/// The later, the worse.
constexpr std::array severity{int{Succeeded}, int{NoSuchApp}, int{Refused}, int{NotReachable}};

int worse_of(int one, int other)
{
    return std::ranges::find(severity, one) < std::ranges::find(severity, other) ? other : one;
}

void print(const std::vector<std::string> &sentences)
{
    for (const std::string &sentence : sentences)
        g_print("%s\n", plain_text(sentence).c_str());
}

} // namespace

std::expected<void, Failure> checked_app_ids(const std::vector<std::string> &words)
{
    for (const std::string &word : words) {
        if (const std::string wrong = wrong_with_app_id(word); !wrong.empty())
            return wrong_usage(wrong);
    }
    return {};
}

std::expected<AskedFor, Failure> app_asked_for(const std::string &word)
{
    if (const std::string wrong = wrong_with_app_id(word); !wrong.empty())
        return wrong_usage(wrong);
    auto daemon = running_daemon(Properties::Leave);
    if (!daemon)
        return std::unexpected(daemon.error());
    const auto apps = list_apps(bus_of(daemon->get()));
    if (!apps)
        return std::unexpected(apps.error());
    auto app = find_app(*apps, word);
    if (!app)
        return std::unexpected(app.error());
    return AskedFor{std::move(*daemon), std::move(*app)};
}

Outcome for_each_app(const std::vector<std::string> &words, const Act &act)
{
    if (words.empty())
        return wrong_usage(C_("error in the command line: a request", "Name an app."));
    if (const auto checked = checked_app_ids(words); !checked)
        return std::unexpected(checked.error());
    const auto daemon = running_daemon(Properties::Leave);
    if (!daemon)
        return std::unexpected(daemon.error());
    const auto apps = list_apps(bus_of(daemon->get()));
    if (!apps)
        return std::unexpected(apps.error());

    int worst = Succeeded;
    for (const std::string &word : words) {
        const auto app = find_app(*apps, word);
        const auto done = app ? act(daemon->get(), *app) : std::unexpected(app.error());
        if (done) {
            print(*done);
            continue;
        }
        Failure failure = done.error();
        if (words.size() > 1)
            failure.sentence = word + ": " + failure.sentence;
        worst = worse_of(worst, report(std::unexpected(failure)));
    }
    return worst;
}

} // namespace headroom::ctl
