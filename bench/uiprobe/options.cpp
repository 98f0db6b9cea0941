// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "options.h"

#include <charconv>
#include <format>
#include <string_view>
#include <system_error>

#include <getopt.h>

namespace uiprobe {

namespace {

constexpr long longest_seconds = 1800; // so that the record can be locked in memory

std::expected<long, std::string> number(std::string_view name, std::string_view text, long least,
                                        long most)
{
    long value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc{} || end != text.data() + text.size() || value < least || value > most)
        return std::unexpected(
            std::format("--{} takes a number from {} to {}, not \"{}\"", name, least, most, text));
    return value;
}

std::expected<void, std::string> take(Options &options, char letter, const char *name,
                                      const char *text)
{
    const auto limited = [&](long least, long most) { return number(name, text, least, most); };
    // clang-format off
    switch (letter) {
    case 'h': options.help = true; return {};
    case 'w': options.wayland = true; return {};
    case 'o': options.window = true; return {};
    case 'f': options.file = text; return {};
    case 'i': options.app_id = text; return {};
    case 't': return limited(1, 1'000'000)
        .transform([&](long value) { options.threshold = std::chrono::milliseconds{value}; });
    case 's': return limited(1, longest_seconds)
        .transform([&](long value) { options.seconds = std::chrono::seconds{value}; });
    case 'c': return limited(0, 1'000'000)
        .transform([&](long value) { options.work = std::chrono::microseconds{value}; });
    case 'a': return limited(0, 1'000'000)
        .transform([&](long value) { options.anonymous_mib = static_cast<std::size_t>(value); });
    case 'm': return limited(0, 1'000'000)
        .transform([&](long value) { options.file_mib = static_cast<std::size_t>(value); });
    }
    // clang-format on
    return std::unexpected(
        std::string{"there is no use for these arguments; --help tells which there are"});
}

} // namespace

std::expected<Options, std::string> parse_options(int argc, char **argv)
{
    static constexpr option known[] = {
        {"help", no_argument, nullptr, 'h'},
        {"wayland", no_argument, nullptr, 'w'},
        {"window", no_argument, nullptr, 'o'},
        {"file", required_argument, nullptr, 'f'},
        {"app-id", required_argument, nullptr, 'i'},
        {"threshold-ms", required_argument, nullptr, 't'},
        {"seconds", required_argument, nullptr, 's'},
        {"work-us", required_argument, nullptr, 'c'},
        {"anon-mib", required_argument, nullptr, 'a'},
        {"file-mib", required_argument, nullptr, 'm'},
        {nullptr, 0, nullptr, 0},
    };
    Options options;
    opterr = 0;
    for (int index = 0, letter = 0; (letter = getopt_long(argc, argv, "", known, &index)) != -1;) {
        if (auto taken = take(options, static_cast<char>(letter), known[index].name, optarg);
            !taken)
            return std::unexpected(taken.error());
    }
    if (optind < argc)
        return std::unexpected(std::format("there is no use for the argument {}", argv[optind]));
    return options;
}

std::string usage()
{
    const Options options;
    return std::format(R"(Usage: uiprobe [OPTION…]
Simulates an application that draws {} frames a second, and reports how many were on time.
Prints a line of JSON when it begins, when it ends or gets SIGTERM, and at each SIGUSR1.

  --wayland          open a window and draw when the compositor asks for it, not by the clock
  --window           open a window that is drawn once, and draw by the clock; for compositors that
                     are slow by themselves
  --seconds N        for how long ({})
  --threshold-ms N   a longer gap between frames is a stall ({})
  --work-us N        CPU time of each frame, in microseconds ({})
  --anon-mib N       own memory, a 60th of which each frame writes to ({})
  --file-mib N       mapped file, a 60th of which each frame reads ({})
  --file PATH        which file; created if missing ({})
  --app-id ID        the app id of the window ({})
)",
                       60, options.seconds.count(), options.threshold.count(), options.work.count(),
                       options.anonymous_mib, options.file_mib, options.file, options.app_id);
}

} // namespace uiprobe
