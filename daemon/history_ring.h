// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/history_entry.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace headroom {

/// Entries in one block of memory, oldest first. As objects of their own, thousands that come and
/// go would scatter over the heap, which then grows for an hour although nothing leaks.
class HistoryRing {
public:
    using Place = std::size_t; ///< of an entry, valid until it is dropped

    /// What may change after an entry was added.
    struct Reclaimed {
        std::uint64_t bytes = 0;
        bool from_frozen = false;
    };
    struct Kept {
        HistoryEntry entry; ///< with its sentence in the user's language
        Reclaimed reclaimed;
    };

    explicit HistoryRing(std::size_t bytes);
    /// Takes as long as a memory copy, unlike since().
    HistoryRing(const HistoryRing &other);
    HistoryRing &operator=(const HistoryRing &) = delete;
    ~HistoryRing() = default;

    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] Place oldest() const { return m_oldest; } ///< if there is any
    [[nodiscard]] WallTime time_of(Place place) const { return head(place).at; }

    /// No value if there is no room for it, so that older entries have to be dropped first. For an
    /// entry that is longer than the ring, not even an empty one has room.
    [[nodiscard]] std::optional<Place> add(const HistoryEntry &entry);
    void drop_oldest();
    void set_reclaimed(Place place, Reclaimed reclaimed);
    [[nodiscard]] std::vector<Kept> since(WallTime from) const;

private:
    /// Its texts follow: action, app, unit and reason.
    struct Head {
        WallTime at{};
        Reclaimed reclaimed;
        std::array<std::uint32_t, 4> lengths{};
        std::string_view code; ///< a literal
        Level level{};
        bool is_news = false;
    };
    [[nodiscard]] Head head(Place place) const;
    void write(Place place, const Head &head);
    [[nodiscard]] Place after(Place place) const;
    [[nodiscard]] std::optional<Place> room_for(std::size_t length) const;
    [[nodiscard]] Kept read(Place place) const;

    const std::size_t m_bytes;
    const std::unique_ptr<char[]> m_block; ///< pages that no entry has reached take no memory
    std::size_t m_size = 0;
    Place m_oldest = 0;
    Place m_end = 0; ///< behind the newest
    Place m_reached = 0; ///< where m_end was at most
    Place m_wrap = 0; ///< no entry begins here or behind, if the newest is before the oldest
};

} // namespace headroom
