// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "bus/manager_interface.h"

#include "bus/answer.h"
#include "bus/arguments.h"
#include "bus/culprit_summary.h"
#include "bus/history_interface.h"
#include "bus/need_interface.h"
#include "model/news.h"
#include "model/reason_code.h"
#include "sys/own_language.h"
#include "sys/plain_text.h"

#include <algorithm>
#include <gio/gunixfdlist.h>
#include <glib/gstdio.h>

namespace headroom {

namespace {

constexpr const char *root_path = "/org/headroomd/Headroom1";
constexpr const char *interface_name = "org.headroomd.Headroom1.Manager";

gboolean handle_freeze(HeadroomDbusManager *self, GDBusMethodInvocation *call, const char *id,
                       guint64 hold_us, gpointer data)
{
    auto &requests = *static_cast<Requests *>(data);
    const auto app = checked_app(id);
    // Far over the configured bound, and small enough that no sum with a time overflows.
    constexpr guint64 longest = guint64{1} << 52U;
    const auto done = app
        ? requests.freeze(*app, Duration{static_cast<Duration::rep>(std::min(hold_us, longest))})
        : Result<void>{std::unexpected(app.error())};
    if (done)
        headroom_dbus_manager_complete_freeze(self, call);
    else
        answer_error(call, done.error());
    return TRUE;
}

gboolean handle_thaw(HeadroomDbusManager *self, GDBusMethodInvocation *call, const char *id,
                     gpointer data)
{
    const auto app = checked_app(id);
    const auto done = app ? static_cast<Requests *>(data)->thaw(*app)
                          : Result<void>{std::unexpected(app.error())};
    if (done)
        headroom_dbus_manager_complete_thaw(self, call);
    else
        answer_error(call, done.error());
    return TRUE;
}

/// Close and End differ in whether unsaved work may be lost.
gboolean answer_close(HeadroomDbusManager *self, GDBusMethodInvocation *call, const char *id,
                      Requests &requests, bool unasked)
{
    const auto app = checked_app(id);
    const auto answer = [self, call, unasked](const Result<void> &done) {
        if (done)
            (unasked ? headroom_dbus_manager_complete_end
                     : headroom_dbus_manager_complete_close)(self, call);
        else
            answer_error(call, done.error());
    };
    if (app)
        requests.close(*app, unasked, answer);
    else
        answer_error(call, app.error());
    return TRUE;
}

gboolean handle_close(HeadroomDbusManager *self, GDBusMethodInvocation *call, const char *id,
                      gpointer data)
{
    return answer_close(self, call, id, *static_cast<Requests *>(data), false);
}

gboolean handle_end(HeadroomDbusManager *self, GDBusMethodInvocation *call, const char *id,
                    gpointer data)
{
    return answer_close(self, call, id, *static_cast<Requests *>(data), true);
}

gboolean handle_thaw_all(HeadroomDbusManager *self, GDBusMethodInvocation *call, gpointer data)
{
    headroom_dbus_manager_complete_thaw_all(self, call, static_cast<Requests *>(data)->thaw_all());
    return TRUE;
}

gboolean handle_explain(HeadroomDbusManager *self, GDBusMethodInvocation *call, const char *id,
                        gpointer data)
{
    const auto app = checked_app(id);
    if (!app) {
        answer_error(call, app.error());
        return TRUE;
    }
    static_cast<Requests *>(data)->explain(
        *app, [self, call](const Result<std::vector<Sentence>> &sentences) {
            if (!sentences)
                return answer_error(call, sentences.error());
            std::vector<std::string> words;
            std::ranges::transform(*sentences, std::back_inserter(words), [](const Sentence &each) {
                return plain_text(in_own_language(each));
            });
            std::vector<const char *> pointers;
            for (const std::string &sentence : words)
                pointers.push_back(sentence.c_str());
            pointers.push_back(nullptr);
            headroom_dbus_manager_complete_explain(self, call, pointers.data());
        });
    return TRUE;
}

gboolean handle_record(HeadroomDbusManager *self, GDBusMethodInvocation *call,
                       GUnixFDList * /*none*/, gpointer data)
{
    auto stream = static_cast<Requests *>(data)->record();
    if (!stream) {
        answer_error(call, stream.error());
        return TRUE;
    }
    const int fd = stream->release();
    const ObjectPtr<GUnixFDList> fds{g_unix_fd_list_new_from_array(&fd, 1)}; // closes it
    headroom_dbus_manager_complete_record(self, call, fds.get(), g_variant_new_handle(0));
    return TRUE;
}

gboolean handle_disable_for(HeadroomDbusManager *self, GDBusMethodInvocation *call, guint64 length,
                            gpointer data)
{
    constexpr Duration longest = std::chrono::days{1};
    if (length > static_cast<guint64>(longest.count())) {
        answer_error(call, {ErrorKind::BadInput, "Headroom can be paused for a day at most"});
        return TRUE;
    }
    static_cast<Requests *>(data)->disable_for(Duration{static_cast<Duration::rep>(length)});
    headroom_dbus_manager_complete_disable_for(self, call);
    return TRUE;
}

gboolean handle_enable_extension(HeadroomDbusManager *self, GDBusMethodInvocation *call,
                                 gpointer data)
{
    static_cast<Requests *>(data)->enable_extension([self, call](const Result<void> &done) {
        if (done)
            headroom_dbus_manager_complete_enable_extension(self, call);
        else
            answer_error(call, done.error());
    });
    return TRUE;
}

} // namespace

ManagerInterface::ManagerInterface(Requests &requests, const CgroupDirs &dirs,
                                   std::string proc_root, Gate &gate)
    : m_requests(requests), m_measurement(dirs, std::move(proc_root)), m_totals(requests, dirs),
      m_gate(gate), m_properties(interface_name), m_skeleton(headroom_dbus_manager_skeleton_new()),
      m_published(gate, G_DBUS_INTERFACE_SKELETON(m_skeleton.get()), &m_properties),
      m_holds(requests), m_settings(m_skeleton.get(), m_properties, requests)
{
    m_properties.set("Version", std::string{HEADROOM_VERSION});
    m_properties.set("Level", std::string{"unknown"});
    m_properties.set("LevelReason", std::string{});
    m_properties.set("LevelReasonCode", std::string{});
    connect();
}

void ManagerInterface::connect()
{
    Requests *requests = &m_requests;
    g_signal_connect(m_skeleton.get(), "handle-freeze", G_CALLBACK(handle_freeze), requests);
    g_signal_connect(m_skeleton.get(), "handle-thaw", G_CALLBACK(handle_thaw), requests);
    g_signal_connect(m_skeleton.get(), "handle-close", G_CALLBACK(handle_close), requests);
    g_signal_connect(m_skeleton.get(), "handle-end", G_CALLBACK(handle_end), requests);
    g_signal_connect(m_skeleton.get(), "handle-thaw-all", G_CALLBACK(handle_thaw_all), requests);
    g_signal_connect(m_skeleton.get(), "handle-explain", G_CALLBACK(handle_explain), requests);
    g_signal_connect(m_skeleton.get(), "handle-record", G_CALLBACK(handle_record), requests);
    g_signal_connect(m_skeleton.get(), "handle-disable-for", G_CALLBACK(handle_disable_for),
                     requests);
    g_signal_connect(m_skeleton.get(), "handle-enable-extension",
                     G_CALLBACK(handle_enable_extension), requests);
    m_holds.connect(m_skeleton.get());
    m_totals.connect(m_skeleton.get());
    answer_history(m_skeleton.get(), m_requests);
    answer_needs(m_skeleton.get(), m_requests);
    using Handler = gboolean (*)(HeadroomDbusManager *, GDBusMethodInvocation *, gpointer);
    const Handler measure_apps = [](HeadroomDbusManager *, GDBusMethodInvocation *call,
                                    gpointer data) -> gboolean {
        auto *self = static_cast<ManagerInterface *>(data);
        self->m_measurement.answer(call, self->m_requests.session());
        return TRUE;
    };
    g_signal_connect(m_skeleton.get(), "handle-measure", G_CALLBACK(measure_apps), this);
    const Handler measure_all = [](HeadroomDbusManager *skeleton, GDBusMethodInvocation *call,
                                   gpointer data) -> gboolean {
        auto *self = static_cast<ManagerInterface *>(data);
        headroom_dbus_manager_complete_measure_machine(
            skeleton, call,
            measure_machine(self->m_requests.machine_pressure(),
                            self->m_requests.foreground_pressure()));
        return TRUE;
    };
    g_signal_connect(m_skeleton.get(), "handle-measure-machine", G_CALLBACK(measure_all), this);
}

Result<void> ManagerInterface::publish(GDBusConnection *bus)
{
    mirror(m_requests.session(), {.apps = {}, .capabilities = true});
    return m_published.publish(bus);
}

void ManagerInterface::mirror(const Session &session, const Changes &changed)
{
    const std::string level{name_of(session.level)};
    // The reason changes only with the level, so it is not translated in each turn.
    if (level != g_variant_get_string(m_properties.find("Level"), nullptr)) {
        m_properties.set("Level", level);
        m_properties.set("LevelReason", in_own_language(session.level_reason));
        m_properties.set("LevelReasonCode", std::string{reason_code(session.level_reason)});
    }
    mirror_culprit(session);
    const auto disabled_until = m_requests.disabled_until();
    m_properties.set(
        "DisabledUntil",
        g_variant_new_uint64(
            disabled_until ? static_cast<guint64>(disabled_until->time_since_epoch().count()) : 0));
    m_settings.mirror(session);
    m_properties.set("Focused", session.focused_app().value_or(""));
    m_properties.set("WindowSource", session.window_source);
    m_properties.set(
        "WindowsKnown",
        g_variant_new_boolean(!session.window_source.empty() && session.visibility_known));
    if (changed.capabilities)
        mirror_capabilities(session);
    m_gate.send_changes(root_path, m_properties);
}

void ManagerInterface::mirror_culprit(const Session &session)
{
    const NamedCulprit *culprit = session.culprit_to_show();
    if (!culprit) {
        m_properties.set("Culprit", g_variant_new("(ssssb)", "", "", "", "", FALSE));
        m_properties.set("CulpritSummary", std::string{});
        m_properties.set("CanFreezeCulprit", g_variant_new_boolean(FALSE));
        return;
    }
    const auto &resource = culprit->resource;
    const std::string word{resource ? name_of(*resource) : std::string_view{}};
    const std::string shortage = resource ? in_own_language(ran_short(*resource)) : std::string{};
    m_properties.set("Culprit",
                     g_variant_new("(ssssb)", plain_text(culprit->app).c_str(),
                                   plain_text(in_own_language(culprit->sentence)).c_str(),
                                   word.c_str(), shortage.c_str(),
                                   static_cast<gboolean>(session.is_paused(culprit->app))));
    m_properties.set("CulpritSummary",
                     plain_text(in_own_language(culprit_summary(session, culprit->app))));
    m_properties.set("CanFreezeCulprit",
                     g_variant_new_boolean(!session.is_paused(culprit->app)
                                           && m_requests.may_freeze(culprit->app)));
}

void ManagerInterface::mirror_capabilities(const Session &session)
{
    GVariantBuilder builder;
    g_variant_builder_init(&builder, G_VARIANT_TYPE("a{s(bss)}"));
    for (std::size_t i = 0; i < capability_count; ++i) {
        const CapabilityState &state = session.capabilities[i];
        g_variant_builder_add(&builder, "{s(bss)}",
                              std::string{name_of(static_cast<Capability>(i))}.c_str(),
                              state.available, in_own_language(state.reason).c_str(),
                              in_own_language(state.remedy).c_str());
    }
    m_properties.set("Capabilities", g_variant_builder_end(&builder));
}

void ManagerInterface::acted(std::string_view verb, const Action &action)
{
    m_gate.send_signal(root_path, interface_name, "Acted",
                       g_variant_new("(ssssb)", std::string{verb}.c_str(),
                                     plain_text(action.app).c_str(),
                                     plain_text(action.name).c_str(),
                                     plain_text(in_own_language(action.reason)).c_str(),
                                     static_cast<gboolean>(is_news(action))));
}

} // namespace headroom
