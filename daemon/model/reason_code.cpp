// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/reason_code.h"

#include <algorithm>
#include <ranges>

namespace headroom {

namespace {

struct Row {
    std::string_view text;
    std::string_view code;
};

// A program may depend on a code, so it stays when its text changes.
// tests/tree/test_reason_codes.py finds texts without a code, and texts that have gone.
// clang-format off: a table
constexpr Row of_texts[] = {
    // weights
    {"{} is the active app", "focused"},
    {"{} was the active app a moment ago", "focused-before"},
    {"{} is in full screen", "full-screen"},
    {"{} is recording", "recording"},
    {"{} is starting", "starting"},
    {"by your rule, {} always counts as the active app", "rule"},
    {"it is no longer the active app", "unfocused"},
    {"it no longer fills a screen or records", "no-longer-foreground"},
    {"memory is short, and the active app takes it", "memory-short"},
    {"the active app no longer takes what is short", "calm"},
    {"it is hidden and used {} % of what all apps used, while {}", "culprit"},
    {"the resource it uses was short a while ago", "short-before"},
    {"the resource it uses is no longer short", "calm"},
    {"it may no longer be slowed down", "no-longer-allowed"},
    {"it was asked to free memory", "asked"},
    // memory kept for the desktop and the foreground app
    {"keeping {} of the desktop in memory: memory is short", "memory-short"},
    {"keeping {1} of {0} in memory: it is the active app, and memory is short", "focused"},
    {"memory is no longer short", "calm"},
    // questions
    {"it {}, {} % of what all apps took lately", "culprit"},
    // freezes
    {"it {}, {} % of what all apps took lately, and {}", "culprit"},
    {"no app alone uses most of the memory, this hidden app was unused for the longest, and {}",
     "least-recently-used"},
    {"you requested it", "requested"},
    {"memory ran short", "memory-short"},
    {"the CPU was busy", "cpu-busy"},
    {"the disk was busy", "disk-busy"},
    // thaws
    {"its window was activated", "activated"},
    {"its window was shown again", "shown"},
    {"it opened a window", "new-window"},
    {"its window had to respond", "awaited"},
    {"another program waits for it", "needed"},
    {"the compositor was about to disconnect it", "events-unread"},
    {"windows are no longer reported", "windows-lost"},
    {"it plays or records", "stream-started"},
    {"it was launched again", "launched-again"},
    {"it was paused for the longest time allowed", "longest-pause"},
    {"it could not be paused in time", "never-settled"},
    {"another program resumed it", "resumed-by-others"},
    {"it may no longer be paused", "no-longer-allowed"},
    {"the computer is about to sleep", "sleep"},
    {"the session is about to end", "session-ends"},
    {"Headroom is ending", "headroom-ends"},
    {"you have paused Headroom", "disabled"},
    // units
    {"{} has a window but runs in {}", "has-window"},
    {"{} was started by the bus but runs in {}", "started-by-bus"},
    {"{} was launched as an app but runs in {}", "launched"},
    {"a part of {} still runs in {}", "left-behind"},
    {"gave a tab of {} a unit of its own: it uses most of the memory", "culprit"},
    {"a tab of {} is in its terminal's unit again", "calm"},
    {"a unit of {} has ended", "ended"},
    // reclaim
    {"pushing {} out of memory: it is paused", "paused"},
    {"pushed {} MiB of {} out of memory while it was paused", "paused"},
    {"gradually pushing unused memory of {} out: it is hidden", "hidden"},
    {"pushed {} MiB of {} out of memory while it was hidden", "hidden"},
    {"{} is paused", "paused"},
    {"measured what {0} needs: {1} of the {2} that it used", "requested"},
    // requests to quit
    {"asked {} to close its windows: you requested it", "requested"},
    {"minimised {} to pause it: you requested it", "requested"},
    {"asked {} to quit: you requested it", "requested"},
    // notifications
    {"showed a notification: \"{}. {}\"", "notification"},
    {"withdrew the notification", "notification-over"},
    // levels
    {"the active app hardly has to wait", "calm"},
    {"the active app waited for the CPU {} % of the last {} s", "foreground-waits-for-cpu"},
    {"the active app waited for the disk {} % of the last {} s", "foreground-waits-for-disk"},
    {"the active app waited for memory {} % of the last {} s", "foreground-waits-for-memory"},
    {"the desktop waited for the CPU {} % of the last {} s", "foreground-waits-for-cpu"},
    {"the desktop waited for the disk {} % of the last {} s", "foreground-waits-for-disk"},
    {"the desktop waited for memory {} % of the last {} s", "foreground-waits-for-memory"},
    {"a process waited for the CPU {} % of the last {} s", "processes-wait-for-cpu"},
    {"a process waited for the disk {} % of the last {} s", "processes-wait-for-disk"},
    {"a process waited for memory {} % of the last {} s", "processes-wait-for-memory"},
    {"memory will run out in {} s", "memory-runs-out"},
    {"all memory is in use", "memory-runs-out"},
    {"waited {} in the last minute", "waited"},
};

/// The beginning of a context. Gentle reclaim ends for many reasons of few kinds.
constexpr Row of_contexts[] = {
    {"why what an application does not use stays in memory", "not-reclaimed"},
    {"why what an application needs is not measured", "not-measured"},
    {"why an application is exempt", "exempt"},
    {"why an application can't be frozen", "exempt"},
    {"why a unit is exempt", "exempt"},
    {"how short the machine is", "pressure"},
};
// clang-format on

std::string_view own_code(const Sentence &sentence)
{
    if (const auto *row = std::ranges::find(of_texts, sentence.text(), &Row::text);
        row != std::end(of_texts))
        return row->code;
    const auto *row = std::ranges::find_if(
        of_contexts, [&](const Row &kind) { return sentence.context().starts_with(kind.text); });
    return row != std::end(of_contexts) ? row->code : std::string_view{};
}

} // namespace

std::string_view reason_code(const Sentence &sentence)
{
    if (const auto code = own_code(sentence); !code.empty())
        return code;
    // The reason is the last part: "paused {}: {}".
    for (const Sentence &part : sentence.parts() | std::views::reverse) {
        if (const auto code = reason_code(part); !code.empty())
            return code;
    }
    return {};
}

} // namespace headroom
