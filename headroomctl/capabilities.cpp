// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "capabilities.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <glib/gi18n.h>

namespace headroom::ctl {

namespace {

constexpr std::array essential = {"adopt", "cpu-weight", "freeze", "windows"};

struct Title {
    std::string_view name;
    const char *title;
};

constexpr Title titles[] = {
    // Translators: what Headroom can do on a machine, in a list with "works" or "missing" before each.
    {"adopt", N_("Giving stray apps a unit of their own")},
    {"audio", N_("Knowing who plays and records")},
    {"cpu-weight", N_("More CPU for the app in front")},
    {"freeze", N_("Freezing apps")},
    {"io-weight", N_("More disk for the app in front")},
    {"pressure", N_("Noticing that the machine runs short")},
    {"record-frozen", N_("Remembering what is frozen")},
    {"windows", N_("Knowing which windows there are")},
};

} // namespace

Capabilities capabilities_of(HeadroomDbusManager *daemon)
{
    Capabilities result;
    GVariant *value = headroom_dbus_manager_get_capabilities(daemon);
    if (value == nullptr)
        return result;
    GVariantIter iter;
    g_variant_iter_init(&iter, value);
    const char *name = nullptr;
    gboolean available = FALSE;
    const char *reason = nullptr;
    const char *remedy = nullptr;
    while (g_variant_iter_loop(&iter, "{&s(b&s&s)}", &name, &available, &reason, &remedy))
        result[name] = {available != FALSE, reason, remedy};
    return result;
}

std::string capability_title(const std::string &name)
{
    const auto found = std::ranges::find(titles, name, &Title::name);
    return found != std::end(titles) ? _(found->title) : name;
}

bool is_essential(const std::string &name)
{
    return std::ranges::find(essential, name) != essential.end();
}

std::vector<std::string> missing_essentials(const Capabilities &capabilities)
{
    std::vector<std::string> result;
    for (const char *name : essential) {
        const auto found = capabilities.find(name);
        if (found == capabilities.end() || !found->second.available)
            result.emplace_back(name);
    }
    return result;
}

} // namespace headroom::ctl
