// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/action.h"
#include "model/event.h"
#include "model/session.h"
#include "sys/glib_ptr.h"
#include "sys/result.h"
#include "sys/unique_fd.h"

#include <list>
#include <string>
#include <vector>

namespace headroom {

/// Copies every event and every act to each reader of a recording, for as long as it reads. The
/// socket is made here. A pipe that a caller sends shares its flags with the caller, so the caller
/// could make write() block for ever.
class Recorder {
public:
    /// Returns the reader's end of a stream. The stream begins with the present state, as events.
    [[nodiscard]] Result<UniqueFd> add(const Session &session, TimePoint now);
    void event(const Event &event, TimePoint at);
    void action(const Action &action, TimePoint at);

private:
    struct Reader {
        UniqueFd socket;
        std::string behind; ///< not sent yet
        SourceId room; ///< watches until the socket takes more

        // The present state is written in portions, since it may have thousands of units.
        TimePoint began;
        std::vector<Event> first;
        std::size_t written = 0; ///< so many of `first`
        std::string after_these{};
    };

    void give(const std::string &line);
    [[nodiscard]] static bool give(Reader &reader, const std::string &line);
    static void write_on(Reader &reader);
    [[nodiscard]] static bool flush(Reader &reader);
    void await_room(Reader &reader);
    void drop_those_who_left();

    std::list<Reader> m_readers;
};

} // namespace headroom
