// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "black_box_file.h"
#include "model/action.h"
#include "model/black_box.h"
#include "model/session.h"
#include "sys/off_the_loop.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>

namespace headroom {

/// Records a shortage on the disk, so that it is known what took the machine down: a line each
/// second and for each act while it is not calm, and nothing otherwise. It needs no timer, because
/// samples arrive while it is not calm. Lines queue behind one that waits for the disk, at most
/// `most_waiting` of them; further lines are dropped.
class BlackBox {
public:
    static constexpr Duration every = std::chrono::seconds{1};
    static constexpr std::size_t most_waiting = 16;
    static constexpr std::size_t most_apps = 5;
    /// After so much calm that was sampled, the shortage in which a daemon was killed is over.
    static constexpr Duration over_after = std::chrono::seconds{2};

    /// path: of the file. Empty: nothing is recorded. boot: the kernel's boot_id.
    BlackBox(std::string path, std::string boot);
    ~BlackBox() = default;
    /// Finds out whether a daemon that was killed has left a record of this boot open. It is closed
    /// at the next calm, as one of this daemon would be.
    void start();
    BlackBox(const BlackBox &) = delete;
    BlackBox &operator=(const BlackBox &) = delete;

    void sampled(const Session &session, TimePoint now, WallTime wall);
    void acted(const Session &session, const Action &action, WallTime wall);
    /// Closes an open record when the daemon ends in order: the machine has not hung. level: the
    /// present one.
    void close(Level level, WallTime wall);
    /// Nothing waits for the disk.
    [[nodiscard]] bool is_idle() const { return !m_writing && !m_looking; }

private:
    struct Shelf; ///< what the thread owns

    [[nodiscard]] black_box::Line line_of(const Session &session, WallTime wall) const;
    void close_what_was_left(TimePoint now, WallTime wall);
    void add(black_box::Line line);
    void write_next();
    std::string m_path;
    std::string m_boot;
    bool m_is_open = false; ///< the last line does not close the record
    std::optional<TimePoint> m_last;
    bool m_was_left_open = false; ///< by a daemon that was killed
    std::optional<TimePoint> m_calm_since; ///< the first sample after that
    std::deque<black_box::Line> m_waiting;
    bool m_writing = false;
    bool m_failed = false; ///< the last line could not be written
    bool m_looking = false; ///< for what a daemon that was killed has left
    std::uint64_t m_dropped = 0;
    std::shared_ptr<Shelf> m_shelf;
    ScopedCancellable m_end;
};

/// In the user's directory for state. Empty if that is not absolute.
[[nodiscard]] std::string black_box_path();
/// The kernel's boot_id. Empty if it can't be read; then nothing is recorded.
[[nodiscard]] std::string present_boot();

} // namespace headroom
