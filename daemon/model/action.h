// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/ids.h"
#include "model/pressure.h"
#include "model/sentence.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// All acts of the daemon.
namespace headroom {

/// Weights as in systemd's CPUWeight= and IOWeight=: 1 to 10000; the kernel's default is 100.
/// nullopt: not ours to set here.
struct Weights {
    std::optional<std::uint64_t> cpu;
    std::optional<std::uint64_t> io;
    bool operator==(const Weights &) const = default;
};

enum class WeightKind { Boost, Nap }; ///< above the default of 100, or below it
enum class FreezeCause { Asked, Pressure };
/// How an app is closed. Windows: as by a click on their close buttons. Quit: by the app's own
/// action, as in its menu. Both may ask about unsaved work. End: the unit's processes get SIGTERM,
/// and most programs then exit immediately.
enum class CloseWay { Windows, Quit, End };
/// A frozen unit needs no memory at all. A unit that runs in the background needs little.
enum class ReclaimFrom { Frozen, Background };
enum class ThawCause {
    Asked,
    Activated,
    Shown,
    NewWindow,
    Awaited,
    Needed,
    EventsUnread,
    WindowsLost,
    StreamStarted,
    LaunchedAgain,
    Calm,
    HoldOver,
    NeverSettled,
    ByOthers,
    NoLongerAllowed,
    AboutToSleep,
    SessionEnds,
    Ending
};

/// The one desktop notification. A new one replaces it; they never stack.
struct Notice {
    AppId app; ///< the app whose memory it is about, and on which its buttons act; empty: none
    std::string icon{}; ///< as in event::AppDescribed; empty: not known
    bool frozen = false; ///< the app was frozen: offers Thaw instead of Freeze
    bool may_be_frozen = true; ///< false: it offers neither, since Freeze would be refused
    bool transient = false; ///< the app was starting or saving then, and may soon take no more
    Sentence title; ///< without a full stop
    Sentence text; ///< whole sentences
    /// The same app in the same state. Figures in the text change all the time, and a text that
    /// keeps changing can't be read.
    [[nodiscard]] bool is_about_the_same(const Notice &other) const
    {
        return app == other.app && frozen == other.frozen && may_be_frozen == other.may_be_frozen;
    }
    bool operator==(const Notice &) const = default;
};

// clang-format off: one act a line where it fits
namespace action {

struct SetWeights {
    Weights weights;
    WeightKind kind{};
    std::optional<Resource> resource{}; ///< a nap: what the app makes short
    bool operator==(const SetWeights &) const = default;
};
/// Back to "not set", which is not the same as 100.
struct UnsetWeights { WeightKind kind{}; bool operator==(const UnsetWeights &) const = default; };
/// Have the kernel reclaim this much of the unit's memory last (MemoryLow=). It is no limit.
struct Protect { std::uint64_t bytes = 0; bool operator==(const Protect &) const = default; };
struct Unprotect { bool operator==(const Unprotect &) const = default; };
struct Freeze {
    FreezeCause cause{};
    /// Bytes a second by which it grew until now. nullopt: that is not why it is frozen, or not
    /// known.
    std::optional<std::uint64_t> grew{};
    bool in_turn = false; ///< there was pressure without a culprit, and it was unused for longest
    bool operator==(const Freeze &) const = default;
};
/// Ask an app to free memory. It may be frozen otherwise.
struct Ask {
    std::vector<ProcessId> listeners; ///< of the app; those of them that are still connected
    std::optional<std::uint64_t> held{}; ///< bytes that it holds by now; nullopt: not known
    bool operator==(const Ask &) const = default;
};
struct Thaw { ThawCause cause{}; bool operator==(const Thaw &) const = default; };
/// Move the leader and its tree to a scope of their own. parents: the unit of the leader's parent,
/// which has left the leader behind. Then all that it has left there moves. inode 0: it has not.
struct Adopt {
    ProcessId leader;
    UnitId parents{};
    bool operator==(const Adopt &) const = default;
};
/// Move a terminal's tab to a scope of its own for a while. The shell leads the tab; the unit is
/// the terminal's.
struct SplitTab { ProcessId shell; bool operator==(const SplitTab &) const = default; };
/// Move everything in a split tab's scope back to where the tab was.
struct RejoinTab { bool operator==(const RejoinTab &) const = default; };

/// Report the level to the bus, the journal and the history. It has no other effect.
struct ChangeLevel {
    Level level{};
    Sentence because;
    bool operator==(const ChangeLevel &) const = default;
};
/// Push this much of the unit out of memory.
struct Reclaim {
    std::uint64_t bytes = 0;
    ReclaimFrom from = ReclaimFrom::Frozen;
    bool file_pages_only = false; ///< nothing is swapped out
    bool held_back = false; ///< it would be twice as much or more if swap allowed that
    bool operator==(const Reclaim &) const = default;
};
/// Report that no more slices of a background unit are reclaimed. It has no other effect.
struct EndReclaim { bool operator==(const EndReclaim &) const = default; };
/// Report how a requested measurement ended, as in NeedOutcome. It has no other effect.
struct EndMeasurement {
    std::optional<std::uint64_t> used;
    std::optional<std::uint64_t> needed;
    bool operator==(const EndMeasurement &) const = default;
};
struct Notify { Notice notice; bool operator==(const Notify &) const = default; };
struct Unnotify { bool operator==(const Unnotify &) const = default; };
/// Have the compositor minimise these windows of the app in front, which is to be frozen then.
struct Minimise {
    std::vector<WindowId> windows;
    bool operator==(const Minimise &) const = default;
};
/// Ask an app to quit. It never does more than ask.
struct Close {
    CloseWay way{};
    std::vector<WindowId> windows{};
    bool operator==(const Close &) const = default;
};

} // namespace action
// clang-format on

/// Any of these. Compiled once, as Event is.
struct AnyAct
    : std::variant<action::SetWeights, action::UnsetWeights, action::Protect, action::Unprotect,
                   action::Ask, action::Freeze, action::Thaw, action::Adopt, action::SplitTab,
                   action::RejoinTab, action::ChangeLevel, action::Reclaim, action::EndReclaim,
                   action::EndMeasurement, action::Notify, action::Unnotify, action::Minimise,
                   action::Close> {
    using variant::variant;
    AnyAct(const AnyAct &other);
    AnyAct(AnyAct &&other) noexcept;
    AnyAct &operator=(const AnyAct &other);
    AnyAct &operator=(AnyAct &&other) noexcept;
    ~AnyAct();
    bool operator==(const AnyAct &other) const;
};

struct Action {
    AnyAct what;
    /// The unit acted on. For Adopt and SplitTab the one that the processes leave. inode 0: the act
    /// concerns no unit.
    UnitId unit;
    std::string name; ///< that unit's name, for systemd and for users
    AppId app;
    Sentence reason; ///< for the journal, the bus and `headroomctl why`

    bool operator==(const Action &) const = default;
};

} // namespace headroom
