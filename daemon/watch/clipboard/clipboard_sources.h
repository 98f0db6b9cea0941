// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "watch/emit.h"

#include <cstdint>
#include <map>
#include <optional>

namespace headroom {

/// Passes on what one source reports of the clipboard. There may be several: an X server and GNOME
/// Shell on it, or a compositor in a window, which has a clipboard of its own.
class ClipboardSources {
public:
    /// In order of precedence: of those that report, the first is in force. Only an X server knows
    /// the owner's process. Wayland comes last, since that may be a compositor in a window.
    enum class Source : std::uint8_t { XServer, Shell, Wayland };

    explicit ClipboardSources(Emit emit) : m_emit(std::move(emit)) {}
    ClipboardSources(const ClipboardSources &) = delete;
    ClipboardSources &operator=(const ClipboardSources &) = delete;

    /// For all that the source emits. What is not about the clipboard is passed on. This object
    /// must outlive it.
    [[nodiscard]] Emit of(Source source);

private:
    struct Known {
        event::CapabilityFound description;
        std::optional<event::Copied> owner;
    };

    void take(Source source, const Event &event);
    void describes(Source source, const event::CapabilityFound &description);
    void owned(Source source, const std::optional<event::Copied> &owner);
    [[nodiscard]] bool is_in_force(Source source) const;
    void owner_is(const std::optional<event::Copied> &owner);

    Emit m_emit;
    std::map<Source, Known> m_known; ///< those that report
};

} // namespace headroom
