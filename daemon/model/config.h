// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/action.h"
#include "model/ids.h"
#include "model/lease.h"

#include <cstdint>
#include <map>
#include <string_view>

namespace headroom {

enum class Response {
    Off,
    Warn,
    Freeze
};  ///< what may be done when the machine runs short: nothing, nap and tell, or freeze too
enum class AppRule {
    Never,
    Normal,
    Eager
}; ///< Never: neither napped nor frozen. Eager: frozen although it was in front a moment ago

// clang-format off: tables

/// From where on it counts. Shares of time in percent, over a window that ends now. Where no reason is given, the figure is
/// that of ChromeOS's and Android's daemons.
struct PressureLimits {
    // Memory. "UI" is the compositor's unit or the focused app's, whichever stalls more.
    double ui_memory_uneasy = 3;          ///< some, over `glance`: a frame is late now and then
    double ui_memory_high = 10;           ///< some, over `blink`: one frame in ten is late
    double ui_memory_critical = 40;       ///< full, over `glance`: it hangs
    double system_memory_uneasy = 5;      ///< some, over `glance`
    double system_memory_high = 10;       ///< some, over `blink`: the lab's first freezer acted here and the hang was gone
    double system_memory_critical = 40;   ///< full, over `glance`: nobody gets anywhere
    double slack_low = 10;                ///< percent of all memory neither held nor in use as file pages: above it, memory stalls are no shortage
    double slack_ample = 25;              ///< percent, as above: from there on no shortage either, though the kernel swaps out what nobody uses

    Duration gone_soon = std::chrono::seconds{2};     ///< low, and at this pace gone within that: high, for the first stall is too late where there is no swap
    double room_nearly_gone = 4;                      ///< percent of all memory in which slack and free swap must fit together, for slower growth to count as high, too
    Duration filling_up = std::chrono::seconds{20};   ///< at this pace gone within that: worth looking at, stalls or not

    // CPU and I/O slow things down and never hang them for good, so they never lead higher than "uneasy".
    double ui_cpu_uneasy = 20;            ///< some, over `look`: runnable and not run
    double ui_io_uneasy = 20;             ///< some, over `look`

    Duration blink = std::chrono::milliseconds{200};
    Duration glance = std::chrono::milliseconds{500};
    Duration look = std::chrono::seconds{1};

    Duration alert_lingers = std::chrono::seconds{4};          ///< two of the triggers' windows without a stall, then sampling stops
    Duration sample_alert = std::chrono::milliseconds{100};
    Duration sample_critical = std::chrono::milliseconds{50};  ///< never less: faster reads lose stalls for every reader (psi.c counts in jiffies)
    Duration sample_frozen = std::chrono::seconds{2};          ///< calm, but somebody is frozen or napped and waits for the end of it
    double any_stall = 0.5;                                    ///< percent, over `glance`: less is noise

    bool operator==(const PressureLimits &) const = default;
};

/// Whom pressure may freeze, and for how long.
struct FreezeLimits {
    Duration unfocused_for = std::chrono::seconds{10};    ///< who was in front a moment ago may be wanted again
    Duration starting_for = std::chrono::seconds{15};     ///< who waits for a window waits for it with a busy pointer (mutter shows it for so long)
    Duration may_be_starting_for = std::chrono::seconds{3}; ///< the same for a program without a desktop file, which hardly ever shows a window
    double starting_share = 10;                            ///< percent of all memory: without a desktop file, who has so much isn't just starting
    Duration closing_for = std::chrono::seconds{60};      ///< an app that has no window any more may still be saving what was in it
    Duration shortest_hold = std::chrono::seconds{5};     ///< doubled with each freeze of the same app
    Duration longest_backoff = std::chrono::minutes{5};   ///< what the doubling ends at
    Duration offence_fades = Offences::fade_after;
    Duration noticed_within = std::chrono::seconds{3};    ///< so long may it take until whoever was thawed is known to take all memory again, and stopped
    Duration calm_for = std::chrono::seconds{5};          ///< before anybody is thawed, and between two thaws
    Duration user_thaw_spares = std::chrono::minutes{10}; ///< whoever the user thawed is left alone so long
    Duration between_freezes = std::chrono::milliseconds{300}; ///< the last one must have had the time to take effect
    double culprit_share = 50;  ///< percent of the growth that the one or two largest growers must make up together
    double least_share = 25;    ///< percent of it that each of them must make up
    Duration unsettled_again = std::chrono::seconds{10}; ///< after one that took too long it is tried again if it is critical; else after offence_fades
    Duration nobody_for = std::chrono::seconds{1};       ///< so long it must have been looked for a culprit before hidden apps are frozen in turn
    std::uint64_t least_growth = 16ULL << 20U;///< bytes that somebody must have grown by to be called the cause
    std::uint64_t least_elsewhere = 64ULL << 20U; ///< the same of what is no app: what is available goes up and down by itself
    std::uint64_t least_in_turn = 32ULL << 20U; ///< bytes that an app must hold to be frozen in turn: less gains nothing
    std::uint64_t least_refaults = 2'000;     ///< pages, where nobody grows: thrashing at a standstill

