// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/action.h"
#include "model/event.h"
#include "model/session.h"
#include "sys/glib_ptr.h"
#include "sys/result.h"
#include "sys/unique_fd.h"

#include <string>
#include <vector>

namespace headroom {

/// Copies every event and every act to whoever asked for a recording, for as long as he is on the bus and reads.
class Recorder {
public:
    explicit Recorder(GDBusConnection *bus) : m_bus(bus) {}

    /// Begins with the present state, told as events. Refused: sink can't be written to without waiting.
    [[nodiscard]] Result<void> add(UniqueFd sink, const std::string &client, const Session &session, TimePoint now);
    void event(const Event &event, TimePoint at);
    void action(const Action &action, TimePoint at);

private:
    struct Listener {
        std::string client; ///< unique bus name
        UniqueFd sink;
        guint watch = 0;
    };
    void write(const std::string &line);
    void client_gone(const std::string &client);

    GDBusConnection *m_bus;
    std::vector<Listener> m_listeners;
};

} // namespace headroom
