// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"
#include "sys/inotify_events.h"

#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace headroom {

/// When to look for a socket that somebody listens on: at once when something appears in a directory of theirs (inotify), and for a while after that, since
/// a socket has a name before somebody listens on it. Who was found to be no use isn't asked again until something new appears.
class SocketSearch {
public:
    struct Appeared {
        std::string_view name;
        bool is_directory = false;
        int where = -1; ///< what watch() said of the directory it is in
    };
    /// whose: "compositors", for the log. matters: whether what has appeared may be such a socket, or lead to one. look: looks now; true: there is nothing more
    /// to look for. looks: so many times at most for one thing that has appeared.
    SocketSearch(std::string_view whose, std::function<bool(const Appeared &)> matters,
                 std::function<bool()> look, int looks);
    SocketSearch(const SocketSearch &) = delete;
    SocketSearch &operator=(const SocketSearch &) = delete;

    /// Again of the same directory: the same answer. -1: it can't be watched; the log says why.
    int watch(const std::string &directory);
    void look();
    /// Not from within: whoever looks may hear of his end while he still connects.
    void look_soon();

    void exclude(const std::string &path) { m_excluded.insert(path); }
    [[nodiscard]] bool is_excluded(const std::string &path) const
    {
        return m_excluded.contains(path);
    }

private:
    void begin();
    void read_events();

    std::string m_whose;
    std::function<bool(const Appeared &)> m_matters;
    std::function<bool()> m_look;
    int m_looks;
    int m_looks_left = 0;
    Inotify m_inotify;
    SourceId m_source;
    SourceId m_looking;
    std::set<std::string> m_excluded;
};

} // namespace headroom
