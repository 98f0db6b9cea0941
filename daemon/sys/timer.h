// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <functional>
#include <glib.h>
#include <memory>
#include <source_location>

namespace headroom {

/// A timer of the main loop, which stops when this object is destroyed. It is safe to stop, replace
/// or destroy the timer from within its own callback.
class Timer {
public:
    using Callback = std::move_only_function<void()>;
    using Where = std::source_location;

    /// It does not run.
    Timer() = default;

    /// Measurements of the loop call the timer by the name of the function that has made it, hence
    /// `where`. A high priority is for what must not wait for other callbacks.
    [[nodiscard]] static Timer once(guint milliseconds, Callback callback,
                                    int priority = G_PRIORITY_DEFAULT,
                                    Where where = Where::current());
    [[nodiscard]] static Timer every(guint milliseconds, Callback callback,
                                     Where where = Where::current());
    /// GLib lets timers in seconds fire together, up to a second late. Fewer wake-ups save power,
    /// so prefer these two where the exact moment does not matter.
    [[nodiscard]] static Timer once_in_seconds(guint seconds, Callback callback,
                                               Where where = Where::current());
    [[nodiscard]] static Timer every_seconds(guint seconds, Callback callback,
                                             Where where = Where::current());

    void stop() { m_source.reset(); }
    /// Lets it fire without this object. What the callback uses must live as long.
    void detach();
    /// Whether it will fire. A timer that fires once does not run anymore within its own callback.
    explicit operator bool() const;

private:
    enum class Fires { Once, Repeatedly };
    struct Call;
    struct End {
        void operator()(GSource *source) const;
    };

    Timer(GSource *made, Fires fires, Callback callback, Where where);

    std::unique_ptr<GSource, End> m_source;
};

} // namespace headroom
