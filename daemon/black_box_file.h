// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/black_box.h"
#include "sys/result.h"
#include "sys/unique_fd.h"

#include <cstdint>
#include <optional>
#include <string>

namespace headroom {

/// The file of the black box. Any call may wait for a slow disk, so use it in a thread.
class BlackBoxFile {
public:
    /// Continues where the file ends, or makes it, with its directory. Refuses what is no regular
    /// file of ours.
    [[nodiscard]] static Result<BlackBoxFile> open(const std::string &path);
    /// The same, and makes none. nullopt: there is none.
    [[nodiscard]] static Result<std::optional<BlackBoxFile>> find(const std::string &path);

    /// The last line that was in it when it was opened. nullopt: there was none.
    [[nodiscard]] const std::optional<black_box::Line> &found() const { return m_found; }

    /// Whether somebody has deleted it. What is written to it then is lost.
    [[nodiscard]] bool is_deleted() const;

    /// On the disk when this returns. The first line of a boot begins the half of the file that the
    /// boot before has not used. Once a half is full, lines are written over the oldest ones in it,
    /// which takes one write and no commit of the file system's journal.
    [[nodiscard]] Result<void> write(black_box::Line line);

private:
    /// Of a line in the file.
    struct Place {
        std::string boot;
        std::uint64_t number = 0; ///< 0: of none
        std::size_t half = 0;
    };

    explicit BlackBoxFile(UniqueFd fd);
    [[nodiscard]] Place place_of_next(const std::string &boot) const;

    UniqueFd m_fd;
    std::optional<black_box::Line> m_found;
    Place m_last; ///< of the last line
};

} // namespace headroom
