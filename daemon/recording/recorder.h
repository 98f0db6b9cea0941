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

/// Copies every event and every act to each reader of a recording, for as long as it reads. The socket is ours: the flags of a pipe that a caller sends
/// are the caller's, too, so that one could have us wait in write() for ever.
class Recorder {
public:
    /// The reader's end of a stream that begins with the present state, told as events.
    [[nodiscard]] Result<UniqueFd> add(const Session &session, TimePoint now);
    void event(const Event &event, TimePoint at);
    void action(const Action &action, TimePoint at);

private:
    struct Reader {
        UniqueFd socket;
        std::string behind; ///< what it hasn't taken yet
        SourceId room; ///< tells when it takes more

        // How a recording begins is written a little at a time, since it may be the state of thousands of units.
        TimePoint began;
        std::vector<Event> first;
        std::size_t written = 0; ///< of the first ones
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
