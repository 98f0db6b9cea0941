// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "policy/wanted.h"

#include "model/config.h"

#include <cstdint>

namespace headroom {

struct Judgement {
    /// The worst level of the last seconds (`alert_lingers`). It is reported, and decides on naps.
    Level level = Level::Unknown;
    /// By the last sample, ignoring stalls from before the last freeze. Decides on freezes.
    Level now = Level::Unknown;
    Resource resource = Resource::Memory;
    /// By that sample, the foreground stalls. Otherwise the whole machine does, or memory runs out.
    bool in_front = false;
    Sentence because; ///< "the active app waited for memory 14 % of the last 0.2 s"
};

/// Judges how short the machine is, of what, and what shows it.
[[nodiscard]] Judgement judge_pressure(const Session &session, const Config &config, TimePoint now);

/// Whether no sample of the time `lasting` shows that memory is short. The CPU may be. false: also
/// if the samples don't reach back so far.
[[nodiscard]] bool memory_is_calm(const Session &session, const Config &config, Duration lasting,
                                  TimePoint now);

/// Whether memory is low in itself, even if nothing stalls. nullopt: unknown.
[[nodiscard]] std::optional<bool> is_memory_low(const Session &session, const Config &config);

/// Whether memory is so little that stalls may be a shortage in a moment: no free swap is counted.
/// nullopt: unknown.
[[nodiscard]] std::optional<bool> may_become_low(const Session &session, const Config &config);

/// Whether memory would still not be low if so many bytes more were taken. Free swap counts as
/// room. nullopt: unknown.
[[nodiscard]] std::optional<bool> has_room_for(const Session &session, const Config &config,
                                               std::uint64_t bytes);

} // namespace headroom
