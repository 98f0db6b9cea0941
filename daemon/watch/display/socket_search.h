// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"
#include "sys/inotify_events.h"
#include "sys/interface.h"
#include "sys/timer.h"

#include <set>
#include <string>
#include <string_view>

namespace headroom {

/// Decides when to look for a listening socket: immediately when a file appears in a watched
/// directory (inotify), and for a while after that, since a socket has a name before a process
/// listens on it. An excluded socket isn't tried again until something new appears.
class SocketSearch {
public:
    struct Appeared {
        std::string_view name;
        bool is_directory = false;
        /// What watch() returned for its directory.
        int where = -1;
    };
    /// Recognises what is searched for, and connects to it.
    class Owner : public Interface {
    public:
        /// Whether the new file may be such a socket, or lead to one.
        [[nodiscard]] virtual bool matters(const Appeared &appeared) const = 0;
        /// Looks now. True: nothing is left to look for.
        virtual bool look() = 0;
    };

    /// whose: "compositors", for the log. looks: how many retries follow one new file at most. The
    /// owner must outlive it.
    SocketSearch(std::string_view whose, Owner &owner, int looks)
        : m_whose(whose), m_owner(owner), m_looks(looks)
    {
    }
    SocketSearch(const SocketSearch &) = delete;
    SocketSearch &operator=(const SocketSearch &) = delete;

    /// Returns the same value for the same directory. -1: it can't be watched; the reason is
    /// logged.
    int watch(const std::string &directory);
    void look();
    /// Looks from the main loop. Callbacks must use this one: a connection may report its end while
    /// it is still being made.
    void look_soon();

    void exclude(const std::string &path) { m_excluded.insert(path); }
    void include(const std::string &path) { m_excluded.erase(path); } ///< again
    [[nodiscard]] bool is_excluded(const std::string &path) const
    {
        return m_excluded.contains(path);
    }

private:
    void begin();
    void read_events();

    std::string m_whose;
    Owner &m_owner;
    int m_looks;
    int m_looks_left = 0;
    Inotify m_inotify;
    SourceId m_source;
    Timer m_looking;
    std::set<std::string> m_excluded;
};

} // namespace headroom
