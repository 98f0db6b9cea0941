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

/// Who is on the other end of a connection that the daemon takes for the session bus: the bus itself, which answers what it is asked, and callers, whose
/// messages are put on the wire as the bus would.
class FarEnd {
public:
    /// One that the kernel shows, one in a sandbox, one of which the bus knows nothing, and the compositor.
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

    /// Takes the arguments, a tuple, floating or not; nullptr: there are none. The serial, for answered().
    std::uint32_t call(const char *sender, const std::string &path, const std::string &interface,
                       const std::string &member, GVariant *arguments);
    void signal(const char *sender, const std::string &path, const std::string &interface,
                const std::string &member, GVariant *arguments);
    /// As the bus says it: a connection has ended.
    void goes(const char *name);
    /// The compositor loses its name, or takes it again. It has it in the beginning.
    void compositor_comes_or_goes();

    /// Has the main context work until each call has its answer; aborts where one gets none.
    void until_answered();
    /// The body of a call's answer; nullptr: it was an error.
    [[nodiscard]] VariantPtr body(std::uint32_t serial);
    /// Signals that somebody got who may not know what is in them.
    [[nodiscard]] unsigned leaks();
    /// As it was in the beginning.
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
    std::mutex m_mutex; ///< GDBus hears in a thread of its own
    std::set<std::uint32_t> m_open;
    std::map<std::uint32_t, VariantPtr> m_answers;
    unsigned m_leaks = 0;
    std::atomic<bool> m_has_compositor = true;
};

} // namespace headroom
