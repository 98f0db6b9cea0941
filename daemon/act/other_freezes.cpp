// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/other_freezes.h"

#include "model/cgroup_path.h"

#include <string>
#include <utility>

namespace headroom {

namespace {

constexpr const char *unit_interface = "org.freedesktop.systemd1.Unit";
constexpr const char *freezer_state = "FreezerState";

void ignore(const Result<VariantPtr> & /*answer*/) {}

/// Empty: systemd does not answer, or has no such property.
std::string state_in(const Result<VariantPtr> &answer)
{
    if (!answer || g_variant_is_of_type(answer->get(), G_VARIANT_TYPE("(v)")) == FALSE)
        return {};
    const VariantPtr boxed{g_variant_get_child_value(answer->get(), 0)};
    const VariantPtr value{g_variant_get_variant(boxed.get())};
    return g_variant_is_of_type(value.get(), G_VARIANT_TYPE_STRING) != FALSE
        ? g_variant_get_string(value.get(), nullptr)
        : "";
}

} // namespace

OtherFreezes::OtherFreezes(const CgroupDirs &dirs, const SystemdClient &systemd,
                           std::function<void(UnitId)> seen)
    : m_dirs(dirs), m_systemd(systemd), m_seen(std::move(seen))
{
}

OtherFreezes::~OtherFreezes()
{
    for (const auto &[unit, followed] : m_followed)
        g_dbus_connection_signal_unsubscribe(m_systemd.bus(), followed.signals);
}

/// systemd emits signals only to subscribers, but then about all units. So we are one only while
/// something is frozen.
void OtherFreezes::follow(UnitId unit)
{
    const CgroupDir *dir = m_dirs.find(unit);
    const auto path = dir ? parse_cgroup_path(dir->path()) : std::nullopt;
    if (!path || !path->below.empty() || m_followed.contains(unit))
        return; // systemd does not know of cgroups inside a unit
    if (m_followed.empty())
        m_systemd.call("Subscribe", nullptr, nullptr, ignore);
    m_followed[unit].signals = m_systemd.follow_unit(
        path->unit, unit_interface, [this, unit](GVariant *changed) { take(unit, changed); });
    m_systemd.unit_property(
        path->unit, unit_interface, freezer_state,
        [this, unit](const Result<VariantPtr> &answer) { take_state(unit, state_in(answer)); });
}

void OtherFreezes::forget(UnitId unit)
{
    const auto followed = m_followed.find(unit);
    if (followed == m_followed.end())
        return;
    g_dbus_connection_signal_unsubscribe(m_systemd.bus(), followed->second.signals);
    m_followed.erase(followed);
    if (m_followed.empty())
        m_systemd.call("Unsubscribe", nullptr, nullptr, ignore);
}

void OtherFreezes::take(UnitId unit, GVariant *changed)
{
    const char *state = nullptr;
    if (g_variant_lookup(changed, freezer_state, "&s", &state) != FALSE)
        take_state(unit, state);
}

/// A freeze of a slice above it has other states. Our thaw does not end that.
void OtherFreezes::take_state(UnitId unit, std::string_view state)
{
    const auto followed = m_followed.find(unit);
    if (followed == m_followed.end())
        return;
    if (state == "running")
        followed->second.ran = true;
    else if (followed->second.ran && (state == "freezing" || state == "frozen"))
        m_seen(unit);
}

} // namespace headroom
