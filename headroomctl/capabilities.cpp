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

/// For translators, as in the table.
constexpr const char *context = "thing that Headroom can do";
constexpr Title titles[] = {
    // Translators: a systemd unit; stray apps are those without a unit of their own.
    {"adopt", NC_("thing that Headroom can do", "Giving stray apps a unit of their own")},
    {"audio", NC_("thing that Headroom can do", "Knowing who plays and records")},
    {"clipboard", NC_("thing that Headroom can do", "Knowing who has copied")},
    {"cpu-weight", NC_("thing that Headroom can do", "More CPU for the app in front")},
    {"freeze", NC_("thing that Headroom can do", "Freezing apps")},
    {"io-weight", NC_("thing that Headroom can do", "More disk for the app in front")},
    {"pressure", NC_("thing that Headroom can do", "Noticing that the machine runs short")},
    {"record-frozen", NC_("thing that Headroom can do", "Remembering what is frozen")},
    {"windows", NC_("thing that Headroom can do", "Knowing which windows there are")},
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
    return found != std::end(titles) ? g_dpgettext2(nullptr, context, found->title) : name;
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
