// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/black_box.h"

#include "model/unit_escape.h"

#include <algorithm>
#include <chrono>
#include <charconv>
#include <format>
#include <iterator>
#include <ranges>
#include <string>

namespace headroom::black_box {

namespace {

/// The first word, with the version of the format.
constexpr std::string_view magic = "headroom-black-box-1 ";
constexpr std::size_t checksum_digits = 16;
constexpr std::size_t text_at = magic.size() + checksum_digits + 1;
constexpr std::size_t longest_reason = 200; ///< bytes. With ids of 255, the rest fits

constexpr Level every_level[] = {Level::Unknown, Level::Calm, Level::Uneasy, Level::High,
                                 Level::Critical};

/// FNV-1a. Slots are torn by accident, not on purpose.
std::uint64_t checksum(std::string_view text)
{
    constexpr std::uint64_t basis = 14695981039346656037ULL;
    constexpr std::uint64_t prime = 1099511628211ULL;
    std::uint64_t sum = basis;
    for (const char byte : text)
        sum = (sum ^ static_cast<unsigned char>(byte)) * prime;
    return sum;
}

/// Values end at the end of the line.
std::string in_a_line(std::string_view text)
{
    std::string line{text};
    std::ranges::replace_if(line, [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
    return line;
}

/// Cut before a character rather than in it.
std::string_view beginning_of(std::string_view text, std::size_t bytes)
{
    if (text.size() <= bytes)
        return text;
    while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0U) == 0x80U)
        --bytes;
    return text.substr(0, bytes);
}

template<typename Number> bool take_number(std::string_view text, Number &number)
{
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    return problem == std::errc{} && end == text.data() + text.size();
}

std::string in_a_line(std::string_view text, std::size_t most)
{
    return in_a_line(beginning_of(text, most));
}

std::string id_of(std::string_view app)
{
    return in_a_line(app, longest_app_id);
}

std::string short_word(std::string_view word)
{
    constexpr std::size_t longest = 36; // a boot_id
    return in_a_line(word, longest);
}

std::string text_of(const Line &line)
{
    std::string text = std::format(
        "number={}\nboot={}\nat={}\nlevel={}\ncloses={:d}\nculprit={}\nresource={}\npaused={:d}\n"
        "action={}\napp={}\nreason={}\n",
        line.number, short_word(line.boot), line.at.time_since_epoch().count(), name_of(line.level),
        line.closes, id_of(line.culprit), short_word(line.resource), line.paused,
        short_word(line.action), id_of(line.app), in_a_line(line.reason, longest_reason));
    for (const Held &held : line.most) {
        const std::string more = std::format("held={} {}\n", held.bytes, id_of(held.app));
        if (text_at + text.size() + more.size() <= slot_size)
            text += more;
    }
    return text;
}

bool take_level(std::string_view value, Level &level)
{
    const auto found =
        std::ranges::find_if(every_level, [&](Level each) { return name_of(each) == value; });
    if (found == std::end(every_level))
        return false;
    level = *found;
    return true;
}

bool take_held(std::string_view value, std::vector<Held> &most)
{
    const std::size_t blank = value.find(' ');
    std::uint64_t bytes{};
    if (blank == std::string_view::npos || !take_number(value.substr(0, blank), bytes))
        return false;
    most.push_back({std::string{value.substr(blank + 1)}, bytes});
    return true;
}

/// False: no value of that key. Keys of later versions are passed over.
bool take(std::string_view key, std::string_view value, Line &line)
{
    const auto text = [&](std::string &member) {
        member = value;
        return true;
    };
    const auto flag = [&](bool &member) {
        member = value == "1";
        return value == "0" || value == "1";
    };
    if (key == "number")
        return take_number(value, line.number);
    if (key == "at") {
        std::int64_t us{};
        const bool taken = take_number(value, us);
        line.at = WallTime{std::chrono::microseconds{us}};
        return taken;
    }
    return key == "boot"    ? text(line.boot)
        : key == "level"    ? take_level(value, line.level)
        : key == "closes"   ? flag(line.closes)
        : key == "culprit"  ? text(line.culprit)
        : key == "resource" ? text(line.resource)
        : key == "paused"   ? flag(line.paused)
        : key == "action"   ? text(line.action)
        : key == "app"      ? text(line.app)
        : key == "reason"   ? text(line.reason)
        : key == "held"     ? take_held(value, line.most)
                            : true;
}

} // namespace

Slot encode(const Line &line)
{
    Slot slot{};
    const std::string text = text_of(line);
    const std::string head = std::format("{}{:016x}\n", magic, checksum(text));
    std::ranges::copy(head, slot.begin());
    std::ranges::copy(text, slot.begin() + static_cast<std::ptrdiff_t>(head.size()));
    return slot;
}

std::optional<Line> decode(std::string_view slot)
{
    if (slot.size() != slot_size || !slot.starts_with(magic) || slot[text_at - 1] != '\n')
        return std::nullopt;
    std::string_view text = slot.substr(text_at);
    text = text.substr(0, text.find('\0'));
    if (slot.substr(magic.size(), checksum_digits) != std::format("{:016x}", checksum(text)))
        return std::nullopt;
    Line line;
    for (const auto part : text | std::views::split('\n')) {
        const std::string_view each{part};
        const std::size_t sign = each.find('=');
        if (each.empty())
            continue;
        if (sign == std::string_view::npos
            || !take(each.substr(0, sign), each.substr(sign + 1), line))
            return std::nullopt;
    }
    return line.boot.empty() ? std::nullopt : std::optional{line};
}

std::vector<Line> lines_in(std::string_view file)
{
    std::vector<Line> lines;
    for (std::size_t at = 0; at + slot_size <= file.size() && at < slots * slot_size;
         at += slot_size) {
        if (auto line = decode(file.substr(at, slot_size)))
            lines.push_back(std::move(*line));
    }
    std::ranges::sort(lines, {}, &Line::number);
    return lines;
}

std::vector<Line> of_last_boot(const std::vector<Line> &lines, std::string_view present_boot)
{
    const auto last = std::ranges::find_last_if(
        lines, [&](const Line &line) { return line.boot != present_boot; });
    std::vector<Line> result;
    if (!last.empty())
        std::ranges::copy_if(lines, std::back_inserter(result),
                             [&](const Line &line) { return line.boot == last.front().boot; });
    return result;
}

} // namespace headroom::black_box
