// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/action.h"
#include "model/ids.h"

#include <cstdint>
#include <optional>

/// Which of our acts are in force, besides freezes (lease.h).
namespace headroom {

/// A background unit whose unused memory is reclaimed: from the first slice until no more are
/// taken.
struct GentleReclaim {
    AppId app;
    TimePoint since{};
    TimePoint asked{}; ///< when the last slice was requested
    bool under_way = false; ///< the outcome of that slice isn't known yet
    std::uint64_t wanted = 0; ///< bytes of that slice
    bool held_back = false; ///< swap did not allow a larger one
    bool file_pages_only = false; ///< that slice was of file pages alone
    /// Such a slice failed, or came back: all file pages are in use, or the kernel can't reclaim
    /// them alone.
    bool no_file_pages = false;
    unsigned slices = 0;
    std::uint64_t bytes = 0; ///< reclaimed so far
};

/// Weights of ours that are in force on a unit.
struct WeightsInForce {
    AppId app; ///< empty: the desktop itself
    Weights weights;
    WeightKind kind{};
};

/// Memory of a unit that we have the kernel reclaim last. app: empty for the desktop itself.
struct ProtectionInForce {
    AppId app;
    std::uint64_t bytes = 0;
};

/// The app that users are shown as the cause of a shortage.
struct NamedCulprit {
    AppId app;
    Sentence sentence; ///< what was done to it and why, or what the notification says of it
    std::optional<Resource> resource; ///< what it makes short. nullopt: the user paused it
};

/// "memory ran short".
[[nodiscard]] Sentence ran_short(Resource resource);

} // namespace headroom
