// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/trigger_request.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <format>
#include <limits>
#include <optional>
#include <utility>

namespace headroom {

namespace {

constexpr std::string_view armed = "Armed";

struct KindName {
    ErrorKind kind;
    std::string_view name;
};

constexpr std::array kinds{
    KindName{ErrorKind::BadInput, "BadInput"},
    KindName{ErrorKind::Refused, "Refused"},
    KindName{ErrorKind::Unavailable, "Unavailable"},
    KindName{ErrorKind::Failed, "Failed"},
};

/// Takes the text before the next space off the line.
std::string_view next_word(std::string_view &line)
{
    const auto space = std::min(line.find(' '), line.size());
    const std::string_view word = line.substr(0, space);
    line.remove_prefix(std::min(space + 1, line.size()));
    return word;
}

std::optional<StallKind> kind_of(std::string_view word)
{
    if (word == "some")
        return StallKind::Some;
    return word == "full" ? std::optional{StallKind::Full} : std::nullopt;
}

/// Decimal digits and nothing else. Unsigned, as from_chars() then takes no sign.
std::optional<Duration> microseconds(std::string_view word)
{
    std::uint64_t value = 0;
    const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (problem != std::errc{} || end != word.data() + word.size()
        || value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        return std::nullopt;
    return Duration{static_cast<std::int64_t>(value)};
}

bool is_control(char character)
{
    const auto byte = static_cast<unsigned char>(character);
    return byte < 0x20 || byte == 0x7f;
}

} // namespace

std::string as_message(const TriggerRequest &request)
{
    return std::format("{} {} {} {}", request.kind == StallKind::Full ? "full" : "some",
                       request.stall.count(), request.window.count(), request.file);
}

Result<TriggerRequest> parse_trigger_request(std::string_view message)
{
    if (std::ranges::any_of(message, is_control))
        return error(ErrorKind::BadInput, "the request has a control character");
    const auto kind = kind_of(next_word(message));
    if (!kind)
        return error(ErrorKind::BadInput, "the request begins with neither \"some\" nor \"full\"");
    const auto stall = microseconds(next_word(message));
    const auto window = microseconds(next_word(message));
    if (!stall || !window)
        return error(ErrorKind::BadInput, "the stall or the window is no number of microseconds");
    if (message.empty())
        return error(ErrorKind::BadInput, "the request names no file");
    return TriggerRequest{
        .kind = *kind, .stall = *stall, .window = *window, .file = std::string{message}};
}

std::string as_message(const Result<void> &answer)
{
    if (answer)
        return std::string{armed};
    const auto known = std::ranges::find(kinds, answer.error().kind, &KindName::kind);
    return std::format("{}: {}", known != kinds.end() ? known->name : "Failed",
                       answer.error().sentence);
}

Result<void> parse_trigger_answer(std::string_view message)
{
    if (message == armed)
        return {};
    const auto colon = message.find(": ");
    const auto known = std::ranges::find(kinds, message.substr(0, colon), &KindName::name);
    if (colon == std::string_view::npos || known == kinds.end())
        return error(ErrorKind::Failed, "headroom-broker sent an answer that has no meaning");
    return error(known->kind, std::string{message.substr(colon + 2)});
}

} // namespace headroom