    bool operator==(const FreezeLimits &) const = default;
};

struct ReclaimLimits {
    bool enabled = true;
    std::uint64_t slice = 16ULL << 20U;      ///< pushed out at a time; the kernel may write three times as much
    double swap_reserve = 20;                ///< percent of swap that stays free (Android's figure)
    std::uint64_t leave = 16ULL << 20U;      ///< not worth the thaw's faults

    bool operator==(const ReclaimLimits &) const = default;
};

/// Of gentle reclaim: senpai's law, as TMO has it (Weiner et al., ASPLOS '22, 3.3), for what can't be seen. Of what a unit has in memory a small share is
/// asked for at a time, the smaller the nearer its own stalls are to the target: what is left in the end is what it uses.
struct GentleLimits {
    bool enabled = false;
    Duration interval = std::chrono::seconds{6};        ///< between two looks, and two slices: senpai's and TMO's
    double share = 0.05;                                ///< percent of memory.current that a slice is while nothing stalls: TMO's
    double target = 1;                                  ///< percent of the time, over WorkingSet::window, in which it may stall; TMO's servers have 0.1
    double file_pages_only_below = 0.5;                 ///< percent, as above: while it stalls less, file pages alone go, and nothing is written to swap
    std::uint64_t least = 100ULL << 20U;                ///< bytes: who has no more is let be, and nobody is brought below that (senpai's)
    std::uint64_t swap_out = 1'000'000;                 ///< bytes a second: with more of it on the whole machine the disk is worn, and nothing more is taken (TMO's)
    Duration settles_within = std::chrono::minutes{10}; ///< so long without becoming smaller by one percent, where at full pace it is five: it needs the rest

    bool operator==(const GentleLimits &) const = default;
};

/// What the user can choose, with the values that hold when nothing was chosen: where settings/headroom.kcfg has them too, a test keeps them equal.
struct Config {
    Weights boosted{.cpu = 500, .io = 500};                    ///< the focused app; against a rival's 100 that is 83 %
    Weights napped{.cpu = 20, .io = 20};                       ///< a hidden app that takes what runs short
    Duration sound_lingers = std::chrono::seconds{15};         ///< a pause between two songs is no silence
    Duration boost_lingers = std::chrono::milliseconds{300};   ///< alt-tab and popups pass through focus; don't rewrite weights for them
    Duration nap_lingers = std::chrono::seconds{30};           ///< after it was last called for: it is what keeps things calm
    double nap_share = 10;                                     ///< percent of the contended resource that a hidden app must take to be napped
    Duration longest_hold = std::chrono::hours{4};             ///< nothing stays frozen longer, whoever asked
    Duration freeze_must_settle = std::chrono::seconds{2};     ///< later than that it won't (NFS, vfork, KVM): thaw and remember
    Response response = Response::Freeze;
    bool notify = true;
    std::map<AppId, AppRule> rules;
    PressureLimits limits;
    FreezeLimits freezing;
    ReclaimLimits reclaim;
    GentleLimits gentle;
    // clang-format on

    [[nodiscard]] AppRule rule(const AppId &app) const
    {
        const auto found = rules.find(app);
        return found == rules.end() ? AppRule::Normal : found->second;
    }

    bool operator==(const Config &) const = default;
};

} // namespace headroom
