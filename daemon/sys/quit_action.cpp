// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/quit_action.h"

#include <algorithm>
#include <string_view>

namespace headroom {

namespace {

constexpr const char *interface = "org.gtk.Actions";
constexpr const char *quit = "quit";
/// Less than our own caller's timeout of 25 s. An app that was frozen until now may have to be read
/// from swap first.
constexpr int timeout_ms = 10'000;

using Answer = std::function<void(const Result<VariantPtr> &)>;

/// "/org/gnome/TextEditor" for org.gnome.TextEditor, as in the Desktop Entry Specification.
std::string object_of(const AppId &app)
{
    std::string path = "/" + app;
    std::ranges::replace(path, '.', '/');
    std::ranges::replace(path, '-', '_');
    return path;
}

struct Call {
    const char *method;
    GVariant *arguments; ///< floating
};

void make(const Call &call, GDBusConnection *bus, const AppId &app, GCancellable *end,
          Answer answered)
{
    const VariantPtr owned{g_variant_ref_sink(call.arguments)};
    const std::string path = object_of(app);
    if (!g_dbus_is_name(app.c_str()) || !g_variant_is_object_path(path.c_str()))
        return answered(error(ErrorKind::Unavailable, "the app's id is no name on the bus"));
    g_dbus_connection_call(
        bus, app.c_str(), path.c_str(), interface, call.method, owned.get(), nullptr,
        G_DBUS_CALL_FLAGS_NO_AUTO_START, timeout_ms, end,
        [](GObject *source, GAsyncResult *result, gpointer data) {
            const std::unique_ptr<Answer> asker{static_cast<Answer *>(data)};
            GErrorOut problem;
            VariantPtr answer{
                g_dbus_connection_call_finish(G_DBUS_CONNECTION(source), result, problem.out())};
            if (problem && g_error_matches(problem.get(), G_IO_ERROR, G_IO_ERROR_CANCELLED))
                return;
            if (answer)
                (*asker)(std::move(answer));
            else
                (*asker)(error(ErrorKind::Failed, problem->message));
        },
        new Answer{std::move(answered)});
}

} // namespace

/// Describes the action before activating it, because activating a missing action reports no error.
void ask_for_quit_action(GDBusConnection *bus, const AppId &app, GCancellable *end,
                         std::function<void(bool)> answered)
{
    make({"Describe", g_variant_new("(s)", quit)}, bus, app, end,
         [answered = std::move(answered)](const Result<VariantPtr> &answer) {
             gboolean enabled = FALSE;
             const char *wants = nullptr;
             if (answer && g_variant_is_of_type(answer->get(), G_VARIANT_TYPE("((bgav))")))
                 g_variant_get(answer->get(), "((b&gav))", &enabled, &wants, nullptr);
             answered(enabled != FALSE && std::string_view{wants}.empty());
         });
}

void use_quit_action(GDBusConnection *bus, const AppId &app, GCancellable *end,
                     std::function<void(Result<void>)> answered)
{
    make({"Activate", g_variant_new("(sava{sv})", quit, nullptr, nullptr)}, bus, app, end,
         [answered = std::move(answered)](const Result<VariantPtr> &answer) {
             answered(answer ? Result<void>{} : Result<void>{std::unexpected(answer.error())});
         });
}

} // namespace headroom
