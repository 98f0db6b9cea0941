// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/action.h"
#include "model/question.h"
#include "model/ids.h"
#include "model/lease.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// What may be done when the machine runs short. Off: nothing. Warn: nap, and notify the user.
/// Freeze: freeze, too.
enum class Response { Off, Warn, Freeze };
/// Never: neither napped nor frozen. Eager: may be frozen although it was in front a moment ago.
/// Foreground: as Never, and boosted while it runs.
enum class AppRule { Never, Normal, Eager, Foreground };

/// As in headroomrc(5): "never", "normal", "eager", "foreground".
[[nodiscard]] std::string_view name_of(AppRule rule);

/// A rule for all apps whose ids match a pattern (fnmatch(3)).
struct PatternRule {
    std::string pattern; ///< "steam_app_*"
    AppRule rule;

    bool operator==(const PatternRule &) const = default;
};

// clang-format off: tables

/// The limits from which on pressure counts. Shares are in percent of the time, over a window that
/// ends now. Figures without a reason are those of ChromeOS's and Android's daemons.
struct PressureLimits {
    // Memory. "UI" is the compositor's unit or the focused app's, whichever stalls more.
    double ui_memory_uneasy = 3;          ///< some, over `window`: a frame is late now and then
    double ui_memory_high = 10;           ///< some, over `short_window`: one frame in ten is late
    double ui_memory_critical = 40;       ///< full, over `window`: it hangs
    double system_memory_uneasy = 5;      ///< some, over `window`
    /// some, over `short_window`: in the lab, apps were frozen from here on before anything hung
    double system_memory_high = 10;
    double system_memory_critical = 40;   ///< full, over `window`, if the UI waits, too
    /// Percent of all memory that is neither held nor in use as file pages. Above this limit,
    /// memory stalls are no shortage.
    double slack_low = 10;
    /// Percent, as above. From this limit on there is no shortage either, even if the kernel swaps
    /// out unused memory.
    double slack_ample = 25;

    /// Memory is low, and at this pace gone within this time: high. Without swap, the first stall
    /// would be too late.
    Duration gone_soon = std::chrono::seconds{2};
    /// Percent of all memory. Slower growth counts as high, too, if slack and free swap together
    /// are less.
    double room_nearly_gone = 4;
    /// At this pace memory is gone within this time: reason to sample, with or without stalls.
    Duration filling_up = std::chrono::seconds{20};

    // CPU and I/O shortages slow things down, but never hang them for good. So they never lead to
    // more than "uneasy".
    double ui_cpu_uneasy = 20;            ///< some, over `long_window`: runnable, but not running
    double ui_io_uneasy = 20;             ///< some, over `long_window`

    // Stalls are averaged over one of these, from the newest sample back.
    /// The limits are three times those of `short_window`.
    Duration shortest_window = std::chrono::milliseconds{100};
    Duration short_window = std::chrono::milliseconds{200};
    Duration window = std::chrono::milliseconds{500};
    Duration long_window = std::chrono::seconds{1};

    /// Two windows of the triggers without a stall. Then sampling stops.
    Duration alert_lingers = std::chrono::seconds{4};
    Duration sample_alert = std::chrono::milliseconds{100};
    /// Never less: faster reads lose stalls for every reader, as psi.c counts in jiffies.
    Duration sample_critical = std::chrono::milliseconds{50};
    /// Nothing will be frozen. The user was warned of an app that may not be frozen, or wants no
    /// response to pressure. Each sample takes CPU time from the desktop.
    Duration sample_no_freeze = std::chrono::milliseconds{250};
    /// It is calm, but an app is frozen or napped and waits for the end of that.
    Duration sample_frozen = std::chrono::seconds{2};
    double any_stall = 0.5;               ///< percent, over `window`: less is noise

    bool operator==(const PressureLimits &) const = default;
};

