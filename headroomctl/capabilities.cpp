// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "capabilities.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <glib/gi18n.h>

#include "failure.h"

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
    {"adopt", NC_("thing that Headroom can do", "Separate units for apps")},
    {"audio", NC_("thing that Headroom can do", "Playback and recording detection")},
    {"clipboard", NC_("thing that Headroom can do", "Clipboard detection")},
    {"cpu-weight", NC_("thing that Headroom can do", "More CPU for the active app")},
    {"freeze", NC_("thing that Headroom can do", "Pausing apps")},
    {"io-weight", NC_("thing that Headroom can do", "More disk time for the active app")},
    {"pressure", NC_("thing that Headroom can do", "Shortage detection")},
    {"protect", NC_("thing that Headroom can do", "Memory kept for the active app")},
    {"record-frozen", NC_("thing that Headroom can do", "Resuming apps after a crash")},
    {"windows", NC_("thing that Headroom can do", "Window detection")},
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

std::string without_pressure(HeadroomDbusManager *daemon)
{
    const Capabilities capabilities = capabilities_of(daemon);
    const auto pressure = capabilities.find("pressure");
    // A daemon that has just started has not looked yet, and has no reason.
    if (pressure == capabilities.end() || pressure->second.available
        || pressure->second.reason.empty())
        return {};
    // Translators: %s is headroomd's reason, such as "the kernel reports no pressure (PSI)".
    return formatted(C_("progress: what goes on", "Free memory alone decides: %s."),
                     pressure->second.reason.c_str());
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
