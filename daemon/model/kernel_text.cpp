// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/kernel_text.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <system_error>

namespace headroom {

namespace {

/// Removes the text up to the separator from the front, and the separator, too.
std::string_view take_until(std::string_view &text, char separator)
{
    const auto at = text.find(separator);
    const std::string_view taken = text.substr(0, at);
    text.remove_prefix(at == std::string_view::npos ? text.size() : at + 1);
    return taken;
}

std::optional<std::uint64_t> whole_number(std::string_view text)
{
    std::uint64_t number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc{} || end != text.data() + text.size())
        return std::nullopt;
    return number;
}

std::optional<Duration> microseconds(std::string_view text)
{
    const auto number = whole_number(text);
    if (!number || *number > static_cast<std::uint64_t>(std::numeric_limits<Duration::rep>::max()))
        return std::nullopt;
    return Duration{static_cast<Duration::rep>(*number)};
}

/// The value of the first "key=value" among words. nullopt: there is no such word.
std::optional<std::string_view> value_of(std::string_view words, std::string_view key)
{
    while (!words.empty()) {
        std::string_view word = take_until(words, ' ');
        if (take_until(word, '=') == key)
            return word;
    }
    return std::nullopt;
}

/// What follows the key in the first line that begins with it. nullopt: there is no such line.
std::optional<std::string_view> line_of(std::string_view text, std::string_view key)
{
    while (!text.empty()) {
        std::string_view line = take_until(text, '\n');
        if (take_until(line, ' ') == key)
            return line;
    }
    return std::nullopt;
}

std::optional<Duration> total_of(std::string_view text, std::string_view kind)
{
    const auto line = line_of(text, kind);
    const auto total = line ? value_of(*line, "total") : std::nullopt;
    return total ? microseconds(*total) : std::nullopt;
}

std::optional<double> average_of(std::string_view text, std::string_view which)
{
    const auto line = line_of(text, "some");
    const auto value = line ? value_of(*line, which) : std::nullopt;
    if (!value)
        return std::nullopt;
    double percent = 0;
    const auto [end, problem] = std::from_chars(value->data(), value->data() + value->size(),
                                                percent, std::chars_format::fixed);
    if (problem != std::errc{} || end != value->data() + value->size()
        || !(percent >= 0 && percent <= 100)) // from_chars() parses "nan"
        return std::nullopt;
    return percent;
}

/// "       2030344 kB"
std::optional<std::uint64_t> kilobytes(std::string_view text)
{
    constexpr std::uint64_t unit = 1024;
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    const auto number = whole_number(take_until(text, ' '));
    if (!number || text != "kB" || *number > std::numeric_limits<std::uint64_t>::max() / unit)
        return std::nullopt;
    return *number * unit;
}

template<typename Value> struct Wanted {
    std::string_view key;
    Value *value;
};

/// Looks up each line's first word among the wanted keys, and parses the rest of the line. Of two
/// lines with the same key, the first one counts.
template<typename Value, std::size_t size, typename Parse>
void read_lines(std::string_view text, const Wanted<Value> (&wanted)[size], Parse parse)
{
    bool seen[size]{};
    for (std::size_t missing = size; !text.empty() && missing > 0;) {
        std::string_view line = take_until(text, '\n');
        const std::string_view key = take_until(line, ' ');
        for (std::size_t i = 0; i < size; ++i) {
            if (wanted[i].key != key || seen[i])
                continue;
            *wanted[i].value = parse(line);
            seen[i] = true;
            --missing;
        }
    }
}

} // namespace

StallTotals parse_stall_totals(std::string_view text)
{
    return {.some = total_of(text, "some"), .full = total_of(text, "full")};
}

std::optional<double> parse_some_avg10(std::string_view text)
{
    return average_of(text, "avg10");
}

StallAverages parse_some_averages(std::string_view text)
{
    return {.ten = average_of(text, "avg10"),
            .sixty = average_of(text, "avg60"),
            .three_hundred = average_of(text, "avg300")};
}

