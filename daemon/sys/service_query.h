// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"

#include <functional>
#include <string>
#include <vector>

namespace headroom {

/// How long to wait for an answer about duties. Nothing blocks meanwhile. A missed answer is a fact
/// lost for good. When memory runs short every service is slow, and that is when the fact is
/// needed.
inline constexpr int duty_answer_ms = 30'000;

/// What to request from which service, and which of its signals mean that the answer has changed.
struct Query {
    const char *name;
    const char *path;
    const char *interface;
    /// A method without arguments, or a property. nullptr: all properties of the interface.
    const char *member;
    bool is_property = false;
    /// Signals of the interface. PropertiesChanged is always subscribed to.
    std::vector<const char *> signals;
};

/// Queries a service when it appears and whenever it signals a change, one call at a time. Such a
/// service is a part of the session, so it is never frozen. If it still does not answer, the call
/// times out.
class ServiceQuery {
public:
    /// on_answer: gets the only value of the answer, or nullptr when the service is gone.
    ServiceQuery(GDBusConnection *bus, Query query, std::function<void(GVariant *)> on_answer);
    ~ServiceQuery();
    ServiceQuery(const ServiceQuery &) = delete;
    ServiceQuery &operator=(const ServiceQuery &) = delete;

private:
    void subscribe(const char *interface, const char *member);
    void changed();
    void ask();
    void answered(GAsyncResult *result);
    void gone();

    GDBusConnection *m_bus;
    Query m_query;
    std::function<void(GVariant *)> m_on_answer;
    std::vector<guint> m_subscriptions;
    guint m_watch = 0;
    bool m_is_there = false;
    bool m_asking = false;
    bool m_again = false;
    ObjectPtr<GCancellable> m_end{g_cancellable_new()};
};

} // namespace headroom
