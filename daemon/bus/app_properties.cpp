// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "bus/app_properties.h"

#include "bus/need_interface.h"
#include "model/rule_in_force.h"
#include "sys/own_language.h"
#include "sys/plain_text.h"

#include <algorithm>
#include <string>
#include <vector>

namespace headroom {

namespace {

constexpr guint unknown_count = G_MAXUINT32;

/// The sum over its units. Slices are left out: they count the same bytes again.
guint64 protected_bytes(const Session &session, const AppId &app)
{
    guint64 bytes = 0;
    for (const auto &[id, protection] : session.protections) {
        if (protection.app == app && !session.units.at(id).is_slice)
            bytes += protection.bytes;
    }
    return bytes;
}

std::vector<std::string> holds_on(const Session &session, const AppId &app)
{
    std::vector<std::string> sentences;
    if (const auto held = session.holds.find(app); held != session.holds.end()) {
        for (const auto &[holder, reason] : held->second)
            sentences.push_back(holder.substr(0, holder.find('/')) + ": " + reason);
    }
    return sentences;
}

GVariant *string_list(const std::vector<std::string> &strings)
{
    GVariantBuilder list;
    g_variant_builder_init(&list, G_VARIANT_TYPE_STRING_ARRAY);
    for (const std::string &string : strings)
        g_variant_builder_add(&list, "s", plain_text(string).c_str());
    return g_variant_builder_end(&list);
}

} // namespace

const char *state_of(const Session &session, const AppId &app)
{
    const char *state = session.has_weights(app, WeightKind::Nap) ? "napped" : "running";
    for (const auto &[unit, lease] : session.leases) {
        if (lease.app == app && lease.state == FreezerState::Freezing)
            return "freezing"; // one unit that still runs is enough
        if (lease.app == app)
            state = "frozen";
    }
    return state;
}

void fill_app_properties(PublicProperties &properties, const Session &session, const Config &config,
                         const AppId &app)
{
    std::vector<std::string> names;
    for (const UnitId unit : session.units_of(app))
        names.push_back(session.units.at(unit).name());
    std::ranges::sort(names);
    const auto info = session.apps.find(app);
    const auto reason = session.last_reason.find(app);
    const bool knows_streams = session.capability(Capability::Audio).available;

    properties.set("Id", app);
    properties.set("Name", info == session.apps.end() ? app : info->second.name);
    properties.set("Units", string_list(names));
    properties.set("State", std::string{state_of(session, app)});
    properties.set("Rule", std::string{name_of(rule_in_force(session, config, app))});
    properties.set("Boosted", g_variant_new_boolean(session.has_weights(app, WeightKind::Boost)));
    properties.set("Napped", g_variant_new_boolean(session.has_weights(app, WeightKind::Nap)));
    properties.set("ProtectedBytes", g_variant_new_uint64(protected_bytes(session, app)));
    properties.set("Holds", string_list(holds_on(session, app)));
    properties.set("Frozen", g_variant_new_boolean(session.is_paused(app)));
    properties.set("Windows",
                   g_variant_new_uint32(static_cast<guint32>(session.windows_of(app).size())));
    properties.set("Streams",
                   g_variant_new_uint32(knows_streams
                                            ? static_cast<guint32>(session.streams_of(app).size())
                                            : unknown_count));
    properties.set("Measurement", measurement_of(session, app));
    properties.set("Reason",
                   reason == session.last_reason.end() ? std::string{}
                                                       : in_own_language(reason->second));
}

} // namespace headroom
