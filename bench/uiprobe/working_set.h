// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>

namespace uiprobe {

/// What an application needs all the time: its own memory, and a mapped file that stands for the
/// text of its libraries.
class WorkingSet {
public:
    static constexpr std::size_t slices = 60; ///< one second's frames touch all of it

    static std::expected<WorkingSet, std::string>
    make(std::size_t anonymous_mib, const std::string &file, std::size_t file_mib);
    WorkingSet(WorkingSet &&) noexcept;
    WorkingSet &operator=(WorkingSet &&) = delete;
    ~WorkingSet();

    void touch(std::size_t slice); ///< slices are touched in a cycle

private:
    WorkingSet() = default;

    std::span<std::byte> m_own;
    std::span<const std::byte> m_file;
};

} // namespace uiprobe
