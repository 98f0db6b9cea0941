// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "measurement.h"

#include <csignal>
#include <utility>
#include <vector>

#include "daemon_proxy.h"
#include "nohup.h"
#include "on_signal.h"
#include "session_bus.h"
#include "sys/glib_ptr.h"
#include "waiting.h"

namespace headroom::ctl {

namespace {

std::optional<std::uint64_t> bytes_of(GVariant *values, const char *name)
{
    guint64 bytes = 0;
    return g_variant_lookup(values, name, "t", &bytes) ? std::optional<std::uint64_t>{bytes}
                                                       : std::nullopt;
}

Measurement parsed(GVariant *values)
{
    gboolean under_way = FALSE;
    if (values == nullptr || !g_variant_is_of_type(values, G_VARIANT_TYPE_VARDICT)
        || !g_variant_lookup(values, "under-way", "b", &under_way))
        return {.under_way = true}; // the change is still to come
    const char *sentence = nullptr;
    (void)g_variant_lookup(values, "sentence", "&s", &sentence);
    return {.under_way = under_way != FALSE,
            .used = bytes_of(values, "used"),
            .now = bytes_of(values, "now"),
            .needed = bytes_of(values, "needed"),
            .sentence = present(sentence)};
}

/// Follows the objects of all apps, since an app may vanish.
class Follower {
public:
    Follower(HeadroomDbusManager *daemon, ObjectPtr<GDBusObjectManager> objects, std::string id)
        : m_daemon(daemon), m_objects(std::move(objects)), m_id(std::move(id))
    {
        m_acted = g_signal_connect(daemon, "acted", G_CALLBACK(on_acted), this);
        // Without a request to end it, the daemon would go on for up to an hour.
        m_signals.push_back(on_signal<SIGINT, &Follower::cancel>(this));
        m_signals.push_back(on_signal<SIGTERM, &Follower::cancel>(this));
        if (!under_nohup())
            m_signals.push_back(on_signal<SIGHUP, &Follower::cancel>(this)); // no terminal any more
    }
    ~Follower() { g_signal_handler_disconnect(m_daemon, m_acted); }
    Follower(const Follower &) = delete;
    Follower &operator=(const Follower &) = delete;

    /// nullopt: the app is gone.
    [[nodiscard]] std::optional<Measurement> seen() const
    {
        GList *all = g_dbus_object_manager_get_objects(m_objects.get());
        std::optional<Measurement> found;
        for (GList *each = all; each != nullptr; each = each->next) {
            const ObjectPtr<GDBusInterface> app{g_dbus_object_get_interface(
                G_DBUS_OBJECT(each->data), "org.headroomd.Headroom1.App")};
            if (!app || present(headroom_dbus_app_get_id(HEADROOM_DBUS_APP(app.get()))) != m_id)
                continue;
            g_autoptr(GVariant) values =
                g_dbus_proxy_get_cached_property(G_DBUS_PROXY(app.get()), "Measurement");
            found = parsed(values);
        }
        g_list_free_full(all, g_object_unref);
        return found;
    }
    /// The sentence of the act that ended it. Empty: it has not ended.
    [[nodiscard]] const std::string &end() const { return m_end; }

private:
    static void on_acted(HeadroomDbusManager * /*daemon*/, const char *action, const char *app,
                         const char * /*unit*/, const char *reason, gboolean /*is_news*/,
                         gpointer follower)
    {
        auto *self = static_cast<Follower *>(follower);
        if (std::string_view{action} == "measured" && self->m_id == app)
            self->m_end = reason;
    }
    /// The end is then reported as any other. The second time it ends the program, since the daemon
    /// may not answer. The source stays until then: a signal that comes while GLib removes it would
    /// be lost.
    void cancel(int signal)
    {
        if (std::exchange(m_is_cancelled, true)) {
            (void)std::signal(signal, SIG_DFL);
            (void)std::raise(signal);
        }
        headroom_dbus_manager_call_cancel_measurement(m_daemon, m_id.c_str(), nullptr, nullptr,
                                                      nullptr);
    }

    HeadroomDbusManager *m_daemon;
    ObjectPtr<GDBusObjectManager> m_objects;
    std::string m_id;
    gulong m_acted = 0;
    std::vector<SourceId> m_signals;
    bool m_is_cancelled = false;
    std::string m_end;
};

std::expected<void, Failure> request(HeadroomDbusManager *daemon, const std::string &id)
{
    PendingResult pending("headroomd");
    headroom_dbus_manager_call_measure_need(daemon, id.c_str(), nullptr, PendingResult::arrived,
                                            &pending);
    g_autoptr(GError) error = nullptr;
    if (!headroom_dbus_manager_call_measure_need_finish(daemon, pending.result(), &error))
        return std::unexpected(failed_call(error, "headroomd"));
    return {};
}

} // namespace

std::expected<Measurement, Failure>
measure_need(HeadroomDbusManager *daemon, const App &app,
             const std::function<void(const Measurement &)> &progress)
{
    auto objects = app_objects(bus_of(daemon));
    if (!objects)
        return std::unexpected(objects.error());
    const Follower follower{daemon, std::move(*objects), app.id};
    if (const auto requested = request(daemon, app.id); !requested)
        return std::unexpected(requested.error());
    for (;;) {
        const auto seen = follower.seen();
        // The act comes first. The property follows it, unless the app has ended.
        if (!follower.end().empty() && !seen)
            return Measurement{.sentence = follower.end()};
        if (!follower.end().empty() && seen->sentence == follower.end())
            return *seen;
        if (!is_on_bus(daemon))
            return std::unexpected(why_gone(daemon));
        if (seen && seen->under_way)
            progress(*seen);
        g_main_context_iteration(nullptr, /* may_block= */ TRUE);
    }
}

} // namespace headroom::ctl
