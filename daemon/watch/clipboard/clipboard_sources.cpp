// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/clipboard/clipboard_sources.h"

namespace headroom {

Emit ClipboardSources::of(Source source)
{
    return [this, source](const Event &event) { take(source, event); };
}

void ClipboardSources::take(Source source, const Event &event)
{
    if (const auto *found = std::get_if<event::CapabilityFound>(&event);
        found && found->capability == Capability::Clipboard)
        return describes(source, *found);
    if (const auto *copied = std::get_if<event::Copied>(&event))
        return owned(source, *copied);
    if (std::holds_alternative<event::NothingCopied>(event))
        return owned(source, std::nullopt);
    m_emit(event);
}

void ClipboardSources::describes(Source source, const event::CapabilityFound &description)
{
    if (description.available) {
        m_known[source].description = description;
        if (is_in_force(source))
            m_emit(description);
        return;
    }
    const bool was_in_force = is_in_force(source);
    m_known.erase(source);
    if (!was_in_force)
        return;
    if (m_known.empty()) {
        owner_is(std::nullopt);
        return m_emit(description);
    }
    const Known &next = m_known.begin()->second;
    m_emit(next.description);
    // Which app copied without being named can't be found out later: another is in front by now.
    owner_is(next.owner && next.owner->by ? next.owner : std::nullopt);
}

void ClipboardSources::owned(Source source, const std::optional<event::Copied> &owner)
{
    if (const auto known = m_known.find(source); known != m_known.end())
        known->second.owner = owner;
    if (m_known.empty() || is_in_force(source))
        owner_is(owner);
}

bool ClipboardSources::is_in_force(Source source) const
{
    return !m_known.empty() && m_known.begin()->first == source;
}

void ClipboardSources::owner_is(const std::optional<event::Copied> &owner)
{
    if (owner)
        m_emit(*owner);
    else
        m_emit(event::NothingCopied{});
}

} // namespace headroom
