// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <memory>

#include <glib/gi18n.h>

#include "live.h"
#include "model/settings.h"
#include "session_bus.h"

namespace headroom::ctl {

namespace {

/// A request whose outcome is awaited.
struct Asked {
    std::string done; ///< the sentence for success
    Live::OnOutcome outcome;
};

void on_answer(GObject *daemon, GAsyncResult *result, gpointer asked)
{
    const std::unique_ptr<Asked> whom(static_cast<Asked *>(asked));
    g_autoptr(GError) error = nullptr;
    g_autoptr(GVariant) answer = g_dbus_proxy_call_finish(G_DBUS_PROXY(daemon), result, &error);
    if (answer != nullptr)
        whom->outcome(whom->done);
    else if (!g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        whom->outcome(failed_call(error, "headroomd").sentence);
}

GVariant *id_of(const App &app)
{
    return g_variant_new("(s)", app.id.c_str());
}

} // namespace

void Live::ask(const char *method, GVariant *arguments, std::string done, OnOutcome outcome)
{
    g_dbus_proxy_call(G_DBUS_PROXY(m_daemon.get()), method, arguments,
                      G_DBUS_CALL_FLAGS_NO_AUTO_START, /* timeout_msec= */ -1, m_calls.get(),
                      on_answer, new Asked{std::move(done), std::move(outcome)});
}

void Live::freeze(const App &app, OnOutcome outcome)
{
    constexpr guint64 longest_configured_hold = 0;
    // Translators: an app's name.
    ask("Freeze", g_variant_new("(st)", app.id.c_str(), longest_configured_hold),
        formatted(C_("outcome: a sentence", "%s is paused."), app.name.c_str()),
        std::move(outcome));
}

void Live::thaw(const App &app, OnOutcome outcome)
{
    ask("Thaw", id_of(app), outcome_of_thaw(app), std::move(outcome));
}

void Live::close(const App &app, OnOutcome outcome)
{
    ask("Close", id_of(app),
        formatted(C_("outcome: a sentence", "%s was asked to quit."), app.name.c_str()),
        std::move(outcome));
}

namespace {

/// "": it has none of its own. settings may be nullptr.
std::string rule_in(GVariant *settings, const std::string &app)
{
    const char *rule = nullptr;
    return settings != nullptr
            && g_variant_lookup(settings, rule_of(app).c_str(), "&s", &rule) != FALSE
        ? rule
        : "";
}

} // namespace

void Live::never(const App &app, OnOutcome outcome)
{
    GVariant *settings = headroom_dbus_manager_get_settings(m_daemon.get());
    const std::string own = rule_in(settings, app.id);
    // The daemon sets a rule for a terminal's tab, TERMINAL:NUMBER, for the terminal.
    const std::string rule =
        own.empty() ? rule_in(settings, app.id.substr(0, app.id.find(':'))) : own;
    const bool is_never = rule == "never";
    // Translators: an app's name.
    const std::string done = is_never
        ? formatted(C_("outcome: a sentence", "%s is treated like all others again."),
                    app.name.c_str())
        : formatted(C_("outcome: a sentence", "%s is never slowed down or paused from now on."),
                    app.name.c_str());
    ask("SetSetting", g_variant_new("(ss)", rule_of(app.id).c_str(), is_never ? "normal" : "never"),
        done, std::move(outcome));
}

} // namespace headroom::ctl
