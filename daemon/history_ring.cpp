// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "history_ring.h"

#include "model/reason_code.h"
#include "sys/own_language.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <string_view>
#include <utility>

namespace headroom {

HistoryRing::HistoryRing(std::size_t bytes)
    : m_bytes(bytes), m_block(std::make_unique_for_overwrite<char[]>(bytes))
{
}

HistoryRing::HistoryRing(const HistoryRing &other)
    : m_bytes(other.m_bytes), m_block(std::make_unique_for_overwrite<char[]>(other.m_bytes)),
      m_size(other.m_size), m_oldest(other.m_oldest), m_end(other.m_end),
      m_reached(other.m_reached), m_wrap(other.m_wrap)
{
    std::memcpy(m_block.get(), other.m_block.get(), m_reached);
}

std::optional<HistoryRing::Place> HistoryRing::add(const HistoryEntry &entry)
{
    const std::string reason = in_own_language(entry.reason);
    const std::array<std::string_view, 4> texts{entry.action, entry.app, entry.unit, reason};
    Head head{.at = entry.at,
              .reclaimed = {},
              .lengths = {},
              .code = reason_code(entry.reason),
              .level = entry.level,
              .is_news = entry.is_news};
    std::size_t length = sizeof head;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        head.lengths[i] = static_cast<std::uint32_t>(texts[i].size());
        length += texts[i].size();
    }
    const auto place = room_for(length);
    if (!place)
        return {};
    if (m_size == 0)
        m_oldest = *place;
    else if (*place < m_end)
        m_wrap = m_end;
    write(*place, head);
    char *end = m_block.get() + *place + sizeof head;
    for (const std::string_view text : texts)
        end = std::ranges::copy(text, end).out;
    m_end = *place + length;
    m_reached = std::max(m_reached, m_end);
    ++m_size;
    return place;
}

/// An entry is never divided: what doesn't fit at the end of the block goes to its start.
std::optional<HistoryRing::Place> HistoryRing::room_for(std::size_t length) const
{
    if (m_size == 0)
        return length <= m_bytes ? std::optional<Place>{0} : std::nullopt;
    if (m_end <= m_oldest) // the newest is before the oldest
        return length <= m_oldest - m_end ? std::optional{m_end} : std::nullopt;
    if (length <= m_bytes - m_end)
        return m_end;
    return length <= m_oldest ? std::optional<Place>{0} : std::nullopt;
}

void HistoryRing::drop_oldest()
{
    m_oldest = after(m_oldest);
    --m_size;
}

void HistoryRing::set_reclaimed(Place place, Reclaimed reclaimed)
{
    Head changed = head(place);
    changed.reclaimed = reclaimed;
    write(place, changed);
}

std::vector<HistoryRing::Kept> HistoryRing::since(WallTime from) const
{
    std::vector<Kept> found;
    Place place = m_oldest;
    for (std::size_t i = 0; i < m_size; ++i, place = after(place)) {
        if (head(place).at >= from)
            found.push_back(read(place));
    }
    return found;
}

/// The texts have any length, so heads are not aligned.
HistoryRing::Head HistoryRing::head(Place place) const
{
    Head head;
    std::memcpy(&head, m_block.get() + place, sizeof head);
    return head;
}

void HistoryRing::write(Place place, const Head &head)
{
    std::memcpy(m_block.get() + place, &head, sizeof head);
}

HistoryRing::Place HistoryRing::after(Place place) const
{
    const auto lengths = head(place).lengths;
    const Place next = std::accumulate(lengths.begin(), lengths.end(), place + sizeof(Head));
    return next == m_wrap && m_end <= place ? 0 : next;
}

HistoryRing::Kept HistoryRing::read(Place place) const
{
    const Head its = head(place);
    const char *text = m_block.get() + place + sizeof its;
    std::array<std::string, 4> texts;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        texts[i].assign(text, its.lengths[i]);
        text += its.lengths[i];
    }
    return {.entry = {.at = its.at,
                      .action = std::move(texts[0]),
                      .app = std::move(texts[1]),
                      .unit = std::move(texts[2]),
                      .level = its.level,
                      .reason = Sentence{std::move(texts[3])},
                      .is_news = its.is_news,
                      .code = its.code},
            .reclaimed = its.reclaimed};
}

} // namespace headroom