MemoryStat parse_memory_stat(std::string_view text)
{
    MemoryStat stat;
    const Wanted<std::optional<std::uint64_t>> wanted[] = {
        {"active_anon", &stat.active_anon},
        {"inactive_anon", &stat.inactive_anon},
        {"unevictable", &stat.unevictable},
        {"shmem", &stat.shmem},
        {"active_file", &stat.active_file},
        {"inactive_file", &stat.inactive_file},
        {"slab_reclaimable", &stat.slab_reclaimable},
        {"slab_unreclaimable", &stat.slab_unreclaimable},
        {"zswap", &stat.zswap},
        {"zswapped", &stat.zswapped},
        {"swapcached", &stat.swapcached},
        {"pgscan", &stat.pgscan},
        {"workingset_refault_anon", &stat.workingset_refault_anon},
        {"workingset_refault_file", &stat.workingset_refault_file},
    };
    read_lines(text, wanted, whole_number);
    return stat;
}

std::optional<MemoryLevel> parse_meminfo(std::string_view text)
{
    std::optional<std::uint64_t> total;
    std::optional<std::uint64_t> available;
    std::optional<std::uint64_t> active_file;
    std::optional<std::uint64_t> swap_total;
    std::optional<std::uint64_t> swap_free;
    std::optional<std::uint64_t> mapped;
    const Wanted<std::optional<std::uint64_t>> wanted[] = {
        {"MemTotal:", &total},       {"MemAvailable:", &available}, {"Active(file):", &active_file},
        {"SwapTotal:", &swap_total}, {"SwapFree:", &swap_free},     {"Mapped:", &mapped},
    };
    read_lines(text, wanted, kilobytes);
    if (!total || *total == 0 || !available || !active_file || !swap_total || !swap_free)
        return std::nullopt;
    return MemoryLevel{.total = *total,
                       .available = *available,
                       .active_file = *active_file,
                       .swap_total = *swap_total,
                       .swap_free = *swap_free,
                       .mapped = mapped};
}

std::optional<std::uint64_t> parse_zswap_use(std::string_view text)
{
    const auto line = line_of(text, "Zswap:");
    return line ? kilobytes(*line) : std::nullopt;
}

std::optional<std::uint64_t> parse_zram_use(std::string_view text)
{
    constexpr int mem_used_total = 2; // after orig_data_size and compr_data_size
    for (int position = 0; !text.empty(); ++position) {
        text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
        const std::string_view word = take_until(text, ' ');
        if (position == mem_used_total)
            return whole_number(word);
    }
    return std::nullopt;
}

std::optional<std::uint64_t> parse_pages_swapped_out(std::string_view text)
{
    const auto line = line_of(text, "pswpout");
    return line ? whole_number(*line) : std::nullopt;
}

std::optional<Duration> parse_cpu_usage(std::string_view text)
{
    const auto line = line_of(text, "usage_usec");
    return line ? microseconds(*line) : std::nullopt;
}

std::optional<std::uint64_t> parse_io_bytes(std::string_view text)
{
    std::optional<std::uint64_t> sum = 0;
    while (!text.empty() && sum) {
        const std::string_view line = take_until(text, '\n');
        for (const std::string_view key : {"rbytes", "wbytes"}) {
            // The line of an unused device may have no figures.
            if (const auto value = value_of(line, key))
                sum = sum_of(sum, whole_number(*value));
        }
    }
    return sum;
}

bool says_frozen(std::string_view text)
{
    return text.contains("frozen 1");
}

std::optional<std::uint64_t> parse_number(std::string_view text)
{
    if (text.ends_with('\n'))
        text.remove_suffix(1);
    return whole_number(text);
}

std::optional<std::uint64_t> sum_of(std::optional<std::uint64_t> one,
                                    std::optional<std::uint64_t> other)
{
    if (!one || !other || *one > std::numeric_limits<std::uint64_t>::max() - *other)
        return std::nullopt;
    return *one + *other;
}

} // namespace headroom
