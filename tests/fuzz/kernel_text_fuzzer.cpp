// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// Each kernel version writes its control files a little differently. No text may crash the parsers,
// and none may yield a figure that it doesn't contain.

#include "model/kernel_text.h"
#include "require.h"
#include "unit/model/kernel_texts_seen.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace {

using namespace headroom;

void check_pressure(const std::string &text)
{
    const StallTotals totals = parse_stall_totals(text);
    for (const auto &[kind, total] :
         {std::pair{"some", totals.some}, std::pair{"full", totals.full}}) {
        require(!total || *total >= Duration::zero(), "nobody stalls for less than no time");
        require(!total || text.contains(kind), "what isn't there isn't told");
    }
    if (totals.some && totals.full) {
        const std::string plain = "some avg10=0.00 total=" + std::to_string(totals.some->count())
            + "\nfull total=" + std::to_string(totals.full->count()) + "\n";
        require(parse_stall_totals(plain) == totals, "a total that is written again is the same");
    }
    const auto percent = parse_some_avg10(text);
    require(!percent || (*percent >= 0 && *percent <= 100), "a percentage is one");
}

void check_memory(const std::string &text)
{
    const MemoryStat stat = parse_memory_stat(text);
    require(!stat.pgscan || text.contains("pgscan "), "what isn't there isn't told");
    require(parse_memory_stat(text + "\npgscan_more 1\n") == stat, "another line changes nothing");
    const auto level = parse_meminfo(text);
    require(!level
                || (level->total > 0 && level->total % 1024 == 0 && level->swap_free % 1024 == 0),
            "kilobytes are whole");
    require(!level || parse_meminfo(text + "\nMemTotal: 1 kB\n") == level,
            "the first line of a name counts");
}

void check_counters(const std::string &text, std::size_t cut)
{
    (void)parse_pages_swapped_out(text);
    const auto usage = parse_cpu_usage(text);
    require(!usage || *usage >= Duration::zero(), "nobody runs for less than no time");
    const auto number = parse_number(text);
    require(!number || parse_number(std::to_string(*number)) == number,
            "a number that is written again is the same");
    const std::string first = text.substr(0, cut);
    const std::string second = text.substr(cut);
    require(parse_io_bytes(first + "\n" + second)
                == sum_of(parse_io_bytes(first), parse_io_bytes(second)),
            "each disk's line counts for itself");
}

void check(const std::string &text, std::size_t cut)
{
    check_pressure(text);
    check_memory(text);
    check_counters(text, std::min(cut, text.size()));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string input(reinterpret_cast<const char *>(data), size);
    const std::size_t place = size < 2 ? 0 : data[0] * 256U + data[1];
    check(input, place);
    for (const std::string_view known : {seen::cpu_pressure, seen::irq_pressure, seen::memory_stat,
                                         seen::meminfo, seen::cpu_stat, seen::io_stat}) {
        std::string text{known};
        const std::size_t at = place % text.size();
        // a kernel's file with other content in it
        check(text.replace(at, std::min(size, text.size() - at), input), at);
    }
    return 0;
}