/// Which apps pressure may freeze, and for how long.
struct FreezeLimits {
    /// The user may return to an app that was in front a moment ago.
    Duration unfocused_for = std::chrono::seconds{10};
    /// A user who has started an app sees a busy pointer until its window comes; mutter shows it
    /// this long.
    Duration starting_for = std::chrono::seconds{15};
    /// The same for a program without a desktop file, which hardly ever shows a window.
    Duration may_be_starting_for = std::chrono::seconds{3};
    /// Percent of all memory. A program without a desktop file that holds this much isn't just
    /// starting.
    double starting_share = 10;
    /// An app that has closed its last window may still be saving its contents.
    Duration closing_for = std::chrono::seconds{60};
    /// Doubled with each freeze of the same app.
    Duration shortest_freeze = std::chrono::seconds{5};
    Duration longest_backoff = std::chrono::minutes{5};   ///< where the doubling ends
    Duration offence_fades = Offences::fade_after;
    /// The longest time from when a thawed app begins to take all memory again until it is frozen.
    Duration noticed_within = std::chrono::seconds{3};
    /// Before the first thaw, and between two thaws.
    Duration calm_for = std::chrono::seconds{5};
    /// Pressure doesn't freeze an app for this long after the user has thawed it.
    Duration user_thaw_exempts = std::chrono::minutes{10};
    /// The same after a player was paused: a media key calls the player, and must find it awake.
    Duration paused_player_exempts = std::chrono::minutes{10};
    /// The last freeze must have had time to take effect.
    Duration between_freezes = std::chrono::milliseconds{300};
    /// Percent of the growth that the one or two largest growers must cause together.
    double culprit_share = 50;
    double least_share = 25;    ///< percent of it that each of them must cause
    /// When a freeze that took too long is tried again at critical. At other levels: after
    /// offence_fades.
    Duration unsettled_again = std::chrono::seconds{10};
    /// How long no culprit must have been found before hidden apps are frozen in turn.
    Duration nobody_for = std::chrono::seconds{1};
    std::uint64_t least_growth = 16ULL << 20U;    ///< bytes by which a culprit must have grown
    /// Bytes, the same for what no app has taken: available memory fluctuates by itself.
    std::uint64_t least_elsewhere = 64ULL << 20U;
    /// An app that listens has this long to read the question before it is frozen.
    Duration read_due = std::chrono::milliseconds{100};
    /// One that has read it has this long to free memory, but not at critical. Where memory is
    /// short, its own code has to be read from the disk first.
    Duration answer_due = std::chrono::milliseconds{300};
    /// One that goes on freeing memory has this long in all, but not at critical.
    Duration answer_ends = Question::followed_for;
    /// It isn't asked again before that: what it can free, it has freed.
    Duration asked_again = std::chrono::seconds{10};
    std::uint64_t least_freed = 16ULL << 20U;     ///< bytes: what counts as freeing memory
    /// Bytes that an app must hold to be frozen in turn: less gains nothing.
    std::uint64_t least_in_turn = 32ULL << 20U;
    /// Pages, where no app grows: thrashing at a standstill.
    std::uint64_t least_refaults = 2'000;

    bool operator==(const FreezeLimits &) const = default;
};

struct ReclaimLimits {
    bool enabled = true;
    /// Bytes at a time; the kernel may write three times as much.
    std::uint64_t slice = 16ULL << 20U;
    double swap_reserve = 20;                ///< percent of swap that stays free (Android's figure)
    std::uint64_t leave = 16ULL << 20U;      ///< bytes: not worth the faults after the thaw

    bool operator==(const ReclaimLimits &) const = default;
};

