// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/duties/tray_icons.h"

#include "watch/duties/duty_lists.h"

#include <utility>

namespace headroom {

namespace {

/// The apps register again with a new watcher, one after the other, and slowly when memory is
/// short.
constexpr guint all_register_within_s = 30;
constexpr std::size_t most_kept = 256;

Query watcher()
{
    return {.name = "org.kde.StatusNotifierWatcher",
            .path = "/StatusNotifierWatcher",
            .interface = "org.kde.StatusNotifierWatcher",
            .member = "RegisteredStatusNotifierItems",
            .is_property = true,
            .signals = {"StatusNotifierItemRegistered", "StatusNotifierItemUnregistered"}};
}

} // namespace

/// Ends an icon when its peer leaves the bus.
class TrayIcons::Peer {
public:
    Peer(GDBusConnection *bus, const Claim &icon, Claims &claims)
        : m_claims(claims), m_key(icon.key),
          m_watch(g_bus_watch_name_on_connection(
              bus, icon.peer.c_str(), G_BUS_NAME_WATCHER_FLAGS_NONE, nullptr,
              [](GDBusConnection *, const char *, gpointer data) {
                  const auto *self = static_cast<const Peer *>(data);
                  self->m_claims.remove(self->m_key);
              },
              this, nullptr))
    {
    }
    ~Peer() { g_bus_unwatch_name(m_watch); }
    Peer(const Peer &) = delete;
    Peer &operator=(const Peer &) = delete;

private:
    Claims &m_claims;
    std::string m_key;
    guint m_watch;
};

TrayIcons::TrayIcons(GDBusConnection *bus, ProcessWatch &processes, Emit emit)
    : m_bus(bus), m_claims("tray", bus, processes, std::move(emit)),
      m_watcher(bus, watcher(), [this](GVariant *answer) { take(answer); })
{
}

TrayIcons::~TrayIcons() = default;

void TrayIcons::take(GVariant *answer)
{
    if (!answer)
        return keep();
    m_listed = tray_items(answer);
    if (m_kept.empty())
        return m_claims.set_all(m_listed);
    for (const Claim &icon : m_listed)
        m_claims.add(icon);
    if (!m_settling)
        m_settling = Timer::once_in_seconds(all_register_within_s, [this] { settle(); });
}

/// The watcher is gone, and nothing reports which icons end. Those kept from before stay.
void TrayIcons::keep()
{
    m_settling.stop();
    for (const Claim &icon : m_listed) {
        if (m_kept.size() < most_kept && m_claims.has(icon.key) && !m_kept.contains(icon.key))
            m_kept.emplace(icon.key, std::make_unique<Peer>(m_bus, icon, m_claims));
    }
}

void TrayIcons::settle()
{
    m_kept.clear();
    m_claims.set_all(m_listed);
}

} // namespace headroom
