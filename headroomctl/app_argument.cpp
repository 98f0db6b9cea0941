// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "app_argument.h"

#include <algorithm>
#include <array>

#include <glib/gi18n.h>

#include "app_id.h"
#include "arguments.h"
#include "json_members.h"
#include "terminal_text.h"

namespace headroom::ctl {

namespace {

/// In order, the worst last.
constexpr std::array severity{int{Succeeded}, int{NoSuchApp}, int{Refused}, int{NotReachable}};

int worse_of(int one, int other)
{
    return std::ranges::find(severity, one) < std::ranges::find(severity, other) ? other : one;
}

using Done = std::expected<std::vector<std::string>, Failure>;

/// The outcome for each app, as printed.
class Outcomes {
public:
    explicit Outcomes(const Output &output) : m_output(output)
    {
        begin_document(m_json.get());
        json_builder_set_member_name(m_json.get(), "apps");
        json_builder_begin_array(m_json.get());
    }

    void add(const std::string &word, const std::expected<App, Failure> &app, const Done &done)
    {
        if (m_output.json != FALSE)
            add_json(word, app, done);
        else if (done) {
            for (const std::string &sentence : *done)
                g_print("%s\n", plain_text(sentence).c_str());
        }
    }

    void end()
    {
        json_builder_end_array(m_json.get());
        json_builder_end_object(m_json.get());
        if (m_output.json != FALSE)
            print_json(json_text(m_json.get()));
    }

private:
    void add_json(const std::string &word, const std::expected<App, Failure> &app, const Done &done)
    {
        json_builder_begin_object(m_json.get());
        add_text(m_json.get(), "app", word);
        add_text_or_null(m_json.get(), "id", app ? app->id : "");
        add_text_or_null(m_json.get(), "name", app ? app->name : "");
        add_flag(m_json.get(), "done", done.has_value());
        add_text(m_json.get(), "code", done ? "done" : code_of(done.error()));
        add_texts(m_json.get(), "sentences",
                  done ? *done : std::vector<std::string>{done.error().sentence});
        json_builder_end_object(m_json.get());
    }

    const Output &m_output;
    ObjectPtr<JsonBuilder> m_json{json_builder_new()};
};

} // namespace

std::expected<void, Failure> checked_app_ids(const std::vector<std::string> &words)
{
    for (const std::string &word : words) {
        if (const std::string wrong = problem_with_app_id(word); !wrong.empty())
            return wrong_usage(wrong);
    }
    return {};
}

std::expected<AppArgument, Failure> find_app_argument(const std::string &word)
{
    if (const std::string wrong = problem_with_app_id(word); !wrong.empty())
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
    return AppArgument{std::move(*daemon), std::move(*app)};
}

Outcome for_each_app(const std::vector<std::string> &words, const Output &output, const Act &act)
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

    Outcomes outcomes(output);
    int worst = Succeeded;
    for (const std::string &word : words) {
        const auto app = find_app(*apps, word);
        const Done done = app ? act(daemon->get(), *app) : std::unexpected(app.error());
        outcomes.add(word, app, done);
        if (done)
            continue;
        Failure failure = done.error();
        if (words.size() > 1)
            failure.sentence = word + ": " + failure.sentence;
        worst = worse_of(worst, report(std::unexpected(failure)));
    }
    outcomes.end();
    return worst;
}

} // namespace headroom::ctl
