// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"

#include <functional>
#include <string>
#include <vector>

namespace headroom {

/// How long an answer about duties is waited for. Nothing waits meanwhile, and an answer that isn't taken is a fact that is lost for good: where memory
/// runs short everybody is slow, and that is when it is needed.
inline constexpr int duty_answer_ms = 30'000;

/// What to ask whom, and what of his signals says that the answer has changed.
struct Question {
    const char *name;
    const char *path;
    const char *interface;
    const char *asked; ///< a method without arguments, or a property
    bool is_property = false;
    std::vector<const char *>
        signals; ///< of the interface; a property's own PropertiesChanged needn't be named
};

/// A service that is asked when it comes and whenever it says that something has changed, one question at a time. It is one of the session's
/// own, which nobody freezes; one that is silent all the same is no longer waited for in the end.
class AskedService {
public:
    /// on_answer: the answer's only value; nullptr: the service is gone, so there is nothing.
    AskedService(GDBusConnection *bus, Question question,
                 std::function<void(GVariant *)> on_answer);
    ~AskedService();
    AskedService(const AskedService &) = delete;
    AskedService &operator=(const AskedService &) = delete;

private:
    void subscribe(const char *interface, const char *member);
    void changed();
    void ask();
    void answered(GAsyncResult *result);
    void gone();

    GDBusConnection *m_bus;
    Question m_question;
    std::function<void(GVariant *)> m_on_answer;
    std::vector<guint> m_subscriptions;
    guint m_watch = 0;
    bool m_is_there = false;
    bool m_asking = false;
    bool m_again = false;
    ObjectPtr<GCancellable> m_end{g_cancellable_new()};
};

} // namespace headroom
