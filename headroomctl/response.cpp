// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "response.h"

#include <glib/gi18n.h>

#include "failure.h"

namespace headroom::ctl {

std::string chosen_response(HeadroomDbusManager *daemon)
{
    GVariant *settings = headroom_dbus_manager_get_settings(daemon);
    const char *response = nullptr;
    if (settings == nullptr || !g_variant_lookup(settings, "Pressure/Response", "&s", &response))
        return {};
    return response;
}

std::string response_sentence(const std::string &response)
{
    constexpr const char *remedy = "headroomctl set Pressure/Response freeze";
    if (response == "off")
        // Translators: %s is a command.
        return formatted(C_("status: a sentence, then how to change that",
                            "You have chosen that Headroom does nothing when resources run short. "
                            "To change that: %s"),
                         remedy);
    if (response == "warn")
        // Translators: %s is a command.
        return formatted(C_("status: a sentence, then how to change that",
                            "You have chosen that Headroom pauses nothing. To change that: %s"),
                         remedy);
    return {};
}

} // namespace headroom::ctl
