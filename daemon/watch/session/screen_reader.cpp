// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/session/screen_reader.h"

#include <utility>

namespace headroom {

namespace {

/// All properties of org.a11y.Status. Up to at-spi2-core 2.60, ScreenReaderEnabled is the setting
/// by which desktops start a screen reader. IsEnabled was set by whatever wanted accessibility, and
/// stayed so for ever. Since 2.61 there is only IsEnabled, which is true as long as a program
/// listens to what apps show.
bool announces_screen_reader(GVariant *status)
{
    gboolean is_announced = FALSE;
    if (!g_variant_lookup(status, "ScreenReaderEnabled", "b", &is_announced))
        g_variant_lookup(status, "IsEnabled", "b", &is_announced);
    return is_announced != FALSE;
}

} // namespace

ScreenReaderWatch::ScreenReaderWatch(GDBusConnection *bus, BusPeers &peers, Emit emit)
    : m_bus(bus), m_emit(std::move(emit)),
      m_launcher_watch(bus, peers, "org.a11y.Bus",
                       [this](const std::string &owner) { launcher_changed(owner); }),
      m_orca_watch(bus, peers, "org.gnome.Orca.Service",
                   [this](const std::string &owner) { orca_changed(!owner.empty()); })
{
}

void ScreenReaderWatch::launcher_changed(const std::string &owner)
{
    m_status.reset();
    m_launcher = owner;
    if (m_launcher.empty())
        return take_status(nullptr);
    const Query status{.name = m_launcher.c_str(),
                       .path = "/org/a11y/bus",
                       .interface = "org.a11y.Status",
                       .member = nullptr,
                       .is_property = true,
                       .signals = {}};
    m_status = std::make_unique<ServiceQuery>(m_bus, status,
                                              [this](GVariant *answer) { take_status(answer); });
}

/// status: nullptr if there is none any more.
void ScreenReaderWatch::take_status(GVariant *status)
{
    if (status && !g_variant_is_of_type(status, G_VARIANT_TYPE_VARDICT))
        return;
    m_is_announced = status && announces_screen_reader(status);
    report();
}

void ScreenReaderWatch::orca_changed(bool is_there)
{
    m_orca_is_there = is_there;
    report();
}

void ScreenReaderWatch::report()
{
    const bool runs = m_is_announced || m_orca_is_there;
    if (std::exchange(m_reported, runs) != runs)
        m_emit(event::ScreenReaderSeen{runs});
}

} // namespace headroom
