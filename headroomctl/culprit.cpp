// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "culprit.h"

namespace headroom::ctl {

NamedCulprit culprit_of(HeadroomDbusManager *daemon)
{
    GVariant *value = headroom_dbus_manager_get_culprit(daemon);
    if (value == nullptr)
        return {}; // an older daemon
    const char *app = nullptr;
    const char *sentence = nullptr;
    const char *resource = nullptr;
    const char *shortage = nullptr;
    gboolean paused = FALSE;
    g_variant_get(value, "(&s&s&s&sb)", &app, &sentence, &resource, &shortage, &paused);
    return {app, sentence, resource, shortage, paused != FALSE};
}

std::string shown_reason(const std::string &level_reason, const NamedCulprit &culprit)
{
    return culprit.paused && !culprit.shortage.empty() ? culprit.shortage : level_reason;
}

} // namespace headroom::ctl