/// Gentle reclaim of hidden apps. This is senpai's algorithm, in the terms of TMO (Weiner et al.,
/// ASPLOS '22, 3.3). Each slice is a small share of what a unit has in memory. It is smaller the
/// nearer the unit's own stalls are to the target, and if the last slice was needed again. In the
/// end, the memory that the unit uses is left.
struct GentleLimits {
    bool enabled = false;
    /// Between two looks, and between two slices (senpai's and TMO's).
    Duration interval = std::chrono::seconds{6};
    /// The usual size of a slice while nothing stalls, in percent of memory.current. It is senpai's
    /// max_probe, and TMO's upper limit. With TMO's own 0.05, 800 MiB would become 200 in five
    /// hours, which servers have. WorkingSet::pace() makes it 0.25 to 2.
    double share = 1;
    /// Percent of the time, over WorkingSet::window, in which the unit may stall. TMO's servers
    /// have 0.1.
    double target = 1;
    /// Percent, as above. While the unit stalls less, only file pages are reclaimed, and nothing is
    /// swapped out.
    double file_pages_only_below = 0.5;
    /// Bytes (senpai's). A unit with no more than this is not reclaimed, and no unit is reduced to
    /// less.
    std::uint64_t least = 100ULL << 20U;
    /// A unit that had no more is looked at again after this time, since it may have grown. Nothing
    /// is woken for that: it waits for the next turn.
    Duration little_lasts = std::chrono::minutes{10};
    /// Bytes a second on the whole machine (TMO's), where swap is on a disk: more wears it. zram
    /// and zswap wear nothing.
    std::uint64_t swap_out = 1'000'000;
    /// A unit that has not become smaller by one percent for this long needs the rest. Even at the
    /// slowest pace, five percent of it were asked for.
    Duration settles_within = std::chrono::minutes{2};
    /// Percent of its memory that must have been asked for in that time if swap held slices back.
    double settles_after = 4;
    /// If even that was not possible, it ends without a result.
    Duration gives_up_after = std::chrono::minutes{10};
    /// A measurement that the user has requested ends after this time, whatever it has found. It
    /// takes 20 minutes at most if swap is fast.
    Duration longest_request = std::chrono::hours{1};

    bool operator==(const GentleLimits &) const = default;
};

/// How much memory of the foreground is protected while memory is short. Shares are in percent of
/// all memory.
struct ProtectLimits {
    bool enabled = true;
    /// For both together. user.slice has the same in systemd-units/.
    double share = 30;
    /// For session.slice (compositor, shell, bus), of what is left. Plasma, GNOME: 0.5 to 1 GiB.
    double session_share = 20;
    /// For the focused app, which comes first. It may be the culprit itself, so the rest needs
    /// room.
    double front_share = 20;
    /// Percent of what is protected now: by how much more a unit must need until that is raised.
    double raised_from = 25;

    bool operator==(const ProtectLimits &) const = default;
};

/// What the user can choose, with the defaults. Where settings/headroom.kcfg has the same default,
/// a test keeps them equal.
struct Config {
    /// For the focused app. Against one app with the default of 100 that is 83 %.
    Weights boosted{.cpu = 500, .io = 500};
    /// For a hidden app that uses what is short.
    Weights napped{.cpu = 20, .io = 20};
    /// A pause between two songs is no silence.
    Duration sound_lingers = std::chrono::seconds{15};
    /// Alt-Tab and popups move the focus for a moment. Weights are not rewritten for that.
    Duration boost_lingers = std::chrono::milliseconds{300};
    /// How long a nap outlasts the shortage: the nap may be the reason why it is calm.
    Duration nap_lingers = std::chrono::seconds{30};
    /// Percent of the contended resource that a hidden app must use to be napped.
    double nap_share = 10;
    /// No freeze lasts longer, whatever its cause.
    Duration longest_freeze = std::chrono::hours{4};
    /// A freeze that has not settled by then won't (NFS, vfork, KVM): thaw and remember that.
    Duration freeze_must_settle = std::chrono::seconds{2};
    Response response = Response::Freeze;
    bool notify = true;
    std::map<AppId, AppRule> rules;
    /// For apps without a rule of their own. The first that matches counts. The more characters a
    /// pattern has, the sooner it comes.
    std::vector<PatternRule> pattern_rules;
    PressureLimits limits;
    FreezeLimits freezing;
    ReclaimLimits reclaim;
    GentleLimits gentle;
    ProtectLimits protection;
    // clang-format on

    [[nodiscard]] AppRule rule(const AppId &app) const;
    /// Whether any app may have this rule, without a look at the apps.
    [[nodiscard]] bool has_rule(AppRule rule) const;

    bool operator==(const Config &) const = default;
};

} // namespace headroom
