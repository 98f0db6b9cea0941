// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "report.h"

#include <algorithm>
#include <format>
#include <iterator>
#include <vector>

namespace uiprobe {

namespace {

// Gaps of this length are listed, so that readers of the report can apply another threshold.
constexpr double listed_ms = 40;

struct Gap {
    double at_s; ///< when it begins, since the start of the record
    double ms;
};

double milliseconds(auto duration)
{
    return std::chrono::duration<double, std::milli>{duration}.count();
}

double quantile(const std::vector<double> &ordered, double part)
{
    return ordered.empty()
        ? 0
        : ordered[std::min(ordered.size() - 1,
                           static_cast<std::size_t>(part * static_cast<double>(ordered.size())))];
}

const char *mode(const Options &options)
{
    if (options.wayland)
        return "wayland";
    return options.window ? "window" : "plain";
}

struct Seen {
    std::vector<Gap> gaps;
    std::size_t frames = 0;
    std::size_t on_time = 0;
};

Seen read(const Record &record, Clock::time_point began, Clock::time_point now, double threshold_ms)
{
    Seen seen;
    seen.frames = record.count();
    double at_us = 0;
    for (std::size_t index = 0; index < seen.frames; ++index) {
        const Frame frame = record.at(index);
        seen.on_time += frame.on_time;
        seen.gaps.push_back({at_us / 1e6, frame.gap_us / 1e3});
        at_us += frame.gap_us;
    }
    // A frame loop that is stuck at the end counts, too. Else the longest stall would be missed.
    if (const double open_ms = milliseconds(now - began) - at_us / 1e3;
        open_ms > std::min(threshold_ms, listed_ms))
        seen.gaps.push_back({at_us / 1e6, open_ms});
    return seen;
}

} // namespace

// Formatted by hand: a JSON library would have to be locked in memory, too, up to a limit of 8 MiB.
std::string report(const Options &options, const Record &record, const Recorder &recorder,
                   Clock::time_point now)
{
    const auto began = record.began().value_or(now);
    const auto threshold_ms = static_cast<double>(options.threshold.count());
    const Seen seen = read(record, began, now, threshold_ms);
    std::vector<double> ordered;
    std::ranges::transform(seen.gaps, std::back_inserter(ordered), &Gap::ms);
    std::ranges::sort(ordered);
    const auto longer_than = [&](double ms) {
        return ordered.end() - std::ranges::upper_bound(ordered, ms);
    };
    double stall_s = 0;
    std::string listed;
    for (const Gap &gap : seen.gaps) {
        if (gap.ms > threshold_ms)
            stall_s += (gap.ms - milliseconds(frame_time)) / 1e3;
        if (gap.ms >= listed_ms)
            listed +=
                std::format("{}[{:.3f}, {:.1f}]", listed.empty() ? "" : ", ", gap.at_s, gap.ms);
    }
    const double seconds = milliseconds(now - began) / 1e3;
    const double target = std::max(1.0, seconds * frames_a_second);
    const auto began_us =
        std::chrono::duration_cast<std::chrono::microseconds>(began.time_since_epoch()).count();
    const double on_time = std::min(1.0, static_cast<double>(seen.on_time) / target);
    return std::format(R"({{"mode": "{}", "began_us": {}, "seconds": {:.2f}, "frames": {}, )"
                       R"("target": {:.0f}, "frames_on_time": {}, "on_time": {:.4f}, )",
                       mode(options), began_us, seconds, seen.frames, target, seen.on_time, on_time)
        + std::format(
               R"("gap_ms": {{"p50": {:.1f}, "p95": {:.1f}, "p99": {:.1f}, "worst": {:.1f}}}, )"
               R"("threshold_ms": {}, "stalls": {}, )",
               quantile(ordered, 0.5), quantile(ordered, 0.95), quantile(ordered, 0.99),
               ordered.empty() ? 0 : ordered.back(), options.threshold.count(),
               longer_than(threshold_ms))
        + std::format(
               R"("stall_seconds": {:.3f}, "over_100_ms": {}, "over_1_s": {}, "over_5_s": {}, )",
               stall_s, longer_than(100), longer_than(1000), longer_than(5000))
        + std::format(
               R"("recorder": {{"locked": {}, "worst_lateness_ms": {:.1f}}}, "gaps": [{}]}})",
               recorder.locked, milliseconds(recorder.worst_lateness), listed);
}

} // namespace uiprobe
