// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace headroom {

/// The other end of a connection that the daemon takes for the session bus. It acts as the bus,
/// which answers the daemon's calls, and as callers, whose messages it sends as the bus would.
class FarEnd {
public:
    /// In order: a caller that the kernel identifies, one in a sandbox, one that is unknown to the
    /// bus, and the compositor.
    static constexpr const char *plain = ":1.1";
    static constexpr const char *snap = ":1.2";
    static constexpr const char *stranger = ":1.3";
    static constexpr const char *compositor = ":1.4";
    static constexpr const char *callers[] = {plain, snap, stranger, compositor};

    FarEnd();
    ~FarEnd();
    FarEnd(const FarEnd &) = delete;
    FarEnd &operator=(const FarEnd &) = delete;

    [[nodiscard]] GDBusConnection *bus() const { return m_near.get(); } ///< the daemon's end

    /// Takes a tuple of arguments, floating or not; nullptr means none. Returns the serial for
    /// answered().
    std::uint32_t call(const char *sender, const std::string &path, const std::string &interface,
                       const std::string &member, GVariant *arguments);
    void signal(const char *sender, const std::string &path, const std::string &interface,
                const std::string &member, GVariant *arguments);
    /// The bus reports that a connection has ended.
    void goes(const char *name);
    /// The compositor loses its name, or takes it again. At the beginning it owns the name.
    void compositor_comes_or_goes();

    /// Iterates the main context until each call has its answer. Aborts if a call gets none.
    void until_answered();
    /// The body of a call's answer; nullptr if the answer was an error.
    [[nodiscard]] VariantPtr body(std::uint32_t serial);
    /// Signals that reached a caller which must not see their contents.
    [[nodiscard]] unsigned leaks();
    /// Restores the initial state.
    void forget();

private:
    void owner_changed(const char *name, const char *before, const char *now);
    static GDBusMessage *filter(GDBusConnection *connection, GDBusMessage *message,
                                gboolean incoming, gpointer self);
    void heard(GDBusMessage *message);
    void asked(GDBusConnection *connection, GDBusMessage *message);
    [[nodiscard]] GVariant *answer_of_bus(const std::string &member, GVariant *arguments) const;

    ObjectPtr<GDBusConnection> m_near;
    ObjectPtr<GDBusConnection> m_far;
    std::mutex m_mutex; ///< GDBus receives in a thread of its own
    std::set<std::uint32_t> m_open;
    std::map<std::uint32_t, VariantPtr> m_answers;
    unsigned m_leaks = 0;
    std::atomic<bool> m_has_compositor = true;
};

} // namespace headroom
