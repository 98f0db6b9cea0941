// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/notify.h"

#include "sys/log.h"
#include "sys/own_language.h"
#include "sys/plain_text.h"

#include <climits>
#include <glib/gi18n.h>
#include <utility>

namespace headroom {

namespace {

constexpr const char *service = "org.freedesktop.Notifications";
constexpr const char *object = "/org/freedesktop/Notifications";
constexpr gint32 never_expires = 0; // it is withdrawn when it no longer applies
// 2 would break through "do not disturb" and games.
constexpr guchar normal_urgency = 1;
// Even a late answer brings the id, without which no notification can be withdrawn.
constexpr int wait_for_ever = INT_MAX;

GVariant *actions_of(const Notice &notice)
{
    GVariantBuilder actions;
    g_variant_builder_init(&actions, G_VARIANT_TYPE_STRING_ARRAY);
    const auto add = [&](const char *key, const char *label) {
        g_variant_builder_add(&actions, "s", key);
        g_variant_builder_add(&actions, "s", label);
    };
    // The notice is about no app, so there is nothing to do.
    if (notice.app.empty())
        return g_variant_builder_end(&actions);
    if (notice.frozen)
        // Translators: lets a frozen app continue.
        add("thaw", C_("button", "Resume"));
    else if (notice.may_be_frozen)
        // Translators: stops the app for now.
        add("freeze", C_("button", "Pause"));
    // Translators: asks the app to quit.
    add("close", C_("button", "Close"));
    // Translators: Headroom shall not slow down or freeze this app again.
    add("never", C_("button", "Never Slow Down or Pause"));
    return g_variant_builder_end(&actions);
}

/// The sender of the notification, and how to show it.
GVariant *hints_of_ours()
{
    GVariantBuilder hints;
    g_variant_builder_init(&hints, G_VARIANT_TYPE_VARDICT);
    g_variant_builder_add(&hints, "{sv}", "urgency", g_variant_new_byte(normal_urgency));
    // Headroom is the sender. Under the app's own name, a user who has silenced that app would
    // never see it.
    g_variant_builder_add(&hints, "{sv}", "desktop-entry",
                          g_variant_new_string("org.headroomd.headroom"));
    // KDE's own programs identify their entry in System Settings like this:
    // applet/plasma/headroom.notifyrc.
    g_variant_builder_add(&hints, "{sv}", "x-kde-appname", g_variant_new_string("headroom"));
    g_variant_builder_add(&hints, "{sv}", "x-kde-eventId", g_variant_new_string("memoryShort"));
    return g_variant_builder_end(&hints);
}

/// The body is markup, unlike the title.
CharPtr as_markup(const std::string &text)
{
    return CharPtr{g_markup_escape_text(plain_text(text).c_str(), -1)};
}

GVariant *message_of(const Notice &notice, guint32 replaces)
{
    const CharPtr text = as_markup(in_own_language(notice.text));
    // Most apps' icons are named like the app. Looking the icon up would read files while every
    // process waits for the disk.
    const std::string &icon = notice.icon.empty() ? notice.app : notice.icon;
    return g_variant_new("(susss@as@a{sv}i)", "Headroom", replaces, plain_text(icon).c_str(),
                         plain_text(in_own_language(notice.title)).c_str(), text.get(),
                         actions_of(notice), hints_of_ours(), never_expires);
}

} // namespace

Notifier::Notifier(GDBusConnection *bus, BusPeers &peers, Outside &outside, Report report,
                   std::string directory)
    : m_bus(bus), m_peers(peers), m_outside(outside), m_report(std::move(report)),
      m_end(g_cancellable_new()), m_left(bus, std::move(directory))
{
}

Notifier::~Notifier()
{
    g_cancellable_cancel(m_end.get());
    stop_listening();
}

void Notifier::show(const Notice &notice)
{
    if (m_closed && m_closed->is_about_the_same(notice)) {
        m_wanted.reset();
    } else {
        m_closed.reset();
        m_wanted = notice;
    }
    update();
}

void Notifier::withdraw()
{
    m_closed.reset();
    m_wanted.reset();
    update();
}

void Notifier::show_text(const AppId &app, const std::string &title, const std::string &text) const
{
    constexpr gint32 as_long_as_others = -1;
    g_dbus_connection_call(
        m_bus, service, object, service, "Notify",
        g_variant_new("(susss@as@a{sv}i)", "Headroom", 0U, plain_text(app).c_str(),
                      plain_text(title).c_str(), as_markup(text).get(),
                      g_variant_new_strv(nullptr, 0), hints_of_ours(), as_long_as_others),
        nullptr, G_DBUS_CALL_FLAGS_NONE, wait_for_ever, nullptr, nullptr, nullptr);
}

void Notifier::update()
{
    if (m_asked)
        return;
    if (m_shown && !m_wanted) {
        g_dbus_connection_call(m_bus, service, object, service, "CloseNotification",
                               g_variant_new("(u)", m_id), nullptr, G_DBUS_CALL_FLAGS_NO_AUTO_START,
                               -1, nullptr, nullptr,
                               // An error is fine: a notification that is gone counts as closed.
                               nullptr);
        closed();
    }
    if (!m_wanted)
        stop_listening();
    if (m_wanted == m_shown)
        return;
    listen();
    m_asked = m_wanted;
    g_dbus_connection_call(
        m_bus, service, object, service, "Notify", message_of(*m_asked, m_id),
        G_VARIANT_TYPE("(u)"), G_DBUS_CALL_FLAGS_NONE, wait_for_ever, m_end.get(),
        [](GObject *source, GAsyncResult *result, gpointer self) {
            GError *problem = nullptr;
            const VariantPtr answer{
                g_dbus_connection_call_finish(G_DBUS_CONNECTION(source), result, &problem)};
            const GErrorPtr owned{problem};
            if (!g_error_matches(problem, G_IO_ERROR, G_IO_ERROR_CANCELLED))
                static_cast<Notifier *>(self)->answered(answer.get(), problem);
        },
        this);
}

void Notifier::answered(GVariant *answer, GError *problem)
{
    const auto asked = std::exchange(m_asked, std::nullopt);
    if (answer) {
        m_has_logged_absence = false;
        g_variant_get(answer, "(u)", &m_id);
        m_shown = asked;
        keep();
    } else {
        (void)g_dbus_error_strip_remote_error(problem);
        if (!std::exchange(m_has_logged_absence, true))
            log::info(std::string{"the desktop shows no notification: "} + problem->message);
        if (m_wanted == asked)
            // Not retried until the next notice.
            m_wanted = m_shown;
    }
    update();
}

/// Subscribes only while there is a notification of ours: those of other programs must not wake us.
void Notifier::listen()
{
    if (m_signals != 0)
        return;
    m_signals = g_dbus_connection_signal_subscribe(
        m_bus, service, service, nullptr, object, nullptr, G_DBUS_SIGNAL_FLAGS_NONE,
        [](GDBusConnection *, const char *sender, const char *, const char *, const char *signal,
           GVariant *parameters, gpointer self) {
            static_cast<Notifier *>(self)->handle_signal(sender, signal, parameters);
        },
        this, nullptr);
    // A server that has ended has taken our notification along. The next one counts ids from the
    // beginning: our old one would be that of somebody else's notification.
    m_server = g_bus_watch_name_on_connection(
        m_bus, service, G_BUS_NAME_WATCHER_FLAGS_NONE,
        [](GDBusConnection *, const char *, const char *owner, gpointer data) {
            auto *self = static_cast<Notifier *>(data);
            self->m_server_name = owner;
            self->keep();
            self->update();
        },
        [](GDBusConnection *, const char *, gpointer self) {
            static_cast<Notifier *>(self)->closed();
        },
        this, nullptr);
}

void Notifier::stop_listening()
{
    if (m_signals == 0)
        return;
    g_dbus_connection_signal_unsubscribe(m_bus, std::exchange(m_signals, 0));
    g_bus_unwatch_name(std::exchange(m_server, 0));
    m_server_name.clear();
}

/// While no notification server runs, any program may take its name, and press all buttons.
void Notifier::handle_signal(const char *sender, std::string signal, GVariant *parameters)
{
    m_peers.identify_owner(service, sender,
                           [this, end = ObjectPtr<GCancellable>{g_object_ref(m_end.get())},
                            name = std::move(signal),
                            words = VariantPtr{g_variant_ref(parameters)}](const BusPeer &) {
                               if (g_cancellable_is_cancelled(end.get()) == FALSE)
                                   take(name, words.get());
                           });
}

void Notifier::take(std::string_view name, GVariant *parameters)
{
    guint32 id = 0;
    if (name == "ActionInvoked" && g_variant_is_of_type(parameters, G_VARIANT_TYPE("(us)"))) {
        const char *key = nullptr;
        g_variant_get(parameters, "(u&s)", &id, &key);
        if (id == m_id && m_shown)
            chosen(key);
    } else if (name == "NotificationClosed"
               && g_variant_is_of_type(parameters, G_VARIANT_TYPE("(uu)"))) {
        g_variant_get(parameters, "(uu)", &id, nullptr);
        if (id != m_id || !m_shown)
            return;
        if (m_wanted && m_wanted->is_about_the_same(*m_shown))
            // Also drops a newer notice with other figures, which may be on its way already.
            m_wanted.reset();
        m_closed = m_shown;
        closed();
        update();
    }
}

/// Applies to the app that was shown when the user chose, which may differ from the wanted one by
/// now.
void Notifier::chosen(std::string_view key)
{
    const AppId app = m_shown->app;
    if (app.empty())
        return;
    if (key == "freeze")
        m_outside.freeze_was_chosen(app);
    else if (key == "thaw")
        m_report(event::ThawAsked{app});
    else if (key == "close")
        m_outside.close_was_chosen(app);
    else if (key == "never")
        m_outside.never_was_chosen(app);
}

/// The bus reports the id and the server's name in either order.
void Notifier::keep()
{
    if (m_id != 0 && !m_server_name.empty())
        m_left.keep(m_server_name, m_id);
}

void Notifier::closed()
{
    m_shown.reset();
    m_id = 0;
    m_left.forget();
}

} // namespace headroom
