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

/// All that can be done, on one screen.
namespace headroom {

/// Weights as systemd's CPUWeight= and IOWeight= take them: 1 to 10000, the kernel's default is 100. nullopt: not ours to set here.
struct Weights {
    std::optional<std::uint64_t> cpu;
    std::optional<std::uint64_t> io;
    bool operator==(const Weights &) const = default;
};

enum class WeightKind { Boost, Nap }; ///< more than the usual 100, or less
enum class FreezeCause { Asked, Pressure };
/// Windows: as a click on their buttons would close them. Quit: by the app's own action, as its menu has it. Both may ask about unsaved work. End: the unit's
/// processes are told to (SIGTERM), and most programs do so at once.
enum class CloseWay { Windows, Quit, End };
enum class ReclaimFrom {
    Frozen,
    Background
}; ///< what stands still needs nothing; what runs unseen, little
enum class ThawCause {
    Asked,
    Activated,
    Shown,
    NewWindow,
    Awaited,
    Needed,
    EventsUnread,
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

/// The one desktop notification, which is replaced, never stacked.
struct Notice {
    AppId app; ///< whose memory it is about, and who has the buttons; empty: no app's
    std::string icon{}; ///< as in event::AppDescribed; empty: not known
    bool frozen = false; ///< it was stopped: offers Thaw instead of Freeze
    Sentence title; ///< without a full stop
    Sentence text; ///< whole sentences
    /// The same app in the same state: its figures change all the time, and nobody reads a text that does.
    [[nodiscard]] bool is_about_the_same(const Notice &other) const
    {
        return app == other.app && frozen == other.frozen;
    }
    bool operator==(const Notice &) const = default;
};

// clang-format off: one act a line
namespace action {

struct SetWeights { Weights weights; WeightKind kind{}; bool operator==(const SetWeights &) const = default; };
struct UnsetWeights { WeightKind kind{}; bool operator==(const UnsetWeights &) const = default; }; ///< back to "not set", which is not the same as 100
struct Freeze {
    FreezeCause cause{};
    std::optional<std::uint64_t> grew{}; ///< bytes a second that it took until now; nullopt: it is not frozen for that, or it isn't known
    bool in_turn = false;                ///< under pressure for which nobody is to blame: it was unused for the longest
    bool operator==(const Freeze &) const = default;
};
struct Thaw { ThawCause cause{}; bool operator==(const Thaw &) const = default; };
struct Adopt { ProcessId leader; bool operator==(const Adopt &) const = default; }; ///< the leader and its tree, into a scope of their own
/// A terminal's tab, by what leads it, into a scope of its own for a while. Unit is the terminal's.
struct SplitTab { ProcessId shell; bool operator==(const SplitTab &) const = default; };
struct RejoinTab { bool operator==(const RejoinTab &) const = default; }; ///< all that is in a split tab's scope goes back to where the tab was

struct ChangeLevel { Level level{}; Sentence because; bool operator==(const ChangeLevel &) const = default; }; ///< nothing but a word: to the bus, the journal, the history
/// Push so much of the unit out of memory.
struct Reclaim {
    std::uint64_t bytes = 0;
    ReclaimFrom from = ReclaimFrom::Frozen;
    bool file_pages_only = false; ///< nothing is swapped out
    bool operator==(const Reclaim &) const = default;
};
struct EndReclaim { bool operator==(const EndReclaim &) const = default; }; ///< nothing but a word: of a unit in the background no more slices are taken
struct Notify { Notice notice; bool operator==(const Notify &) const = default; };
struct Unnotify { bool operator==(const Unnotify &) const = default; };
/// Ask an app to quit, and never more than ask.
struct Close { CloseWay way{}; std::vector<WindowId> windows{}; bool operator==(const Close &) const = default; };

} // namespace action
// clang-format on

struct Action {
    std::variant<action::SetWeights, action::UnsetWeights, action::Freeze, action::Thaw,
                 action::Adopt, action::SplitTab, action::RejoinTab, action::ChangeLevel,
                 action::Reclaim, action::EndReclaim, action::Notify, action::Unnotify,
                 action::Close>
        what;
    UnitId
        unit; ///< the unit acted on; for Adopt and SplitTab the one that is left; inode 0 where an act concerns no unit
    std::string name; ///< that unit's name, for systemd and for people
    AppId app;
    Sentence reason; ///< the sentence for the journal, the bus and `headroomctl why`

    bool operator==(const Action &) const = default;
};

} // namespace headroom
