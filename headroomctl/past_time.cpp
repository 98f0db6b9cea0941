// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "past_time.h"

#include <algorithm>
#include <charconv>
#include <string>

#include <glib.h>

#include "duration.h"

namespace headroom::ctl {

namespace {

constexpr std::string_view ago = " ago";

/// The first moment of a day in local time. days: 0 for today, -1 for yesterday.
std::optional<std::uint64_t> midnight(std::uint64_t now_us, int days)
{
    g_autoptr(GDateTime) now =
        g_date_time_new_from_unix_local(static_cast<gint64>(now_us / G_USEC_PER_SEC));
    g_autoptr(GDateTime) day = now != nullptr ? g_date_time_add_days(now, days) : nullptr;
    if (day == nullptr)
        return std::nullopt;
    g_autoptr(GDateTime) begin =
        g_date_time_new_local(g_date_time_get_year(day), g_date_time_get_month(day),
                              g_date_time_get_day_of_month(day), 0, 0, 0);
    if (begin == nullptr)
        return std::nullopt;
    return static_cast<std::uint64_t>(g_date_time_to_unix(begin)) * G_USEC_PER_SEC;
}

/// "14:30" of today, as a whole date and time.
std::string with_date(std::string_view clock, std::uint64_t now_us)
{
    g_autoptr(GDateTime) now =
        g_date_time_new_from_unix_local(static_cast<gint64>(now_us / G_USEC_PER_SEC));
    g_autofree char *date = now != nullptr ? g_date_time_format(now, "%F") : nullptr;
    return std::string(date != nullptr ? date : "").append("T").append(clock);
}

/// GLib reads ISO 8601 if the seconds are there.
std::optional<std::uint64_t> date_and_time(std::string text)
{
    constexpr std::size_t date_size = sizeof("2027-01-15") - 1;
    constexpr std::size_t minutes_size = sizeof("2027-01-15T14:30") - 1;
    if (text.size() == date_size)
        text += "T00:00";
    if (text.size() > date_size && text[date_size] == ' ')
        text[date_size] = 'T';
    if (text.size() == minutes_size)
        text += ":00";
    g_autoptr(GTimeZone) local = g_time_zone_new_local();
    g_autoptr(GDateTime) time = g_date_time_new_from_iso8601(text.c_str(), local);
    if (time == nullptr || g_date_time_to_unix(time) < 0)
        return std::nullopt;
    return static_cast<std::uint64_t>(g_date_time_to_unix(time)) * G_USEC_PER_SEC;
}

std::optional<std::uint64_t> seconds_since_1970(std::string_view text)
{
    std::uint64_t seconds = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
    if (error != std::errc() || end != text.data() + text.size()
        || !g_uint64_checked_mul(&seconds, seconds, G_USEC_PER_SEC))
        return std::nullopt;
    return seconds;
}

std::optional<std::uint64_t> before(std::string_view duration, std::uint64_t now_us)
{
    const auto microseconds = parse_duration(duration);
    if (!microseconds)
        return std::nullopt;
    return now_us - std::min(now_us, *microseconds);
}

} // namespace

std::optional<std::uint64_t> parse_past_time(std::string_view text, std::uint64_t now_us)
{
    if (text == "now")
        return now_us;
    if (text == "today")
        return midnight(now_us, 0);
    if (text == "yesterday")
        return midnight(now_us, -1);
    if (text.starts_with('@'))
        return seconds_since_1970(text.substr(1));
    if (text.ends_with(ago))
        return before(text.substr(0, text.size() - ago.size()), now_us);
    if (text.starts_with('-'))
        return before(text.substr(1), now_us);
    if (const auto since = before(text, now_us))
        return since;
    constexpr std::size_t hours_size = 2;
    return text.find(':') == hours_size ? date_and_time(with_date(text, now_us))
                                        : date_and_time(std::string(text));
}

} // namespace headroom::ctl
