// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "bus/need_interface.h"

#include "bus/answer.h"
#include "bus/arguments.h"
#include "model/app_need.h"
#include "sys/own_language.h"
#include "sys/plain_text.h"

namespace headroom {

namespace {

/// A method that has an app as its only argument, and returns nothing.
template<Result<void> (Requests::*request)(const AppId &),
         void (*complete)(HeadroomDbusManager *, GDBusMethodInvocation *)>
gboolean handle(HeadroomDbusManager *self, GDBusMethodInvocation *call, const char *id,
                gpointer data)
{
    const auto app = checked_app(id);
    const auto done = app ? (static_cast<Requests *>(data)->*request)(*app)
                          : Result<void>{std::unexpected(app.error())};
    if (done)
        complete(self, call);
    else
        answer_error(call, done.error());
    return TRUE;
}

void add_bytes(GVariantBuilder &builder, const char *name, std::optional<std::uint64_t> bytes)
{
    if (bytes)
        g_variant_builder_add(&builder, "{sv}", name, g_variant_new_uint64(*bytes));
}

} // namespace

void answer_needs(HeadroomDbusManager *skeleton, Requests &requests)
{
    constexpr auto measure =
        handle<&Requests::measure_need, headroom_dbus_manager_complete_measure_need>;
    constexpr auto cancel =
        handle<&Requests::cancel_measurement, headroom_dbus_manager_complete_cancel_measurement>;
    g_signal_connect(skeleton, "handle-measure-need", G_CALLBACK(measure), &requests);
    g_signal_connect(skeleton, "handle-cancel-measurement", G_CALLBACK(cancel), &requests);
}

GVariant *measurement_of(const Session &session, const AppId &app)
{
    GVariantBuilder builder;
    g_variant_builder_init(&builder, G_VARIANT_TYPE_VARDICT);
    const bool under_way = session.need_requests.contains(app);
    const auto outcome = session.need_outcomes.find(app);
    if (under_way) {
        add_bytes(builder, "used", used_before(session, app));
        add_bytes(builder, "now", used_now(session, app));
    } else if (outcome != session.need_outcomes.end()) {
        add_bytes(builder, "used", outcome->second.used);
        add_bytes(builder, "needed", outcome->second.needed);
        g_variant_builder_add(
            &builder, "{sv}", "sentence",
            g_variant_new_string(plain_text(in_own_language(outcome->second.sentence)).c_str()));
    }
    if (under_way || outcome != session.need_outcomes.end())
        g_variant_builder_add(&builder, "{sv}", "under-way",
                              g_variant_new_boolean(under_way ? TRUE : FALSE));
    return g_variant_builder_end(&builder);
}

} // namespace headroom
