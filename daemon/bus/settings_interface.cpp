// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "bus/settings_interface.h"

#include "bus/answer.h"
#include "model/settings.h"

namespace headroom {

namespace {

gboolean handle_set_setting(HeadroomDbusManager *self, GDBusMethodInvocation *call,
                            const char *name, const char *value, gpointer data)
{
    static_cast<Requests *>(data)->set_setting(name, value, [self, call](const Result<void> &done) {
        if (done)
            headroom_dbus_manager_complete_set_setting(self, call);
        else
            answer_error(call, done.error());
    });
    return TRUE;
}

} // namespace

SettingsInterface::SettingsInterface(HeadroomDbusManager *skeleton, PublicProperties &properties,
                                     Requests &requests)
    : m_properties(properties)
{
    g_signal_connect(skeleton, "handle-set-setting", G_CALLBACK(handle_set_setting), &requests);
}

void SettingsInterface::mirror(const Session &session)
{
    if (m_mirrored == session.settings)
        return;
    m_mirrored = session.settings;
    GVariantBuilder builder;
    g_variant_builder_init(&builder, G_VARIANT_TYPE("a{ss}"));
    for (const Setting &setting : with_defaults(session.settings))
        g_variant_builder_add(&builder, "{ss}", setting.name.c_str(), setting.value.c_str());
    m_properties.set("Settings", g_variant_builder_end(&builder));
}

} // namespace headroom
