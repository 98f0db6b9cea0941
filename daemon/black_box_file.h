// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/black_box.h"
#include "sys/result.h"
#include "sys/unique_fd.h"

#include <cstdint>
#include <string>

namespace headroom {

/// The file of the black box. All of this may take as long as the disk likes, so it is for a
/// thread.
class BlackBoxFile {
public:
    /// Continues where the file ends, or makes it, with its directory. Refuses what is no regular
    /// file of ours.
    [[nodiscard]] static Result<BlackBoxFile> open(const std::string &path);

    /// On the disk when this returns. The file grows by a slot with each line until it has all of
    /// them; from then on lines are written over the oldest ones, which takes one write and no
    /// commit of the file system's journal.
    [[nodiscard]] Result<void> write(black_box::Line line);

    /// The same, and on the disk some time later: enough where the machine goes on.
    [[nodiscard]] Result<void> put(black_box::Line line);

private:
    BlackBoxFile(UniqueFd fd, std::uint64_t last) : m_fd(std::move(fd)), m_last(last) {}

    UniqueFd m_fd;
    std::uint64_t m_last; ///< the number of the last line
};

} // namespace headroom
