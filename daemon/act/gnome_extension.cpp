// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/gnome_extension.h"

#include <format>
#include <memory>
#include <optional>

namespace headroom {

namespace {

constexpr const char *extension = "headroom@headroomd.org";

// The Shell itself. Its helper org.gnome.Shell.Extensions forwards the same calls, but once called
// it runs for as long as its caller does.
constexpr const char *shell = "org.gnome.Shell";
constexpr const char *shell_path = "/org/gnome/Shell";
constexpr const char *extensions = "org.gnome.Shell.Extensions";

/// ExtensionState in js/misc/extensionUtils.js, a number of type double on the bus. The others (2,
/// 5 to 8) are intermediate.
constexpr double state_active = 1;
constexpr double state_error = 3;
constexpr double state_out_of_date = 4;

std::optional<bool> flag_in(GVariant *info, const char *key)
{
    gboolean value = FALSE;
    if (!g_variant_lookup(info, key, "b", &value))
        return std::nullopt;
    return value != FALSE;
}

std::string text_in(GVariant *info, const char *key)
{
    const char *value = nullptr;
    return g_variant_lookup(info, key, "&s", &value) ? value : "";
}

/// The Shell's text for an exception in an extension may continue with a cause or a stack.
std::string first_line(const std::string &text)
{
    return text.substr(0, text.find('\n'));
}

/// "48, 49, 50": an array of variants, as the Shell packs it.
std::string versions_in(GVariant *info)
{
    std::string versions;
    const VariantPtr list{g_variant_lookup_value(info, "shell-version", G_VARIANT_TYPE("av"))};
    for (gsize i = 0; list && i < g_variant_n_children(list.get()); ++i) {
        const VariantPtr boxed{g_variant_get_child_value(list.get(), i)};
        const VariantPtr version{g_variant_get_variant(boxed.get())};
        if (g_variant_is_of_type(version.get(), G_VARIANT_TYPE_STRING))
            versions += (versions.empty() ? "" : ", ")
                + std::string{g_variant_get_string(version.get(), nullptr)};
    }
    return versions.empty() ? "other versions" : versions;
}

std::unexpected<Error> refusal_by_shell(GError *problem)
{
    if (g_error_matches(problem, G_DBUS_ERROR, G_DBUS_ERROR_NAME_HAS_NO_OWNER)
        || g_error_matches(problem, G_DBUS_ERROR, G_DBUS_ERROR_SERVICE_UNKNOWN))
        return error(
            ErrorKind::Unavailable,
            "there is no GNOME Shell in this session, and the extension is for nothing else");
    g_dbus_error_strip_remote_error(problem);
    return error(ErrorKind::Failed,
                 std::format("GNOME Shell did not switch the extension on: {}",
                             first_line(problem->message)));
}

} // namespace

struct GnomeExtension::Question {
    GnomeExtension *self;
    Answered answered;
};

GnomeExtension::~GnomeExtension()
{
    m_waiting.clear();
    finish({});
}

void GnomeExtension::enable(Done done)
{
    m_waiting.push_back(std::move(done));
    if (m_waiting.size() > 1)
        return;
    m_attempt.reset(g_cancellable_new());
    m_is_switched_on = false;
    m_deadline = Timer::once(m_timeout, [this] { time_out(); });
    ask("org.freedesktop.DBus.Properties", "GetAll", g_variant_new("(s)", extensions), "(a{sv})",
        &GnomeExtension::take_properties);
}

void GnomeExtension::ask(const char *interface, const char *method, GVariant *arguments,
                         const char *answer_type, Answered answered)
{
    constexpr int no_limit_of_its_own = G_MAXINT; // the whole attempt has a limit
    g_dbus_connection_call(
        m_bus, shell, shell_path, interface, method, arguments, G_VARIANT_TYPE(answer_type),
        G_DBUS_CALL_FLAGS_NO_AUTO_START, no_limit_of_its_own, m_attempt.get(),
        [](GObject *bus, GAsyncResult *result, gpointer data) {
            const std::unique_ptr<Question> question{static_cast<Question *>(data)};
            GError *problem = nullptr;
            const VariantPtr answer{
                g_dbus_connection_call_finish(G_DBUS_CONNECTION(bus), result, &problem)};
            const GErrorPtr owned{problem};
            if (answer)
                (question->self->*question->answered)(answer.get());
            else if (!g_error_matches(problem, G_IO_ERROR, G_IO_ERROR_CANCELLED))
                question->self->finish(refusal_by_shell(problem));
        },
        new Question{this, answered});
}

/// Reads the properties first. The Shell confirms EnableExtension() even while extensions are
/// switched off, and would save the setting for nothing.
void GnomeExtension::take_properties(GVariant *answer)
{
    const VariantPtr properties{g_variant_get_child_value(answer, 0)};
    m_shell_version = text_in(properties.get(), "ShellVersion");
    if (!flag_in(properties.get(), "UserExtensionsEnabled").value_or(true))
        return finish(error(ErrorKind::Refused,
                            "GNOME's extensions are switched off altogether, and Headroom leaves "
                            "that alone: switch them on in the "
                            "Extensions app, then ask again"));
    // Before the extension is switched on; otherwise the signal might be missed.
    listen();
    ask(extensions, "EnableExtension", g_variant_new("(s)", extension), "(b)",
        &GnomeExtension::switched_on);
}

void GnomeExtension::listen()
{
    m_subscription = g_dbus_connection_signal_subscribe(
        m_bus, shell, extensions, "ExtensionStateChanged", shell_path, extension,
        G_DBUS_SIGNAL_FLAGS_NONE,
        [](GDBusConnection *, const char *, const char *, const char *, const char *,
           GVariant *parameters, gpointer data) {
            auto *self = static_cast<GnomeExtension *>(data);
            if (!self->m_is_switched_on
                || !g_variant_is_of_type(parameters, G_VARIANT_TYPE("(sa{sv})")))
                return;
            const VariantPtr info{g_variant_get_child_value(parameters, 1)};
            self->check_state(info.get());
        },
        this, nullptr);
}

/// False: the extension was not there at login, because the Shell searches for extensions only
/// then. True: the Shell accepted the setting. The extension's state then shows the outcome.
void GnomeExtension::switched_on(GVariant *answer)
{
    gboolean known = FALSE;
    g_variant_get(answer, "(b)", &known);
    if (known == FALSE)
        return finish(error(ErrorKind::Unavailable,
                            "GNOME Shell doesn't know the extension: install headroom-gnome if it "
                            "isn't there, then log out and in once"));
    m_is_switched_on = true;
    ask(extensions, "GetExtensionInfo", g_variant_new("(s)", extension), "(a{sv})",
        &GnomeExtension::take_state);
}

void GnomeExtension::take_state(GVariant *answer)
{
    const VariantPtr info{g_variant_get_child_value(answer, 0)};
    check_state(info.get());
}

/// Evaluates the extension's "info", the current one or that of a change. If its state is no
/// outcome, another change will follow.
void GnomeExtension::check_state(GVariant *info)
{
    double state = 0;
    (void)g_variant_lookup(info, "state", "d", &state);
    if (state == state_active)
        return finish({});
    if (state == state_error)
        return finish(
            error(ErrorKind::Failed,
                  std::format("GNOME Shell has switched the extension on, but it failed: {}",
                              first_line(text_in(info, "error")))));
    if (state == state_out_of_date)
        return finish(error(ErrorKind::Failed,
                            std::format("GNOME Shell {} does not run the extension, which is for "
                                        "{}: install the headroom-gnome that is for it",
                                        m_shell_version, versions_in(info))));
    if (!flag_in(info, "enabled").value_or(true) && !flag_in(info, "canChange").value_or(true))
        finish(error(ErrorKind::Refused,
                     "GNOME's list of the extensions that are on is locked, so the extension can't "
                     "be added to it"));
}

void GnomeExtension::time_out()
{
    finish(error(ErrorKind::Failed,
                 std::format("GNOME Shell {} within {} s",
                             m_is_switched_on ? "has switched the extension on, but not started it"
                                              : "did not answer",
                             m_timeout / 1000.0)));
}

void GnomeExtension::finish(const Result<void> &outcome)
{
    g_cancellable_cancel(m_attempt.get());
    if (m_subscription != 0)
        g_dbus_connection_signal_unsubscribe(m_bus, std::exchange(m_subscription, 0));
    m_deadline.stop();
    for (const Done &done : std::exchange(m_waiting, {}))
        done(outcome);
}

} // namespace headroom
